"""The page of `gaitsmith view`: a walk, and what a visitor can do to it."""

import threading
import time

import viser

from gaitsmith.errors import GaitsmithError
from gaitsmith.runs.solution import Solution
from gaitsmith.scene.ground import Ground
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.solution_file import gallery
from gaitsmith.viewer.angle_plot import AnglePlot
from gaitsmith.viewer.live import LiveSession
from gaitsmith.viewer.markdown import plain
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.stage import ForceOnBody, Stage
from gaitsmith.viewer.ticker import Ticker, logger
from gaitsmith.viewer.view_controls import ViewControls
from gaitsmith.workflows import load_solution

DRAW_RATE = 60.0  # Hz, of the simulation's ticks and of the picture
TEXT_PERIOD = 0.2  # s between two updates of the numbers
PLOT_PERIOD = 0.12  # s between two updates of the plot and the path


class ViewPage:
    """A live session in the browser."""

    def __init__(self, server: PageServer, solution: Solution) -> None:
        """Draw everything once; time stands still until `start`."""
        self.server = server
        self.session = LiveSession(solution)
        self._stage = Stage(server)
        gui = server.gui
        self._status = gui.add_markdown("")
        self._chooser = gui.add_dropdown(
            "Walker",
            list(dict.fromkeys([solution.name, *gallery()])),
            hint="Another one of the gallery; a new control law takes a while.",
        )
        self._chooser.on_update(self._choose)
        self._controls = ViewControls(gui, self.session, self._stage)
        with gui.add_folder("Joint angles"):
            self._plot = AnglePlot(gui)
        self._ticker = Ticker(DRAW_RATE, self._tick, self.session.fail, "live view")
        self._loading = ""
        self._terrain: TerrainSpec | None = None
        self._num_worlds = 0
        self._text_due = self._plot_due = 0.0
        self._draw(self.session.snapshot())

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
            self._controls.adopt(snapshot)
            self._stage.set_character(snapshot.character)
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
        if now >= self._text_due:
            self._text_due = now + TEXT_PERIOD
            self._status.content = self._text(snapshot)
            self._controls.show(snapshot)
        if now >= self._plot_due:
            self._plot_due = now + PLOT_PERIOD
            self._plot.draw(self.session.history)
            self._stage.draw_trail(self.session.history.path())

    def _text(self, snapshot: Snapshot) -> str:
        """Who walks and how it goes, as Markdown."""
        speed = self.session.history.speed()
        remarks = [text for text in (self._loading, snapshot.message) if text]
        return "  \n".join(
            [
                f"**{plain(snapshot.name)}**",
                f"**{state_words(snapshot)}**",
                f"{speed:.2f} m/s; pushes: {snapshot.num_pushes}",
                *(f"*{plain(text)}*" for text in remarks),
            ]
        )

    def _choose(self, event: viser.GuiEvent[viser.GuiDropdownHandle[str]]) -> None:
        name = event.target.value
        # Names come over the network: only what ships can be asked for.
        if event.client is None or name not in gallery():
            return
        self._chooser.disabled = True
        self._loading = f"Loading {name}; a new control law is compiled once."
        threading.Thread(
            target=self._load, args=(name,), name="load", daemon=True
        ).start()

    def _load(self, name: str) -> None:
        try:
            self.session.exchange(load_solution(name))
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
