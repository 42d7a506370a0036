"""Rules of the house that neither the linter nor the import contracts can state."""

import ast
from pathlib import Path

import pytest

from gaitsmith.kernels.compilation import COMPILED_FOLDERS

SOURCE = Path(__file__).parents[1] / "src" / "gaitsmith"
FILES = sorted(SOURCE.rglob("*.py"))
LINE_LIMIT = 400
MAY_IMPORT_NUMBA = set(COMPILED_FOLDERS)
# Modules that can run code while they read a file.
UNSAFE_READERS = {"pickle", "_pickle", "cPickle", "dill", "joblib", "marshal", "shelve"}

# What a cluster's own processes send each other, behind TLS; never a file.
MAY_UNPICKLE = {"cluster/errand.py"}


def name_of(file: Path) -> str:
    return file.relative_to(SOURCE).as_posix()


@pytest.fixture(params=FILES, ids=name_of)
def file(request: pytest.FixtureRequest) -> Path:
    return request.param


def parse(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), filename=str(file))


def imported_packages(tree: ast.Module) -> set[str]:
    """Top-level names of everything that a file imports, wherever in the file."""
    packages = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            packages.add(node.module.split(".")[0])
    return packages


def test_a_long_file_says_why_it_is_long(file: Path):
    num_lines = len(file.read_text(encoding="utf-8").splitlines())
    docstring = ast.get_docstring(parse(file)) or ""
    assert num_lines <= LINE_LIMIT or "Long because" in docstring, (
        f"{name_of(file)} has {num_lines} lines; split it, or say in its docstring "
        "'Long because ...'"
    )


def test_nothing_that_is_read_can_run_code(file: Path):
    tree = parse(file)
    if name_of(file) not in MAY_UNPICKLE:
        assert not imported_packages(tree) & UNSAFE_READERS
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        assert called not in {"eval", "exec"}, f"line {node.lineno}: {called}"
        keywords = {keyword.arg for keyword in node.keywords}
        assert "allow_pickle" not in keywords, f"line {node.lineno}: allow_pickle"


def test_compiled_code_stays_in_its_folders(file: Path):
    folder = file.relative_to(SOURCE).parts[0]
    if folder not in MAY_IMPORT_NUMBA:
        assert not imported_packages(parse(file)) & {"numba", "llvmlite"}


def test_no_test_makes_records_of_its_own():
    # Compiled code on disk remembers the classes it met; a test's class cannot be
    # found again by a program that runs without the tests, and the cache is then lost.
    # Code that a test compiles by itself, without that cache, may meet any.
    for test in sorted(Path(__file__).parent.rglob("test_*.py")):
        classes = (n for n in ast.walk(parse(test)) if isinstance(n, ast.ClassDef))
        bases = {b.id for c in classes for b in c.bases if isinstance(b, ast.Name)}
        is_apart = "@njit(**OPTIONS)" in test.read_text("utf-8")
        assert is_apart or "NamedTuple" not in bases, test.name
