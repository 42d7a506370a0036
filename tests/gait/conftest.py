"""A walk made by hand: every angle, strike and load of it is known."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import Character, load_character
from gaitsmith.gait.events import foot_halves
from gaitsmith.simulation.recording import Recording

RATE = 100.0  # Hz


@dataclass(frozen=True)
class Pattern:
    """What one leg does over its cycle; spans are shares of the cycle, angles degrees.

    The right leg does the same half a cycle later.
    """

    period: float = 1.0  # s
    rear: tuple[float, float] = (0.0, 0.35)  # the heel carries
    front: tuple[float, float] = (0.1, 0.6)  # ball and toes carry
    hip: float = 20.0  # flexion goes as this times the cosine of the phase
    knee: float = 10.0  # flexion, constant
    foot_at_strike: float = 15.0  # toes up
    foot_at_push_off: float = -25.0  # half a cycle later
    arm: float = -15.0  # flexion goes as this times the cosine of the phase
    hip_torque: float = 50.0  # N m, constant
    stance_knee_torque: float = 10.0  # N m
    swing_knee_torque: float = 5.0  # N m


def blank_recording(character: Character, frames: int, rate: float = RATE) -> Recording:
    """A character that stands still in mid-air: no loads, no torques."""
    model = character.model
    points = len(character.points.body)
    return Recording(
        time=np.arange(frames) / rate,
        qpos=np.tile(model.qpos0, (frames, 1)),
        qvel=np.zeros((frames, model.nv)),
        torque=np.zeros((frames, model.nv)),
        contact_force=np.zeros((frames, points, 3)),
        contact_position=np.zeros((frames, points, 3)),
        com=np.tile(character.standing_com, (frames, 1)),
        state=np.zeros(frames, dtype=np.int64),
    )


def set_angle(
    character: Character, recording: Recording, role: str, degrees: Any
) -> None:
    """Bend a joint; P-convention, like the engine."""
    (hinge,) = (hinge for hinge in character.roles.hinges if hinge.role == role)
    recording.qpos[:, hinge.position] = np.radians(degrees)


def set_load(
    character: Character, recording: Recording, side: int, half: str, load: Any
) -> None:
    """Put the (frames,) load [N] on the rear or front half of a foot."""
    rear, front = foot_halves(character)
    points = (rear if half == "rear" else front) & (character.points.side == side)
    each = np.asarray(load) / np.count_nonzero(points)
    recording.contact_force[:, points, 2] = np.reshape(each, (-1, 1))


def turn(recording: Recording, yaw: Any = 0.0, pitch: float = 0.0) -> None:
    """Orientation [degrees] of a free root: leans forward by pitch, then turns left."""
    lean, left, both = np.zeros(4), np.zeros(4), np.zeros(4)
    mujoco.mju_axisAngle2Quat(lean, np.array([0.0, 1.0, 0.0]), np.radians(pitch))
    for frame, angle in enumerate(np.broadcast_to(yaw, len(recording.time))):
        up = np.array([0.0, 0.0, 1.0])
        mujoco.mju_axisAngle2Quat(left, up, float(np.radians(angle)))
        mujoco.mju_mulQuat(both, left, lean)
        recording.qpos[frame, 3:7] = both


def known_walk(
    character: Character,
    pattern: Pattern,
    duration: float = 6.0,
    speed: float = 1.2,
    yaw: float = 0.0,
) -> Recording:
    """A walk of `pattern` along `yaw` [degrees], first left strike after one period."""
    recording = blank_recording(character, round(duration * RATE) + 1)
    time = recording.time
    for side, name in enumerate(("left", "right")):
        # A small offset: strikes must not depend on how a phase of 0 is rounded.
        phase = (time / pattern.period + 0.5 * side + 1e-9) % 1.0
        swing = np.cos(2.0 * np.pi * phase)
        hip = pattern.hip * swing
        foot = np.interp(
            phase,
            (0.0, 0.1, 0.35, 0.5, 0.6, 1.0),
            (
                pattern.foot_at_strike,
                0.0,
                0.0,
                pattern.foot_at_push_off,
                pattern.foot_at_push_off,
                pattern.foot_at_strike,
            ),
        )
        set_angle(character, recording, f"{name}_hip_y", -hip)
        set_angle(character, recording, f"{name}_knee_y", pattern.knee)
        set_angle(character, recording, f"{name}_ankle_y", hip - pattern.knee - foot)
        if not character.is_planar:
            set_angle(character, recording, f"{name}_shoulder_y", -pattern.arm * swing)
        for half in ("rear", "front"):
            begin, end = getattr(pattern, half)
            is_loaded = (phase >= begin) & (phase < end)
            set_load(character, recording, side, half, 300.0 * is_loaded)
        leg = character.roles.legs[side]
        recording.torque[:, leg.hip[0].axis] = pattern.hip_torque
        is_swing = phase >= max(pattern.rear[1], pattern.front[1])
        recording.torque[:, leg.knee.axis] = np.where(
            is_swing, pattern.swing_knee_torque, pattern.stance_knee_torque
        )
    way = speed * time
    if character.is_planar:
        recording.qpos[:, 0] += way
        recording.com[:, 0] += way
    else:
        turn(recording, yaw)
        direction = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
        recording.qpos[:, :2] += way[:, None] * direction
        recording.com[:, :2] += way[:, None] * direction
    return recording


@pytest.fixture(scope="session")
def stocky() -> Character:
    return load_character("stocky")


@pytest.fixture(scope="session")
def planar() -> Character:
    return load_character("planar_biped")


@pytest.fixture(scope="session")
def blank() -> Callable[..., Recording]:
    return blank_recording


@pytest.fixture(scope="session")
def bend() -> Callable[..., None]:
    return set_angle


@pytest.fixture(scope="session")
def load() -> Callable[..., None]:
    return set_load


@pytest.fixture(scope="session")
def face() -> Callable[..., None]:
    return turn


@pytest.fixture(scope="session")
def make_walk() -> Callable[..., Recording]:
    """A known walk; fields of `Pattern` and arguments of `known_walk` by name."""

    def make(character: Character, **changes: Any) -> Recording:
        names = Pattern.__dataclass_fields__
        fields = {key: changes.pop(key) for key in list(changes) if key in names}
        return known_walk(character, Pattern(**fields), **changes)

    return make
