"""Forces as arrows."""

import mujoco
import numpy as np
import viser

from gaitsmith.kernels.records import Floats

LEAST_FORCE = 15.0  # N; what is smaller is not drawn
HEAD_LENGTH = 0.09  # m
STAND_OFF = 0.15  # m before the place that an arrow points at: a body's surface


class ArrowView:
    """One force in the scene."""

    def __init__(
        self,
        scene: viser.SceneApi,
        name: str,
        color: tuple[int, int, int],
        scale: float,
        points_at: bool = False,
    ) -> None:
        """Nothing is seen before `draw`.

        Args:
            scene: where it is drawn.
            name: of the scene node.
            color: red, green, blue; 0 to 255.
            scale: m/N.
            points_at: whether it ends near where the force acts; else it begins there.
        """
        self._scale, self._points_at = scale, points_at
        self._handle = scene.add_arrows(
            name,
            np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]]),
            color,
            shaft_radius=0.016,
            head_radius=0.04,
            head_length=HEAD_LENGTH,
            visible=False,
        )

    def draw(self, place: Floats, force: Floats) -> None:
        """Show `force` [N] at `place` [m]; a tiny one is hidden."""
        size = float(np.linalg.norm(force))
        self._handle.visible = size >= LEAST_FORCE
        if size < LEAST_FORCE:
            return
        # Longer than its head, however small the force.
        length = HEAD_LENGTH + self._scale * size
        tail = -length - STAND_OFF if self._points_at else 0.0
        # A busy browser moves an arrow at once, but takes its time to reshape it:
        # so place and direction are a pose, and the shape is only the length.
        self._handle.points = np.array([[[0.0, 0.0, tail], [0.0, 0.0, tail + length]]])
        self._handle.position = place
        self._handle.wxyz = turned_up(force)


def turned_up(direction: Floats) -> Floats:
    """The quaternion (w, x, y, z) that turns the upward axis to a direction."""
    turn = np.zeros(4)
    mujoco.mju_quatZ2Vec(turn, direction)
    return turn


def foot_force(position: Floats, force: Floats) -> tuple[Floats, Floats]:
    """Where the ground's forces on one foot act together [m], and their sum [N].

    Args:
        position: (points, 3) [m].
        force: (points, 3) [N].
    """
    load = np.maximum(force[:, 2], 0.0)
    if not load.any():
        return np.zeros(3), np.zeros(3)
    return load @ position / load.sum(), force.sum(axis=0)
