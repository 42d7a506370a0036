"""What we ship: the wheel is whole, versions agree, and no machine shows through."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("runtime", "development")

# Written so that this file does not match itself.
REGISTRY = re.compile(
    r"pypi[.]org|pythonhosted[.]org|npmjs[.]org|anaconda[.]org"
    r"|[-]-(extra-)?index-url|[-]-default-index|[-]-find-links|file:[/]{2}"
)
MACHINE_PATH = re.compile(
    r"(?<![\w.~*}-])/(home|root|Users|work|opt|mnt|private)/\w|[A-Z]:\\Users"
)


def files_below(folder: str) -> set[str]:
    """Files of a folder of the repository that belong into the package."""
    return {
        path.relative_to(ROOT / folder).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, built offline with the pinned backend."""
    folder = tmp_path_factory.mktemp("wheel")
    command = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    built = subprocess.run(
        [sys.executable, *command, str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize(
    ("folder", "in_wheel"),
    [
        ("src/gaitsmith", "gaitsmith"),
        ("experiments", "gaitsmith/_data/experiments"),
        ("gallery", "gaitsmith/_data/gallery"),
    ],
)
def test_the_wheel_holds_every_file(folder: str, in_wheel: str, contents: set[str]):
    expected = {f"{in_wheel}/{name}" for name in files_below(folder)}
    assert expected, f"{folder} is empty"
    assert sorted(expected - contents) == []


def test_the_wheel_holds_the_player_and_the_type_marker(contents: set[str]):
    assert "gaitsmith/py.typed" in contents
    assert any(name.startswith("gaitsmith/report/player/") for name in contents)


def test_the_wheel_holds_nothing_else(contents: set[str]):
    parts = {name.split("/")[0] for name in contents}
    assert parts == {
        "gaitsmith",
        f"gaitsmith-{PROJECT['project']['version']}.dist-info",
    }


def test_the_command_starts_from_the_wheel_alone(wheel: Path, tmp_path: Path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    module, function = PROJECT["project"]["scripts"]["gaitsmith"].split(":")
    start = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r});"
        f"sys.argv = ['gaitsmith', '--help'];"
        f"import gaitsmith; print(gaitsmith.__file__);"
        f"from {module} import {function}; sys.exit({function}())"
    )
    started = subprocess.run(
        [sys.executable, "-c", start],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 0, started.stderr
    assert started.stdout.startswith(str(tmp_path / "installed"))
    assert "demo" in started.stdout


def test_the_changelog_begins_with_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## \[?v?(\d+\.\d+\.\d+\S*?)\]?(?:\s|$)", changelog, re.M)
    assert entries, "CHANGELOG.md has no entry that begins with '## 1.2.3'"
    assert entries[0] == PROJECT["project"]["version"]


def test_the_citation_names_this_version():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['project']['version']}\n" in citation


def test_no_file_names_a_registry_or_a_place_on_a_machine():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    found = []
    for name in filter(None, listed.stdout.split("\0")):
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # not text, or deleted since git listed it
        for number, line in enumerate(text.splitlines(), start=1):
            for match in (*REGISTRY.finditer(line), *MACHINE_PATH.finditer(line)):
                found.append(f"{name}:{number}: {match[0]}")
    assert found == []


def pinned_versions(lock: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text, re.M))


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_pins_every_package_by_hash(lock: str):
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.M)
    for block in filter(None, (block.strip() for block in blocks)):
        assert re.match(r"[a-z0-9-]+==\S+", block), block.splitlines()[0]
        assert "--hash=sha256:" in block, block.splitlines()[0]


def test_the_locks_agree():
    runtime = pinned_versions("runtime")
    development = pinned_versions("development")
    assert runtime.items() <= development.items()


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_meets_the_ranges_of_the_project(lock: str):
    groups = PROJECT["dependency-groups"]
    wanted = PROJECT["project"]["dependencies"] + groups["build"]
    if lock == "development":
        wanted = wanted + groups["development"]
    pinned = pinned_versions(lock)
    for requirement in map(Requirement, wanted):
        assert requirement.name in pinned, f"{requirement.name}: run `make lock`"
        assert pinned[requirement.name] in requirement.specifier, (
            f"{requirement} but {pinned[requirement.name]} is locked: run `make lock`"
        )
