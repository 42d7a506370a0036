"""The page of `gaitsmith view`: a walk, and what a visitor can do to it."""

import viser

from gaitsmith.runs.solution import Solution
from gaitsmith.solution_file import gallery
from gaitsmith.viewer.angle_plot import AnglePlot
from gaitsmith.viewer.live import LiveSession
from gaitsmith.viewer.live_page import LivePage, state_words
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.view_controls import ViewControls
from gaitsmith.workflows import load_solution

PLOT_PERIOD = 0.12  # s between two updates of the plot and the path


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

    def _add_controls(self, gui: viser.GuiApi) -> ViewControls:
        controls = ViewControls(gui, self.session, self._stage)
        with gui.add_folder("Joint angles"):
            self._plot = AnglePlot(gui)
        return controls

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
