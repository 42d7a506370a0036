"""What a glTF file shows besides the character: materials, and the ground."""

from typing import Any

import numpy as np

from gaitsmith.export.gltf_file import GltfFile
from gaitsmith.export.skeleton import y_up
from gaitsmith.scene.colors import rgb
from gaitsmith.scene.ground_faces import breaks, surface
from gaitsmith.scene.pictured_body import figure_size
from gaitsmith.scene.polygons import Polygon, fans
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.triangles import Triangles

GROUND_COLOR = "#b4b8b0"
WALL_COLOR = "#7c807a"
GROUND_MARGIN = 2.0  # m, of the ground around the way of the centre of mass
ROUGHNESS = 0.8  # 0 is a mirror

Surface = dict[str, Triangles]  # by colour, written #rrggbb


class MeshList:
    """The meshes of a file, and their materials, each once."""

    def __init__(self, file: GltfFile) -> None:
        """No mesh yet; those to come are put into `file`."""
        self._file = file
        self._materials: dict[str, int] = {}

    def number_of(self, name: str, surface: Surface) -> int:
        """The number of a new mesh."""
        parts = [self._primitive(*part) for part in surface.items()]
        return self._file.add("meshes", {"name": name, "primitives": parts})

    def _primitive(self, color: str, triangles: Triangles) -> dict[str, Any]:
        return {
            "attributes": {
                "POSITION": self._file.add_points(triangles.points),
                "NORMAL": self._file.add_points(triangles.normals),
            },
            "indices": self._file.add_corners(triangles.corners),
            "material": self.material(color),
        }

    def material(self, color: str) -> int:
        """The number of the material of a colour, written #rrggbb."""
        if color not in self._materials:
            look = {
                "baseColorFactor": [*linear_light(color), 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": ROUGHNESS,
            }
            entry = {"name": color, "pbrMetallicRoughness": look}
            self._materials[color] = self._file.add("materials", entry)
        return self._materials[color]


def linear_light(color: str) -> list[float]:
    """Amounts of red, green and blue light for what screens are told (sRGB)."""
    display = np.array(rgb(color)) / 255.0
    dark, bright = display / 12.92, ((display + 0.055) / 1.055) ** 2.4
    return np.round(np.where(display <= 0.04045, dark, bright), 6).tolist()


def ground_surface(scene: Scene, scale: float = 1.0) -> Surface:
    """The ground around the way that was walked, with the walls where it breaks off."""
    behind, right, _ = scene.com.min(axis=0) - GROUND_MARGIN
    ahead, left, _ = scene.com.max(axis=0) + GROUND_MARGIN
    x, y = (float(behind), float(ahead)), (float(right), float(left))
    unit = ground_unit(figure_size(scene))
    parts = {
        GROUND_COLOR: surface(scene.ground, x, y),
        WALL_COLOR: [face.corners for face in breaks(scene.ground, x, y, unit)],
    }
    return {
        color: _flat(polygons, scale) for color, polygons in parts.items() if polygons
    }


def _flat(polygons: list[Polygon], scale: float) -> Triangles:
    points, corners = fans(polygons)
    normals = []
    for polygon in polygons:
        a, b, c = np.array(polygon[:3])
        normal = np.cross(b - a, c - b)
        normals += [normal / np.linalg.norm(normal)] * len(polygon)
    return Triangles(scale * y_up(points), y_up(np.array(normals)), corners)
