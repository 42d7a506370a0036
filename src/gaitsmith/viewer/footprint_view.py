"""Footprints in the scene: where feet were, and where they are planned to be."""

import numpy as np
import viser

from gaitsmith.kernels.records import Floats
from gaitsmith.viewer.travel import MOST_FOOTPRINTS, Footprint, Travel

MOST_PLANNED = 6  # as many as a plan may have
HALF_WIDTH = 0.05  # m
ABOVE_GROUND = 0.008  # m
ABOVE_REAL = 0.016  # m: a plan is seen above a footprint at the same place
GOOD_COLOR = (44, 54, 74)
BAD_COLOR = (176, 0, 24)
SURE_COLOR = np.array([0.0, 140.0, 60.0])
UNSURE_COLOR = np.array([240.0, 80.0, 0.0])
ROUND_POINTS = 9  # of each end of a print; odd: one is the tip


def sole(length: float) -> tuple[Floats, np.ndarray]:
    """Vertices (n, 3) [m] and faces of a flat foot from heel (x = 0) to tip, z = 0."""
    radius = min(HALF_WIDTH, 0.5 * length)
    turn = np.linspace(-0.5 * np.pi, 0.5 * np.pi, ROUND_POINTS)
    tip = np.column_stack(
        [length - radius + radius * np.cos(turn), HALF_WIDTH * np.sin(turn)]
    )
    heel = np.column_stack([radius - radius * np.cos(turn), -HALF_WIDTH * np.sin(turn)])
    rim = np.vstack([tip, heel])
    vertices = np.column_stack([rim, np.zeros(len(rim))])
    faces = np.array([[0, i, i + 1] for i in range(1, len(rim) - 1)])
    return vertices, faces


def uncertainty_color(uncertainty: float, most: float) -> tuple[int, int, int]:
    """Green for a sure step, orange for one that is as uncertain as `most`, or more."""
    share = min(max(uncertainty / most, 0.0), 1.0)
    red, green, blue = (1.0 - share) * SURE_COLOR + share * UNSURE_COLOR
    return round(red), round(green), round(blue)


class FootprintView:
    """All footprints of a walk; those of the plan are coloured by its uncertainty."""

    def __init__(self, scene: viser.SceneApi) -> None:
        """Nothing is seen before there is a foot."""
        self._scene = scene
        self._foot, self._unsure = 0.0, 1.0
        self._shown: Travel | None = None
        self._real: list[viser.MeshHandle] = []
        self._planned: list[viser.MeshHandle] = []

    def set_foot(self, length: float, unsure: float) -> None:
        """Feet of another length [m], and the uncertainty that is drawn orange."""
        self._foot, self._unsure, self._shown = length, unsure, None
        self._real = [self._sole(f"real/{n}") for n in range(MOST_FOOTPRINTS)]
        self._planned = [self._sole(f"planned/{n}") for n in range(MOST_PLANNED)]

    def draw(self, travel: Travel) -> None:
        """Show where feet were, and where they shall be; only what is new is sent."""
        shown = self._shown
        self._shown = travel
        if shown is None or travel.real != shown.real:
            for number, handle in enumerate(self._real):
                found = travel.real[number] if number < len(travel.real) else None
                color = GOOD_COLOR if found is None or found.is_good else BAD_COLOR
                _place(handle, found, ABOVE_GROUND, color)
        if shown is None or travel.planned != shown.planned:
            for number, handle in enumerate(self._planned):
                found = travel.planned[number] if number < len(travel.planned) else None
                unsure = 0.0 if found is None else found.uncertainty
                color = uncertainty_color(unsure, self._unsure)
                _place(handle, found, ABOVE_REAL, color)

    def _sole(self, name: str) -> viser.MeshHandle:
        vertices, faces = sole(self._foot)
        return self._scene.add_mesh_simple(
            f"/world/footprint/{name}",
            vertices,
            faces,
            color=GOOD_COLOR,
            side="double",
            cast_shadow=False,
            visible=False,
        )


def _place(
    handle: viser.MeshHandle,
    footprint: Footprint | None,
    height: float,
    color: tuple[int, int, int],
) -> None:
    handle.visible = footprint is not None
    if footprint is not None:
        handle.color = color
        handle.position = (footprint.x, footprint.y, height)
