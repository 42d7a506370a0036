"""A plug-in that makes gymnasium's humanoid stand, which no pose does.

    gaitsmith simulate examples/balance.toml --plugin examples/balance_plugin.py

It has no ankles and stands on two balls: held by springs at its joints it falls after
1.4 s, here and in its own engine. The torques of this law are linear in how far the
body is from a pose in which it is balanced, and in how fast it moves (LQR): the engine
gives the derivatives of its motion there, a Riccati equation the gains. Needs
`gaitsmith[gymnasium]`.
"""

from importlib.resources import files
from typing import NamedTuple

import mujoco
import numpy as np
from scipy.linalg import solve_discrete_are
from scipy.optimize import brentq

import gaitsmith
from gaitsmith.characters.contact_points import point_places

RATE = 1200.0  # Hz, of the experiment
STIFFNESS, DAMPING = 75_000.0, 2_000.0  # N/m, N s/m of the ground under each ball
DEEPEST = 0.01  # m, that a ball sinks in
KNEES = 0.15  # rad, off their stops
PLACE, TILT, ANGLE, RATES = 1.0, 100.0, 10.0, 0.1  # prices of deviations
TORQUE = 1e-4  # price of a torque


class BalanceLaw(NamedTuple):
    """A pose, the torques that hold it, and gains on what differs from it."""

    pose: np.ndarray  # (nq,)
    torque: np.ndarray  # (joints,) N m
    gains: np.ndarray  # (joints, 2 nv)


@gaitsmith.controls(BalanceLaw)
@gaitsmith.compiled
def balance(law, memory, senses, actuation_out):
    """Torque = that of the pose - gains (how far, how fast)."""
    qpos, qvel, pose = senses.body.qpos, senses.body.qvel, law.pose
    axes = qvel.shape[0]
    for joint in range(law.torque.shape[0]):
        torque = law.torque[joint]
        for axis in range(axes):
            away = qpos[axis] - pose[axis]
            if axis >= 6:
                away = qpos[axis + 1] - pose[axis + 1]
            elif axis >= 3:  # a small turn is twice the axis in its quaternion
                away = 2.0 * qpos[axis + 1] * qpos[3]
            torque -= law.gains[joint, axis] * away
            torque -= law.gains[joint, axes + axis] * qvel[axis]
        actuation_out.torque[6 + joint] = torque


@gaitsmith.law("balance")
class BalanceController(gaitsmith.ControllerBase):
    """Stands by a linear-quadratic regulator."""

    def __init__(self, character, spec):
        super().__init__(character, spec)
        self.regulator = regulator(character)

    def parameters(self):
        """How far it leans at the start."""
        return [gaitsmith.Parameter("lean", "rad", 0.0, 0.01, "at the start")]

    def law(self, values):
        """The same whatever the start."""
        return self.regulator

    def start(self, values):
        """The balanced pose, leaning."""
        pose = self.regulator.pose
        hinges = self.character.roles.hinges
        return gaitsmith.StartPose(
            angles={hinge.role: float(pose[hinge.position]) for hinge in hinges},
            rates={},
            pitch=values["lean"],
            sink=self.character.weight / 2.0 / STIFFNESS,
        )


def regulator(character):
    """The law of a body that stands on a ball a leg."""
    model = _on_the_floor(character)
    data = mujoco.MjData(model)
    legs = character.roles.legs
    hips = [leg.hip[0].position for leg in legs]
    knees = [leg.knee.position for leg in legs]

    def put(bend, up):
        data.qpos[:] = character.model.qpos0
        data.qpos[hips], data.qpos[knees] = bend, KNEES
        data.qpos[2] += up
        mujoco.mj_inverse(model, data)

    def lowest():
        """Where the balls touch the ground [m]."""
        places = point_places(character.points, data)
        return places[np.argsort(places[:, 2])[: len(legs)]]

    def lean(bend):
        """How far the centre of mass is ahead of them [m]."""
        put(bend, 0.0)
        return data.subtree_com[1][0] - lowest()[:, 0].mean()

    def weight(up):
        """What still pulls it down [N]."""
        put(bend, up)
        return data.qfrc_inverse[2]

    bend = brentq(lean, -0.3, 0.3)
    put(bend, 0.0)
    ground = -lowest()[0, 2]
    brentq(weight, ground - DEEPEST, ground + DEEPEST, xtol=1e-12)
    pose, torque = data.qpos.copy(), data.qfrc_inverse[6:].copy()
    data.ctrl[:] = torque
    size, count = 2 * model.nv, model.nu
    a, b = np.zeros((size, size)), np.zeros((size, count))
    mujoco.mjd_transitionFD(model, data, 1e-6, True, a, b, None, None)
    prices = np.full(size, RATES)
    prices[: model.nv] = ANGLE
    prices[:6] = (PLACE, PLACE, PLACE, TILT, TILT, PLACE)
    cost = solve_discrete_are(a, b, np.diag(prices), TORQUE * np.eye(count))
    gains = np.linalg.solve(TORQUE * np.eye(count) + b.T @ cost @ b, b.T @ cost @ a)
    return BalanceLaw(pose, torque, gains)


def _on_the_floor(character):
    """The body in its own engine, with a motor at every joint and a floor like ours."""
    spec = mujoco.MjSpec.from_string(character.model_xml)
    for shape in spec.geoms:
        shape.conaffinity = 0  # it touches nothing but the floor
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[9, 9, 1])
    for hinge in character.roles.hinges:
        joint = mujoco.mjtTrn.mjTRN_JOINT
        spec.add_actuator(name=hinge.name, target=hinge.name, trntype=joint)
    model = spec.compile()
    model.opt.timestep = 1.0 / RATE
    model.geom_friction[:, 0] = character.spec.ground.friction
    half = character.mass / 2.0
    model.geom_solref[:] = (-STIFFNESS / half, -DAMPING / half)
    return model


@gaitsmith.character("gymnasium_humanoid")
def gymnasium_humanoid():
    """The humanoid of gymnasium, from its MJCF file."""
    file = files("gymnasium") / "envs" / "mujoco" / "assets" / "humanoid.xml"
    return {"model_file": str(file)}
