"""SIMBICON on the planar seven-link biped (Yin, Loken & van de Panne 2007).

The paper prints gait parameters, but hardly a figure of the resulting motion. The
reference figures were measured with an independent planar simulation (explicit, 10 kHz)
of the authors' applet model; coros2008 confirms the 0.36 m step of the walk.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from rich.console import Console

from gaitsmith.characters.character import load_character
from gaitsmith.control.simbicon_controller import SimbiconController
from gaitsmith.optimization.evaluation import available_workers
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

DURATION = 20.0  # s
SETTLED = 15.0  # s, after which the gait counts
TOLERANCE = 0.05


@dataclass(frozen=True)
class GaitFigures:
    """Steady gait."""

    step_length: float  # m
    step_time: float  # s
    speed: float  # m/s


REFERENCE_GAITS = {
    "walk": GaitFigures(0.360, 0.357, 1.01),
    "crouch_walk": GaitFigures(0.41, 0.348, 1.18),
    "high_step_walk": GaitFigures(0.44, 0.416, 1.06),
    "fast_walk": GaitFigures(0.43, 0.292, 1.48),
    "in_place_walk": GaitFigures(-0.025, 0.391, -0.06),
    "backward_walk": GaitFigures(-0.61, 0.425, -1.44),
    "fast_run": GaitFigures(0.615, 0.21, 2.93),
}
# Largest push on the trunk [N] from which the walk always recovers: duration [s],
# forward, backward.
REFERENCE_PUSHES = ((0.1, 1040.0, 760.0), (0.2, 660.0, 380.0), (0.4, 320.0, 380.0))
PUSH_PHASES = (0.0, 0.25, 0.5, 0.75)  # of a stride, from 6 s on
STRIDE = 2 * 0.357  # s
PUSH_STEP = 20.0  # N
LARGEST_PUSH = 2000.0  # N


def steady_gait(gait: str, rate: float = 2400.0) -> GaitFigures | None:
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
    return GaitFigures(step_length, step_time, step_length / step_time)


def is_close(ours: GaitFigures | None, theirs: GaitFigures) -> bool:
    """Within 5 %, and near zero within 5 % of the ordinary walk."""
    if ours is None:
        return False
    walk = REFERENCE_GAITS["walk"]
    return (
        abs(ours.step_length - theirs.step_length)
        <= TOLERANCE * max(abs(theirs.step_length), walk.step_length)
        and abs(ours.step_time - theirs.step_time) <= TOLERANCE * theirs.step_time
        and abs(ours.speed - theirs.speed)
        <= TOLERANCE * max(abs(theirs.speed), walk.speed)
    )


def gaits(_console: Console, workers: int | None) -> Comparison:
    """Step length, step time and speed of seven planar gaits."""
    with ThreadPoolExecutor(workers or available_workers()) as pool:
        found = list(pool.map(steady_gait, REFERENCE_GAITS))
    rows, close = [], 0
    for (name, theirs), ours in zip(REFERENCE_GAITS.items(), found, strict=True):
        agrees = is_close(ours, theirs)
        close += agrees
        shown = (ours.step_length, ours.step_time, ours.speed) if ours else (None,) * 3
        rows.append(
            (
                name,
                shown[0],
                theirs.step_length,
                shown[1],
                theirs.step_time,
                shown[2],
                theirs.speed,
                "yes" if agrees else "no",
            )
        )
    return Comparison(
        "Planar SIMBICON gaits, steady state: ours beside an independent simulation",
        (
            "gait",
            "step m",
            "ref. m",
            "step s",
            "ref. s",
            "speed m/s",
            "ref. m/s",
            "within 5 %",
        ),
        tuple(rows),
        f"{close} of {len(rows)} gaits agree within 5 %.",
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


def pushes(console: Console, workers: int | None) -> Comparison:
    """Largest pushes from which the planar walk always recovers."""
    cases = [(d, s) for d, _, _ in REFERENCE_PUSHES for s in (1.0, -1.0)]
    ours: dict[tuple[float, float], float] = {}
    with ThreadPoolExecutor(workers or available_workers()) as pool:
        found = pool.map(lambda case: largest_push(case[1], case[0]), cases)
        for (duration, sign), force in zip(cases, found, strict=True):
            ours[duration, sign] = force
            console.print(f"{duration} s, {sign * force:+.0f} N", markup=False)
    rows, close = [], 0
    for duration, forward, backward in REFERENCE_PUSHES:
        for sign, theirs in ((1.0, forward), (-1.0, backward)):
            force = ours[duration, sign]
            agrees = abs(force - theirs) <= 0.2 * theirs
            close += agrees
            rows.append(
                (
                    f"{duration} s {'forward' if sign > 0 else 'backward'}",
                    round(force),
                    round(theirs),
                    "yes" if agrees else "no",
                )
            )
    return Comparison(
        "Largest push on the trunk that the planar walk survives, four phases [N]",
        ("push", "ours", "reference", "within 20 %"),
        tuple(rows),
        f"{close} of {len(rows)} agree within 20 %.",
    )
