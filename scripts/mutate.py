"""Puts one small mistake after the other into the code, and lets the tests find it.

    python scripts/mutate.py [LAYER ...] [--mutants N] [--seed N] [--seconds S]
                             [--results FILE] [--plain] [--again [--compiled]]
                             [--only TEXT]

Each mutant (scripts/mistakes.py) is tried against those tests of its own layer
(`TESTS`) that reach its function, the quickest first, then against the others of their
files, until one fails; `LIMIT` seconds of computing at most. The tests are collected
once, in a process that has loaded everything; a mutant is a child of it, whose function
gets the mistaken code. Compiled functions run as plain Python; tests that fail or take
too long that way are not asked, but by `--again --compiled`, what the others have not
noticed. Those that nothing notices are told with their line.

Long because what is forked, and what a child may not inherit, is decided in one place.
"""

import argparse
import gc
import hashlib
import importlib
import json
import os
import random
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from mistakes import ROOT, SOURCE, Mutant, mutants
from promises import RESULTS, add_up, rows_of

LIMIT = 120.0  # s of computing that the tests may take for one mutant
# s that a test may take to be asked, and those of a file; later ones are not.
MOST = {"plain": (2.0, 30.0), "cached": (10.0, 60.0), "anew": (LIMIT, 10.0 * LIMIT)}
FOLDERS = {"laws": ("control", "papers")}  # left out: the folder of its name
# Which tests are a layer's own; left out: those in its folders.
# Those with compiled code also have what all of it does together.
TESTS: dict[str, tuple[str, ...]] = {
    "kernels": (
        *("kernels", "simulation/test_terrain.py", "scene/test_landscape.py"),
        *("learning/test_observation.py", "test_first_moments.py"),
    ),
    "actuators": ("actuators", "opensim/test_character.py", "test_first_moments.py"),
    "laws": (
        *("control", "papers", "--ignore-glob=*/test_tables.py"),
        "test_first_moments.py",
    ),
    "simulation": (
        *("simulation", "--ignore=tests/simulation/processors"),
        "test_first_moments.py",
    ),
    "objectives": (
        *("objectives", "simulation/test_meters.py"),
        *("simulation/test_posture_meter.py", "test_first_moments.py"),
    ),
    "optimization": (
        *("optimization", "runs/test_resume.py", "runs/test_other_problem.py"),
    ),
    "runs": ("runs", "cli/test_bad_input.py"),
    "planning": (),
}
AT_COMPILE_TIME = "src/gaitsmith/kernels/lane"  # what tells the compiler about lanes
Place = tuple[str, int]  # file and first line of a function


class Reach(NamedTuple):
    """What a test does if there is no mistake."""

    passes: bool
    seconds: float
    functions: frozenset[Place]


# --- the code with a mistake in it ----------------------------------------------------


def leave_compiler_out() -> None:
    """All compiled functions are what they are in Python; lanes go one by one."""
    import numba
    import numpy as np

    from gaitsmith.kernels import compilation

    def plain(function: Any) -> Any:
        function.py_func, function.overloads = function, {}
        return function

    changed: Any = compilation
    changed.compiled = changed.compiled_for_python = plain
    changed.with_cache_of = lambda _digest, function: function
    changed.without_disk_cache = lambda function: function
    tests_own: Any = numba
    tests_own.njit = lambda *given, **_: plain(given[0]) if given else plain
    from gaitsmith.simulation import closed_loop

    loop: Any = closed_loop
    compiled_loop = closed_loop.advance_one

    def advance_one(*given: Any) -> None:
        # A row of a structured array has fields as attributes only as a record.
        memory = given[5].view(np.recarray)
        compiled_loop(*given[:5], memory, *given[6:])  # pyright: ignore[reportCallIssue]

    loop.advance_one = plain(advance_one)
    from gaitsmith.simulation import batch

    alone: Any = batch.Batch
    alone._group_for = lambda *_: None
    np.seterr(all="ignore")


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def put_in(one: Mutant) -> None:
    """Give the functions of this process the mistaken code."""
    file = str(ROOT / one.file)
    whole = compile(one.source(), file, "exec", dont_inherit=True)
    new = {
        (code.co_qualname, code.co_firstlineno): code
        for code in _codes(whole)
        if code.co_firstlineno in one.functions
    }
    importlib.import_module(".".join(one.file.with_suffix("").parts[1:]))
    is_in = False
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            old = function.__code__
            key = old.co_qualname, old.co_firstlineno
            if old.co_filename == file and key in new:
                function.__code__, is_in = new[key], True
    if not is_in:
        raise ValueError(f"{one} is nowhere")


# --- the tests ------------------------------------------------------------------------


class Reached:
    """Collects which functions of gaitsmith are called."""

    def __init__(self) -> None:
        """None so far."""
        self._codes: dict[int, CodeType] = {}

    def __enter__(self) -> "Reached":
        """Watch."""
        threading.settrace(self._note)
        sys.settrace(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """No longer."""
        sys.settrace(None)
        threading.settrace(None)

    def _note(self, frame: FrameType, _event: str, _given: Any) -> None:
        self._codes[id(frame.f_code)] = frame.f_code

    def places(self) -> frozenset[Place]:
        """Where they begin."""
        source = f"{ROOT / SOURCE}{os.sep}"
        return frozenset(
            (str(Path(code.co_filename).relative_to(ROOT)), code.co_firstlineno)
            for code in self._codes.values()
            if code.co_filename.startswith(source)
        )


def _give_up(*_: object) -> None:
    pytest.fail("takes too long")


def _hide_output() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _run(item: pytest.Item, following: pytest.Item | None) -> int:
    """How many tests have failed after this one."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return item.session.testsfailed


def _reach(items: list[pytest.Item], mode: str, told: Path) -> None:
    """Run tests of one file, and write what they reach."""
    found, failed, whole = {}, 0, time.process_time()
    signal.signal(signal.SIGPROF, _give_up)
    for item, following in zip(items, [*items[1:], None], strict=True):
        began = time.process_time()
        if began > whole + MOST[mode][1]:
            break
        signal.setitimer(signal.ITIMER_PROF, MOST[mode][0])
        with Reached() as reached:
            now_failed = _run(item, following)
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        seconds = time.process_time() - began
        passes, failed = now_failed == failed, now_failed
        found[item.nodeid] = passes, round(seconds, 3), sorted(reached.places())
        told.write_text(json.dumps(found))


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def reaches(items: list[pytest.Item], mode: str, folder: Path) -> dict[str, Reach]:
    """What all tests reach; asked once for every state of code and test file."""
    found: dict[str, Reach] = {}
    sources = _digest(sorted((ROOT / SOURCE).rglob("*.py")))
    folder.mkdir(parents=True, exist_ok=True)
    for path in dict.fromkeys(item.path for item in items):
        told = folder / f"{path.stem}-{mode}-{sources}-{_digest([path])}.json"
        if not told.is_file():
            child = os.fork()
            if not child:
                _hide_output()
                own = [item for item in items if item.path == path]
                part = told.with_suffix(".part")
                _reach(own, mode, part)
                part.rename(told)
                os._exit(0)
            os.waitpid(child, 0)
            print(f"{mode}: {path.name} looked at", flush=True)
        rows = json.loads(told.read_text()) if told.is_file() else {}
        for name, (passes, seconds, places) in rows.items():
            found[name] = Reach(passes, seconds, frozenset(map(tuple, places)))
    return found


class Trials:
    """A plug-in for pytest: runs mutants instead of the tests."""

    def __init__(self, mode: str, given: argparse.Namespace, deadline: float) -> None:
        """Nothing happens before the tests are collected."""
        self.mode, self.given, self.deadline = mode, given, deadline
        self.chosen: list[tuple[str, Mutant]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """One child a mutant."""
        items = session.items
        known = reaches(items, self.mode, self.given.maps)
        told: set[str] = set()  # what has been asked without compiler
        if self.mode == "anew":
            plain = reaches(items, "plain", self.given.maps)
            told = {name for name, reach in plain.items() if reach.passes}
            for name in known.keys() & plain.keys():  # what Python does not see
                both = known[name].functions | plain[name].functions
                known[name] = known[name]._replace(functions=both)
        for layer, one in self.chosen:
            if time.monotonic() > self.deadline:
                break
            asked = self._asked(items, known, one)
            if one.is_compiled:
                asked = [item for item in asked if item.nodeid not in told]
            began = time.monotonic()
            verdict = self._verdict(asked, one) if asked else "unreached"
            seconds = round(time.monotonic() - began, 1)
            row = {"layer": layer, "mutant": str(one), "seed": self.given.seed}
            row |= {"mode": self.mode, "verdict": verdict}
            add_up(self.given.results, "mutants", **row)
            if verdict != "caught":
                text = f"{verdict}: {one} ({len(asked)} tests, {seconds:g} s)"
                print(text, flush=True)
        return True

    def _asked(
        self, items: list[pytest.Item], known: dict[str, Reach], one: Mutant
    ) -> list[pytest.Item]:
        place = str(one.file), one.functions[-1]
        fit = [item for item in items if item.nodeid in known]
        fit = [item for item in fit if known[item.nodeid].passes]
        reaching = {x.nodeid for x in fit if place in known[x.nodeid].functions}
        files = {item.path for item in fit if item.nodeid in reaching}
        near = [item for item in fit if item.path in files]
        # Others of the file may look at what a fixture has kept.
        return sorted(
            near, key=lambda x: (x.nodeid not in reaching, known[x.nodeid].seconds)
        )

    def _verdict(self, items: list[pytest.Item], one: Mutant) -> str:
        child = os.fork()
        if not child:
            os.setsid()
            _hide_output()
            resource.setrlimit(resource.RLIMIT_CPU, (int(LIMIT), int(LIMIT) + 5))
            try:
                put_in(one)
            except ValueError:
                os._exit(3)
            for item, following in zip(items, [*items[1:], None], strict=True):
                if _run(item, following):
                    os._exit(1)
            os._exit(0)
        until = time.monotonic() + 5.0 * LIMIT  # a busy machine
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() > until:
                os.killpg(child, signal.SIGKILL)
            time.sleep(0.005)
        status = ended[1]
        if os.WIFSIGNALED(status):
            is_slow = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
            return "too slow" if is_slow else "caught"  # the interpreter has died
        return {0: "survived", 1: "caught"}.get(os.WEXITSTATUS(status), "odd")


def run_layer(layer: str, trials: Trials) -> None:
    """Collect a layer's tests with everything loaded, and try its mutants."""
    os.chdir(ROOT)
    # Read when gaitsmith is imported: code that is compiled with a mistake in it, or
    # what tells the compiler, must not meet code that is kept.
    if trials.mode == "anew":
        os.environ["GAITSMITH_CACHE"] = tempfile.mkdtemp(prefix="gaitsmith-mutants-")
    sys.path.insert(0, str(ROOT / "src"))
    if trials.mode == "plain":
        leave_compiler_out()
    words = TESTS[layer] or FOLDERS.get(layer, (layer,))
    paths = [word if word.startswith("--") else f"tests/{word}" for word in words]
    with tempfile.TemporaryDirectory(prefix="gaitsmith-mutants-") as scratch:
        options = [f"--basetemp={scratch}/tests", "-m", "not slow", "-p"]
        options += ["no:cacheprovider", "-n0", "-q", "-s", "--no-header"]
        pytest.main([*paths, *options], plugins=[trials])


def mode_of(one: Mutant) -> str:
    """How a mutant is tried."""
    if one.is_compiled:
        return "plain"
    return "anew" if str(one.file).startswith(AT_COMPILE_TIME) else "cached"


def sample(layer: str, given: argparse.Namespace) -> list[Mutant]:
    """Mutants of a layer at random. Tables of papers are no laws."""
    chance = random.Random(given.seed)
    folders = FOLDERS.get(layer, (layer,))
    found = [one for folder in folders for one in mutants(folder)]
    found = [one for one in found if "tables" not in str(one.file)]
    chance.shuffle(found)
    fit = (one for one in found if given.only in str(one) and one.is_python())
    return [one for _, one in zip(range(given.mutants), fit, strict=False)]


def last_verdicts(results: Path) -> dict[str, dict[str, Any]]:
    """The last row of each mutant."""
    return {row["mutant"]: row for row in rows_of("mutants", results)}


def main() -> None:
    """Print what survived, and how many were caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("layers", nargs="*", metavar="LAYER", help=", ".join(TESTS))
    parser.add_argument("--mutants", type=int, default=10, help="of each layer")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants whose line has this text")
    parser.add_argument("--plain", action="store_true", help="compiled code only")
    parser.add_argument("--again", action="store_true", help="survivors, too")
    parser.add_argument("--compiled", action="store_true", help="and them compiled")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--maps", type=Path, default=Path("build/reached"))
    given = parser.parse_args()
    given.results, given.maps = given.results.resolve(), given.maps.resolve()
    deadline = time.monotonic() + given.seconds
    done = last_verdicts(given.results)
    for layer in given.layers or TESTS:
        groups: dict[str, list[tuple[str, Mutant]]] = {}
        for one in sample(layer, given):
            mode, before = mode_of(one), done.get(str(one))
            if before is None or (given.again and before["verdict"] != "caught"):
                is_compiled = given.compiled and before and mode == "plain"
                mode = "anew" if is_compiled else mode
                groups.setdefault(mode, []).append((layer, one))
        for mode, chosen in groups.items():
            if time.monotonic() > deadline or (given.plain and mode != "plain"):
                continue
            child = os.fork()
            if not child:
                trials = Trials(mode, given, deadline)
                trials.chosen = chosen
                run_layer(layer, trials)
                os._exit(0)
            os.waitpid(child, 0)
    tally = Counter(
        (row["layer"], row["verdict"]) for row in last_verdicts(given.results).values()
    )
    for (layer, verdict), count in sorted(tally.items()):
        print(f"{layer}: {count} {verdict}")


if __name__ == "__main__":
    main()
