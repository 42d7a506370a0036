"""How a problem is searched: an optimiser, told apart by its name, and a seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.optimization.cma_adapter import CmaSpec
from gaitsmith.optimization.strategy import OPTIMIZERS, OptimizerSpec, Strategy
from gaitsmith.optimization.sturdiness import SturdinessSpec
from gaitsmith.optimization.withdrawal import WithdrawalSpec
from gaitsmith.parameters import ParameterSpace

DEFAULT = "cma"
CMA = CmaSpec()
CHECK = SturdinessSpec()


@dataclass(frozen=True)
class Search:
    """How a problem is searched: optimiser, what is withdrawn, seed, final check."""

    optimizer: OptimizerSpec = CMA
    withdrawal: WithdrawalSpec | None = None
    """Lower a number of the problem during the search until it is 0."""
    seed: int = 1
    sturdiness: SturdinessSpec = CHECK
    """How the last bests are compared when it ends."""


BY_CMA = Search()


def declare_optimizer(table: Mapping[str, Any], source: str = "") -> OptimizerSpec:
    """The declaration of an [optimizer] table; its `method` says which one.

    A key that the method does not know is refused where it stands.
    """
    method = table.get("method", DEFAULT)
    place = f"{source}: optimizer" if source else "optimizer"
    spec = OPTIMIZERS.find(str(method), f"{place}.method").spec
    known = sorted(spec.model_fields)
    if not table.get("diagonal", True):  # once written for every method
        table = {key: table[key] for key in table if key != "diagonal"}
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise InputError(
                f"{place}.{key}: method '{method}' has no such key.{hint} Known here:"
                f" {', '.join(known)}."
            )
    return declare(spec, {"method": method, **table}, source, "optimizer")


def build_strategy(space: ParameterSpace, spec: OptimizerSpec, seed: int) -> Strategy:
    """The strategy that an experiment asks for."""
    return OPTIMIZERS.find(spec.method).build(space, spec, seed)
