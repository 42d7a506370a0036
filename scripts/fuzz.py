"""Loads files that are wrong, a great many, and keeps those that are not told well.

    python scripts/fuzz.py [KIND ...] [--seconds S] [--inputs N] [--seed N]
                           [--keep FOLDER] [--results FILE]

Files of each kind (scripts/loaders.py) are spoilt (scripts/spoiling.py) and read. Those
that reach lines of gaitsmith which none has reached before are spoilt further. A file
is well told if it loads, or is refused with a sentence of at most `LONGEST_MESSAGE`
characters that cannot steer a terminal. Anything else is kept: tracebacks, a process
that dies, what takes longer than 10 s, or more memory than `MEMORY`.
"""

import argparse
import contextlib
import hashlib
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Any

from loaders import LOADERS, Loader
from promises import add_up

from gaitsmith.errors import LONGEST_MESSAGE, GaitsmithError

SOURCE = str(Path(__file__).resolve().parents[1] / "src" / "gaitsmith")
LARGEST = 10_000_000  # bytes of a file
SECONDS = 10.0  # that one may take
HANGS = 300.0  # s of computing without a sign of life: 20 files
MEMORY = 4_000_000_000  # bytes of address space, beyond what has been loaded
WATCHED = 0.05  # of the files
POOL = 3000  # files that are spoilt further


class TooSlowError(BaseException):
    """A file took longer than `SECONDS`."""


class Coverage:
    """Lines of gaitsmith that were reached."""

    def __init__(self) -> None:
        """None so far."""
        self.lines: set[tuple[str, int]] = set()
        self.is_news = False

    @contextlib.contextmanager
    def watching(self) -> Generator[None]:
        """Note what is reached meanwhile."""
        self.is_news = False
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _given: Any) -> Any:
        return self._line if frame.f_code.co_filename.startswith(SOURCE) else None

    def _line(self, frame: FrameType, event: str, _given: Any) -> Any:
        place = frame.f_code.co_filename, frame.f_lineno
        if event == "line" and place not in self.lines:
            self.lines.add(place)
            self.is_news = True
        return self._line


def complaint(loader: Loader, path: Path) -> str:
    """What is wrong with how a file is read; empty: nothing."""

    def give_up(*_: object) -> None:
        raise TooSlowError

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # whatever else this machine does
    try:
        loader.load(path)
    except GaitsmithError as error:
        text = str(error)
        if not text.strip() or len(text) > LONGEST_MESSAGE + 100:
            return f"message of {len(text)} characters"
        if not text.replace("\n", "").replace("\xa0", "").isprintable():
            return "message that steers a terminal"
    except TooSlowError:
        return f"more than {SECONDS:g} s"
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if frame.filename.startswith(SOURCE)]
        last = (ours or frames)[-1]
        place = last.filename.removeprefix(SOURCE + "/")
        return f"{type(error).__name__} at {place}:{last.lineno}: {error}"[:300]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
    return ""


def work(
    kind: str, seed: int, place: Path, keep: Path, seconds: float, most: int
) -> None:
    """Spoil and read until time or inputs are used up; the parent watches."""
    loader, chance = LOADERS[kind], random.Random(seed)
    warnings.simplefilter("ignore")
    pool = loader.examples()
    assert pool, kind
    widest = 2 * max(map(len, pool)) + 1000  # bytes of what is spoilt further
    path, tally = place / loader.file, place.with_suffix(".tally")
    told: set[str] = set()
    coverage = Coverage()
    path.write_bytes(pool[0])
    loader.load(path)  # imports what it needs, unwatched
    for number, example in enumerate(pool):  # what is right must be read
        path.write_bytes(example)
        with coverage.watching():
            wrong = complaint(loader, path)
        assert not wrong, f"{kind}, example {number}: {wrong}"
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    limit = address_space() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    done, began = 0, computing()
    while computing() < began + seconds and done < most:
        base = chance.choice(pool)
        data = loader.spoil(chance, base, chance.choice(pool))[:LARGEST]
        path.write_bytes(data)
        # To watch takes longer than to read, so most are read unwatched.
        is_watched = chance.random() < WATCHED
        with coverage.watching() if is_watched else contextlib.nullcontext():
            wrong = complaint(loader, path)
        done += 1
        if is_watched and coverage.is_news and len(data) < widest and len(pool) < POOL:
            pool.append(data)
        if wrong and wrong.split(": ")[0] not in told:
            told.add(wrong.split(": ")[0])
            keep_finding(keep, kind, data, wrong)
        if done % 20 == 0:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - used
            spent = computing() - began
            text = f"{done} {spent:.1f} {peak} {len(coverage.lines)} {len(pool)}"
            tally.write_text(text)


def computing() -> float:
    """s of this process, and of children that it has waited for."""
    return sum(os.times()[:4])


def address_space() -> int:
    """Bytes that this process has mapped."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def keep_finding(keep: Path, kind: str, data: bytes, wrong: str) -> None:
    """Keep a file, and say why."""
    folder = keep / kind
    folder.mkdir(parents=True, exist_ok=True)
    file = (
        folder
        / f"{hashlib.sha256(data).hexdigest()[:12]}{Path(LOADERS[kind].file).suffix}"
    )
    file.write_bytes(data)
    print(f"{kind}: {file}: {wrong!a}", flush=True)


def kept(keep: Path, kind: str) -> int:
    """How many files of a kind have been kept."""
    return len(list((keep / kind).glob("*")))


def fuzz(kind: str, seed: int, keep: Path, seconds: float, most: int) -> int:
    """Fuzz one kind in processes of its own, as one may die; how many were read."""
    total, spent = 0, 0.0
    with tempfile.TemporaryDirectory(
        dir="/dev/shm" if os.path.isdir("/dev/shm") else None
    ) as scratch:
        place = Path(scratch) / kind
        place.mkdir()
        tally = place.with_suffix(".tally")
        while spent < seconds and total < most:
            tally.write_text("0 0 0 0 0")
            child = os.fork()
            if not child:
                try:
                    work(kind, seed, place, keep, seconds - spent, most - total)
                    os._exit(0)
                except BaseException:
                    traceback.print_exc()
                    os._exit(1)
            status = _wait(child, tally)
            done, took, peak, lines, pool = map(float, tally.read_text().split())
            total, spent = total + int(done), spent + max(took, 1.0)
            print(
                f"{kind}: seed {seed}: {done:.0f} files, {done / max(took, 0.1):.0f}/s,"
                f" {lines:.0f} lines reached, {pool:.0f} kept to spoil further,"
                f" memory +{peak / 1e6:.0f} MB",
                flush=True,
            )
            if os.WIFSIGNALED(status):
                data = (place / LOADERS[kind].file).read_bytes()
                keep_finding(keep, kind, data, f"signal {os.WTERMSIG(status)}")
            elif os.WEXITSTATUS(status):
                break
            seed += 1000
    return total


def _wait(child: int, tally: Path) -> int:
    """Its end; one that computes without a sign of life is ended."""
    seen, at = "", 0.0
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status
        used = _computed(child)
        if tally.read_text() != seen:
            seen, at = tally.read_text(), used
        if used > at + HANGS:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.5)


def _computed(process: int) -> float:
    """s, that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print what was found, and how many were read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(LOADERS))
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="of computing, for each kind"
    )
    parser.add_argument("--inputs", type=int, default=10**9, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--results", type=Path, help="where a line is added")
    given = parser.parse_args()
    total = 0
    for kind in given.kinds or LOADERS:
        before = kept(given.keep, kind)
        files = fuzz(kind, given.seed, given.keep, given.seconds, given.inputs)
        found = kept(given.keep, kind) - before
        row = {"kind": kind, "seed": given.seed, "files": files, "found": found}
        add_up(given.results, "fuzz", **row)
        total += files
    print(f"{total} files read.")


if __name__ == "__main__":
    main()
