"""Footprints in the scene: where feet were, and where they are planned to be."""

import numpy as np
import viser

from gaitsmith.scene.colors import rgb
from gaitsmith.scene.footprint import Footprint, sole
from gaitsmith.viewer.travel import MOST_FOOTPRINTS, Travel

MOST_PLANNED = 6  # as many as a plan may have
# m above the ground; a plan is seen above a footprint at the same place.
HEIGHTS = {"real": 0.008, "planned": 0.016}


class FootprintView:
    """All footprints of a walk; those of the plan are coloured by its uncertainty."""

    def __init__(self, scene: viser.SceneApi) -> None:
        """Nothing is seen before there is a foot."""
        self._scene = scene
        self._handles: dict[str, list[viser.MeshHandle]] = {}
        self._shown: dict[str, tuple[Footprint, ...]] = {}

    def set_foot(self, length: float) -> None:
        """Feet of another length [m]."""
        edge = length * sole()
        vertices = np.column_stack([edge, np.zeros(len(edge))])
        faces = np.array([[0, i, i + 1] for i in range(1, len(edge) - 1)])
        counts = {"real": MOST_FOOTPRINTS, "planned": MOST_PLANNED}
        self._shown = {}
        self._handles = {
            name: [
                self._scene.add_mesh_simple(
                    f"/world/footprint/{name}/{number}",
                    vertices,
                    faces,
                    side="double",
                    cast_shadow=False,
                    visible=False,
                )
                for number in range(count)
            ]
            for name, count in counts.items()
        }

    def draw(self, travel: Travel) -> None:
        """Show where feet were, and where they shall be; only what is new is sent."""
        for name, prints in (("real", travel.real), ("planned", travel.planned)):
            if prints == self._shown.get(name):
                continue
            self._shown[name] = prints
            for number, handle in enumerate(self._handles[name]):
                handle.visible = number < len(prints)
                if handle.visible:
                    x, y, z = prints[number].place
                    handle.color = rgb(prints[number].color)
                    handle.position = (x, y, z + HEIGHTS[name])
