"""Memory for the motion of a character's bodies, and the engine's own step beside it.

Bodies are moved by `kernels.dynamics`. MuJoCo reads, builds and checks models; its step
is here for comparison: without loads ours equals it to rounding (a test says so).
"""

from pathlib import Path

import llvmlite.binding
import mujoco
import numpy as np
from numba import types

from gaitsmith.kernels.compilation import compiled_for_python
from gaitsmith.kernels.records import Articulation, BodyState
from gaitsmith.kernels.symmetric import SIZE


def body_state(model: mujoco.MjModel) -> BodyState:
    """All at zero, but for the world, which stands upright."""
    bodies = model.nbody
    state = BodyState(
        com=np.zeros(3),
        position=np.zeros((bodies, 3)),
        orientation=np.zeros((bodies, 9)),
        velocity=np.zeros((bodies, 6)),
        mass_center=np.zeros((bodies, 3)),
        momentum=np.zeros(6),
        joint_axis=np.zeros((model.njnt, 3)),
        qpos=np.zeros(model.nq),
        qvel=np.zeros(model.nv),
        com_velocity=np.zeros(3),
    )
    state.orientation[0] = np.eye(3).ravel()
    return state


def articulation(model: mujoco.MjModel) -> Articulation:
    """Work space; the world accelerates upwards, which is gravity."""
    bodies, axes = model.nbody, model.nv
    parts = Articulation(
        sine=np.zeros(model.njnt),
        cosine=np.zeros(model.njnt),
        anchor=np.zeros((model.njnt, 3)),
        motion=np.zeros((axes, 6)),
        bias_acceleration=np.zeros((bodies, 6)),
        inertia=np.zeros((bodies, SIZE)),
        wrench=np.zeros((bodies, 6)),
        force=np.zeros(axes),
        damping=np.zeros(axes),
        resistance=np.zeros((axes, 6)),
        ease=np.zeros(axes),
        push=np.zeros(axes),
        acceleration=np.zeros((bodies, 6)),
        joint_acceleration=np.zeros(axes),
        speed=np.zeros(axes),
    )
    parts.bias_acceleration[0, 3:] = -model.opt.gravity
    return parts


def _load_engine() -> None:
    """Make the engine's symbols known to the compiler, from the library Python uses."""
    folder = Path(mujoco.__file__).parent
    names = ("libmujoco.so*", "libmujoco*.dylib", "mujoco.dll")
    found = [file for name in names for file in sorted(folder.glob(name))]
    if not found:
        raise ImportError(f"no MuJoCo library in {folder}; reinstall mujoco-core.")
    llvmlite.binding.load_library_permanently(str(found[0]))


_load_engine()
mj_step = types.ExternalFunction("mj_step", types.void(types.intp, types.intp))


@compiled_for_python
def step_engine(model, data, num_steps):
    """The engine's own `mj_step`; `model` and `data` are addresses."""
    for _ in range(num_steps):
        mj_step(model, data)
