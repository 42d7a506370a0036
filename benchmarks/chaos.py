"""A search, or a study, while workers, scheduler and its own command are killed.

    python benchmarks/chaos.py [--kills N] [--folder FOLDER] [--study NAME --limit N]

A scheduler and three workers run by themselves on this machine, each worker under a
watch that starts it again. A search by address is disturbed: workers are killed with
SIGKILL at random moments, the scheduler once, the command once, which is then resumed.
In the end its bytes are compared with those of an undisturbed search over threads.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

BIN = Path(sys.executable).parent
PORT = 8799
ADDRESS = f"127.0.0.1:{PORT}"
SEARCH = ["--set", "sturdiness.finalists=1", "--set", "sturdiness.seconds=10"]
DASK = [sys.executable, "-m", "dask"]


class Chaos:
    """Processes that are killed, and started again."""

    def __init__(self) -> None:
        """A scheduler and three workers."""
        self.scheduler = self._start_scheduler()
        self.workers = [self._start_worker() for _ in range(3)]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        return subprocess.Popen([*DASK, *words], stdout=quiet, stderr=quiet)

    def _start_scheduler(self) -> subprocess.Popen[bytes]:
        return self._start(
            *("scheduler", "--host", "127.0.0.1", "--port", str(PORT)),
            *("--dashboard-address", "127.0.0.1:0"),
        )

    def _start_worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", ADDRESS, "--nthreads", "1", "--no-nanny")

    def kill_worker(self) -> None:
        """One of them, with SIGKILL; it is started again."""
        number = random.randrange(len(self.workers))
        self.workers[number].kill()
        self.workers[number].wait()
        self.workers[number] = self._start_worker()

    def kill_scheduler(self) -> None:
        """Whose workers leave with it; all are started again."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = self._start_scheduler()
        self.revive()

    def revive(self) -> None:
        """Start workers again that have left."""
        for number, worker in enumerate(self.workers):
            if worker.poll() is not None:
                self.workers[number] = self._start_worker()

    def end(self) -> None:
        """All of them."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def searching(
    *words: str, log: Path, prefix: Sequence[str] = ()
) -> subprocess.Popen[bytes]:
    """The command under way; what it says goes to a file."""
    with log.open("ab") as file:
        command = [*prefix, str(BIN / "gaitsmith"), *words]
        return subprocess.Popen(command, stdout=file, stderr=file)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """What a run or a study says, without times."""
    found = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        text = file.read_bytes()
        if file.name == "progress.csv":
            rows = [line.split(b",") for line in text.splitlines()]
            text = b"\n".join(b",".join(row[:7] + row[8:]) for row in rows)
        if file.name not in ("provenance.json", ".lock", "times.csv"):
            found[str(file.relative_to(folder))] = text
    return found


def main() -> None:
    """Print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--every", type=float, default=4.0, help="s, on average")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--experiment", default="demo")
    parser.add_argument("--study", default="", help="instead of a search")
    parser.add_argument("--limit", type=int, default=4, help="cells of the study")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    random.seed(1)
    folder = given.folder or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    limit = ["--set", f"optimizer.max_generations={given.generations}"]
    begin = ["optimize", given.experiment, *SEARCH, *limit, "--run"]
    if given.study:
        begin = ["study", given.study, "--limit", str(given.limit), "--run"]
    calm, wild, log = folder / "calm", folder / "wild", folder / "log.txt"
    if not calm.exists():
        assert searching(*begin, str(calm), "--workers", "2", log=log).wait() == 0
    chaos = Chaos()
    began = time.monotonic()
    kills = scheduler_kills = client_kills = 0
    work = searching(*begin, str(wild), "--cluster", ADDRESS, log=log)
    try:
        while work.poll() is None:
            time.sleep(random.uniform(0.2, 2.0 * given.every))
            is_under_way = any(wild.rglob("costs.csv"))
            if is_under_way and kills < given.kills:
                chaos.kill_worker()
                kills += 1
            if kills >= given.kills // 3 and not scheduler_kills:
                chaos.kill_scheduler()
                scheduler_kills += 1
            if kills >= 2 * given.kills // 3 and not client_kills:
                work.send_signal(signal.SIGKILL)
                work.wait()
                client_kills += 1
                again = ["resume", str(wild), "--cluster", ADDRESS]
                work = searching(*again, log=log)
            chaos.revive()
    finally:
        chaos.end()
    seconds = time.monotonic() - began
    is_same = bytes_of(calm) == bytes_of(wild)
    print(
        f"{kills} workers, {scheduler_kills} scheduler and {client_kills} command"
        f" killed within {seconds:.0f} s; exit code {work.returncode}; the bytes are"
        f" {'the same' if is_same else 'OTHERS'}. Log: {log}"
    )
    sys.exit(0 if is_same and work.returncode == 0 else 1)


if __name__ == "__main__":
    main()
