"""What the pages of live views share: a stage, who is on it, and how it goes."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

import viser

from gaitsmith.errors import GaitsmithError
from gaitsmith.scene.ground import Ground
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.viewer.common_controls import Controls
from gaitsmith.viewer.markdown import plain
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import Session, Snapshot
from gaitsmith.viewer.stage import ForceOnBody, Stage
from gaitsmith.viewer.ticker import Ticker, logger

DRAW_RATE = 60.0  # Hz, of the simulation's ticks and of the picture
TEXT_PERIOD = 0.2  # s between two updates of the numbers

AnySession = TypeVar("AnySession", bound=Session)


class LivePage(ABC, Generic[AnySession]):
    """A live session in the browser."""

    chooser: tuple[str, str]
    """Label and hint of the choice of another walker."""

    def __init__(
        self, server: PageServer, session: AnySession, names: Iterable[str]
    ) -> None:
        """Draw everything once; time stands still until `start`.

        Args:
            server: of the page.
            session: who walks, and what a visitor does to it.
            names: of others that may be chosen.
        """
        self.server, self.session = server, session
        self._stage = Stage(server)
        self._status = server.gui.add_markdown("")
        label, hint = self.chooser
        self._names = list(dict.fromkeys([session.name, *names]))
        self._chooser = server.gui.add_dropdown(label, self._names, hint=hint)
        self._chooser.on_update(self._choose)
        self._controls = self._add_controls(server.gui)
        self._ticker = Ticker(DRAW_RATE, self._tick, session.fail, label)
        self._loading = ""
        self._terrain: TerrainSpec | None = None
        self._num_worlds = 0
        self._text_due = 0.0
        self._draw(session.snapshot())

    # What differs from page to page.

    @abstractmethod
    def _add_controls(self, gui: viser.GuiApi) -> Controls:
        """What a visitor can press, and what else the panel shows."""

    @abstractmethod
    def _exchange(self, name: str) -> None:
        """Let another one walk; may take a while."""

    @abstractmethod
    def _lines(self, snapshot: Snapshot) -> list[str]:
        """How it goes, as lines of Markdown."""

    def _adopt(self, snapshot: Snapshot) -> None:
        """Get ready for another walker."""
        self._controls.adopt(snapshot)
        self._stage.set_character(snapshot.character)

    def _draw_more(self, now: float) -> None:
        """Show what only this page shows, at a real time [s]."""

    def start(self) -> None:
        """Let the time go on."""
        self._ticker.start()

    def stop(self) -> None:
        """Hold the time for good."""
        self._ticker.stop()

    def _tick(self) -> None:
        snapshot = self.session.tick()
        if self.server.is_watched:
            with self.server.atomic():
                self._draw(snapshot)

    def _draw(self, snapshot: Snapshot) -> None:
        if snapshot.num_worlds != self._num_worlds:
            self._num_worlds = snapshot.num_worlds
            self._adopt(snapshot)
        if snapshot.setting.terrain != self._terrain:
            self._terrain = snapshot.setting.terrain
            self._stage.set_ground(Ground.of(self._terrain))
        trunk = snapshot.character.roles.trunk
        self._stage.draw(
            snapshot.moment,
            snapshot.moment.time,
            [ForceOnBody(trunk, push.force) for push in snapshot.pushes],
        )
        now = time.perf_counter()
        self._draw_more(now)
        if now >= self._text_due:
            self._text_due = now + TEXT_PERIOD
            remarks = [text for text in (self._loading, snapshot.message) if text]
            self._status.content = "  \n".join(
                [
                    f"**{plain(snapshot.name)}**",
                    *self._lines(snapshot),
                    *(f"*{plain(text)}*" for text in remarks),
                ]
            )
            self._controls.show(snapshot)

    def _choose(self, event: viser.GuiEvent[viser.GuiDropdownHandle[str]]) -> None:
        name = event.target.value
        # Names come over the network: only what is offered can be asked for.
        if event.client is None or name not in self._names:
            return
        self._chooser.disabled = True
        self._loading = f"Loading {name}; a new control law is compiled once."
        threading.Thread(
            target=self._load, args=(name,), name="load", daemon=True
        ).start()

    def _load(self, name: str) -> None:
        try:
            self._exchange(name)
            self._loading = ""
        except GaitsmithError as error:
            self._loading = str(error)
        except Exception as error:
            logger.exception("%s", error)
            self._loading = f"{name} cannot be loaded: {error}"
        finally:
            self._chooser.disabled = False


def state_words(snapshot: Snapshot) -> str:
    """What the walker does, and for how long."""
    seconds = snapshot.moment.time
    match snapshot.outcome:
        case Outcome.FELL:
            return f"fell after {seconds:.1f} s"
        case Outcome.DIVERGED:
            return f"the simulation diverged after {seconds:.1f} s"
        case _:
            return f"{seconds:.1f} s{', paused' if snapshot.is_paused else ''}"
