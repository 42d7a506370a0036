"""Draws a character and its ground in a viser scene.

To follow the walker, the world is moved and not the camera: each visitor's camera stays
where the visitor has put it, and nothing that the server sends can fight a hand on the
mouse.
"""

from collections.abc import Iterable
from typing import NamedTuple

import mujoco
import numpy as np
import viser

from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats
from gaitsmith.scene.colors import rgb
from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.replay import shapes_of
from gaitsmith.scene.triangles import solid_triangles
from gaitsmith.simulation.moment import Moment
from gaitsmith.viewer.ground_view import GroundView

PHONE_CAMERA = (1.4, -6.2, 0.9)  # m; the controls cover the lower half of a phone
PHONE_LOOK_AT = (0.1, 0.0, -0.5)  # m
NARROW = 700  # pixels; a narrower page is a phone's
CAMERA = (0.9, -3.7, 1.35)  # m from the walker's feet: from its right, a little ahead
LOOK_AT = (0.15, 0.0, 0.85)  # m
FIELD_OF_VIEW = np.radians(42.0)  # rad, upright

FORCE_COLOR = (46, 134, 87)
PUSH_COLOR = (214, 84, 28)
COM_COLOR = (180, 40, 110)
FORCE_SCALE = 1.0 / 1000.0  # m/N
PUSH_SCALE = 1.0 / 400.0  # m/N
COM_RADIUS = 0.05  # m
GLASSY = 0.55  # opacity of the body when its centre of mass is shown
ABOVE_GROUND = 0.012  # m, so that the ground does not swallow what lies on it


class Pose(NamedTuple):
    """What is drawn of a moment, be it live or recorded."""

    position: Floats  # (bodies, 3) m
    quaternion: Floats  # (bodies, 4) body to world
    com: Floats  # (3,) m
    contact_position: Floats  # (points, 3) m
    contact_force: Floats  # (points, 3) N, of the ground on the character


class ForceOnBody(NamedTuple):
    """A push, as it is drawn."""

    body: int
    force: Iterable[float]  # (3,) N, world


class SceneView:
    """One character on its ground; call from one thread."""

    def __init__(self, server: viser.ViserServer) -> None:
        """An empty stage with its lights, and the camera at the side."""
        self.is_following = True
        self.shows_forces = True
        self.shows_com = False
        self._character: Character | None = None
        self._bodies: dict[int, viser.FrameHandle] = {}
        self._meshes: list[viser.MeshHandle] = []
        self._tracker = Tracker()
        self._time = 0.0
        scene = self._scene = server.scene
        scene.configure_default_lights(cast_shadow=True)
        camera = server.initial_camera
        camera.position, camera.look_at = CAMERA, LOOK_AT
        camera.fov = float(FIELD_OF_VIEW)
        self._world = scene.add_frame("/world", show_axes=False)
        self._ground = GroundView(scene)
        self._foot_arrows: list[ArrowView] = []
        self._push_arrow = ArrowView(scene, "/world/push", PUSH_COLOR, PUSH_SCALE, True)
        self._com = scene.add_icosphere(
            "/world/com", COM_RADIUS, color=COM_COLOR, cast_shadow=False
        )
        self._trail = scene.add_line_segments(
            "/world/trail", np.zeros((1, 2, 3)), COM_COLOR, thickness=0.02
        )
        self._show_com(False)
        server.on_client_connect(_greet)

    def set_character(self, character: Character) -> None:
        """Let another character take the place of the present one."""
        if character is self._character:
            return
        for frame in self._bodies.values():
            frame.remove()
        self._character = character
        for leg in range(len(self._foot_arrows), len(character.roles.legs)):
            name = f"/world/force/{leg}"
            arrow = ArrowView(self._scene, name, FORCE_COLOR, FORCE_SCALE)
            self._foot_arrows.append(arrow)
        self._bodies, self._meshes = {}, []
        self._show_com(False)  # on again with the next moment, if it is wanted
        for number, shape in enumerate(shapes_of(character)):
            name = f"/world/body/{shape.body}"
            if shape.body not in self._bodies:
                self._bodies[shape.body] = self._scene.add_frame(name, show_axes=False)
            surface = solid_triangles(shape)
            self._meshes.append(
                self._scene.add_mesh_simple(
                    f"{name}/{number}",
                    surface.points,
                    surface.corners,
                    color=rgb(shape.color),
                    wxyz=shape.orientation,
                    position=shape.position,
                )
            )

    def set_ground(self, ground: GroundShape) -> None:
        """Let another ground take the place of the present one."""
        self._ground.set_ground(ground)

    def draw(
        self, pose: Pose | Moment, time: float, pushes: Iterable[ForceOnBody] = ()
    ) -> None:
        """Show a moment; cheap enough for sixty times a second.

        Args:
            pose: see `Pose`.
            time: s, simulated.
            pushes: those that act now.
        """
        character = self._character
        if character is None:
            raise RuntimeError("there is no character on the stage")
        for body, frame in self._bodies.items():
            frame.position = pose.position[body]
            frame.wxyz = pose.quaternion[body]
        for side, arrow in enumerate(self._foot_arrows):
            is_side = character.points.side == side
            place, force = foot_force(
                pose.contact_position[is_side], pose.contact_force[is_side]
            )
            arrow.draw(place, force if self.shows_forces else np.zeros(3))
        self._draw_pushes(character, pose, pushes)
        if self.shows_com != self._com.visible:
            self._show_com(self.shows_com)
        if self.shows_com:
            self._com.position = pose.com
        if self.is_following:
            self._follow(pose.com - character.standing_com, time)
        self._ground.draw(float(pose.com[0]), float(pose.com[1]))

    def draw_trail(self, path: Floats) -> None:
        """Show where the centre of mass was, on the ground below it.

        Args:
            path: (points, 3) [m]; nothing is drawn for less than two.
        """
        ground = self._ground.ground
        if not self.shows_com or len(path) < 2 or ground is None:
            return
        below = np.array(path)
        below[:, 2] = [ground.height_at(x) + ABOVE_GROUND for x in path[:, 0]]
        lines = np.stack([below[:-1], below[1:]], axis=1)
        self._trail.points = lines.astype(np.float32)

    def _draw_pushes(
        self, character: Character, pose: Pose | Moment, pushes: Iterable[ForceOnBody]
    ) -> None:
        """The last push that began; more than one at a time would not be told apart."""
        force, place = np.zeros(3), np.zeros(3)
        for push in pushes:
            force = np.array(list(push.force))
            mujoco.mju_rotVecQuat(
                place, character.model.body_ipos[push.body], pose.quaternion[push.body]
            )
            place += pose.position[push.body]
        self._push_arrow.draw(place, force)

    def _follow(self, aim: Floats, time: float) -> None:
        """Move the world so that the walker stays where the cameras look."""
        passed, self._time = time - self._time, time
        self._world.position = -self._tracker.follow(aim, passed)

    def _show_com(self, is_shown: bool) -> None:
        self._com.visible = is_shown
        self._trail.visible = is_shown
        for mesh in self._meshes:  # else the ball would be hidden inside the body
            mesh.opacity = GLASSY if is_shown else None


def _greet(client: viser.ClientHandle) -> None:
    """Beside the controls on a wide screen, above them on a phone."""
    if client.camera.image_width >= NARROW:
        client.gui.main_panel.dock_right()
    else:
        client.camera.position = PHONE_CAMERA
        client.camera.look_at = PHONE_LOOK_AT


CALM_TIME = 0.5  # s; what is quicker, such as the sway of the steps, is not copied
LARGEST_LAG = 1.5  # m; a walker further off has been put elsewhere


class Tracker:
    """Follows a point without lagging behind one that moves steadily.

    A g-h filter, critically damped: place and velocity are predicted, and corrected by
    shares of the miss.
    """

    def __init__(self) -> None:
        """At rest at the origin."""
        self.place = np.zeros(3)  # m
        self._velocity = np.zeros(3)  # m/s

    def follow(self, aim: Floats, passed: float) -> Floats:
        """The calm place [m] after `passed` [s], when the point is at `aim` [m].

        Time that goes back, or a point far off, means a new walk: start there.
        """
        if passed < 0.0 or np.max(np.abs(aim - self.place)) > LARGEST_LAG:
            self.place, self._velocity = np.array(aim), np.zeros(3)
        elif passed > 0.0:
            kept = np.exp(-passed / CALM_TIME)
            predicted = self.place + self._velocity * passed
            miss = aim - predicted
            self.place = predicted + (1.0 - kept**2) * miss
            self._velocity = self._velocity + (1.0 - kept) ** 2 * miss / passed
        return self.place


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
