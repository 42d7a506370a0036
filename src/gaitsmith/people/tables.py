"""How human the gaits are: scores, energy, sturdiness, and where fibres work."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, MUSCLE_WORDS
from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.gait.metabolism import FORMULA_WORDS
from gaitsmith.kernels.records import Floats
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Line, Plot, Row, Tell
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.push_file import push_file, read_pushes
from gaitsmith.runs.seed_file import read_seeds
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

WALKS = ("people/walk_", "people/sturdy_")
RATES = (1200.0, 2400.0, 4800.0)  # Hz
# Average standard score of the angles at a speed [m/s] that is asked for; and that of
# moments and of ground forces at all.
ASKED = {0.75: 1.1, 1.0: 0.9, 1.25: 0.9, 1.5: 1.0, 1.75: 1.1, 2.0: 1.1}
ASKED_FORCES = 1.3
NOISE = (
    0.15  # a search's best candidates of a few generations differ by SD 0.03 to 0.06
)
ACTIVE = 0.1  # activation from which on a muscle counts as active
# Optimal lengths, while active, of people (Rubenson et al. 2012).
PEOPLES_FIBERS = {("SOL", "walk"): (0.70, 0.94), ("SOL", "run"): (0.65, 0.99)}


@dataclass(frozen=True)
class Found:
    """One solution, measured."""

    name: str
    seed: int
    solution: Solution
    measured: Assessment

    @property
    def asked_speed(self) -> float:
        """m/s."""
        return float(self.solution.problem.objective.as_dict()["user"]["speed"])

    @property
    def rates(self) -> str:
        """At which of three time steps it stays up 100 s, by its check."""
        check = self.solution.sturdiness
        trials = [t for t in check.trials if not t.start] if check else []
        held = [t.rate for t in trials if t.holds and t.rate in RATES]
        return ", ".join(f"{rate:g}" for rate in sorted(held)) or "none"

    @property
    def starts(self) -> str:
        """From how many starts a little off it stays up 100 s."""
        check = self.solution.sturdiness
        held = [t.holds for t in check.trials if t.start] if check else []
        return f"{sum(held)} of {len(held)}"


def found(tell: Tell) -> Iterator[Found]:
    """The gallery's walks of people, in the order of their speeds, from all seeds."""
    for name in sorted(name for name in gallery() if name.startswith(WALKS)):
        shown = load_solution(name)
        for seed, one in read_seeds(gallery()[name], shown).items():
            try:
                measured = assess(one)
            except NoStepsError:
                tell(f"{name}, seed {seed}: takes no complete cycle")
                continue
            tell(f"{name}, seed {seed}: {measured.analysis.summary.speed:.2f} m/s")
            yield Found(name.removeprefix("people/"), seed, one, measured)


@reproduces("people/walking")
def walking(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Standard scores of the walks: angles, moments, forces, by speed and seed."""
    all_of = list(found(tell))
    return Comparison.of(
        "Walks beside people's (standard scores)",
        [_walking_row(one) for one in all_of],
        f"A person among others scores 0.8 to 0.95; differences below {NOISE:g} mean"
        f" little. Moments and ground forces are asked to be at most {ASKED_FORCES:g}."
        " Hips carry an offset between laboratories, which one column leaves out.",
        exhibits=_exhibits(all_of),
        plots=tuple(
            _angle_plot(joint, all_of) for joint in ("hip", "knee", "ankle") if all_of
        ),
    )


def _walking_row(one: Found) -> Row:
    score, summary = one.measured.score, one.measured.analysis.summary
    angles = {joint: fit.standard_score for joint, fit in score.angles.items()}
    asked = ASKED.get(one.asked_speed)
    return {
        "walk": one.name,
        "seed": one.seed,
        "m/s": round(summary.speed, 2),
        "steps/min": round(summary.cadence),
        **{joint: round(angles[joint], 2) for joint in ("hip", "knee", "ankle")},
        "angles": round(angles["average"], 2),
        "without the hip's offset": round(without_hip_offset(one.measured), 2),
        "moments": round(score.moments["average"].standard_score, 2),
        "forces": round(score.forces["average"].standard_score, 2),
        "asked": asked,
        "reached": asked and bool(angles["average"] <= asked),
    }


def without_hip_offset(measured: Assessment) -> float:
    """Average score of the angles with the hip's mean put on people's."""
    band = measured.score.reference.angles["hip"]
    hip = measured.analysis.angles["hip"].both.mean
    moved = hip - np.mean(hip - band.mean)
    off = float(np.mean(np.abs(moved - band.mean) / band.sd))
    angles = measured.score.angles
    return (off + angles["knee"].standard_score + angles["ankle"].standard_score) / 3.0


@reproduces("people/energy")
def energy(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Power and cost of transport of the walks over speed, beside people's."""
    all_of = list(found(tell))
    rows = [_energy_row(one) for one in all_of]
    x = np.array([one.measured.analysis.summary.speed for one in all_of])
    return Comparison.of(
        "Cost of transport over speed",
        rows or [{"walk": "none"}],
        _least(rows) + " People's is least at 1.43 m/s, gross.",
        exhibits=_exhibits(all_of),
        plots=(_cost_plot(x, rows),) if rows else (),
    )


def _energy_row(one: Found) -> Row:
    spent = one.measured.metabolism
    assert spent is not None, "these bodies have muscles"
    return {
        "walk": one.name,
        "seed": one.seed,
        "m/s": round(one.measured.analysis.summary.speed, 2),
        "W/kg": round(spent.power, 2),
        "J/kg/m": round(spent.per_distance, 2),
        **{
            f"people, {FORMULA_WORDS[name]} [J/kg/m]": round(cost.per_distance, 2)
            for name, cost in spent.people.items()
        },
    }


def _least(rows: list[Row]) -> str:
    if not rows:
        return "There are no walks."
    best = min(rows, key=lambda row: float(row["J/kg/m"] or np.inf))
    return f"Least: {best['J/kg/m']} J/kg/m at {best['m/s']} m/s."


def _cost_plot(x: Floats, rows: list[Row]) -> Plot:
    order = np.argsort(x)
    columns = [key for key in rows[0] if key.endswith("J/kg/m]")]

    def line(label: str, key: str, is_people: bool) -> Line:
        y = np.array([float(row[key] or np.nan) for row in rows])[order]
        return Line(label, y, is_people)

    lines = [line(key.partition(" [")[0], key, True) for key in columns]
    return Plot(
        "Cost of transport",
        "m/s",
        "J/kg/m",
        x[order],
        (line("walks", "J/kg/m", False), *lines),
    )


@reproduces("people/sturdiness")
def sturdiness(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """What the walks hold: time steps, starts a little off, pushes."""
    all_of = list(found(tell))
    return Comparison.of(
        "What the walks hold",
        [_sturdy_row(one) for one in all_of] or [{"walk": "none"}],
        "100 s each. A walk that is asked to be sturdy holds at 1200, 2400 and 4800 Hz"
        " and from starts up to 2 degrees off.",
        exhibits=_exhibits(all_of),
        judged=("holds at all rates",),
    )


def _sturdy_row(one: Found) -> Row:
    path = gallery()[f"people/{one.name}"]
    table = read_pushes(push_file(path), one.solution)
    return {
        "walk": one.name,
        "seed": one.seed,
        "holds at [Hz]": one.rates,
        "holds at all rates": one.rates.count(",") == len(RATES) - 1,
        "starts": one.starts,
        "weakest push [N]": min(table.forces.values()) if table else None,
        "strongest push [N]": max(table.forces.values()) if table else None,
    }


@reproduces("people/fibres")
def fibers(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Where the fibres work while active, on the paper's tendons and on people's."""
    gaits = {
        "walk, paper's tendons": "wang2012/nwalk",
        "walk": "people/walk_125",
        "run, paper's tendons": "wang2012/run_4",
    }
    ranges = {}
    for words, name in gaits.items():
        tell(name)
        ranges[words] = fiber_ranges(assess(load_solution(name)))
    rows = [
        {
            "muscle": MUSCLE_WORDS[muscle],
            **{words: _range(ranges[words].get(muscle)) for words in gaits},
            "people walking": _range(PEOPLES_FIBERS.get((muscle, "walk"))),
            "people running": _range(PEOPLES_FIBERS.get((muscle, "run"))),
        }
        for muscle in MUSCLE_NAMES
    ]
    return Comparison.of(
        "Fibre lengths while active, in optimal lengths",
        rows,
        f"Active: activation of {ACTIVE:g} or more. People's soleus by ultrasound"
        " (Rubenson et al. 2012); of other muscles, what is published is computed with"
        " models, not measured, and left out. No run is on people's tendons yet.",
        exhibits=tuple(Exhibit(one, load_solution(one)) for one in gaits.values()),
    )


def fiber_ranges(measured: Assessment) -> dict[str, tuple[float, float]]:
    """Shortest and longest fibre [optimal lengths] while active; of none, nothing."""
    analysis = measured.analysis
    found: dict[str, tuple[float, float]] = {}
    for muscle, curve in analysis.fiber_lengths.items():
        active = analysis.activations[muscle].both.mean >= ACTIVE
        if active.any():
            lengths = curve.both.mean[active]
            found[muscle] = float(lengths.min()), float(lengths.max())
    return found


def _range(ends: tuple[float, float] | None) -> str | None:
    return f"{ends[0]:.2f}-{ends[1]:.2f}" if ends else None


def _exhibits(all_of: list[Found]) -> tuple[Exhibit, ...]:
    return tuple(Exhibit(one.name, one.solution) for one in all_of)


def _angle_plot(joint: str, all_of: list[Found]) -> Plot:
    """Curves over people's at the speed of the first."""
    band = all_of[0].measured.score.reference.angles[joint]
    curve: Callable[[Found], Floats] = lambda one: (  # noqa: E731
        one.measured.analysis.angles[joint].both.mean
    )
    speed = all_of[0].measured.score.speed
    return Plot(
        f"{joint.capitalize()} angle, people at {speed:.2f} m/s",
        "% of the cycle",
        "degrees",
        np.linspace(0.0, 100.0, len(band.mean)),
        tuple(Line(f"{one.name}, {one.seed}", curve(one)) for one in all_of),
        (band.mean, band.sd),
    )
