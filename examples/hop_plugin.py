"""A plug-in: one file with a law, a counted term, a muscle model, a body, a format.

    gaitsmith optimize examples/hop.toml --plugin examples/hop_plugin.py
    gaitsmith simulate examples/hop.toml --plugin examples/hop_plugin.py

Copy it and keep what you need; docs/how-to/plug-in.md explains each part.
"""

import math
from typing import NamedTuple

import numpy as np

import gaitsmith
from gaitsmith import compiled
from gaitsmith.actuators.hill_muscles import HillSpec, hill_muscles
from gaitsmith.actuators.legs import MuscledLegs, pull_legs, sense_angles
from gaitsmith.kernels.muscle import equilibrate_muscles, step_muscles


# A law: its numbers, what it does in a time step, and its parameters.
class SwingLaw(NamedTuple):
    """Bends all knees and hips to the beat; remembers nothing."""

    position: np.ndarray  # (joints,) qpos addresses
    axis: np.ndarray  # (joints,) qvel addresses
    depth: np.ndarray  # (joints,) rad
    rate: float  # rad/s
    stiffness: float  # N m/rad
    damping: float  # N m s/rad


@gaitsmith.controls(SwingLaw)
@compiled  # without this line, the law is plain Python: slow, but easy to look into
def swing(law, memory, senses, actuation_out):
    """Tau = kp (depth (1 - cos w t) - angle) - kd velocity."""
    beat = 0.5 * (1.0 - math.cos(law.rate * senses.time))
    for joint in range(law.axis.shape[0]):
        axis = law.axis[joint]
        error = law.depth[joint] * beat - senses.body.qpos[law.position[joint]]
        actuation_out.torque[axis] = law.stiffness * error
        actuation_out.damping[axis] = law.damping


@gaitsmith.law("swing")
class SwingController(gaitsmith.ControllerBase):
    """Squats to a beat."""

    def parameters(self):
        """How deep, how fast."""
        return [
            gaitsmith.Parameter("depth", "rad", 0.6, 0.1, "of the knees", lower=0.0),
            gaitsmith.Parameter("rate", "rad/s", 6.0, 1.0, "of the beat", lower=0.1),
        ]

    def law(self, values):
        """Knees bend by `depth`, hips by half of it the other way."""
        hinges = self.character.roles.hinges
        share = {"knee": 1.0, "hip": -0.5, "ankle": -0.5}
        depth = [
            share.get(hinge.role.split("_")[-2], 0.0) * hinge.role.endswith("_y")
            for hinge in hinges
        ]
        scale = self.character.gain_scale
        return SwingLaw(
            position=np.array([hinge.position for hinge in hinges]),
            axis=np.array([hinge.axis for hinge in hinges]),
            depth=values["depth"] * np.array(depth),
            rate=values["rate"],
            stiffness=1000.0 * scale,
            damping=100.0 * scale,
        )


# A counted term: what it counts, how, and what comes of it.
class BobMeter(NamedTuple):
    """Lowest and highest place of the centre of mass."""

    height: np.ndarray  # (2,) m

    @classmethod
    def start(cls, character, options, about):
        """Nothing seen yet."""
        return cls(np.array([math.inf, -math.inf]))

    def finish(self, about):
        """The way up and down [m]."""
        return {"way": float(self.height[1] - self.height[0])}


@gaitsmith.updates(BobMeter)
@compiled
def see_height(meter, step):
    """Remember the extremes."""
    meter.height[0] = min(meter.height[0], step.body.com[2])
    meter.height[1] = max(meter.height[1], step.body.com[2])


@gaitsmith.term("bob", weight=100.0, unit="m", meter=BobMeter)
def bob(measures, options):
    """Way of the centre of mass up and down, away from 0.15 m."""
    return abs(measures.metered["bob"]["way"] - 0.15)


# A muscle model: Hill's with muscles that tire, down to half their strength.
class TiringMuscles(NamedTuple):
    """Muscles of both legs, and how fresh each is."""

    legs: MuscledLegs
    fresh: np.ndarray  # (2, muscles) 1: rested


@gaitsmith.actuates(TiringMuscles)
@compiled
def contract_tired(actuator, senses, actuation_out):
    """The more a muscle is active, the less of its excitation arrives."""
    legs = actuator.legs
    for side in range(actuator.fresh.shape[0]):
        for muscle in range(actuator.fresh.shape[1]):
            active = legs.state.activation[side, muscle]
            tired = actuator.fresh[side, muscle] - 0.2 * active * senses.dt
            actuator.fresh[side, muscle] = max(0.5, tired)
            actuation_out.excitation[side, muscle] *= actuator.fresh[side, muscle]
    sense_angles(legs, senses.body)
    step_muscles(legs.muscles, legs.angles, senses.dt, legs.state)
    pull_legs(legs, senses, actuation_out)


@gaitsmith.equilibrates(TiringMuscles)
@compiled
def rest_tired(actuator, senses):
    """All muscles at rest in the start's pose."""
    sense_angles(actuator.legs, senses.body)
    equilibrate_muscles(
        actuator.legs.muscles, actuator.legs.angles, 0.01, actuator.legs.state
    )


@gaitsmith.muscle_model("tiring", HillSpec)
def tiring_muscles(character, spec):
    """Hill-type muscles that tire."""
    legs = hill_muscles(character, spec).legs
    return TiringMuscles(legs, np.ones(legs.state.force.shape))


# Bodies.
@gaitsmith.character("short_adult")
def short_adult():
    """An adult of 1.60 m."""
    return {"based_on": "adult", "height": 1.60, "mass": 60.0}


@gaitsmith.character("tiring_adult")
def tiring_adult():
    """An adult whose muscles tire."""
    return {"based_on": "adult_muscles", "muscles": {"model": "tiring"}}


# A file format.
@gaitsmith.export_format(".heights", "heights of the centre of mass", frame_rate=50.0)
def heights(motion):
    """One height [m] a line."""
    return "".join(f"{z:.4f}\n" for z in motion.recording.com[:, 2])


# A verb.
@gaitsmith.command("greet")
def greet(name: str = "you"):
    """Greet somebody."""
    print(f"Hello, {name}.")
