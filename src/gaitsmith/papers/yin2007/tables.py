"""SIMBICON on the planar seven-link biped (Yin, Loken & van de Panne 2007).

The paper prints gait parameters, but hardly a figure of the resulting motion. The
reference figures were measured with an independent planar simulation (explicit, 10 kHz)
of the authors' applet model; coros2008 confirms the 0.36 m step of the walk.
"""

from dataclasses import dataclass

import numpy as np

from gaitsmith.characters.character import load_character
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.reproduction.comparison import Comparison, Tell
from gaitsmith.reproduction.findings import (
    Criterion,
    PaperFigure,
    Sample,
    compare,
    within,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.workers import AnyWorkers, workers_of

DURATION = 20.0  # s
SETTLED = 15.0  # s, after which the gait counts
TOLERANCE = 0.05
NO_FIGURES = (
    "The paper prints no such figures: the reference (ref.) was measured with an"
    " independent planar simulation of the authors' applet model."
)


@dataclass(frozen=True)
class SteadyGait:
    """Steady gait."""

    step_length: float  # m
    step_time: float  # s
    speed: float  # m/s


REFERENCE_GAITS = {
    "walk": SteadyGait(0.360, 0.357, 1.01),
    "crouch_walk": SteadyGait(0.41, 0.348, 1.18),
    "high_step_walk": SteadyGait(0.44, 0.416, 1.06),
    "fast_walk": SteadyGait(0.43, 0.292, 1.48),
    "in_place_walk": SteadyGait(-0.025, 0.391, -0.06),
    "backward_walk": SteadyGait(-0.61, 0.425, -1.44),
    "fast_run": SteadyGait(0.615, 0.21, 2.93),
}
# Largest push on the trunk [N] from which the walk always recovers: duration [s],
# forward, backward.
REFERENCE_PUSHES = ((0.1, 1040.0, 760.0), (0.2, 660.0, 380.0), (0.4, 320.0, 380.0))
PUSH_PHASES = (0.0, 0.25, 0.5, 0.75)  # of a stride, from 6 s on
STRIDE = 2 * 0.357  # s
PUSH_STEP = 20.0  # N
LARGEST_PUSH = 2000.0  # N
PUSH_TOLERANCE = 0.2


def steady_gait(gait: str, rate: float = 2400.0) -> SteadyGait | None:
    """Mean over the last seconds of a long walk; None if it falls."""
    character = load_character("planar_biped")
    controller = SimbiconController(character, gait)
    simulation = Simulation(character, Setting(duration=DURATION, rate=rate))
    rollout = simulation.roll_out(controller.drive(controller.space.initial_values()))
    if rollout.outcome is not Outcome.COMPLETED:
        return None
    strikes = rollout.strikes.since(SETTLED)
    step_time = float(np.mean(np.diff(strikes.time)))
    step_length = float(np.mean(strikes.step_lengths()))
    return SteadyGait(step_length, step_time, step_length / step_time)


def gait_findings(gait: str, found: SteadyGait | None) -> list[PaperFigure]:
    """Within 5 %; length and speed near zero within 5 % of the ordinary walk's."""
    theirs, walk = REFERENCE_GAITS[gait], REFERENCE_GAITS["walk"]
    figures = (
        ("step [m]", "step_length", walk.step_length),
        ("step [s]", "step_time", 0.0),
        ("speed [m/s]", "speed", walk.speed),
    )
    return [
        PaperFigure(
            f"{gait}: {words}",
            f"ref. {getattr(theirs, figure):g}",
            _near(getattr(theirs, figure), least),
            published=Sample.fixed(found and getattr(found, figure)),
        )
        for words, figure, least in figures
    ]


def _near(target: float, least: float) -> Criterion:
    return within(target, round(TOLERANCE * max(abs(target), least), 5))


@reproduces("yin2007/gaits")
def gaits(_tell: Tell, workers: AnyWorkers) -> Comparison:
    """Step length, step time and speed of seven planar gaits."""
    found = workers_of(workers).map(steady_gait, REFERENCE_GAITS)
    rows = [gait_findings(*one) for one in zip(REFERENCE_GAITS, found, strict=True)]
    close = sum(all(finding.reached for finding in row) for row in rows)
    return compare(
        "Planar SIMBICON gaits, steady state: beside an independent simulation",
        [finding for row in rows for finding in row],
        f"{close} of {len(rows)} gaits agree within 5 % in all three. {NO_FIGURES}",
    )


def survives_push(force: float, duration: float, phase: float) -> bool:
    """Whether the planar walk goes on after a push on the trunk [N]."""
    character = load_character("planar_biped")
    controller = SimbiconController(character, "walk")
    push = PushSpec(start=6.0 + phase * STRIDE, duration=duration, force=(force, 0, 0))
    simulation = Simulation(character, Setting(duration=16.0, pushes=(push,)))
    rollout = simulation.roll_out(controller.drive(controller.space.initial_values()))
    return rollout.outcome is Outcome.COMPLETED


def largest_push(direction: float, duration: float) -> float:
    """Largest force [N] such that it and every smaller one is survived in all phases.

    Searched upward in steps, not by bisection: a push can be survived although a
    smaller one, at the same moment, is not.
    """
    force = 0.0
    while force < LARGEST_PUSH:
        tried = force + PUSH_STEP
        if not all(survives_push(direction * tried, duration, p) for p in PUSH_PHASES):
            break
        force = tried
    return force


@reproduces("yin2007/pushes")
def pushes(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Largest pushes from which the planar walk always recovers."""
    cases = [
        (duration, sign, theirs)
        for duration, forward, backward in REFERENCE_PUSHES
        for sign, theirs in ((1.0, forward), (-1.0, backward))
    ]
    findings: list[PaperFigure] = []
    found = workers_of(workers).map(lambda case: largest_push(case[1], case[0]), cases)
    for (duration, sign, theirs), force in zip(cases, found, strict=True):
        tell(f"{duration} s, {sign * force:+.0f} N")
        findings.append(
            PaperFigure(
                f"{duration} s {'forward' if sign > 0 else 'backward'} [N]",
                f"ref. {theirs:g}",
                within(theirs, PUSH_TOLERANCE * theirs),
                published=Sample.fixed(force),
            )
        )
    return compare(
        "Largest push on the trunk that the planar walk survives, four phases",
        findings,
        NO_FIGURES,
    )
