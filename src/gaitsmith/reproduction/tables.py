"""Every table that `gaitsmith reproduce` makes, by name: each registers itself."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from gaitsmith.plugins import Registry

if TYPE_CHECKING:
    # It needs all that a solution is, and papers register when a law is looked up.
    from gaitsmith.reproduction.comparison import TableMaker

Make = TypeVar("Make", bound="TableMaker")

TABLES: "Registry[TableMaker]" = Registry("reproduction")
TABLES.bring_later("gaitsmith.reproduction.demo")


def reproduces(name: str) -> Callable[[Make], Make]:
    """Register a function that makes a table, as `gaitsmith reproduce NAME`.

    Args:
        name: PAPER/EXPERIMENT.
    """

    def register(make: Make) -> Make:
        TABLES.add(name, make)
        return make

    return register
