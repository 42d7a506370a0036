"""The page of `gaitsmith view`: a walk, and what a visitor can do to it."""

import numpy as np
import viser
from viser import uplot

from gaitsmith.gait.fidelity import JOINTS
from gaitsmith.runs.solution import Solution
from gaitsmith.solution_file import gallery
from gaitsmith.viewer.history import History
from gaitsmith.viewer.live import LiveSession
from gaitsmith.viewer.live_page import LivePage, on_wish, state_words
from gaitsmith.viewer.live_world import SLOPES, bounded
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import LiveState
from gaitsmith.workflows import load_solution

PLOT_PERIOD = 0.12  # s between two updates of the plot and the path
FRICTION_CHOICES = (1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)


class ViewPage(LivePage[LiveSession]):
    """A solution that walks."""

    chooser = ("Walker", "Another one of the gallery; a new control law takes a while.")

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

    def _adopt(self, snapshot: LiveState) -> None:
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

    def _lines(self, snapshot: LiveState) -> list[str]:
        speed = self.session.history.speed()
        return [
            f"**{state_words(snapshot)}**",
            f"{speed:.2f} m/s; pushes: {snapshot.num_pushes}",
        ]


LEFT_COLOR, RIGHT_COLOR = "#2f6fb0", "#d6541c"
HEIGHT = 180  # pixels
# Degrees, so that the scale stands still; flexion positive.
RANGES = {"hip": (-40.0, 60.0), "knee": (-10.0, 90.0), "ankle": (-40.0, 40.0)}


class AnglePlot:
    """A choice of joint, and its plot."""

    def __init__(self, gui: viser.GuiApi) -> None:
        """Add both to the container that is open."""
        self._joint = gui.add_dropdown(
            "Joint", JOINTS, initial_value="knee", hint="Flexion, dorsiflexion: up."
        )
        self._plot = gui.add_uplot(
            (np.zeros(2), np.zeros(2), np.zeros(2)),
            (
                {"label": "s"},
                {"label": "left", "stroke": LEFT_COLOR, "width": 2.0},
                {"label": "right", "stroke": RIGHT_COLOR, "width": 2.0},
            ),
            scales=_scales("knee"),
            axes=({"size": 38.0}, {"size": 38.0}),
            height=HEIGHT,
        )
        self._joint.on_update(lambda _: self._change_scale())

    def _change_scale(self) -> None:
        joint = self._joint.value
        if joint in RANGES:
            self._plot.scales = _scales(joint)

    def draw(self, history: History) -> None:
        """Show the chosen joint."""
        joint = self._joint.value
        if joint not in JOINTS:  # came over the network
            return
        angles = history.angles(joint)
        if len(angles.time) < 2:
            return
        self._plot.data = (angles.time, angles.left, angles.right)


def _scales(joint: str) -> dict[str, uplot.Scale]:
    return {"x": {"time": False}, "y": {"auto": False, "range": RANGES[joint]}}
