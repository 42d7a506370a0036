"""Builds the planar seven-link biped of SIMBICON (Yin et al. 2007)."""

from typing import Any

import mujoco

from gaitsmith.characters.spec import (
    LegRoles,
    LinkSpec,
    PlanarFootSpec,
    PlanarSpec,
    RolesSpec,
)

MjsBody = Any  # bodies of an MjSpec; the engine has no types for them
Color = tuple[float, float, float, float]

COLORS: dict[str, Color] = {
    "torso": (0.25, 0.45, 0.60, 1.0),
    "left": (0.75, 0.33, 0.24, 1.0),
    "right": (0.28, 0.30, 0.38, 1.0),
}
HALF_WIDTH = 0.05  # m; legs are drawn side by side but move in one plane
POINT_RADIUS = 1e-4  # m; the engine has no shape without extent


def _set_mass(
    body: MjsBody, mass: float, inertia: float, center: tuple[float, float]
) -> None:
    """In the plane only the inertia about y matters; the others are set alike."""
    body.explicitinertial = True
    body.mass = mass
    body.inertia = [inertia, inertia, inertia]
    body.ipos = (center[0], 0.0, center[1])


def _hinge(body: MjsBody, name: str, limits: tuple[float, float] | None) -> None:
    joint = body.add_joint(
        name=name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=(0.0, 1.0, 0.0)
    )
    if limits is not None:
        joint.range = limits
        joint.limited = mujoco.mjtLimited.mjLIMITED_TRUE


def _add_link(
    parent: MjsBody,
    name: str,
    link: LinkSpec,
    position: tuple[float, float, float],
    radius: float,
    color: Color,
) -> MjsBody:
    body = parent.add_body(name=name, pos=position)
    _set_mass(body, link.mass, link.inertia, link.center)
    up = 1.0 if link.center[1] > 0 else -1.0
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CAPSULE,
        fromto=[0, 0, 0, 0, 0, up * link.length],
        size=[radius, 0, 0],
        rgba=color,
    )
    return body


def _add_foot(
    shank: MjsBody,
    name: str,
    foot: PlanarFootSpec,
    position: tuple[float, float, float],
    color: Color,
) -> MjsBody:
    body = shank.add_body(name=name, pos=position)
    _set_mass(body, foot.mass, foot.inertia, foot.center)
    for point in (foot.heel, foot.toe):
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_SPHERE,
            pos=(point[0], 0, point[1] + POINT_RADIUS),
            size=[POINT_RADIUS, 0, 0],
            rgba=color,
        )
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CAPSULE,
        fromto=[
            foot.heel[0],
            0,
            foot.heel[1] + 0.02,
            foot.toe[0],
            0,
            foot.toe[1] + 0.02,
        ],
        size=[0.02, 0, 0],
        rgba=color,
        contype=0,  # drawn only: heel and toe are the points that touch
        conaffinity=0,
    )
    return body


def build_planar(spec: PlanarSpec) -> mujoco.MjSpec:
    """The body of `spec` as an MjSpec; it slides in x and z and turns about y."""
    model = mujoco.MjSpec()
    model.modelname = spec.name
    model.compiler.degree = False
    sole = min(spec.foot.heel[1], spec.foot.toe[1])
    height = spec.thigh.length + spec.shank.length - sole
    torso = _add_link(
        model.worldbody, "torso", spec.torso, (0, 0, height), 0.07, COLORS["torso"]
    )
    slide = mujoco.mjtJoint.mjJNT_SLIDE
    torso.add_joint(name="root_x", type=slide, axis=(1.0, 0.0, 0.0))
    torso.add_joint(name="root_z", type=slide, axis=(0.0, 0.0, 1.0))
    _hinge(torso, "root_y", None)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        color = COLORS[side]
        # Both hips are at the same point in the plane; y offsets are for the eye only
        # and change nothing, because nothing moves or turns out of the plane.
        thigh = _add_link(
            torso, f"{side}_thigh", spec.thigh, (0, sign * HALF_WIDTH, 0), 0.055, color
        )
        _hinge(thigh, f"{side}_hip", spec.hip_range)
        knee = (0, 0, -spec.thigh.length)
        shank = _add_link(thigh, f"{side}_shank", spec.shank, knee, 0.04, color)
        _hinge(shank, f"{side}_knee", spec.knee_range)
        ankle = (0, 0, -spec.shank.length)
        foot = _add_foot(shank, f"{side}_foot", spec.foot, ankle, color)
        _hinge(foot, f"{side}_ankle", None)
    return model


def planar_roles() -> RolesSpec:
    """Who is who in a body of `build_planar`."""

    def leg(side: str) -> LegRoles:
        return LegRoles(
            hip=(f"{side}_hip",), knee=f"{side}_knee", ankle=(f"{side}_ankle",)
        )

    legs = {side: leg(side) for side in ("left", "right")}
    return RolesSpec.of("torso", legs, trunk="torso")
