"""The one decorator for compiled code: its flags and where its disk cache lives.

Numba notices a change in the decorated function's own file only, not in the compiled
functions that it calls from other files. So the cache folder's name contains a hash of
every source file that may hold compiled code, and of the libraries it is compiled with.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config
from numba.core.dispatcher import _FunctionCompiler  # pyright: ignore
from numba.core.registry import CPUDispatcher
from numba.np import linalg

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE_FOLDER = Path(__file__).resolve().parents[1]
COMPILED_FOLDERS = (
    "kernels",
    "actuators",
    "control",
    "simulation",
    "objectives",
    "papers",
)
OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",  # a division by zero gives infinity, and costs no check
    # Records of many arrays are expensive to pass, and every array taken out of one
    # would be counted as a reference: inlined and uncounted, the loop is twice as fast.
    # The price: compiled code cannot make arrays, which a loop should not do anyway.
    "forceinline": True,
    "_nrt": False,
}
COMPILED_WITH = ("numba", "llvmlite", "numpy", "mujoco-core")


def _ask_for_blas_late() -> None:
    """Let numba load SciPy's BLAS for products of matrices, not before any first call.

    Nothing here multiplies matrices in compiled code, and loading it takes longer than
    all else that numba does before a first call. Whoever does multiply has it loaded
    by the product.
    """
    at_once: Any = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")  # what asks while it is imported
    finally:
        linalg.ensure_blas = at_once


_ask_for_blas_late()


def source_hash() -> str:
    """Hash of all sources and library versions that the compiled code depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for library in COMPILED_WITH:
        digest.update(f"{library}={version(library)}".encode())
    for folder in COMPILED_FOLDERS:
        for file in sorted((PACKAGE_FOLDER / folder).rglob("*.py")):
            text = file.read_bytes()
            # Only functions and records matter; other files change more often.
            if b"compiled" in text or b"NamedTuple" in text:
                digest.update(file.name.encode() + text)
    return digest.hexdigest()[:16]


def find_cache_folder() -> Path:
    """A writable folder for compiled code, shared by all runs of the same sources."""
    base = os.environ.get("GAITSMITH_CACHE") or os.environ.get("XDG_CACHE_HOME")
    candidates = [Path(base)] if base else []
    candidates += [Path.home() / ".cache", Path(tempfile.gettempdir())]
    for candidate in candidates:
        folder = candidate / "gaitsmith" / f"compiled-{source_hash()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="gaitsmith-"))


CACHE_FOLDER = find_cache_folder()


def _link(library: Any) -> None:
    """Put what a kernel calls beside it; its callers optimise all of it at once."""
    for callee in dict.fromkeys(library._linking_libraries):
        module = callee._get_module_for_linking()
        library._final_module.link_in(module, preserve=True)
    library._finalized = True


class KernelCompiler(_FunctionCompiler):
    """Compiles a function only as far as is needed to inline it into others."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        return flags

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        result = super()._compile_core(args, return_type)
        result.library.finalize = partial(_link, result.library)
        name = object()  # callers find the code by what would be its entry point
        context = self.targetdescr.target_context
        context.insert_user_function(name, result.fndesc, [result.library])
        return result._replace(entry_point=name)


class Kernel(CPUDispatcher):
    """A compiled function that other compiled functions call.

    Machine code of its own, which takes most of the time of compiling it, is made only
    if Python calls it.
    """

    _callable: Any = None

    def add_overload(self, cres: Any) -> None:
        """Known to callers that are compiled, not to Python."""
        self.overloads[tuple(cres.signature.args)] = cres

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Called from Python."""
        if self._callable is None:
            self._callable = _compiled_into(CACHE_FOLDER, self.py_func)
        return self._callable(*args, **kwargs)


def compiled(function: Function) -> Function:
    """Compile `function` into its callers, which are `compiled_loop`s in the end.

    There is no fast-math: the same input gives the same bits. Compiled code makes no
    arrays. The plain function stays reachable as `.py_func`, which the tests use.
    """
    dispatcher: Any = njit(**OPTIONS)(function)
    dispatcher.__class__ = Kernel
    plain = dispatcher._compiler
    dispatcher._compiler = KernelCompiler(
        plain.py_func,
        plain.targetdescr,
        plain.targetoptions,
        plain.locals,
        plain.pipeline_class,
    )
    return cast(Function, dispatcher)


def compiled_for_python(function: Function) -> Function:
    """Compile `function` on its first call; later processes load it from disk.

    The lock of the interpreter is released, so threads run in parallel.
    """
    return _compiled_into(CACHE_FOLDER, function)


def _compiled_into(folder: Path, function: Function) -> Function:
    # Numba reads this setting while decorating; other users of numba keep theirs.
    settings: Any = config
    previous, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        return cast(Function, njit(**OPTIONS, cache=True)(function))
    finally:
        settings.CACHE_DIR = previous


@cache
def with_cache_of(digest: str, function: Function) -> Function:
    """The same compiled function, cached apart for foreign code with this digest."""
    folder = CACHE_FOLDER / f"with-{digest}"
    folder.mkdir(exist_ok=True)
    return _compiled_into(folder, cast(Any, function).py_func)


@cache
def without_disk_cache(function: Function) -> Function:
    """The same compiled function, compiled anew in every process."""
    plain = cast(Any, function).py_func
    return cast(Function, njit(**OPTIONS)(plain))


def is_compiled(key: str) -> bool:
    """Whether the compiled code called `key` is in the disk cache."""
    return (CACHE_FOLDER / f"{key}.ready").exists()


def mark_compiled(key: str) -> None:
    """Remember that the compiled code called `key` is in the disk cache."""
    if not is_compiled(key):
        (CACHE_FOLDER / f"{key}.ready").touch()


def expect_arguments(function: Function, names: str) -> Function:
    """The function itself, if it takes the arguments `names`; else a sentence."""
    plain = getattr(function, "py_func", function)
    code = plain.__code__
    wanted, given = names.split(", "), code.co_varnames[: code.co_argcount]
    if len(given) != len(wanted):
        place = f"{Path(code.co_filename).name}:{code.co_firstlineno}"
        raise TypeError(
            f"{place}: '{plain.__name__}' takes ({', '.join(given)}); it must take"
            f" {len(wanted)} arguments: ({names})."
        )
    return function
