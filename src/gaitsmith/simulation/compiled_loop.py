"""The compiled loop for a law, actuators and meters, and where its code is kept.

Our own code is compiled once per machine: the disk cache is keyed by our sources. Code
of a plug-in file is cached under the digest of the sources beside it. Anything else,
such as a law typed at a prompt, is compiled anew in every process.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import typeof
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from gaitsmith.actuators.actuator import ACT, EQUILIBRATE
from gaitsmith.control.law import LAWS
from gaitsmith.kernels.compilation import (
    is_compiled,
    mark_compiled,
    with_cache_of,
    without_disk_cache,
)
from gaitsmith.plugins import digest_of_module
from gaitsmith.simulation.compiler_errors import explained
from gaitsmith.simulation.meters import UPDATES


class CompiledLoop:
    """The loop for one combination of classes; compiled by its first call."""

    def __init__(self, loop: Callable[..., None], kinds: tuple[type, ...]) -> None:
        """`kinds` are the classes of law, actuators and plug-in meters."""
        modules = {kind.__module__ for kind in kinds}
        foreign = {name for name in modules if not name.startswith("gaitsmith.")}
        self._foreign = [kind for kind in kinds if kind.__module__ in foreign]
        self._is_marked = False
        digests = sorted(digest_of_module(name) for name in foreign)
        self._key = "-".join(
            [loop.__name__, *(kind.__name__ for kind in kinds), *digests]
        )
        if not foreign:
            self._function = loop
        elif all(digests):
            self._function = with_cache_of("-".join(digests), loop)
        else:
            self._function = without_disk_cache(loop)
            self._key = ""

    @property
    def needs_compiling(self) -> bool:
        """Whether the first call takes a while."""
        return not self._key or not is_compiled(self._key)

    def __call__(self, *arguments: Any) -> None:
        """Run the loop."""
        try:
            self._function(*arguments)
        except (NumbaError, UnsupportedBytecodeError) as error:
            if not self._foreign:
                raise
            functions = [
                table[kind]
                for table in (LAWS, ACT, EQUILIBRATE, UPDATES)
                for kind in self._foreign
                if kind in table
            ]
            raise explained(error, functions) from error
        if not self._is_marked and self._key:
            mark_compiled(self._key)
            self._is_marked = True

    def entry(self, *arguments: Any) -> Callable[..., None]:
        """The compiled code for arguments of these types, which it no longer checks.

        Call the loop once before. A plug-in that was loaded twice has classes that the
        compiler takes for each other: such calls go on being checked.
        """
        function: Any = self._function
        found = function.overloads.get(tuple(map(typeof, arguments)))
        return found.entry_point if found else function


class QuickCall:
    """A loop that is called with records of the same types every time.

    They are looked at in the first call only: that takes longer than a few dozen steps.
    """

    def __init__(self, loop: CompiledLoop) -> None:
        """Nothing is called yet."""
        self._loop = loop
        self._entry: Callable[..., None] | None = None

    def __call__(self, *arguments: Any) -> None:
        """Run the loop."""
        if self._entry is None:
            self._loop(*arguments)
            self._entry = self._loop.entry(*arguments)
        else:
            self._entry(*arguments)


def are_of_one_type(one: Any, other: Any) -> bool:
    """Whether compiled code takes two records for the same; quicker than to ask it."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(are_of_one_type, one, other))
    if isinstance(one, np.ndarray):
        kinds = [(array.dtype, array.ndim, array.flags.num) for array in (one, other)]
        return kinds[0] == kinds[1]
    return True


@cache
def _loop_of(loop: Callable[..., None], kinds: tuple[type, ...]) -> CompiledLoop:
    return CompiledLoop(loop, kinds)


def compiled_loop(
    loop: Callable[..., None],
    law: Any,
    actuators: tuple[Any, ...],
    meters: tuple[Any, ...],
) -> CompiledLoop:
    """A loop of `closed_loop` for these records."""
    kinds = (type(part) for part in (law, *actuators, *meters))
    return _loop_of(loop, tuple(kinds))
