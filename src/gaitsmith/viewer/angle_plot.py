"""A plot of one joint's angles, left and right, over the last seconds."""

import numpy as np
import viser
from viser import uplot

from gaitsmith.viewer.history import JOINTS, History

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
