"""Muscles whose paths are polynomials of joint angles, as from models of OpenSim.

There may be any number of them, about any joints; the Hill-type model is that of
`hill_muscles`. Laws excite the eight muscles of a leg that they know, and feel these:
each is a group here, whose parts are excited alike. A group's force is the sum of its
parts' along their tendons; fibre lengths are means by strength. What is in no group is
passive. Torques about joints that laws move by motors come on top of these.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.actuators.actuator import actuates, equilibrates
from gaitsmith.actuators.fitted_paths import PathSpec, Positive, build_paths
from gaitsmith.actuators.hill_muscles import ENERGY_MODELS
from gaitsmith.actuators.legs import (
    CUBED,
    ENERGIES,
    SQUARED,
    MuscledLegs,
    muscled_legs,
    pull_joints,
    sense_angles,
)
from gaitsmith.actuators.muscle_model import MuscleModelSpec, muscle_model
from gaitsmith.actuators.muscle_table import (
    MUSCLE_DENSITY,
    MUSCLE_NAMES,
    MUSCLE_TABLE,
    NUM_JOINTS,
    SIDES,
    SPECIFIC_TENSION,
    empty_muscle_state,
    muscle_name,
)
from gaitsmith.characters.character import Character
from gaitsmith.declarations import InOrder
from gaitsmith.errors import unknown_name
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.metabolics import muscle_power
from gaitsmith.kernels.muscle import (
    ACTIVATION_TIME,
    LEAST_EXCITATION,
    clipped_excitation,
    contract_all,
    rest_all,
)
from gaitsmith.kernels.muscle_curves import PARALLEL_STRAIN, TENDON_STRAIN
from gaitsmith.kernels.muscle_path import TORQUE_SIGNS
from gaitsmith.kernels.muscle_polynomials import (
    Paths,
    measure_paths,
    sum_torques,
)
from gaitsmith.kernels.records import (
    LEFT,
    RIGHT,
    Floats,
    Integers,
    Muscles,
    MuscleState,
)

NO_FORCE = 1e-6  # N, of a group without parts: its shares are then 0, not undefined
SLOW_FRACTION = 0.5  # of muscles that are in no group


class FittedMuscles(NamedTuple):
    """The muscles of both legs, and the groups that laws know."""

    legs: MuscledLegs  # the groups
    fibers: Muscles  # (2, n) the muscles
    state: MuscleState
    paths: Paths
    group: Integers  # (2, n) index of a muscle's group; -1: none
    share: Floats  # (2, n) of its group's force
    others: Integers  # qvel addresses of joints that muscles cross beside the legs' own
    sagittal: Integers  # (sets, joints) hip, knee, ankle, of `paths`; -1: another joint
    energy: LaneFloats  # (2, n, 4) J so far; what is in no group costs nothing


@actuates(FittedMuscles, lanes=True)
@compiled
def contract_fitted(actuator, senses, actuation_out):
    """Step all muscles to the present pose; their torques and costs."""
    legs, state, paths = actuator.legs, actuator.state, actuator.paths
    sense_angles(legs, senses.body)
    measure_paths(paths, senses.body.qpos, state)
    for side in (LEFT, RIGHT):
        for group in range(legs.state.force.shape[1]):
            asked = clipped_excitation(legs.state.excitation[side, group])
            legs.state.excitation[side, group] = asked
        for muscle in range(state.force.shape[1]):
            group = actuator.group[side, muscle]
            if group >= 0:
                asked = legs.state.excitation[side, group]
                state.excitation[side, muscle] = asked
    contract_all(actuator.fibers, senses.dt, state)
    gather(actuator)
    pull_joints(legs, senses, actuation_out)
    for index in range(actuator.others.shape[0]):
        axis = actuator.others[index]
        actuation_out.torque[axis] += paths.torque[axis]
    for side in (LEFT, RIGHT):
        for group in range(legs.state.force.shape[1]):
            active = legs.state.activation[side, group]
            legs.sums[SQUARED] += senses.dt * (active * active)
            legs.sums[CUBED] += senses.dt * (active * active * active)
        for muscle in range(state.force.shape[1]):
            group = actuator.group[side, muscle]
            if group >= 0:
                heat = muscle_power(actuator.fibers, state, side, muscle)
                for kind in range(4):
                    legs.energy[side, group, kind] += senses.dt * heat[kind]
                    actuator.energy[side, muscle, kind] += senses.dt * heat[kind]


@equilibrates(FittedMuscles)
@compiled
def rest_fitted(actuator, senses):
    """All muscles at rest in the start's pose."""
    sense_angles(actuator.legs, senses.body)
    measure_paths(actuator.paths, senses.body.qpos, actuator.state)
    rest_all(actuator.fibers, LEAST_EXCITATION, actuator.state)
    excitation = actuator.legs.state.excitation
    for side in (LEFT, RIGHT):
        for group in range(excitation.shape[1]):
            excitation[side, group] = clipped_excitation(LEAST_EXCITATION)
    gather(actuator)


@compiled
def gather(actuator):
    """What the groups feel of their muscles, and the torques of all muscles."""
    state, groups, paths = actuator.state, actuator.legs.state, actuator.paths
    sum_torques(paths, state)
    for side in (LEFT, RIGHT):
        for joint in range(NUM_JOINTS):
            axis = actuator.legs.axis[side, joint]
            groups.torque[side, joint] = TORQUE_SIGNS[joint] * paths.torque[axis]
        for group in range(groups.force.shape[1]):
            groups.force[side, group] = groups.active_force[side, group] = 0.0
            groups.fiber_length[side, group] = 0.0
            groups.fiber_velocity[side, group] = 0.0
            groups.length[side, group] = groups.activation[side, group] = 0.0
            for joint in range(NUM_JOINTS):
                groups.arm[side, group, joint] = 0.0
        for muscle in range(state.force.shape[1]):
            group = actuator.group[side, muscle]
            if group >= 0:
                share = actuator.share[side, muscle]
                optimal = actuator.fibers.optimal_length[side, muscle]
                scale = share * (groups.optimal_length[side, group] / optimal)
                groups.force[side, group] += state.force[side, muscle]
                groups.active_force[side, group] += state.active_force[side, muscle]
                groups.fiber_length[side, group] += (
                    scale * state.fiber_length[side, muscle]
                )
                groups.fiber_velocity[side, group] += (
                    scale * state.fiber_velocity[side, muscle]
                )
                groups.length[side, group] += share * state.length[side, muscle]
                groups.activation[side, group] += share * state.activation[side, muscle]
    for part in range(paths.num_joints.shape[0]):
        for index in range(paths.first[part], paths.first[part + 1]):
            side, muscle = paths.side[index], paths.muscle[index]
            group = actuator.group[side, muscle]
            if group >= 0:
                for joint in range(paths.num_joints[part]):
                    crossed = actuator.sagittal[part, joint]
                    if crossed >= 0:
                        groups.arm[side, group, crossed] += (
                            actuator.share[side, muscle]
                            * TORQUE_SIGNS[crossed]
                            * paths.arm[index, joint]
                        )


class FittedSpec(MuscleModelSpec):
    """The table [character.muscles] with model = "fitted"."""

    ranges: Mapping[str, Annotated[tuple[float, float], InOrder]]
    """rad, by joint: where the polynomials were fitted."""
    paths: tuple[PathSpec, ...]
    strength: Mapping[str, Positive] = Field(default={})
    """Factors of greatest forces, by muscle or by group, such as { soleus = 0.25,
    left_GAS = 0.5 }."""
    activation_dynamics: bool = True
    """False: muscles are as active as they are excited."""
    energy: Literal["anderson", "bhargava"] = "anderson"
    """Whose model counts what the muscles cost."""


@muscle_model("fitted", FittedSpec)
def fitted_muscles(character: Character, spec: FittedSpec) -> FittedMuscles:
    """Any number of Hill-type muscles whose paths are polynomials of joint angles."""
    sides = [[row for row in spec.paths if row.side == side] for side in SIDES]
    fibers, group = _fibers(spec, sides)
    legs = muscled_legs(character, _groups(fibers, group))
    paths = build_paths(character, spec.ranges, sides)
    strong = np.maximum(fibers.max_force, 0.0)
    total = np.maximum(_by_group(strong, group), NO_FORCE)
    whole = np.take_along_axis(total, np.maximum(group, 0), axis=1)
    sagittal = np.full(paths.axis.shape, -1, dtype=np.int64)
    for leg in legs.axis:
        for joint, axis in enumerate(leg):
            sagittal[paths.axis == axis] = joint
    used = {
        int(a)
        for n, row in zip(paths.num_joints, paths.axis, strict=True)
        for a in row[:n]
    }
    return FittedMuscles(
        legs=legs,
        fibers=fibers,
        state=empty_muscle_state(fibers),
        paths=paths,
        group=group,
        share=np.where(group >= 0, strong / whole, 0.0),
        others=np.array(sorted(used - {*legs.axis.ravel().tolist()}), dtype=np.int64),
        sagittal=sagittal,
        energy=np.zeros((*group.shape, len(ENERGIES))),
    )


def single_muscles(character: Character) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the muscles of left and right, as they are counted; none of others."""
    table = character.spec.muscles
    if table is None or table.get("model") != "fitted":
        return (), ()
    paths = FittedSpec(**table).paths
    left, right = (tuple(p.name for p in paths if p.side == side) for side in SIDES)
    return left, right


def _by_group(values: Floats, group: Integers) -> Floats:
    """(2, groups) sums of (2, n) values."""
    numbers = np.arange(len(MUSCLE_NAMES))
    return np.einsum("sm,smg->sg", values, group[:, :, None] == numbers)


def _fibers(
    spec: FittedSpec, sides: Sequence[Sequence[PathSpec]]
) -> tuple[Muscles, Integers]:
    """What the muscles are like, and their groups; the shorter side is filled up."""
    count = max(len(rows) for rows in sides)
    shape = (len(SIDES), count)
    group = np.full(shape, -1, dtype=np.int64)
    strength = _strength(spec)

    def column(key: str, filling: float) -> Floats:
        given = np.full(shape, filling)
        for side, rows in enumerate(sides):
            given[side, : len(rows)] = [getattr(row, key) for row in rows]
        return given

    force = column("max_force", 0.0)
    slow = np.full(shape, SLOW_FRACTION)
    for side, rows in enumerate(sides):
        for index, row in enumerate(rows):
            force[side, index] *= strength[row.name]
            if not row.group:
                continue
            if row.group not in MUSCLE_NAMES:
                raise unknown_name("group", row.group, MUSCLE_NAMES, row.name)
            group[side, index] = MUSCLE_NAMES.index(row.group)
            slow[side, index] = MUSCLE_TABLE[group[side, index]].slow_fraction
    optimal = column("optimal_length", 0.1)
    no_path = np.zeros((*shape, NUM_JOINTS))
    return Muscles(
        max_force=force,
        optimal_length=optimal,
        max_velocity=column("max_velocity", 10.0),
        slack_length=column("slack_length", 0.1),
        reference_strain=column("strain", TENDON_STRAIN),
        passive_strain=np.full(shape, PARALLEL_STRAIN),
        base_length=np.zeros(shape),
        arm=no_path,
        angle_of_max=no_path,
        arm_scale=no_path,
        pennation=no_path,
        mass=MUSCLE_DENSITY * force / SPECIFIC_TENSION * optimal,
        slow_fraction=slow,
        activation_time=ACTIVATION_TIME if spec.activation_dynamics else 0.0,
        energy_model=ENERGY_MODELS[spec.energy],
    ), group


def _strength(spec: FittedSpec) -> dict[str, float]:
    """Factors by the muscles' names."""
    found = {row.name: 1.0 for row in spec.paths}
    for name, factor in spec.strength.items():
        if name in found:
            found[name] *= factor
            continue
        try:
            side, _, group = muscle_name(name).rpartition("_")
        except ValueError:
            raise unknown_name("muscle", name, [*found, *MUSCLE_NAMES]) from None
        for row in spec.paths:
            if row.group == group and side in ("", row.side):
                found[row.name] *= factor
    return found


def _groups(fibers: Muscles, group: Integers) -> Muscles:
    """The groups as muscles: strength, and means of their parts by strength."""
    force = np.maximum(_by_group(fibers.max_force, group), NO_FORCE)

    def mean(values: Floats, filling: float) -> Floats:
        weighed = _by_group(fibers.max_force * values, group) / force
        return np.where(weighed > 0.0, weighed, filling)

    shape = force.shape
    no_path = np.zeros((*shape, NUM_JOINTS))
    return fibers._replace(
        max_force=force,
        optimal_length=mean(fibers.optimal_length, 0.1),
        max_velocity=mean(fibers.max_velocity, 10.0),
        slack_length=mean(fibers.slack_length, 0.1),
        reference_strain=mean(fibers.reference_strain, TENDON_STRAIN),
        passive_strain=np.full(shape, PARALLEL_STRAIN),
        base_length=np.zeros(shape),
        arm=no_path,
        angle_of_max=no_path,
        arm_scale=no_path,
        pennation=no_path,
        mass=_by_group(fibers.mass, group),
        slow_fraction=mean(fibers.slow_fraction, SLOW_FRACTION),
    )
