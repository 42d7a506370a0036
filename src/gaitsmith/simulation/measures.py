"""What a rollout was like in numbers: the input of every objective term."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from gaitsmith.actuators.device_measures import DeviceMeasures
from gaitsmith.actuators.muscle_measures import MuscleMeasures
from gaitsmith.characters.character import Character
from gaitsmith.characters.devices import supports_of
from gaitsmith.kernels.records import Flags, Floats, Integers
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.standard_meters import StandardMeters, StrikeMeter

SLOWEST = 0.2  # m/s; what is divided by the speed is divided by at least this


@dataclass(frozen=True)
class Strikes:
    """Every foot strike after a lift, in order."""

    time: Floats  # (strikes,) s
    side: Integers  # (strikes,) LEFT, RIGHT
    place: Floats  # (strikes, 3) m, the ankle's position
    heading: Floats  # (strikes,) rad, commanded at the time
    knee: Floats  # (strikes,) rad, angle of the striking leg's knee

    def step_lengths(self) -> Floats:
        """Distances [m] from foot to foot along the heading.

        A foot that touches several times in a row, scuffing the ground as it swings,
        takes one step: to where it touched last.
        """
        is_last = self._ends_a_step()
        way = np.diff(self.place[is_last], axis=0)
        heading = self.heading[is_last][1:]
        return way[:, 0] * np.cos(heading) + way[:, 1] * np.sin(heading)

    def bent_knees(self) -> Floats:
        """How far [rad] the knee is from straight at the end of each step."""
        return np.abs(self.knee[self._ends_a_step()])

    def _ends_a_step(self) -> Flags:
        """Whether the other foot is the next to strike, or none is."""
        is_last = np.ones(len(self.side), dtype=np.bool_)
        is_last[:-1] = self.side[1:] != self.side[:-1]
        return is_last

    def regular_until(self, end: float, longest: float, shortest: float) -> float:
        """When [s] the first step is none of a gait; `end` if all are.

        In a gait the feet take turns, each lands well ahead of the other, and no step
        takes too long.

        Args:
            end: s, of the rollout.
            longest: s, that a step may take.
            shortest: m, that a foot must land ahead of the other.
        """
        before, foot, place = 0.0, -1, 0.0
        for time, side, position in zip(
            self.time, self.side, self.place[:, 0], strict=True
        ):
            if time - before > longest:
                return before + longest
            if side == foot or (foot >= 0 and position - place < shortest):
                return float(time)
            before, foot, place = float(time), int(side), float(position)
        return min(end, before + longest)

    def since(self, time: float) -> "Strikes":
        """Those from `time` [s] on."""
        late = self.time >= time
        return Strikes(
            self.time[late],
            self.side[late],
            self.place[late],
            self.heading[late],
            self.knee[late],
        )


def strikes_of(meter: StrikeMeter) -> Strikes:
    """The strikes that were counted."""
    count = int(meter.num_strikes[0])
    return Strikes(
        meter.time[:count].copy(),
        meter.side[:count].copy(),
        meter.place[:count].copy(),
        meter.heading[:count].copy(),
        meter.knee[:count].copy(),
    )


@dataclass(frozen=True)
class Measures:
    """Averages over the survived part of a rollout."""

    survived: float
    """Share of the asked duration, 0 to 1."""
    mass: float
    """kg."""
    velocity: tuple[float, float, float]
    """m/s, mean of the centre of mass along the world's x, y, z."""
    speed: float
    """m/s, mean of the centre of mass along the commanded heading."""
    start_speed: float
    """m/s, forward, of the centre of mass at the start."""
    steps: int
    """Foot strikes after a lift."""
    step_length: float
    """m, mean distance between strikes of opposite feet along the heading; or 0."""
    duty_factor: float
    """Share of the time that a foot is loaded, mean of both; below 0.5 is a run."""
    knee_at_strike: float
    """rad, mean angle of the knee from straight when its foot strikes; 0 without."""
    torque_squared: float
    """N2 m2, mean over time of the summed squares of all motor torques (E_power)."""
    torque_shares: tuple[float, float, float]
    """Shares of hips, knees and ankles in the squared torque of the three."""
    state_durations: tuple[float | None, ...]
    """s, mean of each controller state; None for one that was never completed."""
    heading_degrees: float
    """degrees, where the pelvis points at the end, left positive; 0 in the plane."""
    ground_impulse: tuple[float, float, float]
    """N s, of the ground on the character."""
    duration: float
    """s, asked for."""
    strikes: Strikes = field(compare=False)  # arrays; all else tells rollouts apart
    """Every foot strike after a lift."""
    muscles: MuscleMeasures | None = None
    """What the muscles did, of a body that has some."""
    devices: tuple[DeviceMeasures, ...] = ()
    """What each device on a joint did."""
    support: float = 0.0
    """N, force up from outside: body-weight support."""
    metered: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """What the meters of the objective terms have counted, by term and name."""

    def __repr__(self) -> str:
        """The outlines; all else has a name."""
        return (
            f"Measures: {self.survived:.0%} survived, {self.speed:.2f} m/s,"
            f" {self.steps} steps of {self.step_length:.2f} m"
        )

    @property
    def metabolic_power(self) -> float | None:
        """W per kg of the body; None without muscles."""
        return self.muscles.metabolic_power / self.mass if self.muscles else None

    @property
    def net_power(self) -> float | None:
        """W per kg of the body, without what it spends at rest; or None."""
        spent = self.muscles
        return float(np.sum(spent.power)) / self.mass if spent else None

    @property
    def cost_of_transport(self) -> float | None:
        """J per kg and m; None without muscles."""
        power = self.metabolic_power
        return None if power is None else power / max(self.speed, SLOWEST)


def measure(
    character: Character,
    meters: StandardMeters,
    start_com: Floats,
    start_speed: float,
    end_com: Floats,
    end_heading: float,
    num_steps: int,
    setting: Setting,
    metered: Mapping[str, Mapping[str, float]],
    muscles: MuscleMeasures | None = None,
    devices: tuple[DeviceMeasures, ...] = (),
) -> Measures:
    """Turn the sums of a rollout into averages."""
    counted = max(1, num_steps)
    seconds = counted / setting.rate
    velocity = np.nan_to_num((end_com - start_com) / seconds)
    strikes = strikes_of(meters.strikes)
    lengths = strikes.step_lengths()
    states = meters.state
    return Measures(
        survived=num_steps / setting.num_steps,
        mass=character.mass,
        velocity=_triple(velocity),
        speed=float(meters.travel.headway[0]) / seconds,
        start_speed=start_speed,
        steps=len(strikes.time),
        step_length=float(np.mean(lengths)) if len(lengths) else 0.0,
        duty_factor=float(np.mean(meters.strikes.loaded_time)) / seconds,
        knee_at_strike=(
            float(np.mean(strikes.bent_knees())) if len(strikes.time) else 0.0
        ),
        torque_squared=float(np.sum(meters.torque.squared)) / counted,
        torque_shares=_torque_shares(character, meters.torque.squared),
        state_durations=tuple(
            float(time) / int(visits) if visits else None
            for time, visits in zip(states.time, states.visits, strict=True)
        ),
        heading_degrees=math.degrees(end_heading),
        ground_impulse=_triple(meters.travel.ground_impulse),
        duration=setting.duration,
        strikes=strikes,
        muscles=muscles,
        devices=devices,
        support=sum(force for _, force in supports_of(character)),
        metered=metered,
    )


def _triple(vector: Floats) -> tuple[float, float, float]:
    x, y, z = (float(part) for part in vector)
    return x, y, z


def _torque_shares(
    character: Character, torque_squared: Floats
) -> tuple[float, float, float]:
    """Shares of hips, knees and ankles (Wang et al. 2009, E_ratio)."""
    sums = np.zeros(3)
    for leg in character.roles.legs:
        sums[0] += sum(torque_squared[hinge.axis] for hinge in leg.hip)
        sums[1] += torque_squared[leg.knee.axis] if leg.knee else 0.0
        sums[2] += sum(torque_squared[hinge.axis] for hinge in leg.ankle)
    total = float(np.sum(sums))
    hip, knee, ankle = (float(part) / total if total > 0 else 0.0 for part in sums)
    return hip, knee, ankle
