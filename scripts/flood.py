"""Treats a live page badly: floods, silence, slow readers, frames that are none.

    python scripts/flood.py [view|watch] [--rounds N] [--seconds S] [--seed N]
                            [--results FILE]

Starts `gaitsmith view` or `watch` of a small search on this machine, and does to it in
turn what `ATTACKS` says; after each, one ordinary visitor must be answered. Told are
the memory of the process after each round, how long the slowest answer took, and how
long Ctrl-C took in the end. Nothing is sent to any other machine.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import tomli_w
import viser
from promises import add_up
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

PROGRAM = str(Path(sys.executable).with_name("gaitsmith"))
VERSION = Subprotocol(f"viser-v{viser.__version__}")
TINY = {
    "name": "tiny",
    "character": "planar_biped",
    "controller": {"law": "simbicon", "gait": "walk"},
    "setting": {"duration": 1.0, "rate": 1200.0},
    "objective": {"fail": {}, "user": {"speed": 1.2}, "power": {}},
    "optimizer": {"population": 4, "max_generations": 3, "sigma": 0.3},
    "sturdiness": {"finalists": 0},
}
PATIENCE = 10.0  # s that an ordinary visitor waits
CLIENTS = 50  # that come at once; 32 may
Attack = Callable[["Victim", random.Random], None]


class Victim:
    """A page that is served by a process of its own."""

    def __init__(self, verb: str, folder: Path) -> None:
        """Begin to serve it."""
        (folder / "tiny.toml").write_text(tomli_w.dumps(TINY), encoding="utf-8")
        place = "tiny.toml"
        if verb == "watch":
            place = "run"
            search = [PROGRAM, "optimize", "tiny.toml", "--run", place]
            subprocess.run(search, cwd=folder, check=True, capture_output=True)
        self.process = subprocess.Popen(
            [PROGRAM, verb, place, "--port", "0", "--json"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )
        assert self.process.stdout
        url = json.loads(self.process.stdout.readline())["url"]
        self.port = urlsplit(url).port or 0

    def socket(self) -> socket.socket:
        """A plain connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def client(self) -> ClientConnection:
        """A visitor's websocket."""
        address = f"ws://127.0.0.1:{self.port}/"
        return connect(address, subprotocols=[VERSION], open_timeout=PATIENCE)

    def answer(self) -> float:
        """s that an ordinary visitor waits for the page."""
        began = time.monotonic()
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        asked.request("GET", "/")
        response = asked.getresponse()
        response.read()
        asked.close()
        assert response.status == http.HTTPStatus.OK, response.status
        return time.monotonic() - began

    def memory(self) -> float:
        """MB that it occupies."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(x.split()[1]) / 1e3 for x in lines if x.startswith("VmRSS"))

    def files(self) -> int:
        """Files and connections that it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self) -> float:
        """s from Ctrl-C to its end."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(60.0)
        assert code == 0, code
        return time.monotonic() - began


def many_clients(victim: Victim, _chance: random.Random) -> None:
    """More visitors than may come; all leave without a word."""
    with contextlib.ExitStack() as visitors:
        for _ in range(CLIENTS):
            with contextlib.suppress(WebSocketException, OSError):
                visitors.enter_context(victim.client())


def sessions(victim: Victim, chance: random.Random) -> None:
    """Visitors one after the other, who look for a moment."""
    for _ in range(20):
        with victim.client() as visitor, contextlib.suppress(TimeoutError):
            for _ in range(chance.randrange(20)):
                visitor.recv(0.2)


def half_open(victim: Victim, chance: random.Random) -> None:
    """Connections that say nothing, or half a request."""
    said = [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: 127.0.0.1"]
    left = [victim.socket() for _ in range(100)]
    for one in left:
        one.sendall(chance.choice(said))
    victim.answer()  # meanwhile
    for one in left:
        one.close()


def slow_readers(victim: Victim, _chance: random.Random) -> None:
    """Visitors who never read what they are sent."""
    left = []
    for _ in range(10):
        one = victim.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.sendall(_handshake(victim.port))
        left.append(one)
    time.sleep(2.0)
    victim.answer()  # meanwhile
    for one in left:
        one.close()


def bad_frames(victim: Victim, chance: random.Random) -> None:
    """Frames of any bytes, of any length, and messages of any bytes."""
    for _ in range(20):
        with victim.socket() as one, contextlib.suppress(OSError):
            one.sendall(_handshake(victim.port))
            one.recv(200)
            one.sendall(chance.randbytes(chance.choice((2, 14, 200, 5000))))
    for _ in range(10):
        with contextlib.suppress(WebSocketException, OSError), victim.client() as one:
            for _ in range(5):
                one.send(chance.randbytes(chance.choice((0, 3, 300, 30_000))))
            one.recv(0.1)
    with contextlib.suppress(WebSocketException, OSError), victim.client() as one:
        one.send(bytes(50_000_000))  # of zeros


def odd_requests(victim: Victim, chance: random.Random) -> None:
    """Requests that are none: long lines, many headers, other bytes."""
    requests = [
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20_000,
        b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ]
    for _ in range(30):
        with victim.socket() as one, contextlib.suppress(OSError):
            one.sendall(chance.choice([*requests, chance.randbytes(2000)]))
            one.settimeout(1.0)
            assert b"root:" not in one.recv(4096)


def flood(victim: Victim, _chance: random.Random) -> None:
    """Connections as quickly as they can be made."""
    until = time.monotonic() + 3.0
    while time.monotonic() < until:
        with contextlib.suppress(OSError), victim.socket() as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


ATTACKS: tuple[Attack, ...] = (
    *(many_clients, sessions, half_open, slow_readers, bad_frames, odd_requests),
    flood,
)


def _handshake(port: int) -> bytes:
    """What a browser asks for to open a websocket."""
    lines = (
        "GET / HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {VERSION}",
    )
    return "\r\n".join([*lines, "", ""]).encode()


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", nargs="?", choices=("view", "watch"), default="view")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="where a line is added")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="gaitsmith-flood-") as folder:
        victim = Victim(given.page, Path(folder))
        deadline = time.monotonic() + given.seconds
        slowest, memories, files = victim.answer(), [victim.memory()], victim.files()
        try:
            while len(memories) <= given.rounds and time.monotonic() < deadline:
                for attack in ATTACKS:
                    attack(victim, chance)
                    slowest = max(slowest, victim.answer())
                time.sleep(1.0)  # what was left is put away
                memories.append(victim.memory())
                print(f"{memories[-1]:.0f} MB, {victim.files()} files", flush=True)
            added_files = victim.files() - files
            ending = victim.end()
        finally:
            victim.process.kill()
    row = {"page": given.page, "seed": given.seed, "rounds": len(memories) - 1}
    row |= {"answer": round(slowest, 2), "ending": round(ending, 2)}
    row |= {"megabytes": [round(one) for one in memories], "files": added_files}
    print(row)
    add_up(given.results, "floods", **row)


if __name__ == "__main__":
    main()
