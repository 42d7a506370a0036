"""One moment of a running simulation: what a live view draws and a learner senses."""

from dataclasses import dataclass

from gaitsmith.kernels.records import Floats


@dataclass(frozen=True)
class Moment:
    """A copy of the state; it stays as it is when the simulation goes on."""

    time: float  # s, simulated
    qpos: Floats  # (nq,)
    qvel: Floats  # (nv,)
    torque: Floats  # (nv,) N m, of the motors during the last time step
    position: Floats  # (bodies, 3) m
    quaternion: Floats  # (bodies, 4) body to world
    com: Floats  # (3,) m, whole-body centre of mass
    com_velocity: Floats  # (3,) m/s
    contact_position: Floats  # (points, 3) m
    contact_force: Floats  # (points, 3) N, of the ground during the last time step
    activation: Floats  # (legs, muscles); no muscles: (0, 0)
    muscle_force: Floats  # (legs, muscles) of the max isometric force
    fiber_length: Floats  # (legs, muscles) optimal lengths
