"""The only file that knows how the engine is stepped.

MuJoCo's functions are called by symbol from compiled code, so that a whole rollout is
one compiled call. The engine computes positions, inertia and bias forces; the step
itself is ours: semi-implicit Euler with every damping (servos, joint stops, ground) in
the matrix,

    (M + dt D) dv/dt = forces(v),   v += dt dv/dt,   q += dt v.

Without loads this equals `mj_step` with its Euler integrator, but skips what a
character without engine constraints does not need, and so costs about two thirds of it.
"""

from pathlib import Path
from typing import NamedTuple

import llvmlite.binding
import mujoco
import numpy as np
from numba import types

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.records import BodyState, Floats, Integers


def _load_engine() -> None:
    """Make the engine's symbols known to the compiler, from the library Python uses."""
    folder = Path(mujoco.__file__).parent
    names = ("libmujoco.so*", "libmujoco*.dylib", "mujoco.dll")
    found = [file for name in names for file in sorted(folder.glob(name))]
    if not found:
        raise ImportError(f"no MuJoCo library in {folder}; reinstall mujoco-core.")
    llvmlite.binding.load_library_permanently(str(found[0]))


_load_engine()
_pointer, _nothing = types.intp, types.void
_on_model_and_data = _nothing(_pointer, _pointer)
mj_step = types.ExternalFunction("mj_step", _on_model_and_data)
mj_kinematics = types.ExternalFunction("mj_kinematics", _on_model_and_data)
mj_comPos = types.ExternalFunction("mj_comPos", _on_model_and_data)  # noqa: N816
mj_makeM = types.ExternalFunction("mj_makeM", _on_model_and_data)  # noqa: N816
mj_comVel = types.ExternalFunction("mj_comVel", _on_model_and_data)  # noqa: N816
mj_factorM = types.ExternalFunction("mj_factorM", _on_model_and_data)  # noqa: N816
mj_rne = types.ExternalFunction(
    "mj_rne", _nothing(_pointer, _pointer, types.int32, _pointer)
)
mj_solveM = types.ExternalFunction(  # noqa: N816
    "mj_solveM", _nothing(_pointer, _pointer, _pointer, _pointer, types.int32)
)
mj_integratePos = types.ExternalFunction(  # noqa: N816
    "mj_integratePos", _nothing(_pointer, _pointer, _pointer, types.float64)
)


class Physics(NamedTuple):
    """Addresses and views of one engine state; valid as long as its MjData lives."""

    model: int  # address
    data: int  # address
    dt: float  # s
    bias: Floats  # (nv,) Coriolis, centrifugal and gravity forces
    inertia: Floats  # (entries,) sparse rows, see `kernels.records.Tree`
    diagonal: Integers  # (nv,) where the diagonal is in `inertia`
    motion_axes: Floats  # (nv, 6) joint motion axes at the centre of mass
    force: Floats  # (nv,) sum of all joint-space forces but the bias
    acceleration: Floats  # (nv,)


def physics_views(
    model: mujoco.MjModel, data: mujoco.MjData, dt: float
) -> tuple[Physics, BodyState]:
    """Views of one engine state for compiled code."""
    diagonal = model.M_rowadr.astype(np.int64) + model.M_rownnz - 1
    physics = Physics(
        model=model._address,
        data=data._address,
        dt=dt,
        bias=data.qfrc_bias,
        inertia=data.M,
        diagonal=diagonal.astype(np.int64),
        motion_axes=data.cdof,
        force=np.zeros(model.nv),
        acceleration=np.zeros(model.nv),
    )
    body_state = BodyState(
        com=data.subtree_com[1],
        position=data.xpos,
        orientation=data.xmat,
        velocity=data.cvel,
        mass_center=data.xipos,
        inertia=data.cinert,
        joint_axis=data.xaxis,
        qpos=data.qpos,
        qvel=data.qvel,
        com_velocity=np.zeros(3),
    )
    return physics, body_state


@compiled
def update_body(physics):
    """Positions, velocities, inertia and bias forces for the present state."""
    mj_kinematics(physics.model, physics.data)
    mj_comPos(physics.model, physics.data)
    mj_makeM(physics.model, physics.data)
    mj_comVel(physics.model, physics.data)
    mj_rne(physics.model, physics.data, 0, physics.bias.ctypes.data)


@compiled
def update_inertia(physics):
    """The inertia matrix again, without any damping in it."""
    mj_makeM(physics.model, physics.data)


@compiled
def step_velocity(physics, qvel):
    """Solve for the accelerations and advance the joint velocities by one step."""
    for axis in range(qvel.shape[0]):
        physics.force[axis] -= physics.bias[axis]
    mj_factorM(physics.model, physics.data)
    mj_solveM(
        physics.model,
        physics.data,
        physics.acceleration.ctypes.data,
        physics.force.ctypes.data,
        1,
    )
    for axis in range(qvel.shape[0]):
        qvel[axis] += physics.dt * physics.acceleration[axis]


@compiled
def step_position(physics, body_state):
    """Advance the positions by one step with the new velocities."""
    mj_integratePos(
        physics.model,
        body_state.qpos.ctypes.data,
        body_state.qvel.ctypes.data,
        physics.dt,
    )


@compiled
def step_engine(model, data, num_steps):
    """The engine's own `mj_step`, for comparison."""
    for _ in range(num_steps):
        mj_step(model, data)
