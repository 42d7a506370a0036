"""Three published effects of devices on what walking costs, beside ours.

The walks are searched by the studies `ankle_spring`, `load_place` and `weight_support`,
in a folder, so that the table can be interrupted and goes on where it was.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from gaitsmith.reproduction.comparison import Comparison, Tell
from gaitsmith.reproduction.findings import (
    Criterion,
    PaperFigure,
    Sample,
    at_least,
    compare,
    every_seed,
    within,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.advance import Advance
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.studies.found import Found
from gaitsmith.studies.grid import VARIANT
from gaitsmith.studies.plan import load_study
from gaitsmith.studies.study_job import StudyJob, StudyResult

FOLDER = Path("reproductions") / "people-devices"
STIFFNESS = "character.devices.ankle_spring.stiffness"
SHARE = "character.devices.weight_support.share"
NO_LOAD, FEET, WAIST = "no load", "2 kg on each foot", "4 kg at the waist"
KILOGRAMS = 4.0  # of FEET and of WAIST

# Collins, Wiggin & Sawicki 2015: per cent of the metabolic rate, and its deviation.
SAVED, SAVED_SD = 7.2, 2.6
# Grabowski, Farley & Kram 2005: share of the net rate that carrying the weight costs.
OF_WEIGHT = 0.28
DIFFERS = (
    "a model's muscles and the energy model of Anderson 1999, no person; walks searched"
    " for 40 to 60 generations from people/robust_125, each with what it wears; springs"
    " and support in chains, whose later walks were searched for longer. Cost is"
    " net of the body at rest, per metre, since speeds differ by some per cent. A"
    " walk that falls within 100 s comes to nothing."
)

Own = Mapping[object, float | None]
"""J/kg/m, net, by value of the key; None: it fell."""
Costs = Mapping[int, Own]
"""By seed."""


@reproduces("people/devices")
def devices(tell: Tell, workers: AnyWorkers = None) -> Comparison:
    """An ankle spring, loads, weight support: what walking costs, beside people."""
    found = {
        name: searched(name, tell, workers)
        for name in ("ankle_spring", "load_place", "weight_support")
    }
    return compare(
        "Devices: what walking costs with and without",
        [
            *spring_findings(costs_by(found["ankle_spring"].found, STIFFNESS)),
            *load_findings(costs_by(found["load_place"].found, VARIANT)),
            *support_findings(costs_by(found["weight_support"].found, SHARE)),
        ],
        "Sources: Collins et al. 2015 (Nature 522), Browning et al. 2007 (Med Sci"
        " Sports Exerc 39), Grabowski et al. 2005 (J Appl Physiol 98).",
    )


def searched(name: str, tell: Tell, workers: AnyWorkers) -> StudyResult:
    """A ready study, or what remains of it."""

    def watch(advance: Advance) -> None:
        if advance.is_milestone and not advance.is_replayed:
            tell(f"{name}: {advance.words}")

    job = StudyJob(load_study(name))
    return job.begin_or_resume(FOLDER / name, workers, watch, f"gaitsmith study {name}")


def costs_by(rows: Iterable[Found], key: str) -> Costs:
    """What the cells cost, by seed and their values of a key."""
    costs: dict[int, dict[object, float | None]] = {}
    for row in rows:
        numbers, values = row.numbers, row.cell.values
        power, speed = numbers.get("net_power"), numbers.get("speed")
        cost = power / speed if row.is_success and power and speed else None
        costs.setdefault(int(values["seed"]), {})[values[key]] = cost
    return costs


def spring_findings(costs: Costs) -> tuple[PaperFigure, ...]:
    """An ankle spring saves most at a middle stiffness."""

    def best(own: Own) -> tuple[float, float] | None:
        """Stiffness of the least cost, and per cent that it saves."""
        known = {float(str(k)): cost for k, cost in own.items() if cost is not None}
        if 0.0 not in known or len(known) < 3:
            return None
        least = min(known, key=lambda k: known[k])
        return least, 100.0 * (1.0 - known[least] / known[0.0])

    def is_between(own: Own) -> bool | None:
        found = best(own)
        return found and 0.0 < found[0] < max(float(str(k)) for k in own)

    return (
        _finding(
            "ankle spring: least cost at a middle stiffness",
            "yes, 180 N m/rad",
            every_seed(),
            costs,
            is_between,
        ),
        _finding(
            "ankle spring: stiffness of the least cost [N m/rad]",
            180.0,
            None,
            costs,
            lambda own: (found := best(own)) and found[0],
        ),
        _finding(
            "ankle spring: saved at that stiffness [%]",
            SAVED,
            within(SAVED, SAVED_SD),
            costs,
            lambda own: (found := best(own)) and found[1],
        ),
    )


def load_findings(costs: Costs) -> tuple[PaperFigure, ...]:
    """A kilogram on the foot costs more than one at the waist."""

    def per_kg(own: Own, name: str) -> float | None:
        bare, loaded = own.get(NO_LOAD), own.get(name)
        if bare is None or loaded is None:
            return None
        return 100.0 * (loaded / bare - 1.0) / KILOGRAMS

    def times(own: Own) -> bool | None:
        feet, waist = per_kg(own, FEET), per_kg(own, WAIST)
        return None if feet is None or waist is None else feet > waist

    return (
        _finding(
            "a kilogram costs more on the feet than at the waist",
            "yes",
            every_seed(),
            costs,
            times,
        ),
        _finding(
            "a kilogram at the waist [% of net]",
            "some per cent more",
            at_least(0.0),
            costs,
            lambda own: per_kg(own, WAIST),
        ),
        _finding(
            "a kilogram on the feet [% of net]",
            "the most of all places",
            at_least(0.0),
            costs,
            lambda own: per_kg(own, FEET),
        ),
    )


def support_findings(costs: Costs) -> tuple[PaperFigure, ...]:
    """With less weight to carry, walking costs less, by less than in proportion."""

    def saved(own: Own, share: float) -> float | None:
        bare, held = own.get(0.0), own.get(share)
        return None if bare is None or held is None else 100.0 * (1.0 - held / bare)

    def is_less(own: Own) -> bool | None:
        found = [(100.0 * s, saved(own, s)) for s in (0.25, 0.5, 0.75)]
        if any(part is None for _, part in found):
            return None
        return all(0.0 < (part or 0.0) < full for full, part in found)

    return (
        _finding(
            "weight support of 25, 50, 75 % saves, and less than that",
            "yes",
            every_seed(),
            costs,
            is_less,
        ),
        *(
            _finding(
                f"weight support of {100 * share:.0f} %: saved [%]",
                f"about {100 * OF_WEIGHT * share:.0f}",
                None,
                costs,
                lambda own, share=share: saved(own, share),
            )
            for share in (0.25, 0.5, 0.75)
        ),
    )


def _finding(
    what: str,
    paper: float | str,
    asked: Criterion | None,
    costs: Costs,
    measure: Callable[[Own], float | bool | None],
) -> PaperFigure:
    ours = Sample({seed: measure(own) for seed, own in costs.items()})
    return PaperFigure(what, paper, asked, ours=ours, differences=DIFFERS)
