"""One thing about a person varied, as a study: speed, slope, mass, a muscle's strength.

Each cell starts from the best of its neighbour, the first from the person's own walk.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.runs.solution import Solution
from gaitsmith.studies.grid import VARIANT, Axis, Base, Study
from gaitsmith.studies.study_file import (
    FrontSpec,
    MeasureSpec,
    NeighboursSpec,
    Range,
    SuccessSpec,
    Variant,
)
from gaitsmith.subjects.start import experiment_of
from gaitsmith.subjects.subject import Subject

NUMBERS = ("speed", "slope", "mass", "height", "age", "load")
SHOWN = ("cost_of_transport", "step_length", "cadence")
OWN = ("name", "description", "parameters", "seed", "search_seed")  # of each search
MOST = 100  # values


def parse_sweep(text: str) -> tuple[str, tuple[float, ...]]:
    """The key and the values of "speed=0.8:1.6:0.2" or "left_soleus=1,0.7,0.4"."""
    key, equals, values = text.partition("=")
    wrong = InputError(
        f"--sweep {text}: write KEY=FIRST:LAST:STEP or KEY=A,B,C, such as"
        " speed=0.8:1.6:0.2."
    )
    try:
        parts = [float(part) for part in values.replace(",", ":").split(":")]
    except ValueError:
        raise wrong from None
    if not equals or not key.strip():
        raise wrong
    if ":" in values:
        if len(parts) != 3:
            raise InputError(f"--sweep {text}: write FIRST:LAST:STEP, three numbers.")
        first, last, step = parts
        span = {"first": first, "last": last, "step": step}
        parts = [float(v) for v in declare(Range, span, f"--sweep {text}").values()]
    if not 2 <= len(set(parts)) == len(parts) <= MOST:
        raise InputError(f"--sweep {text}: give 2 to {MOST} different values.")
    return key.strip(), tuple(parts)


def swept(subject: Subject, key: str, value: float) -> Subject:
    """The person with another value; any but `NUMBERS` is a muscle's strength."""
    table = subject.model_dump(exclude_none=True)
    if key in NUMBERS:
        table[key] = value
    else:
        table["strength"] = {**table["strength"], key: value}
    try:
        return declare(Subject, table, f"--sweep {key}={value:g}")
    except InputError as error:
        if "no muscle is called" in str(error):
            raise InputError(f"{error} Or one of {', '.join(NUMBERS)}.") from None
        raise


def sweep_study(
    subject: Subject,
    found: Solution,
    shipped: Solution,
    sweep: tuple[str, tuple[float, ...]],
    seed: int,
) -> Study:
    """The study of a sweep.

    Args:
        subject: who it is.
        found: their walk.
        shipped: the walk that theirs started from.
        sweep: see `parse_sweep`.
        seed: of the searches.
    """
    key, values = sweep
    own = experiment_of(subject, found, seed, shipped).as_dict()
    variants: list[Variant] = []
    for value in values:
        other = experiment_of(swept(subject, key, value), found, seed, shipped)
        changes = dict(_differences(own, other.as_dict()))
        variants.append(Variant(name=f"{key}={value:g}", set=changes))
    names = tuple(variant.name for variant in variants)
    nearest = min(variants, key=lambda variant: len(variant.set)).name
    return Study(
        name=f"{key} of {subject.name}",
        description=f"{subject.name}: {key} from {values[0]:g} to {values[-1]:g}",
        axes=(Axis(key=VARIANT, values=names),),
        bases=(Base(name="subject", folder="", values=own),),
        variants=tuple(variants),
        set={},
        chain=NeighboursSpec(along=(VARIANT,), start={VARIANT: nearest}),
        success=SuccessSpec(),
        measure=MeasureSpec(),
        show=SHOWN,
        front=FrontSpec(),
    )


def _differences(
    own: Mapping[str, Any], other: Mapping[str, Any], prefix: str = ""
) -> Iterator[tuple[str, Any]]:
    """Dotted keys whose values differ, with the other's."""
    for key, value in other.items():
        if not prefix and key in OWN:
            continue
        before = own.get(key)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            yield from _differences(before, value, f"{prefix}{key}.")
        elif value != before:
            yield f"{prefix}{key}", value
