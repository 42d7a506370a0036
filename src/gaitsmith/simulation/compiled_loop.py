"""The compiled loop for a law, actuators and meters, and where its code is kept.

Our own code is compiled once per machine: the disk cache is keyed by our sources. Code
of a plug-in file is cached under the digest of the sources beside it. Anything else,
such as a law typed at a prompt, is compiled anew in every process.
"""

from functools import cache
from typing import Any

from numba.core.errors import NumbaError

from gaitsmith.actuators.actuator import ACT, EQUILIBRATE
from gaitsmith.control.law import LAWS
from gaitsmith.kernels.compilation import (
    is_compiled,
    mark_compiled,
    with_cache_of,
    without_disk_cache,
)
from gaitsmith.plugins import digest_of_module
from gaitsmith.simulation.closed_loop import advance
from gaitsmith.simulation.compiler_errors import explained
from gaitsmith.simulation.meters import UPDATES


class CompiledLoop:
    """`advance` for one combination of classes; compiled by its first call."""

    def __init__(self, kinds: tuple[type, ...]) -> None:
        """`kinds` are the classes of law, actuators and plug-in meters."""
        modules = {kind.__module__ for kind in kinds}
        foreign = {name for name in modules if not name.startswith("gaitsmith.")}
        self._foreign = [kind for kind in kinds if kind.__module__ in foreign]
        self._is_marked = False
        digests = sorted(digest_of_module(name) for name in foreign)
        self._key = "-".join(["loop", *(kind.__name__ for kind in kinds), *digests])
        if not foreign:
            self._function = advance
        elif all(digests):
            self._function = with_cache_of("-".join(digests), advance)
        else:
            self._function = without_disk_cache(advance)
            self._key = ""

    @property
    def needs_compiling(self) -> bool:
        """Whether the first call takes a while."""
        return not self._key or not is_compiled(self._key)

    def __call__(self, *arguments: Any) -> tuple[int, int]:
        """Run `advance`."""
        try:
            result = self._function(*arguments)
        except NumbaError as error:
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
        return result


@cache
def _loop_of(kinds: tuple[type, ...]) -> CompiledLoop:
    return CompiledLoop(kinds)


def compiled_loop(
    law: Any, actuators: tuple[Any, ...], meters: tuple[Any, ...]
) -> CompiledLoop:
    """The loop for these records."""
    kinds = (type(part) for part in (law, *actuators, *meters))
    return _loop_of(tuple(kinds))
