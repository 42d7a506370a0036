"""What the pages of live views share: a stage, who is on it, time, and pushes."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Generic, TypeVar

import viser

from gaitsmith.errors import GaitsmithError
from gaitsmith.pushes import DIRECTIONS
from gaitsmith.scene.ground import GroundShape
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.viewer.live_world import STRENGTHS
from gaitsmith.viewer.scene_view import ForceOnBody, SceneView
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import TIME_FACTORS, AnySession, LiveState
from gaitsmith.viewer.ticker import Ticker, logger

DRAW_RATE = 60.0  # Hz, of the simulation's ticks and of the picture
TEXT_PERIOD = 0.2  # s between two updates of the numbers
FIRST_STRENGTH = 100.0  # N
PAUSE, GO_ON, STEP, RESTART = "Pause", "Go on", "Step", "Restart"
SHOWN = {
    "shows_forces": "GroundShape forces",
    "shows_com": "Centre of mass",
    "is_following": "Follow",
}
WORDS = {direction.words: direction for direction in DIRECTIONS.values()}
SPECIAL = r"\`*_{}[]()<>#+-.!|~$&:@"  # what Markdown reads as its own

Value = TypeVar("Value")


class LivePage(ABC, Generic[AnySession]):
    """A live session in the browser; what a visitor does becomes a command."""

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
        self._stage = SceneView(server)
        self._status = server.gui.add_markdown("")
        label, hint = self.chooser
        self._names = list(dict.fromkeys([session.name, *names]))
        self._chooser = server.gui.add_dropdown(label, self._names, hint=hint)
        on_wish(self._chooser, self._choose)
        self._add_controls(server.gui)
        self._ticker = Ticker(DRAW_RATE, self._tick, session.fail, label)
        self._loading = ""
        self._terrain: TerrainSpec | None = None
        self._num_worlds = 0
        self._text_due = 0.0
        self._draw(session.snapshot())

    # What differs from page to page.

    @abstractmethod
    def _add_controls(self, gui: viser.GuiApi) -> None:
        """What a visitor can press, and what else the panel shows."""

    @abstractmethod
    def _exchange(self, name: str) -> None:
        """Let another one walk; may take a while."""

    @abstractmethod
    def _lines(self, snapshot: LiveState) -> list[str]:
        """How it goes, as lines of Markdown."""

    def _adopt(self, snapshot: LiveState) -> None:
        """Get ready for another walker; a planar one is pushed in two directions."""
        is_planar = snapshot.character.is_planar
        self._direction.options = tuple(
            word for word, way in WORDS.items() if not (is_planar and way.y)
        )
        self._stage.set_character(snapshot.character)

    def _draw_more(self, now: float) -> None:
        """Show what only this page shows, at a real time [s]."""

    # Controls that all have.

    def _add_time(self, gui: viser.GuiApi) -> None:
        """Pause, step, restart, and how fast the time goes."""
        session = self.session
        acts: dict[str, Callable[[], None]] = {
            PAUSE: partial(session.set_paused, True),
            GO_ON: partial(session.set_paused, False),
            STEP: session.step,
            RESTART: session.restart,
        }
        self._buttons = gui.add_button_group("Time", (PAUSE, STEP, RESTART))
        self._buttons.on_click(lambda event: acts[event.target.value]())
        low, high = TIME_FACTORS
        self._factor = gui.add_slider(
            "Speed of time", low, high, 0.05, 1.0, hint="1: as in reality."
        )
        on_wish(self._factor, session.set_time_factor)

    def _add_pushes(self, gui: viser.GuiApi) -> None:
        """From where, how strong, and now."""
        with gui.add_folder("Push"):
            self._direction = gui.add_dropdown("Direction", list(WORDS))
            low, high = STRENGTHS
            self._strength = gui.add_slider(
                "Strength [N]", low, high, 5.0, FIRST_STRENGTH, hint="For 0.4 s."
            )
            button = gui.add_button("Push now", color="orange")
            button.on_click(lambda _: self._push())

    def _push(self) -> None:
        way = WORDS.get(self._direction.value)
        if way is not None:
            self.session.push(way.x, way.y, self._strength.value)

    def _add_shown(self, gui: viser.GuiApi, *names: str) -> None:
        """What of the stage is seen, by names of its flags."""
        with gui.add_folder("Show"):
            for name in names:
                box = gui.add_checkbox(SHOWN[name], getattr(self._stage, name))
                on_wish(box, partial(setattr, self._stage, name))
            again = gui.add_checkbox("Restart after a fall", True)
            on_wish(again, self.session.set_restarting)

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

    def _draw(self, snapshot: LiveState) -> None:
        if snapshot.num_worlds != self._num_worlds:
            self._num_worlds = snapshot.num_worlds
            self._adopt(snapshot)
        if snapshot.setting.terrain != self._terrain:
            self._terrain = snapshot.setting.terrain
            self._stage.set_ground(GroundShape.of(self._terrain))
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
            first = GO_ON if snapshot.is_paused else PAUSE
            self._buttons.options = (first, STEP, RESTART)

    def _choose(self, name: str) -> None:
        # Names come over the network: only what is offered can be asked for.
        if name not in self._names:
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


def on_wish(handle: Any, act: Callable[[Value], None]) -> None:
    """Call `act` with what a visitor chooses; what we set ourselves is no wish."""

    @handle.on_update
    def _(event: viser.GuiEvent[Any]) -> None:
        if event.client is not None:
            act(event.target.value)


def plain(text: str) -> str:
    """A name or message from elsewhere, which Markdown then shows as it is."""
    return "".join(f"\\{c}" if c in SPECIAL else c for c in text)


def state_words(snapshot: LiveState) -> str:
    """What the walker does, and for how long."""
    seconds = snapshot.moment.time
    match snapshot.outcome:
        case Outcome.FELL:
            return f"fell after {seconds:.1f} s"
        case Outcome.DIVERGED:
            return f"the simulation diverged after {seconds:.1f} s"
        case _:
            return f"{seconds:.1f} s{', paused' if snapshot.is_paused else ''}"
