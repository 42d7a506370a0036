"""What the muscles do in these gaits: where fibres work, and when muscles are on."""

import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, MUSCLE_WORDS
from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.activity import bursts
from gaitsmith.kernels.records import Flags, Floats
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Row, Tell
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.workflows import load_solution

ACTIVE = 0.1  # activation from which on a muscle counts as active
ON = 0.05  # of its most, from which on a muscle counts as on, as in Perry's EMG
# Optimal lengths, while active, of people (Rubenson et al. 2012).
PEOPLES_FIBERS = {("SOL", "walk"): (0.70, 0.94), ("SOL", "run"): (0.65, 0.99)}
# Per cent of the cycle from on to off, of people walking at a speed of their own (Perry
# 1992, as others quote it); of muscles with several parts, the part that is named.
PEOPLES_EMG = {
    "SOL": (3, 52),
    "TA": (54, 9),
    "GAS": (6, 48),
    "VAS": (88, 15),  # vastus lateralis
    "HAM": (79, 5),  # biceps femoris, long head
    "RF": (55, 66),
    "GLU": (94, 24),  # upper gluteus maximus
    "HFL": (60, 72),  # iliacus
}
WALK = "people/relaxed_125"


@reproduces("people/fibres")
def fibers(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Where the fibres work while active, on the paper's tendons and on people's."""
    gaits = {
        "walk, paper's tendons": "wang2012/nwalk",
        "walk": WALK,
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


@reproduces("people/emg")
def emg(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """When the muscles are on, beside the EMG of people."""
    tell(WALK)
    solution = load_solution(WALK)
    activations = assess(solution).analysis.activations
    rows = [
        emg_row(muscle, activations[muscle].both.mean[:-1]) for muscle in MUSCLE_NAMES
    ]
    shares = [float(row["agree [% of the cycle]"] or 0.0) for row in rows]
    return Comparison.of(
        "When muscles are on, in per cent of the cycle",
        rows,
        f"On: activation of {ON:g} or more, as EMG of 5 % of the most. People's by"
        " Perry 1992, at a speed of their own; vastus lateralis, long head of biceps"
        " femoris, upper gluteus maximus and iliacus stand for their groups. Agreement"
        f" in the mean: {np.mean(shares):.0f} % of the cycle.",
        exhibits=(Exhibit(WALK, solution),),
    )


def emg_row(muscle: str, activation: Floats) -> Row:
    """One muscle's times, from its activation over 0, 1, ... 99 % of the cycle."""
    on, off = PEOPLES_EMG[muscle]
    ours, theirs = activation >= ON, is_on(on, off)
    return {
        "muscle": MUSCLE_WORDS[muscle],
        "on": ", ".join(f"{first}-{last}" for first, last in bursts(ours)) or "never",
        "people on": f"{on}-{off}",
        "agree [% of the cycle]": round(100.0 * float(np.mean(ours == theirs))),
    }


def is_on(on: int, off: int) -> Flags:
    """Whether a muscle is on at 0, 1, ... 99 %; it may be on over the strike."""
    percent = np.arange(100)
    inside = (percent >= on, percent < off)
    return inside[0] & inside[1] if on < off else inside[0] | inside[1]
