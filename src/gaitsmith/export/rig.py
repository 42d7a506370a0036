"""The armature of a character: a profile's bones at rest, and what each one follows.

Bones of the simulation (`skeleton.py`) keep their joints. Those that a profile has
besides are put between or behind them: a spine of several bones shares the turn of the
back, a neck that of the head; shoulders, hands and toes go along with what carries
them. At rest the soles are on the ground, arms are held as the profile wants it, and
every bone is unturned. Axes as in `skeleton.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError
from gaitsmith.export.profiles import SIDES, Profile, profile_of
from gaitsmith.export.skeleton import Bone, bones_of, unique_names
from gaitsmith.export.skeleton_shapes import STUB, reach_of, tip_of
from gaitsmith.kernels.records import Floats

ARM, LEG = ("Arm", "ForeArm", "Hand"), ("UpLeg", "Leg", "Foot", "ToeBase")
NEEDED = (
    "Spine",
    "Head",
    *(f"{s}{part}" for s in SIDES for part in (*ARM[:2], *LEG[:3])),
)
# Where the bones are that the simulation lacks, as shares of what carries them.
SKULL = 0.25  # of the way from the neck's joint to the vertex
COLLAR = 0.2  # of the way from the middle to the shoulder joint
WRIST = 0.575  # of the way from elbow to fingertips (de Leva 1996)
BALL = 0.7  # of the way from heel to toe tip
SHORTEST = 1e-3  # m


@dataclass(frozen=True)
class RigBone:
    """One bone of the armature; places are m at rest."""

    name: str
    parent: int | None
    place: Floats  # (3,) its joint
    tip: Floats  # (3,) its end
    source: int | None  # bone of the simulation whose turn it follows; None: the root
    share: float  # of that turn against the bone above it
    standing: Rotation  # from rest to the standing pose


@dataclass(frozen=True)
class Rig:
    """All bones, parents first; the first one is the root on the ground."""

    bones: tuple[RigBone, ...]
    sources: tuple[Bone, ...]

    def number(self, name: str) -> int:
        """Of the bone of that name."""
        return [bone.name for bone in self.bones].index(name)

    def carrier(self, source: int) -> int:
        """The bone that turns exactly as one of the simulation does."""
        found = [
            number
            for number, bone in enumerate(self.bones)
            if bone.source == source and bone.share == 1.0
        ]
        return found[0]

    def children(self, number: int) -> list[int]:
        """Numbers of the bones that hang on one."""
        return [n for n, bone in enumerate(self.bones) if bone.parent == number]

    def orientations(self) -> Rotation:
        """Of all bones at rest, y along the bone and z ahead, or up on one ahead."""
        return Rotation.from_matrix(
            np.array([_axes(bone.tip - bone.place) for bone in self.bones])
        )


def rig_of(character: Character, skeleton: str) -> Rig:
    """The armature of a profile for a character.

    Raises:
        InputError: the body lacks bones that the profile needs; says which.
    """
    profile = profile_of(skeleton)
    builder = _Builder(character, profile)
    missing = [name for name in NEEDED if name not in builder.numbers]
    if missing and not profile.is_open:
        raise InputError(
            f"--skeleton {skeleton}: {character.name} has no bone for"
            f" {', '.join(missing)}; take --skeleton gaitsmith, which fits any body."
        )
    return builder.build(is_person=not missing)


class _Builder:
    """Adds bones one after the other, in the standing pose."""

    def __init__(self, character: Character, profile: Profile) -> None:
        self.character, self.profile = character, profile
        self.sources = bones_of(character)
        self.numbers = {bone.name: n for n, bone in enumerate(self.sources)}
        self.names: list[str] = []
        self.rows: list[tuple[int | None, Floats, int | None, float, Rotation]] = []
        self.ends: dict[int, int] = {}  # bone of the simulation -> the last of its own

    def build(self, is_person: bool) -> Rig:
        """All bones, then brought from the standing pose to rest."""
        self._add(self.profile.root, None, np.zeros(3), None)
        for number, bone in enumerate(self.sources):
            if is_person:
                self._add_person(number, bone)
            else:
                self._add_source(number, bone.name, self._above(number))
        return Rig(tuple(self._at_rest()), self.sources)

    def _add(
        self,
        name: str,
        parent: int | None,
        place: Floats,
        source: int | None,
        share: float = 1.0,
        standing: Rotation | None = None,
    ) -> int:
        self.names.append(name)
        turn = Rotation.identity() if standing is None else standing
        self.rows.append((parent, place, source, share, turn))
        return len(self.rows) - 1

    def _above(self, number: int) -> int:
        parent = self.sources[number].parent
        return 0 if parent is None else self.ends[parent]

    def _add_source(
        self, number: int, name: str, parent: int, standing: Rotation | None = None
    ) -> int:
        place = self.sources[number].place
        self.ends[number] = self._add(name, parent, place, number, 1.0, standing)
        return self.ends[number]

    def _add_person(self, number: int, bone: Bone) -> None:
        """A bone under the profile's name, with those that the profile has besides."""
        profile, above = self.profile, self._above(number)
        side = next((side for side in SIDES if bone.name.startswith(side)), "")
        part = bone.name.removeprefix(side)
        if number == 0:
            self._add_source(number, profile.hips, above)
        elif bone.name == "Spine":
            neck = self.sources[self.numbers["Head"]].place
            self._add_shares(number, profile.spine, above, neck)
        elif bone.name == "Head":
            skull = bone.place.copy()
            skull[1] += SKULL * reach_of(self.character, bone)[1, 1]
            names = (*profile.neck, profile.head)
            self._add_shares(number, names, above, skull, is_at_end=True)
        elif side and part in ARM:
            self._add_arm(number, side, ARM.index(part) + 1)
        elif side and part in LEG:
            self._add_leg(number, side, LEG.index(part))
        else:
            self._add_source(number, bone.name, above)

    def _add_shares(
        self,
        number: int,
        names: Sequence[str],
        above: int,
        end: Floats,
        is_at_end: bool = False,
    ) -> None:
        """Bones in a row that share a turn; the last begins at `end` or before it."""
        start = self.sources[number].place
        steps = max(len(names) - is_at_end, 1)
        for count, name in enumerate(names):
            place = start + (end - start) * count / steps
            above = self._add(name, above, place, number, (count + 1) / len(names))
        self.ends[number] = above

    def _add_arm(self, number: int, side: str, part: int) -> None:
        bone, above = self.sources[number], self._above(number)
        names = [self.profile.sided(name, side) for name in self.profile.arm]
        if part == 1:
            middle = np.array([self.sources[0].place[0], *bone.place[1:]])
            place = middle + COLLAR * (bone.place - middle)
            above = self._add(names[0], above, place, bone.parent)
        turn = self._hanging(side, self._end(number) - bone.place)
        above = self._add_source(number, names[part], above, turn)
        if part == 2 and f"{side}Hand" not in self.numbers:
            wrist = bone.place + WRIST * (self._end(number) - bone.place)
            self._add(names[3], above, wrist, number, 1.0, turn)

    def _add_leg(self, number: int, side: str, part: int) -> None:
        bone = self.sources[number]
        names = [self.profile.sided(name, side) for name in self.profile.leg]
        above = self._add_source(number, names[part], self._above(number))
        if part == 2 and f"{side}ToeBase" not in self.numbers:
            (_, bottom, rear), (_, _, front) = reach_of(self.character, bone)
            ball = [0.0, 0.6 * bottom, rear + BALL * (front - rear)]
            self._add(names[3], above, bone.place + ball, number)

    def _end(self, number: int) -> Floats:
        """Where a limb's bone ends: at the next joint, or where its shapes do."""
        bone = self.sources[number]
        after = [other for other in self.sources if other.parent == number]
        if after:
            return after[0].place
        lower, upper = reach_of(self.character, bone)
        return bone.place + np.where(-lower > upper, lower, upper) * (0.0, 1.0, 0.0)

    def _hanging(self, side: str, hanging: Floats) -> Rotation:
        """The turn that lets an arm at rest hang as it does in the standing pose."""
        down = np.radians(self.profile.arms_down)
        sign = 1.0 if side == "Left" else -1.0
        rest = np.array([sign * np.cos(down), -np.sin(down), 0.0])
        hanging = hanging / np.linalg.norm(hanging)
        axis = np.cross(rest, hanging)
        sine = float(np.linalg.norm(axis))
        angle = np.arctan2(sine, rest @ hanging)
        return Rotation.from_rotvec(axis * (angle / sine if sine > 0.0 else 0.0))

    def _at_rest(self) -> list[RigBone]:
        places: list[Floats] = []
        for parent, standing, *_ in self.rows:
            if parent is None:
                places.append(standing)
                continue
            arm = standing - self.rows[parent][1]
            places.append(places[parent] + self.rows[parent][4].inv().apply(arm))
        names = unique_names(self.names)
        return [
            RigBone(name, parent, place, self._tip(number, places), source, share, turn)
            for number, (name, place, (parent, _, source, share, turn)) in enumerate(
                zip(names, places, self.rows, strict=True)
            )
        ]

    def _tip(self, number: int, places: list[Floats]) -> Floats:
        """The next joint that is ahead in the same chain; else where shapes end."""
        _, standing, source, _, turn = self.rows[number]
        if source is None:
            return places[number] + np.array([0.0, 0.0, 0.2 * self.character.height])
        nexts = [n for n, row in enumerate(self.rows) if row[0] == number]
        # What carries a spine and legs, or a neck and arms, ends in the middle.
        middle = [n for n in nexts if abs(places[n][0] - places[number][0]) < SHORTEST]
        for candidate in middle or (nexts if len(nexts) == 1 else []):
            if np.linalg.norm(places[candidate] - places[number]) > SHORTEST:
                return places[candidate]
        end = self.sources[source].place + tip_of(self.character, self.sources[source])
        arm = turn.inv().apply(end - standing)
        is_long = np.linalg.norm(arm) > SHORTEST
        return places[number] + (arm if is_long else np.array([0.0, STUB, 0.0]))


def _axes(along: Floats) -> Floats:
    """(3, 3) columns x, y, z; y along a bone."""
    y = along / np.linalg.norm(along)
    z = np.array([0.0, 1.0, 0.0]) if abs(y[2]) > 0.8 else np.array([0.0, 0.0, 1.0])
    x = np.cross(y, z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, y, np.cross(x, y)])
