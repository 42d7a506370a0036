"""Jobs as processes that can be got into trouble; used by scripts/kills.py."""

import atexit
import os
import resource
import signal
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import NamedTuple

import tomli_w

from gaitsmith.cli.main import main as run_program

MARK = "GAITSMITH_KILLS"  # in the environment of all that is started
TINY = {
    "name": "tiny",
    "character": "planar_biped",
    "controller": {"law": "simbicon", "gait": "walk"},
    "setting": {"duration": 1.0, "rate": 2400.0},
    "objective": {"fail": {}, "user": {"speed": 1.2}, "power": {}},
    "optimizer": {"population": 4, "max_generations": 40, "sigma": 0.3},
    "sturdiness": {"finalists": 2, "seconds": 2.0},
}
SKILL = {
    "base": "coros2008/walk",
    "action": [
        {"sets": ["state0.torso_pitch"]},
        {"sets": ["state0.swing_hip_pitch"]},
    ],
    "step_lengths": [0.3, 0.5],
    "window": 2,
    "sequence": 6,
    "examples": 9,
}
STUDY = {
    "experiment": "tiny.toml",
    "grid": {"seed": {"first": 1, "last": 3}},
    "success": {"seconds": 0.5},
    "measure": {"gait": False},
    "set": {"optimizer.max_generations": 10},
}
SLOPE = "setting.terrain.slope"


class Kind(NamedTuple):
    """How a kind of job is begun, and the file that says that it has been."""

    command: str
    marker: str
    timed: tuple[str, ...] = ()
    """Files that hold times only, or more of a job than it needed."""


JOBS = {
    "search": Kind("optimize tiny.toml", "experiment.toml"),
    "chain": Kind(
        f"adapt simbicon/walk --to {SLOPE}=2 --step 1 --enough 1000 --generations 4"
        " --set setting.duration=2 --set sturdiness.finalists=0",
        "chain.toml",
    ),
    "withdrawal": Kind(
        "withdraw vandepanne1995/simpleton_2 --seconds 2.2 --trials 40 --judge effort",
        "withdrawal.toml",
    ),
    "training": Kind("skill train quick.toml", "skill.toml", ("sequences/",)),
    "study": Kind("study own.toml --yes", "study.toml", ("times.csv",)),
}
TIMES = {"seconds"}  # columns that hold wall times
ENDLESS = 1200.0  # s
NAP = 0.1  # s
SIGNALS = {
    "kill": signal.SIGKILL,
    "term": signal.SIGTERM,
    "hup": signal.SIGHUP,
    "int": signal.SIGINT,
}
TROUBLES = (*SIGNALS, "sleep", "full", "unread", "stranger", "twice")
INTERRUPTED = 130
NOBODY = 65534
ENDS = 15.0  # s within which what a killed command has started must end


class Place:
    """A folder to work in, with the files that the jobs begin from."""

    def __init__(self, folder: Path, workers: str) -> None:
        """Write them."""
        self.folder, self.workers = folder, workers
        self.temporary = folder / "tmp"
        self.temporary.mkdir(parents=True, exist_ok=True)
        self.token = f"{os.getpid()}"
        self.temporary.chmod(0o777)
        self.sessions: set[int] = set()
        self.told: dict[int, tuple[int, Path]] = {}  # where what they print is read
        for name, values in (("tiny", TINY), ("quick", SKILL), ("own", STUDY)):
            text = tomli_w.dumps(values)
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")

    def words(self, job: str, run: str) -> list[str]:
        """The command that begins a job, or resumes it once it is one."""
        kind = JOBS[job]
        is_begun = (self.folder / run / kind.marker).is_file()
        words = ("resume", run) if is_begun else (*kind.command.split(), "--run", run)
        option = "--cluster" if ":" in self.workers else "--workers"
        return ["gaitsmith", *words, option, self.workers]

    def start(self, job: str, run: str, by: str = "", size: int = 0) -> int:
        """Do it in a process of its own, with a trouble that is there from the start.

        Args:
            job: which.
            run: its folder.
            by: "full", "unread" or "stranger"; others come later.
            size: bytes that a file may have on a full disk.
        """
        words, log = self.words(job, run), self.folder / f"{run}.log"
        reads, writes = os.pipe()
        child = os.fork()
        if not child:
            os.setsid()
            output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.dup2(writes if by in ("full", "unread") else output, 1)
            os.dup2(writes if by == "full" else output, 2)
            os.close(reads)
            for ending in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(ending, signal.SIG_DFL)
            os.environ |= {MARK: self.token, "TMPDIR": str(self.temporary)}
            tempfile.tempdir = None
            if by == "full":
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            if by == "stranger":  # root may write anywhere
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            code = program(words, self.folder)
            for ending in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(ending, signal.SIG_IGN)
            threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
            atexit._run_exitfuncs()
            os._exit(code)
        os.close(writes)
        if by == "full":
            self.told[child] = reads, log
        else:
            os.close(reads)
        self.sessions.add(child)
        return child

    def end(self, process: int, seconds: float) -> int | None:
        """The exit code of a process that ends within some time."""
        code = ended(process, seconds)
        if code is not None and process in self.told:
            reads, log = self.told.pop(process)
            with log.open("ab") as file, open(reads, "rb") as said:
                file.write(said.read())
        return code

    def suffer(
        self, job: str, run: str, by: str, wait: float, size: int
    ) -> tuple[int | None, str]:
        """Do it with a trouble: its exit code if it came to its end; what was wrong."""
        process = self.start(job, run, by, size)
        if by in ("full", "unread", "stranger"):
            code = self.end(process, ENDLESS)
            # Nobody reading is told by no sentence; the other two are.
            return (0, "") if code == 0 else (None, "" if code in (1, 2) else f"{code}")
        code = self.end(process, wait)
        if code is not None:
            return code, ""
        if by == "twice":
            other = self.end(self.start(job, run), ENDLESS)
            code = self.end(process, ENDLESS)
            is_odd = other not in (0, 2) or code not in (0, 2) or code == other == 2
            return (code or None), f"both ended: {code}, {other}" if is_odd else ""
        if by == "sleep":
            os.killpg(process, signal.SIGSTOP)
            time.sleep(NAP)
            os.killpg(process, signal.SIGCONT)
            return self.end(process, ENDLESS), ""
        os.kill(process, SIGNALS[by])
        code = self.end(process, ENDS)
        if code is None:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return None, f"does not end within {ENDS:g} s"
        fits = (0, INTERRUPTED, -SIGNALS[by])  # or before it could listen
        return None, "" if code in fits else f"exit code {code}"

    def processes(self) -> list[str]:
        """What is still running of all that was started here."""
        found = []
        mark = f"{MARK}={self.token}".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                session = int(
                    (entry / "stat").read_text().rpartition(")")[2].split()[3]
                )
                environment = (entry / "environ").read_bytes().split(b"\0")
                if session in self.sessions or mark in environment:
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" "))
            except OSError:
                continue
        return [words.decode(errors="replace") for words in found if words]

    def left(self) -> list[str]:
        """Processes that do not end by themselves, and temporary files."""
        deadline = time.monotonic() + ENDS
        while (running := self.processes()) and time.monotonic() < deadline:
            time.sleep(0.2)
        return running + [f"file {path.name}" for path in self.temporary.iterdir()]


def program(words: list[str], folder: Path) -> int:
    """Run the program in this process; its exit code."""
    os.chdir(folder)
    sys.argv = words
    try:
        run_program()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def ended(process: int, seconds: float) -> int | None:
    """The exit code of a child that ends within some time."""
    deadline = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            return None
        time.sleep(0.002)
