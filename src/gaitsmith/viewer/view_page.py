"""The page of `gaitsmith view`: a walk, and what a visitor can do to it."""

import viser

from gaitsmith.runs.solution import Solution
from gaitsmith.solution_file import gallery
from gaitsmith.viewer.angle_plot import AnglePlot
from gaitsmith.viewer.live import LiveSession
from gaitsmith.viewer.live_page import LivePage, on_wish, state_words
from gaitsmith.viewer.live_world import SLOPES, bounded
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import Snapshot
from gaitsmith.workflows import load_solution

PLOT_PERIOD = 0.12  # s between two updates of the plot and the path
FRICTION_CHOICES = (1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)


class ViewPage(LivePage[LiveSession]):
    """A solution that walks."""

    chooser = (
        "Walker",
        "Another one of the gallery; a new control law takes a while.",
    )

    def __init__(self, server: PageServer, solution: Solution) -> None:
        """Draw everything once; time stands still until `start`."""
        self._solution = solution  # may be none of the gallery
        self._plot_due = 0.0
        super().__init__(server, LiveSession(solution), gallery())

    def _add_controls(self, gui: viser.GuiApi) -> None:
        self._add_time(gui)
        self._add_pushes(gui)
        with gui.add_folder("Ground"):
            self._add_ground(gui)
        self._add_shown(gui, "shows_forces", "shows_com", "is_following")
        with gui.add_folder("Joint angles"):
            self._plot = AnglePlot(gui)

    def _add_ground(self, gui: viser.GuiApi) -> None:
        hint = "Uphill positive; from 1 m ahead of the feet on."
        self._slope = gui.add_slider("Slope [degrees]", *SLOPES, 0.5, 0.0, hint=hint)
        on_wish(self._slope, self.session.set_slope)
        self._frictions: dict[str, float | None] = {"": None}
        self._friction = gui.add_dropdown(
            "Friction", list(self._frictions), hint="Coulomb's coefficient, everywhere."
        )
        on_wish(self._friction, self._set_friction)
        reset = gui.add_button("Reset", hint="Ground and speed as at first.")
        reset.on_click(lambda _: self._reset())

    def _set_friction(self, word: str) -> None:
        if word in self._frictions:
            self.session.set_friction(self._frictions[word])

    def _reset(self) -> None:
        self._factor.value = 1.0
        self.session.reset()

    def _adopt(self, snapshot: Snapshot) -> None:
        """Show a new walker's world as its experiment has it."""
        setting, found = snapshot.setting, snapshot.setting.friction
        if found is None:
            found = snapshot.character.spec.ground.friction
        last = (setting.terrain.segments or (setting.terrain,))[-1]
        self._slope.value = bounded(last.slope, SLOPES)
        self._frictions = {f"{found:g}, as it was found": None} | {
            f"{friction:g}": friction for friction in FRICTION_CHOICES
        }
        self._friction.options = tuple(self._frictions)
        self._friction.value = next(iter(self._frictions))
        super()._adopt(snapshot)

    def _exchange(self, name: str) -> None:
        is_own = name == self._solution.name
        self.session.exchange(self._solution if is_own else load_solution(name))

    def _draw_more(self, now: float) -> None:
        if now >= self._plot_due:
            self._plot_due = now + PLOT_PERIOD
            self._plot.draw(self.session.history)
            self._stage.draw_trail(self.session.history.path())

    def _lines(self, snapshot: Snapshot) -> list[str]:
        speed = self.session.history.speed()
        return [
            f"**{state_words(snapshot)}**",
            f"{speed:.2f} m/s; pushes: {snapshot.num_pushes}",
        ]
