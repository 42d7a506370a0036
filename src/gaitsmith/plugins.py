"""The one door for laws, terms, actuators, optimisers, formats, bodies and verbs.

A plug-in is a Python module that registers what it brings: with decorators such as
`@gaitsmith.term`. It comes in by the entry-point group `gaitsmith.plugins` of an
installed package, by `--plugin FILE` on the command line, or by `load_plugin(FILE)`.
The papers that ship with gaitsmith come in the same way.

Nothing that is read from an experiment or a solution can load code: such a file only
names the plug-ins that it needs.
"""

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Generic, TypeVar

from gaitsmith.errors import GaitsmithError, InputError, unknown_name

GROUP = "gaitsmith.plugins"
MODULE_PREFIX = "gaitsmith_plugin_"  # of the modules that plug-in files become
OURS = "gaitsmith"  # the package whose entry points need not be named in files
Entry = TypeVar("Entry")
Given = TypeVar("Given")
Decorator = TypeVar("Decorator", bound=Callable[..., Any])


@dataclass(frozen=True)
class Plugin:
    """A module that has registered something."""

    name: str
    """Of a file, its name without .py; of a package, the entry point's."""
    package: str
    """Installed distribution that it comes from; empty of a file."""
    digest: str
    """Of its source; equal digests mean equal code."""

    @property
    def is_ours(self) -> bool:
        """Whether it ships with gaitsmith."""
        return self.package == OURS

    def as_dict(self) -> dict[str, str]:
        """As a stored file names it."""
        return {"name": self.name, "package": self.package, "digest": self.digest}


@dataclass(frozen=True)
class Origin:
    """Where an entry of a registry was written; looked up when it is asked for."""

    plugin: Plugin | None
    """None: by gaitsmith itself, or in a running program."""
    written: object
    """The function or class that brings it."""

    @property
    def file(self) -> str:
        """Its file's name; empty of an object, or of what was typed at a prompt."""
        try:
            return Path(inspect.getsourcefile(self._plain) or "").name
        except TypeError:
            return ""

    def __str__(self) -> str:
        """Such as hop.py:12."""
        try:
            _lines, line = inspect.getsourcelines(self._plain)
        except (TypeError, OSError):
            line = 0
        return f"{self.file}:{line}"

    @property
    def _plain(self) -> Any:
        compiled: Any = self.written
        return inspect.unwrap(getattr(compiled, "py_func", compiled))


class PluginError(InputError):
    """A mistake of a plug-in's author; the message names file and line."""


_loaded: dict[str, Plugin] = {}
_loading: list[Plugin] = []
_has_installed = False


class Registry(Mapping[str, Entry], Generic[Entry]):
    """Things of one kind by name; those of installed plug-ins come when asked for."""

    def __init__(self, kind: str) -> None:
        """`kind` is the word for one of them in messages, such as "objective term"."""
        self.kind = kind
        self._entries: dict[str, Entry] = {}
        self._origins: dict[str, Origin] = {}
        self._later: list[str] = []

    def bring_later(self, module: str) -> None:
        """Import a module, which registers more of them, when one is asked for."""
        self._later.append(module)

    def _load(self) -> None:
        load_installed()
        for module in self._later:
            importlib.import_module(module)

    def add(self, name: str, entry: Entry, written: object = None) -> None:
        """Register `entry`, found again as `name`; a name that is taken is refused.

        Args:
            name: what files and people call it.
            entry: what is registered.
            written: the function or class that brings it, to say where it stands.
        """
        origin = origin_of(entry if written is None else written)
        before = self._origins.get(name)
        # A module that is run again, such as a notebook's cell, brings the same anew.
        if before is not None and (before.file, before.plugin) != (
            origin.file,
            origin.plugin,
        ):
            raise PluginError(
                f"{origin}: the {self.kind} '{name}' exists already, from {before};"
                " choose another name."
            )
        self._entries[name] = entry
        self._origins[name] = origin

    def find(self, name: str, where: str = "") -> Entry:
        """The entry, or an error with the nearest names that says `where` it stood."""
        if name not in self:
            raise unknown_name(self.kind, name, self, where)
        return self._entries[name]

    def origin(self, name: str) -> Origin:
        """Where an entry was written."""
        self._load()
        return self._origins[name]

    def registered(self) -> Mapping[str, Entry]:
        """Those that have been registered so far; nothing is loaded."""
        return self._entries

    def __getitem__(self, name: str) -> Entry:
        """The entry; a KeyError without one."""
        self._load()
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        """Names in alphabetical order."""
        self._load()
        return iter(sorted(self._entries))

    def __len__(self) -> int:
        """How many there are."""
        self._load()
        return len(self._entries)


def origin_of(written: object) -> Origin:
    """Where a function or class was written, and which plug-in is being loaded."""
    return Origin(_loading[-1] if _loading else None, written)


def load_plugin(file: str | Path) -> Plugin:
    """Run a plug-in file, once: it registers what it brings.

    Only a person or a program can do this, never a file that is opened.
    """
    path = Path(file)
    if path.suffix != ".py":
        raise InputError(f"{path}: a plug-in is a Python file, with the suffix .py.")
    try:
        source = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
    plugin = Plugin(path.stem, "", _digest(source))
    before = _loaded.get(plugin.name)
    if before == plugin:
        return plugin
    if before is not None:
        raise InputError(
            f"{path}: another plug-in is called '{plugin.name}'; rename the file, or"
            " start Python anew if it has changed."
        )
    module_name = MODULE_PREFIX + path.stem
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None, "it is a .py file"
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # compiled code finds its classes there
    try:
        with _registering(plugin):
            spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[module_name]
        if isinstance(error, Exception):
            raise mistake(error, path) from error
        raise
    _loaded[plugin.name] = plugin
    return plugin


def loaded_plugins() -> list[Plugin]:
    """Those that were loaded so far, but ours."""
    return [plugin for plugin in _loaded.values() if not plugin.is_ours]


def load_installed() -> None:
    """Load the plug-ins of installed packages, ours among them, once."""
    global _has_installed  # noqa: PLW0603 - a process loads them once
    if not _has_installed:
        _has_installed = True
        _load_entry_points(lambda package: True)


def load_foreign() -> None:
    """Load the plug-ins of installed packages that are not ours, which are quick."""
    _load_entry_points(lambda package: package != OURS)


def _load_entry_points(is_wanted: Callable[[str], bool]) -> None:
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        package = entry.dist.name if entry.dist is not None else ""
        if entry.name in _loaded or not is_wanted(package):
            continue
        digest = "" if entry.dist is None else entry.dist.version
        plugin = Plugin(entry.name, package, digest)
        try:
            with _registering(plugin):
                entry.load()
        except Exception as error:
            if plugin.is_ours:
                raise
            raise PluginError(
                f"plug-in '{entry.name}' of package '{package}' cannot be loaded:"
                f" {error}. Repair it or uninstall the package."
            ) from error
        _loaded[plugin.name] = plugin


@contextmanager
def _registering(plugin: Plugin) -> Generator[None]:
    _loading.append(plugin)
    try:
        yield
    finally:
        _loading.pop()


def _digest(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()[:16]


def needed_plugins(origins: Iterable[Origin]) -> list[dict[str, str]]:
    """What a stored file must name: the plug-ins of its parts that are not ours."""
    found = {
        origin.plugin.name: origin.plugin
        for origin in origins
        if origin.plugin is not None and not origin.plugin.is_ours
    }
    return [found[name].as_dict() for name in sorted(found)]


def require_plugins(wanted: Iterable[Mapping[str, str]], source: str) -> None:
    """Refuse to open a file whose plug-ins are not loaded, and say how to load them."""
    load_installed()
    for plugin in wanted:
        name, package = plugin["name"], plugin.get("package", "")
        if name in _loaded:
            continue
        remedy = (
            f"install the package '{package}'"
            if package
            else f"give --plugin {name}.py (in Python: gaitsmith.load_plugin)"
        )
        raise InputError(f"{source}: it needs the plug-in '{name}'; {remedy}.")


def mistake(error: Exception, path: Path) -> PluginError:
    """An error in a plug-in's code as one sentence with its file and line."""
    if isinstance(error, PluginError):
        return error
    place = place_in(error, path) or path.name
    words = _words(error)
    if isinstance(error, SyntaxError):
        place, words = f"{path.name}:{error.lineno}", f"SyntaxError: {error.msg}"
    if f"{error}".startswith(f"{path.name}:"):  # it names the line itself
        return PluginError(f"{error}".split("\n")[0])
    return PluginError(f"{place}: {words}")


def mistake_in_plugin(error: Exception) -> PluginError | None:
    """An error that passed through a plug-in file, as a sentence; None if it did not.

    The last line of the plug-in that it passed through is named.
    """
    place = place_in(error)
    return PluginError(f"{place}: {_words(error)}") if place else None


def place_in(error: BaseException, path: Path | None = None) -> str:
    """The last line of a file that an error passed through, such as hop.py:12.

    Args:
        error: that was raised.
        path: of the file; left out: of any plug-in file.
    """
    place, trace = "", error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        module = trace.tb_frame.f_globals.get("__name__", "")
        is_plugin = path is None and module.startswith(MODULE_PREFIX)
        if is_plugin or (path is not None and file.resolve() == path.resolve()):
            place = f"{file.name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def place_of(error: BaseException, function: Callable[..., Any]) -> str:
    """File and line of a plug-in where its function failed, such as hop.py:12.

    That is the last line of its file that the error passed through, even if a library
    raised it.
    """
    path = Path(inspect.unwrap(function).__code__.co_filename)
    return place_in(error, path) or str(origin_of(function))


def _words(error: Exception) -> str:
    """Kind and first line of an error."""
    return f"{type(error).__name__}: {error}".split("\n")[0]


def ask_author(function: Callable[..., Given], *arguments: Any) -> Given:
    """What a function gives; a mistake in a plug-in's is told with its file and line.

    Our own functions fail as any Python does: then the mistake is ours.
    """
    try:
        return function(*arguments)
    except GaitsmithError:  # it says itself what is wrong
        raise
    except Exception as error:
        if function.__module__.startswith(f"{OURS}."):
            raise
        place = place_of(error, function)
        raise PluginError(f"{place}: {_words(error)}") from error


def digest_of_module(name: str) -> str:
    """Digest of a plug-in file's module and of the modules beside it that it uses.

    Empty if the module is no plug-in file: nobody knows what its code depends on.
    """
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if not name.startswith(MODULE_PREFIX) or file is None:
        return ""
    folder = Path(file).parent
    files = [getattr(other, "__file__", None) for other in list(sys.modules.values())]
    sources = sorted(Path(f) for f in files if f and Path(f).parent == folder)
    return _digest(b"".join(source.read_bytes() for source in sources))


def takes_name(decorator: Decorator) -> Decorator:
    """A decorator that is written with a name, as @term("NAME"); others are refused."""
    return _checked(decorator, lambda given: isinstance(given, str), '"name"', "a name")


def takes_record(decorator: Decorator) -> Decorator:
    """A decorator that is written with a record, as @controls(Record)."""
    words = "the class of a typing.NamedTuple"
    return _checked(decorator, lambda given: hasattr(given, "_fields"), "Record", words)


def _checked(
    decorator: Any, is_right: Callable[[object], bool], example: str, words: str
) -> Any:
    @wraps(decorator)
    def check(given: object, *others: Any, **options: Any) -> Any:
        if not is_right(given):
            caller = sys._getframe(1)  # whatever `given` is
            raise PluginError(
                f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}:"
                f" @gaitsmith.{decorator.__name__}({example}) needs"
                f" {words} in its parentheses."
            )
        return decorator(given, *others, **options)

    return check
