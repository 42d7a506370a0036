"""Parameters of keyframe control, and how named values become the numbers of its law.

A cycle's parameters are `key{i}.{role}`, the angles that are searched for, and
`hold.{role}`, those that stay. Written out stride by stride the former are
`stride{k}.key{i}.{role}`. With left-right symmetry, only the left side and the first
half of midline joints have parameters; the others follow, see `_origin`.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.control.controller import Drive, StartPose, start_state
from gaitsmith.control.controllers import law
from gaitsmith.control.hips import addresses
from gaitsmith.control.leg_balance import (
    NO_BALANCE,
    balance_parameters,
    leg_balance,
)
from gaitsmith.control.mirror import RANGE_TOLERANCE, is_on, mirror_signs, opposite
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import Floats, Phases
from gaitsmith.papers.vandepanne1995.keyframe_spec import (
    OWN,
    KeyframeSpec,
    KeyframesSpec,
    complete_keyframes,
    described_keyframes,
    load_keyframes,
)
from gaitsmith.papers.vandepanne1995.keyframes import MEMORY, KeyframeLaw
from gaitsmith.papers.vandepanne1995.random_keyframes import Targets, starting_targets
from gaitsmith.parameters import Parameter, ParameterSpace

PERIOD_FACTOR = 4.0  # how much shorter or longer the period may become
SIGNS = {  # P-convention, by the end of a role
    "hip_y": ", leg forward -",
    "hip_x": ", leg to the left +",
    "knee_y": ", flexion +",
    "ankle_y": ", plantarflexion +",
}


@law("keyframes", KeyframesSpec, described_keyframes(), complete_keyframes)
@dataclass(frozen=True)
class KeyframeController:
    """Joint angles by the clock (van de Panne & Lamouret 1995), for any creature."""

    character: Character
    keyframes: KeyframeSpec
    gait_name: str = OWN

    @classmethod
    def from_spec(
        cls, character: Character, spec: KeyframesSpec
    ) -> "KeyframeController":
        """What a [controller] table asks for."""
        try:
            return cls(character, spec.keyframes, spec.gait)
        except InputError as error:
            is_of_gait = spec.gait != OWN and str(error).startswith("targets")
            place = f"gait: {spec.gait}" if is_of_gait else "keyframes"
            raise InputError(f"{place}: {error}") from None

    def declaration(self) -> KeyframesSpec:
        """The [controller] table that builds the same."""
        return KeyframesSpec(
            law="keyframes", gait=self.gait_name, keyframes=self.keyframes
        )

    @property
    def samples(self) -> int:
        """Of a stride, which is a cycle."""
        return self.keyframes.samples

    @property
    def refuses_start_from(self) -> str:
        """Why the values of another solution cannot be its start; or empty."""
        if self.keyframes.random is None:
            return ""
        return (
            "the keyframes begin at random angles, so nothing can be taken over; use"
            ' start_from = "", or keyframes without random.'
        )

    def __post_init__(self) -> None:
        """Refuse keyframes that do not fit the body."""
        for role in self.keyframes.targets:
            if role not in self._by_role:
                kind = f"joint of character '{self.character.name}'"
                raise unknown_name(kind, role, self._by_role, "targets")
        if len(self._by_role) < len(self._hinges):
            names = [hinge.role for hinge in self._hinges]
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(
                f"character '{self.character.name}' has a joint called '{twice}' beside"
                " the one that plays this role; rename it."
            )
        self._groups  # noqa: B018 - every joint has gains, or it complains
        for hinge in self._hinges:
            self._check_targets(hinge)

    def _check_targets(self, hinge: Hinge) -> None:
        """Refuse angles beyond the joint's range, or against the symmetry."""
        spec, where = self.keyframes, f"targets.{hinge.role}"
        if self._origin(hinge, 0)[0] is not hinge:
            return  # the other side's mirror image, and so is its range
        lower, upper = hinge.turn
        for sample in range(spec.samples):
            angle = self._desired(hinge, sample)
            if not lower - RANGE_TOLERANCE <= angle <= upper + RANGE_TOLERANCE:
                left_out = "" if hinge.role in spec.targets else " (left out)"
                raise InputError(
                    f"{where}: {angle:.6g} rad in sample {sample}{left_out} is outside"
                    f" the joint's range {lower:.6g} to {upper:.6g} rad."
                )
        if not spec.symmetric or hinge.role not in spec.targets:
            return
        given = spec.targets[hinge.role]
        if spec.random is not None and isinstance(given, tuple):
            return  # replaced by angles that are symmetric
        angles = given if isinstance(given, tuple) else (given,) * spec.samples
        for sample, angle in enumerate(angles):
            if abs(angle - self._desired(hinge, sample)) > RANGE_TOLERANCE:
                raise InputError(
                    f"{where}: {angle:.6g} rad in sample {sample} breaks the symmetry:"
                    " a midline joint's second half must repeat the first, with the"
                    " opposite sign if it turns sideways (about x or z); here it must"
                    f" be {self._desired(hinge, sample):.6g} rad."
                )

    @cached_property
    def _hinges(self) -> tuple[Hinge, ...]:
        return self.character.roles.hinges

    @cached_property
    def _by_role(self) -> dict[str, Hinge]:
        return {hinge.role: hinge for hinge in self._hinges}

    @cached_property
    def _targets(self) -> Targets:
        """Angles [rad] by role, where the search begins."""
        return starting_targets(self.keyframes, self._hinges)

    @cached_property
    def _mirror_signs(self) -> dict[str, float]:
        """Factor of each role's angle in the mirror; none without symmetry."""
        return mirror_signs(self.character) if self.keyframes.symmetric else {}

    def _origin(self, hinge: Hinge, sample: int) -> tuple[Hinge, int, float]:
        """Whose angle in which sample this one is in a cycle, and with which factor.

        right(t) = mirrored left(t + T/2); midline(t + T/2) = mirrored midline(t).
        """
        if not self.keyframes.symmetric or is_on("left", hinge.role):
            return hinge, sample, 1.0
        half, sign = self.keyframes.samples // 2, self._mirror_signs[hinge.role]
        if is_on("right", hinge.role):
            left = self._by_role[opposite(hinge.role)]
            return left, (sample + half) % self.keyframes.samples, sign
        return hinge, sample % half, sign if sample >= half else 1.0

    def _is_searched(self, hinge: Hinge) -> bool:
        origin, _, _ = self._origin(hinge, 0)
        return isinstance(self.keyframes.targets.get(origin.role, 0.0), tuple)

    def _desired(self, hinge: Hinge, sample: int) -> float:
        """The angle [rad] that the keyframes give to a joint in a sample."""
        origin, its_sample, factor = self._origin(hinge, sample)
        given = self._targets.get(origin.role, 0.0)
        angle = given[its_sample] if isinstance(given, tuple) else given
        return factor * angle + 0.0  # no -0

    def _source(self, row: int, hinge: Hinge) -> tuple[str, float]:
        """The parameter that a row's target comes from, and its factor."""
        stride, sample = divmod(row, self.keyframes.samples)
        factor = 1.0
        if self.keyframes.strides:
            key = f"stride{stride}.key{sample}"
        else:
            hinge, sample, factor = self._origin(hinge, sample)
            key = f"key{sample}"
        prefix = key if self._is_searched(hinge) else "hold"
        return f"{prefix}.{hinge.role}", factor

    @cached_property
    def _sources(self) -> list[list[tuple[str, float]]]:
        """(rows, joints): where each target comes from."""
        rows = self.keyframes.samples * max(self.keyframes.strides, 1)
        return [[self._source(row, h) for h in self._hinges] for row in range(rows)]

    @property
    def space(self) -> ParameterSpace:
        """Keyframes within the joints' ranges; all else is fixed unless freed."""
        return self._space

    @cached_property
    def _space(self) -> ParameterSpace:
        keys: dict[str, Parameter] = {}
        held: dict[str, Parameter] = {}
        spec = self.keyframes
        for row, sources in enumerate(self._sources):
            sample = row % spec.samples
            for hinge, (name, _) in zip(self._hinges, sources, strict=True):
                group = keys if self._is_searched(hinge) else held
                is_own = spec.strides or self._origin(hinge, sample)[0] is hinge
                if is_own and name not in group:
                    group[name] = self._angle_parameter(name, hinge, sample)
        return ParameterSpace(
            (
                *keys.values(),
                *held.values(),
                Parameter(
                    "period",
                    "s",
                    spec.period,
                    0.0,
                    "of a cycle",
                    lower=spec.period / PERIOD_FACTOR,
                    upper=spec.period * PERIOD_FACTOR,
                ),
                Parameter(
                    "start.speed", "m/s", spec.start_speed, 0.0, "forward, at the start"
                ),
                *self._balance_parameters(),
                *self._gain_parameters(),
            )
        )

    def _angle_parameter(self, name: str, hinge: Hinge, sample: int) -> Parameter:
        lower, upper = hinge.turn
        is_searched = self._is_searched(hinge)
        what = f"target in sample {sample} of a cycle" if is_searched else "held target"
        sign = next((s for end, s in SIGNS.items() if hinge.role.endswith(end)), "")
        return Parameter(
            name,
            "rad",
            min(max(self._desired(hinge, sample), lower), upper),
            upper - lower if is_searched else 0.0,
            what + sign,
            lower=lower,
            upper=upper,
        )

    def _balance_parameters(self) -> list[Parameter]:
        balance = self.keyframes.balance
        if balance is None:
            return []
        return balance_parameters(balance, self.character.gain_scale)

    def _gain_parameters(self) -> list[Parameter]:
        return [
            Parameter(
                f"gains.{group}.{kind}", unit, value, 0.0, f"servo {word}", lower=0.0
            )
            for group, pair in self.keyframes.gains.items()
            for kind, unit, word, value in (
                ("kp", "N m/rad", "stiffness", pair[0]),
                ("kd", "N m s/rad", "damping", pair[1]),
            )
        ]

    @cached_property
    def _groups(self) -> tuple[str, ...]:
        """The key of the gains that count for each joint: the most specific one."""
        gains, found = self.keyframes.gains, []
        for hinge in self._hinges:
            own = (hinge.name, hinge.role)
            fitting = [key for key in gains if key in hinge.role or key in own]
            if not fitting:
                raise InputError(
                    f"gains: joint '{hinge.role}' of character '{self.character.name}'"
                    " has none; give it, or a part of its name, [kp, kd]."
                )
            found.append(max(fitting, key=lambda key: (key in own, len(key), key)))
        for key in gains:
            if not any(
                key in hinge.role or key == hinge.name for hinge in self._hinges
            ):
                kind = f"joint or part of a joint of character '{self.character.name}'"
                raise unknown_name(kind, key, self._by_role, "gains")
        return tuple(found)

    def targets(self, values: dict[str, float]) -> Floats:
        """(samples, joints) desired angles [rad], joints as in `Roles.hinges`."""
        return np.array(
            [[factor * values[name] for name, factor in row] for row in self._sources]
        )

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state, which is the first sample's pose."""
        spec, targets = self.keyframes, self.targets(values)
        roles = [hinge.role for hinge in self._hinges]
        first = dict(zip(roles, targets[0].tolist(), strict=True))
        pose = StartPose(angles=first, rates={}, speed=values["start.speed"])
        qpos, qvel = start_state(self.character, pose)
        law = KeyframeLaw(
            position=addresses(self._hinges, "position"),
            axis=addresses(self._hinges, "axis"),
            stiffness=np.array([values[f"gains.{group}.kp"] for group in self._groups]),
            damping=np.array([values[f"gains.{group}.kd"] for group in self._groups]),
            targets=targets,
            sample_time=values["period"] / spec.samples,
            cycle=spec.samples,
            is_linear=spec.interpolation == "linear",
            balance=leg_balance(self.character, values) if spec.balance else NO_BALANCE,
        )
        # Nothing tells which leg carries in which sample, and no term may rely on it.
        phases = Phases(
            np.zeros(spec.samples, dtype=np.int64),
            np.zeros(spec.samples, dtype=np.bool_),
            period=values["period"],
        )
        return Drive(law, np.zeros(1, dtype=MEMORY), phases, qpos, qvel)

    def written_out(self, strides: int) -> "KeyframeController":
        """The same keyframes with so many strides written out; see `unrolled`."""
        spec = self.keyframes.model_copy(update={"strides": strides})
        return replace(self, keyframes=spec)

    def unrolled(self, values: dict[str, float], strides: int) -> dict[str, float]:
        """Values for `written_out(strides)` that give the same motion, bit for bit.

        Args:
            values: of this controller, cyclic or with fewer strides written out.
            strides: at least as many as are written out already.
        """
        if strides < max(self.keyframes.strides, 1):
            raise ValueError(f"{strides} strides cannot hold {self.keyframes.strides}")
        longer = self.written_out(strides)
        found = longer.space.initial_values()
        found |= {name: values[name] for name in found if name in values}
        written = self.targets(values)
        repeats = strides - max(self.keyframes.strides, 1)
        repeated = np.tile(written[-self.keyframes.samples :], (repeats, 1))
        for sources, angles in zip(
            longer._sources, [*written.tolist(), *repeated.tolist()], strict=True
        ):
            for (name, _), angle in zip(sources, angles, strict=True):
                found[name] = angle
        return found


def controller_of_gait(character: Character, gait: str) -> KeyframeController:
    """A shipped gait's keyframes, or those of a .toml file, on a character."""
    return KeyframeController(character, load_keyframes(gait, "", Path()), gait)
