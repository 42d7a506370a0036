"""What a model of others may have that cannot be simulated, all of it at once."""

import mujoco
import numpy as np

from gaitsmith.errors import InputError

HINGE, SLIDE, FREE, BALL = (
    int(kind)
    for kind in (
        mujoco.mjtJoint.mjJNT_HINGE,
        mujoco.mjtJoint.mjJNT_SLIDE,
        mujoco.mjtJoint.mjJNT_FREE,
        mujoco.mjtJoint.mjJNT_BALL,
    )
)
# What a motion depends on, by the engine's names.
NUMBERS = (
    *("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia"),
    *("jnt_pos", "jnt_axis", "jnt_range", "jnt_stiffness", "qpos0", "qpos_spring"),
    *("dof_armature", "dof_damping", "geom_pos", "geom_quat", "geom_size"),
)


def refuse_unsupported(model: mujoco.MjModel, source: str) -> None:
    """Say no to what would change the motion, but is not simulated."""
    found = [f"{what} ({count})" for what, count in _counts(model).items() if count]
    if found:
        raise InputError(
            f"{source}: the model has what cannot be simulated: {', '.join(found)};"
            " remove it."
        )
    if not moving_roots(model):
        raise InputError(f"{source}: nothing in the model moves; give it joints.")
    for name in NUMBERS:
        if not np.all(np.isfinite(getattr(model, name))):
            raise InputError(f"{source}: {name} of the model has no finite numbers.")
    for body in range(1, model.nbody):
        if model.body_mass[body] <= 0.0 and model.body_dofnum[body] > 0:
            raise InputError(
                f"{source}: body '{model.body(body).name}' moves but has mass"
                f" {model.body_mass[body]}; every moving body needs a positive mass."
            )


def _counts(model: mujoco.MjModel) -> dict[str, int]:
    is_free = model.jnt_type == FREE
    below_root = model.body_parentid[model.jnt_bodyid] != 0
    return {
        "equality constraints": model.neq,
        "tendons that act": int(np.count_nonzero(acting_tendons(model))),
        "flexible parts": model.nflex,
        "ball joints": int(np.count_nonzero(model.jnt_type == BALL)),
        "slides below the root": int(
            np.count_nonzero((model.jnt_type == SLIDE) & below_root)
        ),
        "joint axes with dry friction (frictionloss)": int(
            np.count_nonzero(model.dof_frictionloss)
        ),
        "springs of free joints": int(np.count_nonzero(model.jnt_stiffness[is_free])),
        "springs or dampings that are not linear": _num_nonlinear(model),
        "plugins": model.nplugin,
        "mocap bodies": model.nmocap,
        "fluid around it": int(model.opt.density > 0) + int(model.opt.viscosity > 0),
        "bodies without weight (gravcomp)": int(np.count_nonzero(model.body_gravcomp)),
        "moving bodies beside the character": max(0, len(moving_roots(model)) - 1),
    }


def _num_nonlinear(model: mujoco.MjModel) -> int:
    """Joints with higher coefficients, in engines that have such."""
    fields = ("jnt_stiffnesspoly", "dof_dampingpoly")
    return sum(int(np.count_nonzero(getattr(model, f, 0))) for f in fields)


def acting_tendons(model: mujoco.MjModel) -> np.ndarray:
    """(tendons,) whether each would change the motion."""
    acts = np.zeros(model.ntendon, dtype=np.bool_)
    if not model.ntendon:
        return acts
    for field in ("stiffness", "damping", "limited", "frictionloss", "armature"):
        values = np.asarray(getattr(model, f"tendon_{field}"))
        acts |= np.any(values.reshape(model.ntendon, -1) != 0, axis=1)
    return acts


def moving_roots(model: mujoco.MjModel) -> list[int]:
    """Children of the world that move, or that carry something that does."""
    moves = {int(model.body_rootid[b]) for b in model.jnt_bodyid}
    return sorted(moves)
