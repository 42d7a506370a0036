"""Springs, clutches, dampers and motors that are worn on joints.

What they do stands apart from what motors and muscles do: a law, a joint's own moment
and what it costs know nothing of them. In the physics both add up.

Springs act with the angle in the middle of a time step, dampers with the velocity at
its end: so a spring gives back what it took to the last digit, and neither can shake a
body to pieces however stiff it is.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.actuators.actuator import actuates
from gaitsmith.characters.character import Character
from gaitsmith.characters.device_spec import KINDS, JointDevice, TorqueProfile
from gaitsmith.characters.devices import OnJoint
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import floor_of, maximum, minimum, negated, select
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.parameters import Parameter

SPRING, CLUTCHED_SPRING, DAMPER, TORQUE_PROFILE = range(4)
NUMBER_OF_KIND = {
    "spring": SPRING,
    "clutched_spring": CLUTCHED_SPRING,
    "damper": DAMPER,
    "torque_profile": TORQUE_PROFILE,
}
assert set(NUMBER_OF_KIND) <= set(KINDS)
ALWAYS, STANCE, SWING = 0, 1, 2
WHEN = {"always": ALWAYS, "stance": STANCE, "swing": SWING}
PULLS = {"both": 0, "positive": 1, "negative": -1}
# Columns of `WornDevices.numbers`.
SIZE, REST, DEADZONE = 0, 1, 2
SHIFT = 1  # of a torque profile
NUM_NUMBERS = 3
# Columns of `WornDevices.memory`.
ENGAGED, REST_NOW, AIRBORNE_SINCE, STRUCK, STRIDE = range(5)
NUM_MEMORIES = 5
TORQUE, DAMPING = 0, 1  # columns of `WornDevices.acting`
GIVEN, TAKEN, SQUARED = 0, 1, 2  # columns of `WornDevices.sums`
LOADED = 0.01  # of the weight, under a foot that stands
LIFT_TIME = 0.05  # s; a foot that was off the ground for this long strikes
SHORTEST, LONGEST = 0.3, 3.0  # s, of a stride
NEVER = -1.0
DEGREES = ("rest", "deadzone")


class WornDevices(NamedTuple):
    """Devices on joints, a row each."""

    kind: Integers  # (rows,) SPRING, ...
    axis: Integers  # (rows,) qvel addresses
    position: Integers  # (rows,) qpos addresses
    sign: Floats  # (rows,) of angle and torque: -1 in a mirrored joint
    leg: Integers  # (rows,) whose strikes and stance count; -1: nobody's
    when: Integers  # (rows,) ALWAYS, STANCE, SWING
    pulls: Integers  # (rows,) 1: to larger angles only; -1: to smaller; 0: both
    points: Floats  # (rows, points, 2) % of the stride, share of the torque
    load: float  # N, under a foot that stands
    numbers: LaneFloats  # (rows, 3) what can be searched for, in SI units and %
    memory: LaneFloats  # (rows, 5) clutch, its rest angle, the foot's last times
    acting: LaneFloats  # (rows, 2) torque [N m] and damping [N m s/rad] of this step
    sums: LaneFloats  # (rows, 3) J given and taken, integral of torque^2 [N2 m2 s]


@actuates(WornDevices, lanes=True)
@compiled
def assist(actuator, senses, actuation_out):
    """What all devices do in this time step."""
    worn, qpos, qvel = actuator, senses.body.qpos, senses.body.qvel
    for axis in range(qvel.shape[0]):
        actuation_out.device_torque[axis] = 0.0
        actuation_out.device_damping[axis] = 0.0
    for row in range(worn.kind.shape[0]):
        axis, sign = worn.axis[row], worn.sign[row]
        angle, rate = sign * qpos[worn.position[row]], sign * qvel[axis]
        count_work(worn, row, rate, senses.dt)
        worn.acting[row, TORQUE] = 0.0 * angle
        worn.acting[row, DAMPING] = 0.0 * angle
        if worn.kind[row] == SPRING:
            rest, deadzone = worn.numbers[row, REST], worn.numbers[row, DEADZONE]
            pull(worn, row, angle, rest, deadzone, senses.dt)
        if worn.kind[row] == CLUTCHED_SPRING:
            hold(worn, row, angle, is_due(worn, row, senses), senses.dt)
        if worn.kind[row] == DAMPER:
            worn.acting[row, DAMPING] = select(
                is_due(worn, row, senses), worn.numbers[row, SIZE], 0.0
            )
        if worn.kind[row] == TORQUE_PROFILE:
            note_strike(worn, row, senses)
            worn.acting[row, TORQUE] = profile_torque(worn, row, senses.time)
        actuation_out.device_torque[axis] += sign * worn.acting[row, TORQUE]
        actuation_out.device_damping[axis] += worn.acting[row, DAMPING]


@compiled
def count_work(worn, row, rate, dt):
    """Add the work of the last time step, whose end velocity is known only now."""
    torque = worn.acting[row, TORQUE] - worn.acting[row, DAMPING] * rate
    work = dt * (torque * rate)
    worn.sums[row, GIVEN] += maximum(work, 0.0)
    worn.sums[row, TAKEN] += minimum(work, 0.0)
    worn.sums[row, SQUARED] += dt * (torque * torque)


@compiled
def pull(worn, row, angle, rest, deadzone, dt):
    """Torque of a spring: k (rest - angle in the middle of the step).

    Half a time step of damping k brings the angle there from the start of the step.
    """
    stiffness = worn.numbers[row, SIZE]
    stretch = rest - angle
    beyond = select(
        stretch > deadzone,
        stretch - deadzone,
        select(stretch < -deadzone, stretch + deadzone, 0.0),
    )
    if worn.pulls[row] > 0:
        beyond = maximum(beyond, 0.0)
    if worn.pulls[row] < 0:
        beyond = minimum(beyond, 0.0)
    is_taut = beyond != 0.0
    if worn.pulls[row] == 0:
        is_taut = is_taut | (deadzone == 0.0)  # it is on its way to be
    worn.acting[row, TORQUE] = stiffness * beyond
    worn.acting[row, DAMPING] = select(is_taut, 0.5 * dt * stiffness, 0.0)


@compiled
def is_due(worn, row, senses):
    """Whether the leg stands, or swings, as the device wants it."""
    if worn.when[row] == ALWAYS:
        return senses.time >= 0.0
    stands = senses.contact.foot_load[worn.leg[row]] > worn.load
    return stands if worn.when[row] == STANCE else negated(stands)


@compiled
def hold(worn, row, angle, is_held, dt):
    """A clutch that holds a spring from where the joint is when it engages.

    On the side to which the spring cannot pull it takes up the slack: it never has
    more energy than the joint has put into it.
    """
    was_held = worn.memory[row, ENGAGED] > 0.5
    rest = select(was_held & is_held, worn.memory[row, REST_NOW], angle)
    if worn.pulls[row] > 0:
        rest = maximum(rest, angle)
    if worn.pulls[row] < 0:
        rest = minimum(rest, angle)
    worn.memory[row, ENGAGED] = select(is_held, 1.0, 0.0)
    worn.memory[row, REST_NOW] = rest
    pull(worn, row, angle, rest, 0.0 * angle, dt)
    worn.acting[row, TORQUE] = select(is_held, worn.acting[row, TORQUE], 0.0)
    worn.acting[row, DAMPING] = select(is_held, worn.acting[row, DAMPING], 0.0)


@compiled
def note_strike(worn, row, senses):
    """When the foot struck last, and how long the stride before lasted."""
    time = senses.time
    stands = senses.contact.foot_load[worn.leg[row]] > worn.load
    since, last = worn.memory[row, AIRBORNE_SINCE], worn.memory[row, STRUCK]
    strikes = stands & (since > NEVER) & (time - since >= LIFT_TIME)
    stride = time - last
    is_stride = strikes & (last > NEVER) & (stride >= SHORTEST) & (stride <= LONGEST)
    worn.memory[row, STRIDE] = select(is_stride, stride, worn.memory[row, STRIDE])
    worn.memory[row, STRUCK] = select(strikes, time, last)
    in_air = select(since > NEVER, since, time)
    worn.memory[row, AIRBORNE_SINCE] = select(stands, NEVER, in_air)


@compiled
def profile_torque(worn, row, time):
    """Torque [N m] of the curve at this moment of the stride.

    A stride that lasts longer than the one before waits at its end.
    """
    stride = worn.memory[row, STRIDE]
    is_known = stride > 0.0
    share = (time - worn.memory[row, STRUCK]) / select(is_known, stride, 1.0)
    percent = minimum(100.0 * share, 100.0) - worn.numbers[row, SHIFT]
    percent = percent - 100.0 * floor_of(0.01 * percent)
    points = worn.points
    height = 0.0 * percent
    for index in range(points.shape[1] - 1):
        start, end = points[row, index, 0], points[row, index + 1, 0]
        if end > start:
            low, high = points[row, index, 1], points[row, index + 1, 1]
            here = low + (high - low) / (end - start) * (percent - start)
            height = select((percent >= start) & (percent <= end), here, height)
    return select(is_known, worn.numbers[row, SIZE] * height, 0.0)


def worn_by(character: Character) -> WornDevices | None:
    """The devices on a character's joints, before its start; None if there are none."""
    rows = character.on_joints
    if not rows:
        return None
    count = len(rows)
    specs = [row.spec for row in rows]
    curves = [s.points if isinstance(s, TorqueProfile) else () for s in specs]
    points = np.zeros((count, max(2, *map(len, curves), 2), 2))
    for row, curve in zip(points, curves, strict=True):
        if curve:
            row[:] = curve[-1]
            row[: len(curve)] = curve
    memory = np.zeros((count, NUM_MEMORIES))
    memory[:, [AIRBORNE_SINCE, STRUCK]] = NEVER

    def integers(values: Any) -> Integers:
        return np.array(list(values), dtype=np.int64)

    return WornDevices(
        kind=integers(NUMBER_OF_KIND[spec.kind] for spec in specs),
        axis=integers(row.hinge.axis for row in rows),
        position=integers(row.hinge.position for row in rows),
        sign=np.array([row.sign for row in rows]),
        leg=integers(row.leg for row in rows),
        when=integers(WHEN[getattr(spec, "when", "always")] for spec in specs),
        pulls=integers(PULLS[getattr(spec, "pulls", "both")] for spec in specs),
        points=points,
        load=LOADED * character.weight,
        numbers=device_numbers(character, {}),
        memory=memory,
        acting=np.zeros((count, 2)),
        sums=np.zeros((count, 3)),
    )


def fit_devices(actuators: tuple[Any, ...], numbers: Floats | None) -> None:
    """Give the devices among actuators other numbers; None: leave them."""
    for actuator in actuators:
        if numbers is not None and isinstance(actuator, WornDevices):
            actuator.numbers[...] = numbers


def worn_among(actuators: tuple[Any, ...]) -> WornDevices | None:
    """The devices among actuators."""
    return next((one for one in actuators if isinstance(one, WornDevices)), None)


def parameter_name(device: str, key: str) -> str:
    """Of a number of a device, as [parameters] has it."""
    return f"devices.{device}.{key}"


def device_parameters(character: Character) -> tuple[Parameter, ...]:
    """The numbers of devices that are searched for."""
    found = []
    for name, spec in character.devices.items():
        for key in spec.free:
            lower, upper = spec.bounds[key]
            unit = spec.UNITS[key]
            is_per_kg = spec.per_kg and key == spec.SIZE
            found.append(
                Parameter(
                    parameter_name(name, key),
                    f"{unit} per kg" if is_per_kg else unit,
                    float(getattr(spec, key)),
                    (upper - lower) / 2.0,
                    f"{spec.kind} {name}",
                    lower,
                    upper,
                )
            )
    return tuple(found)


def device_numbers(character: Character, values: Mapping[str, float]) -> Floats:
    """(rows, 3) the numbers of the devices on joints, in SI units and per cent.

    Args:
        character: who wears them.
        values: those that were searched for, by `parameter_name`; others as declared.
    """
    found = np.zeros((len(character.on_joints), NUM_NUMBERS))
    for row, device in zip(found, character.on_joints, strict=True):
        row[: len(device.spec.NUMBERS)] = _numbers(device, character.mass, values)
    return found


def _numbers(device: OnJoint, mass: float, values: Mapping[str, float]) -> list[float]:
    spec: JointDevice = device.spec
    found = []
    for key in spec.NUMBERS:
        own = float(getattr(spec, key))
        value = values.get(parameter_name(device.name, key), own)
        value = np.radians(value) if key in DEGREES else value
        found.append(float(value) * spec.scale_of(key, mass))
    return found
