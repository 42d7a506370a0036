"""A search on a cluster whose machines are cut off from each other and reconnected.

    sudo .venv/bin/python benchmarks/chaos_networks.py [--cuts N] [--folder FOLDER]

Scheduler, command and three workers have a network namespace each (`ip netns`: root on
Linux), joined by cables (veth) to one bridge, and talk TLS. While a search goes on,
cables are pulled at random moments and put back: workers', all workers' at once, the
scheduler's, the command's. A worker with another gaitsmith and one with none ask to
join. In the end the bytes are compared with those of threads.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from chaos import DASK, SEARCH, bytes_of, searching

MINE = f"gaitsmith{os.getpid()}"  # others may do the same beside us
HUB, HEAD, DESK = f"{MINE}-hub", f"{MINE}-head", f"{MINE}-desk"
WORKERS = tuple(f"{MINE}-worker{number}" for number in (1, 2, 3))
STRANGERS = (f"{MINE}-other", f"{MINE}-without")
PORT = 8786
SOURCE = Path(__file__).parents[1] / "src"


def ip(*words: str) -> None:
    """Debian's iproute2."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Network:
    """Namespaces around a bridge."""

    def __init__(self, machines: Sequence[str]) -> None:
        """Everybody reaches everybody."""
        self.address = {name: f"10.77.0.{i + 1}" for i, name in enumerate(machines)}
        self._cable = {name: f"cable{i + 1}" for i, name in enumerate(machines)}
        self.remove()
        ip("netns", "add", HUB)
        ip("-n", HUB, "link", "add", "bridge", "type", "bridge")
        ip("-n", HUB, "link", "set", "bridge", "up")
        for name, address in self.address.items():
            cable = self._cable[name]
            ip("netns", "add", name)
            ip(
                *("-n", HUB, "link", "add", cable, "type", "veth"),
                *("peer", "name", "eth0", "netns", name),
            )
            ip("-n", HUB, "link", "set", cable, "master", "bridge", "up")
            ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
            for link in ("lo", "eth0"):
                ip("-n", name, "link", "set", link, "up")

    def pull(self, name: str) -> None:
        """Its cable."""
        ip("-n", HUB, "link", "set", self._cable[name], "down")

    def put_back(self, name: str) -> None:
        """Its cable."""
        ip("-n", HUB, "link", "set", self._cable[name], "up")

    def remove(self) -> None:
        """All of it."""
        for name in (HUB, *self.address):
            command = ["ip", "netns", "del", name]
            subprocess.run(command, check=False, capture_output=True)


class Cluster:
    """Scheduler and workers, each on a machine of its own."""

    def __init__(self, network: Network, folder: Path) -> None:
        """One certificate for all, as docs/cluster.md says."""
        self._network, self._folder = network, folder
        key, cert = folder / "dask.key", folder / "dask.crt"
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:3072", "-nodes"),
                *("-days", "365", "-subj", "/CN=dask"),
                *("-keyout", str(key), "-out", str(cert)),
            ],
            check=True,
            capture_output=True,
        )
        self._tls = [
            *("--tls-ca-file", str(cert), "--tls-cert", str(cert)),
            *("--tls-key", str(key)),
        ]
        self.address = f"tls://{network.address[HEAD]}:{PORT}"
        self.place = folder / "place.toml"
        self.place.write_text(
            f'kind = "address"\naddress = "{self.address}"\n'
            f'tls = {{ ca = "{cert}", cert = "{cert}", key = "{key}" }}\n'
        )
        self._scheduler = self._start(
            HEAD,
            *("scheduler", "--protocol", "tls", *self._tls),
            *("--host", network.address[HEAD], "--port", str(PORT)),
            *("--dashboard-address", "127.0.0.1:0"),
        )
        self._workers = {name: self.worker(name) for name in WORKERS}
        self._guests: list[subprocess.Popen[bytes]] = []

    def _start(
        self, machine: str, *words: str, source: Path | None = None
    ) -> subprocess.Popen[bytes]:
        paths = {"PYTHONPATH": str(source)} if source else {}
        with (self._folder / f"{machine}.txt").open("ab") as log:
            return subprocess.Popen(
                ["ip", "netns", "exec", machine, *DASK, *words],
                stdout=log,
                stderr=log,
                env={**os.environ, **paths},
            )

    def worker(
        self, machine: str, *words: str, source: Path | None = None
    ) -> subprocess.Popen[bytes]:
        """One of one thread there."""
        return self._start(
            machine,
            *("worker", self.address, "--nthreads", "1", "--no-nanny", *words),
            *("--host", self._network.address[machine], *self._tls),
            source=source,
        )

    def invite_strangers(self) -> None:
        """A worker with another gaitsmith, and one without."""
        other = self._folder / "other"
        shutil.copytree(SOURCE, other, dirs_exist_ok=True)
        with (other / "gaitsmith" / "errors.py").open("a") as file:
            file.write("# another version\n")
        without = "import sys; sys.modules['gaitsmith'] = None"
        self._guests = [
            self.worker(STRANGERS[0], source=other),
            self.worker(STRANGERS[1], "--preload", without),
        ]

    def revive(self) -> None:
        """Start workers again that have left, as systemd would."""
        for name, worker in self._workers.items():
            if worker.poll() is not None:
                self._workers[name] = self.worker(name)

    def end(self) -> None:
        """All of them."""
        for process in (*self._workers.values(), *self._guests, self._scheduler):
            process.kill()
            process.wait()


def cuts(given: argparse.Namespace) -> list[tuple[tuple[str, ...], float]]:
    """Who is cut off, and for how long [s]: workers, but each other case once."""
    found = [
        ((random.choice(WORKERS),), random.uniform(0.5, given.longest))
        for _ in range(given.cuts)
    ]
    others = [(WORKERS, given.nobody), ((HEAD,), given.gone), ((DESK,), given.gone)]
    for number, (who, seconds) in enumerate(others):
        if seconds:
            found.insert(1 + number * given.cuts // 3, (who, seconds))
    return found


class Command:
    """The search under way on its machine; what it says is told with the time."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        """It has just begun."""
        self._log, self._told, self._begun = log, 0, time.monotonic()
        prefix = ["ip", "netns", "exec", DESK]
        self.process = searching(*words, log=log, prefix=prefix)

    def tell(self, words: str) -> None:
        """With the time since it began."""
        print(f"{time.monotonic() - self._begun:6.1f} s  {words}", flush=True)

    def wait(self, seconds: float) -> bool:
        """Tell what it says meanwhile; whether it still goes on."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.1)
            lines = self._log.read_text().splitlines()
            for line in lines[self._told :]:
                if not line.startswith("generation"):
                    self.tell(f"  > {line}")
            self._told = len(lines)
        return self.process.poll() is None


def disturb(given: argparse.Namespace, wild: Path, words: Sequence[str]) -> int:
    """Search while cables are pulled; the command's exit code."""
    network = Network((HEAD, DESK, *WORKERS, *STRANGERS))
    cluster, command = None, None
    try:
        cluster = Cluster(network, wild.parent)
        if given.strangers:
            cluster.invite_strangers()
        words = [*words, str(wild), "--cluster", str(cluster.place)]
        command = Command(words, wild.parent / "wild.txt")
        while command.wait(0.1) and not (wild / "costs.csv").is_file():
            pass
        for who, seconds in cuts(given):
            if not command.wait(random.uniform(0.5, 3.0)):
                break
            command.tell(f"{', '.join(who)} cut off for {seconds:.1f} s")
            for name in who:
                network.pull(name)
            command.wait(seconds)
            for name in who:
                network.put_back(name)
            command.tell("put back")
            cluster.revive()
        while command.wait(1.0):
            cluster.revive()
        return command.process.wait()
    finally:
        if command is not None:
            command.process.kill()
        if cluster is not None:
            cluster.end()
        network.remove()


def main() -> None:
    """Print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=9, help="of single workers")
    parser.add_argument("--longest", type=float, default=12.0, help="s, of these")
    parser.add_argument("--nobody", type=float, default=90.0, help="s without workers")
    parser.add_argument("--gone", type=float, default=45.0, help="s, of the others")
    parser.add_argument("--generations", type=int, default=150)
    parser.add_argument("--experiment", default="simbicon/first_walk")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--strangers", action=argparse.BooleanOptionalAction)
    given = parser.parse_args()
    random.seed(1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and clean up
    folder = (given.folder or Path(tempfile.mkdtemp())).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    limit = ["--set", f"optimizer.max_generations={given.generations}"]
    begin = ["optimize", given.experiment, *SEARCH, *limit, "--run"]
    calm, wild, log = folder / "calm", folder / "wild", folder / "calm.txt"
    if not calm.exists():
        assert searching(*begin, str(calm), "--workers", "1", log=log).wait() == 0
    shutil.rmtree(wild, ignore_errors=True)
    (folder / "wild.txt").unlink(missing_ok=True)
    code = disturb(given, wild, begin)
    is_same = code == 0 and bytes_of(calm) == bytes_of(wild)
    print(f"Exit code {code}; the bytes are {'the same' if is_same else 'OTHERS'}.")
    sys.exit(0 if is_same else 1)


if __name__ == "__main__":
    main()
