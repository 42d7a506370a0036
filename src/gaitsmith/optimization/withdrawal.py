"""Withdrawal: one number of the problem is lowered during a search until it is 0.

The number helps at first: the strength of a guide, unless another one is named.
Whenever enough of a generation's candidates meet the task, it becomes smaller; at last
it is 0, and what is found then needs none of it. It follows from the costs alone, so a
search that is replayed from its log lowers it in the same generations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.objectives.score_card import Objective
from gaitsmith.optimization.problem import Problem

Share = Annotated[float, Field(gt=0, lt=1)]
ROUNDING = 1e-9  # of products: 0.07 * 100 is more than 7, 0.7 * 0.7 less than 0.49


class WithdrawalSpec(Declaration):
    """When the number becomes smaller, and how much."""

    key: str = "setting.guide.strength"
    """Which one, such as setting.guide.strength or objective.guide.weight."""
    met: float
    """A candidate whose objective is at most this meets the task."""
    share: Annotated[float, Field(gt=0, le=1)] = 0.5
    """Of a generation's candidates, that must meet the task to go on."""
    factor: Share = 0.7
    """By which the number becomes smaller."""
    least: Share = 0.05
    """Of its first value; when less would be left, it becomes 0."""


@dataclass(frozen=True)
class Withdrawal:
    """How much of the number is left; without a specification, all of it for ever."""

    spec: WithdrawalSpec | None = None
    level: float = 1.0
    """Share of its first value; 0: nothing is left."""

    @property
    def is_over(self) -> bool:
        """Whether nothing remains to be withdrawn."""
        return self.spec is None or self.level == 0.0

    def updated(self, costs: Sequence[float]) -> "Withdrawal":
        """The withdrawal after a generation with these costs."""
        if self.spec is None or self.is_over:
            return self
        num_met = sum(cost <= self.spec.met for cost in costs)
        if num_met < self.spec.share * len(costs) - ROUNDING:
            return self
        lower = self.level * self.spec.factor
        is_left = lower >= self.spec.least - ROUNDING
        return replace(self, level=lower if is_left else 0.0)


def lowered(problem: Problem, spec: WithdrawalSpec | None, level: float) -> Problem:
    """The problem with `level` times the number that is withdrawn."""
    if spec is None or level == 1.0:
        return problem
    return _scaled(problem, spec.key.split("."), level, spec.key)


def check_withdrawal(problem: Problem, spec: WithdrawalSpec, where: str) -> None:
    """Refuse to withdraw what does not help, or is no number of the problem."""
    place = f"{where}: withdrawal"
    if spec.key == WithdrawalSpec.model_fields["key"].default:
        if not problem.setting.guide.is_on:
            raise InputError(
                f"{place}: there is no guide that could be withdrawn; give"
                " setting.guide a stiffness or a damping, and a strength above 0."
            )
    try:
        lowered(problem, spec, 0.0)
    except InputError as error:
        raise InputError(f"{place}.key: {error}") from None


def _scaled(part: Any, keys: Sequence[str], factor: float, key: str) -> Any:
    """The same part of a problem; the number at the end of `keys` times `factor`."""
    if not keys:
        if not isinstance(part, float) or not part > 0.0:
            raise InputError(f"{key} is {part}; only a number above 0 can be lowered.")
        return factor * part
    name, rest = keys[0], keys[1:]
    if isinstance(part, Objective):
        return replace(part, options=_scaled(part.options, keys, factor, key))
    known = _parts(part)
    if name not in known:
        raise unknown_name("key", key, _paths(known, key, name))
    lower = {name: _scaled(known[name], rest, factor, key)}
    if isinstance(part, Mapping):
        return {**part, **lower}
    if isinstance(part, Declaration):
        return part.model_copy(update=lower)
    return replace(part, **lower)


def _parts(part: Any) -> Mapping[str, Any]:
    """What a part of a problem is made of, by name."""
    if isinstance(part, Mapping):
        return part
    if isinstance(part, Declaration):
        return dict(part)
    if is_dataclass(part):
        return {field.name: getattr(part, field.name) for field in fields(part)}
    return {}


def _paths(known: Mapping[str, Any], key: str, name: str) -> list[str]:
    before = key[: key.index(name)]
    return [f"{before}{other}" for other in known]
