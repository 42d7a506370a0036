"""What is taken over of a model: bodies, joints in the order of the tree, muscles."""

from collections.abc import Mapping
from typing import NamedTuple

from gaitsmith.kernels.records import Floats
from gaitsmith.opensim.functions import Function

GROUND = "ground"


class Body(NamedTuple):
    """A rigid body; OpenSim's frames have x ahead, y up, z to the right."""

    name: str
    mass: float  # kg
    center: Floats  # (3,) m
    inertia: Floats  # (3, 3) kg m2, about its centre of mass


class Frame(NamedTuple):
    """A frame that is fixed to a body."""

    body: str
    rotation: Floats  # (3, 3) to the body's frame
    place: Floats  # (3,) m


class JointAxis(NamedTuple):
    """One of the three rotations or translations of a joint."""

    direction: Floats  # (3,)
    function: Function
    coordinate: str = ""  # that it depends on; empty: it is constant
    is_linear: bool = True


class Joint(NamedTuple):
    """How a body moves in its parent: three rotations in a row, and translations."""

    name: str
    parent: Frame
    child: Frame
    rotations: tuple[JointAxis, ...]
    translations: tuple[JointAxis, ...]

    @property
    def axes(self) -> tuple[JointAxis, ...]:
        """All six of them."""
        return (*self.rotations, *self.translations)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """What it depends on."""
        return tuple(dict.fromkeys(a.coordinate for a in self.axes if a.coordinate))


class Coordinate(NamedTuple):
    """One number of the pose."""

    name: str
    default: float  # rad or m
    range: tuple[float, float]
    is_locked: bool


class Coupling(NamedTuple):
    """A coordinate that follows another one."""

    leader: str
    function: Function


class Condition(NamedTuple):
    """A point belongs to the path only where a coordinate is in a range."""

    coordinate: str
    lower: float
    upper: float


class PathPoint(NamedTuple):
    """A point that a muscle passes."""

    frame: Frame
    place: Floats  # (3,) m, in the frame
    condition: Condition | None = None
    moves: tuple[tuple[str, Function], ...] = ()  # x, y, z of one that moves


class Cylinder(NamedTuple):
    """A round solid along its own z axis that muscles wrap over."""

    name: str
    frame: Frame
    radius: float  # m
    length: float  # m
    axis: int  # 0, 1: of the half that alone counts; -1: all around
    sign: float  # of that half


class Wrap(NamedTuple):
    """A solid that a part of a path may wrap over."""

    cylinder: Cylinder
    first: int  # index of the point where the part begins
    last: int


class Muscle(NamedTuple):
    """One muscle with its tendon."""

    name: str
    points: tuple[PathPoint, ...]
    wraps: tuple[Wrap, ...]
    max_force: float  # N
    optimal_length: float  # m
    slack_length: float  # m
    pennation: float  # rad, at the optimal length
    max_velocity: float  # optimal lengths per second
    tendon_strain: float  # at the greatest force; 0: not said


class Model(NamedTuple):
    """All of it."""

    name: str
    bodies: Mapping[str, Body]
    joints: tuple[Joint, ...]  # parents first
    coordinates: Mapping[str, Coordinate]
    couplings: Mapping[str, Coupling]  # by the one that follows
    muscles: tuple[Muscle, ...]
    passed_over: tuple[str, ...]  # kinds of parts without effect here, with counts

    def joint_of(self, body: str) -> Joint:
        """The one that the body hangs from."""
        return next(joint for joint in self.joints if joint.child.body == body)

    def leader(self, coordinate: str) -> str:
        """The coordinate that decides over one; empty if it is locked."""
        for _ in range(len(self.couplings) + 1):
            if coordinate not in self.couplings:
                break
            coordinate = self.couplings[coordinate].leader
        return "" if self.coordinates[coordinate].is_locked else coordinate

    def leaders(self, joint: Joint) -> tuple[str, ...]:
        """The coordinates that are free and move a joint."""
        found = dict.fromkeys(self.leader(name) for name in joint.coordinates)
        return tuple(name for name in found if name)

    def way(self, body: str) -> tuple[Joint, ...]:
        """Joints from the ground to a body."""
        found: list[Joint] = []
        while body != GROUND:
            found.append(self.joint_of(body))
            body = found[-1].parent.body
        return tuple(reversed(found))
