"""What a glTF file shows: the solids of each bone, and the ground."""

from typing import Any

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.export.gltf_file import GltfFile
from gaitsmith.export.skeleton import Bone, standing_pose, y_up, y_up_rotation
from gaitsmith.scene.colors import rgb
from gaitsmith.scene.ground_faces import breaks, surface
from gaitsmith.scene.pictured_body import figure_size
from gaitsmith.scene.polygons import Polygon, fans
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene, Shape
from gaitsmith.scene.triangles import Triangles, solid_triangles

GROUND_COLOR = "#b4b8b0"
WALL_COLOR = "#7c807a"
GROUND_MARGIN = 2.0  # m, of the ground around the way of the centre of mass
ROUGHNESS = 0.8  # 0 is a mirror

Surface = dict[str, Triangles]  # by colour, written #rrggbb


class MeshList:
    """The meshes of a file: what looks the same is stored once."""

    def __init__(self, file: GltfFile) -> None:
        """No mesh yet; those to come are put into `file`."""
        self._file = file
        self._materials: dict[str, int] = {}
        self._meshes: dict[tuple[object, ...], int] = {}

    def number_of(self, name: str, surface: Surface) -> int:
        """The number of a mesh; `name` is for the first that looks like this."""
        look = tuple(
            (color, *(_rounded(array).tobytes() for array in triangles))
            for color, triangles in surface.items()
        )
        if look not in self._meshes:
            primitives = [self._primitive(*part) for part in surface.items()]
            mesh = {"name": name, "primitives": primitives}
            self._meshes[look] = self._file.add("meshes", mesh)
        return self._meshes[look]

    def _primitive(self, color: str, triangles: Triangles) -> dict[str, Any]:
        return {
            "attributes": {
                "POSITION": self._file.add_points(triangles.points),
                "NORMAL": self._file.add_points(triangles.normals),
            },
            "indices": self._file.add_corners(triangles.corners),
            "material": self._material(color),
        }

    def _material(self, color: str) -> int:
        if color not in self._materials:
            look = {
                "baseColorFactor": [*_light(color), 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": ROUGHNESS,
            }
            entry = {"name": color, "pbrMetallicRoughness": look}
            self._materials[color] = self._file.add("materials", entry)
        return self._materials[color]


def _rounded(array: np.ndarray) -> np.ndarray:
    """Without what differs from one side of the body to the other by rounding."""
    return np.round(array, 6) + 0  # minus zero becomes zero


def _light(color: str) -> list[float]:
    """Amounts of red, green and blue light for what screens are told (sRGB)."""
    display = np.array(rgb(color)) / 255.0
    dark, bright = display / 12.92, ((display + 0.055) / 1.055) ** 2.4
    return np.round(np.where(display <= 0.04045, dark, bright), 6).tolist()


def bone_surfaces(
    character: Character, bones: tuple[Bone, ...], shapes: tuple[Shape, ...]
) -> dict[int, Surface]:
    """What each bone that carries solids looks like, seen from its joint."""
    data = standing_pose(character)
    carriers = {bone.body: number for number, bone in enumerate(bones)}
    parts: dict[int, dict[str, list[Triangles]]] = {}
    for shape in shapes:
        number = carriers[shape.body]
        body_turn = y_up_rotation(data.xquat[shape.body])
        turn = body_turn * y_up_rotation(np.array(shape.orientation))
        center = y_up(data.xpos[shape.body]) + body_turn.apply(
            y_up(np.array(shape.position))
        )
        solid = solid_triangles(shape)
        placed = Triangles(
            turn.apply(y_up(solid.points)) + center - bones[number].place,
            turn.apply(y_up(solid.normals)),
            solid.corners,
        )
        parts.setdefault(number, {}).setdefault(shape.color, []).append(placed)
    return {
        number: {color: _joined(solids) for color, solids in by_color.items()}
        for number, by_color in parts.items()
    }


def _joined(pieces: list[Triangles]) -> Triangles:
    first_points = np.cumsum([0, *(len(piece.points) for piece in pieces[:-1])])
    return Triangles(
        np.concatenate([piece.points for piece in pieces]),
        np.concatenate([piece.normals for piece in pieces]),
        np.concatenate(
            [p.corners + first for p, first in zip(pieces, first_points, strict=True)]
        ),
    )


def ground_surface(scene: Scene) -> Surface:
    """The ground around the way that was walked, with the walls where it breaks off."""
    behind, right, _ = scene.com.min(axis=0) - GROUND_MARGIN
    ahead, left, _ = scene.com.max(axis=0) + GROUND_MARGIN
    x, y = (float(behind), float(ahead)), (float(right), float(left))
    unit = ground_unit(figure_size(scene))
    parts = {
        GROUND_COLOR: surface(scene.ground, x, y),
        WALL_COLOR: [face.corners for face in breaks(scene.ground, x, y, unit)],
    }
    return {color: _flat(polygons) for color, polygons in parts.items() if polygons}


def _flat(polygons: list[Polygon]) -> Triangles:
    points, corners = fans(polygons)
    normals = []
    for polygon in polygons:
        a, b, c = np.array(polygon[:3])
        normal = np.cross(b - a, c - b)
        normals += [normal / np.linalg.norm(normal)] * len(polygon)
    return Triangles(y_up(points), y_up(np.array(normals)), corners)
