"""What travels to another process, and how it is done there.

An errand is a function with its data, packed once for all of its items; characters
travel as what declares them. Plug-ins travel by name: they must be found there with the
same source, and are loaded before anything is unpacked that may need them.
"""

import io
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import cloudpickle
import numpy as np

from gaitsmith.cluster.fingerprint import Fingerprint, own_fingerprint
from gaitsmith.errors import InputError
from gaitsmith.plugins import MODULE_PREFIX, Plugin, load_plugin, loaded_plugins
from gaitsmith.simulation.batch import Batch, Recipe
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.tasks import Task

LONG = 10_000  # bytes of an array that may travel without its zeros
FOLDER_OF_PLUGINS = (
    "GAITSMITH_PLUGINS"  # where workers look for files that are not there
)


class Needed(NamedTuple):
    """A plug-in that must be loaded before an errand is unpacked."""

    plugin: Plugin
    file: str
    """Where it is here; empty of a package."""


class Errand(NamedTuple):
    """One call, as it travels."""

    function: bytes
    item: bytes
    plugins: tuple[Needed, ...]
    wanted: Fingerprint | None
    """Whoever has another one does not do it; None: anybody does."""


class Answer(NamedTuple):
    """What came of it."""

    result: Any
    seconds: float
    """That the call took."""
    other: Fingerprint | None = None
    """Of a process that does not do it."""


class _Packer(cloudpickle.Pickler):
    """Leaves out zeros: the memory of reflexes has little else before they begin."""

    def reducer_override(self, obj: Any) -> Any:
        """How a thing is packed, if in another way than by itself."""
        if type(obj) is np.ndarray and obj.nbytes > LONG and _is_plain(obj):
            words = np.ascontiguousarray(obj).reshape(-1).view(np.uint64)
            places = np.flatnonzero(words)
            if 4 * len(places) < len(words):
                return _filled, (obj.dtype, obj.shape, places, words[places])
        return super().reducer_override(obj)


def _is_plain(array: np.ndarray[Any, Any]) -> bool:
    return not array.dtype.hasobject and array.dtype.itemsize % 8 == 0


def _filled(
    dtype: Any, shape: tuple[int, ...], places: Any, words: Any
) -> np.ndarray[Any, Any]:
    """An array that is zero but for some words of eight bytes."""
    array = np.zeros(shape, dtype)
    array.reshape(-1).view(np.uint64)[places] = words
    return array


def packed(thing: Any) -> bytes:
    """As it travels."""
    buffer = io.BytesIO()
    _Packer(buffer).dump(thing)
    return buffer.getvalue()


def unpacked(data: bytes) -> Any:
    """What somebody whom we trust has packed; see docs/cluster.md on whom that is."""
    return pickle.loads(data)


@lru_cache(maxsize=8)
def _function(data: bytes) -> Callable[[Any], Any]:
    """An errand's function, once for all of its items."""
    return unpacked(data)


def needed_here() -> tuple[Needed, ...]:
    """The plug-ins that were loaded in this process, but ours."""
    found = []
    for plugin in loaded_plugins():
        module = sys.modules.get(MODULE_PREFIX + plugin.name)
        file = "" if plugin.package else str(getattr(module, "__file__", ""))
        found.append(Needed(plugin, file and str(Path(file).resolve())))
    return tuple(found)


def perform(errand: Errand) -> Answer:
    """Do it, in a process of a cluster."""
    _load(errand.plugins)
    if errand.wanted is not None and own_fingerprint() != errand.wanted:
        return Answer(None, 0.0, own_fingerprint())
    function, item = _function(errand.function), unpacked(errand.item)
    began = time.perf_counter()
    result = function(item)
    return Answer(result, time.perf_counter() - began)


_loading = threading.Lock()


def _load(plugins: Sequence[Needed]) -> None:
    """Load what is needed; complain if it is other than where the errand comes from."""
    with _loading:
        for plugin, file in plugins:
            own = {known.name: known for known in loaded_plugins()}.get(plugin.name)
            if own is None and file:
                folder = Path(os.environ.get(FOLDER_OF_PLUGINS, ""))
                places = [Path(file), folder / Path(file).name]
                own = next((load_plugin(p) for p in places if p.is_file()), None)
            if own is None:
                remedy = (
                    f"put it there as {file}, or name its folder there with"
                    f" {FOLDER_OF_PLUGINS}"
                    if file
                    else f"install the package '{plugin.package}' there"
                )
                raise InputError(
                    f"plug-in '{plugin.name}': a worker has none; {remedy}."
                )
            if own.digest != plugin.digest:
                raise InputError(
                    f"plug-in '{plugin.name}': a worker has another version of it"
                    f" ({own.digest}, here {plugin.digest}); make them the same."
                )


class Rolling:
    """The function of batches: each thread keeps its own, with what it resolved."""

    def __init__(self, recipe: Recipe) -> None:
        """Nothing is resolved yet."""
        self._recipe = recipe
        self._own = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels as its recipe."""
        return Rolling, (self._recipe,)

    def __call__(self, tasks: Sequence[Task]) -> list[tuple[Any, Rollout]]:
        """What comes of the tasks, by key."""
        if not hasattr(self._own, "batch"):
            self._own.batch = self._recipe.batch()
        batch: Batch = self._own.batch
        return list(batch.roll_out(tasks))
