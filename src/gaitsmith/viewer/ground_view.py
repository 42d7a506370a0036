"""The ground in the scene, drawn anew when the walker leaves its middle."""

import viser

from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.ground_faces import breaks, tiles
from gaitsmith.scene.polygons import fans
from gaitsmith.scene.ruler import ruler_marks

TILE = 1.0  # m, the edge of a square
REACH = 34.0  # m around the walker
PATCH = 6.0  # m; the ground is drawn anew when the walker has gone so far
MARK_REACH = 14.0  # m
MOST_MARKS = 16
MARK_BESIDE = 1.0  # m, y of the distance marks
COLORS = {"light": (226, 229, 233), "dark": (188, 196, 206), "walls": (140, 148, 160)}


class GroundView:
    """Tiles, walls and distance marks around a walker."""

    def __init__(self, scene: viser.SceneApi) -> None:
        """Nothing is drawn before there is a ground."""
        self.ground: GroundShape | None = None
        self._scene = scene
        self._drawn: tuple[GroundShape, int, int] | None = None
        self._marks: list[viser.LabelHandle] = []

    def set_ground(self, ground: GroundShape) -> None:
        """Draw this one from now on."""
        self.ground = ground

    def draw(self, x: float, y: float) -> None:
        """Show the ground around a place [m], if it is not shown already."""
        if self.ground is None:
            return
        wanted = (self.ground, round(x / PATCH), round(y / PATCH))
        if wanted == self._drawn:
            return
        self._draw_faces(self.ground, wanted[1] * PATCH, wanted[2] * PATCH)
        self._draw_marks(self.ground, wanted[1] * PATCH)
        self._drawn = wanted

    def _draw_faces(self, ground: GroundShape, x: float, y: float) -> None:
        ranges = (x - REACH, x + REACH), (y - REACH, y + REACH)
        light, dark = tiles(ground, *ranges, TILE)
        walls = [face.corners for face in breaks(ground, *ranges, 2 * TILE)]
        parts = {"light": light, "dark": dark, "walls": walls}
        for name, polygons in parts.items():
            vertices, faces = fans(polygons)
            path = f"/world/ground/{name}"
            if len(faces) == 0:
                old = self._scene.get_handle_by_name(path)
                if old is not None:
                    old.remove()
                continue
            self._scene.add_mesh_simple(
                path,
                vertices,
                faces,
                color=COLORS[name],
                flat_shading=True,
                side="double",
                cast_shadow=False,
            )

    def _draw_marks(self, ground: GroundShape, x: float) -> None:
        for mark in self._marks:
            mark.remove()
        ends = (x - MARK_REACH, x + MARK_REACH)
        self._marks = [
            self._scene.add_label(
                f"/world/mark/{number}",
                mark.text,
                position=(mark.x, MARK_BESIDE, mark.z),
                font_size_mode="scene",
                font_scene_height=0.09,
                depth_test=True,
                anchor="bottom-center",
            )
            for number, mark in enumerate(
                ruler_marks(ground, ends, MARK_BESIDE, 2 * TILE, MOST_MARKS)
            )
        ]
