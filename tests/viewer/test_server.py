import gc
import socket
import threading
import time
import urllib.request
import warnings
from collections.abc import Iterator

import pytest

from gaitsmith.errors import InputError
from gaitsmith.viewer.server import PageServer, is_local


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which something else listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_refused_with_a_remedy(taken):
    with pytest.raises(InputError) as refused:
        PageServer("127.0.0.1", taken, "test")
    assert str(refused.value) == (
        f"--port {taken}: something else is listening at 127.0.0.1 already; give"
        " another, such as --port 8081, or --port 0 for any that is free."
    )


@pytest.mark.parametrize("host", ["nowhere.invalid", "203.0.113.7"])
def test_an_address_that_is_not_ours_is_refused(host):
    with pytest.raises(InputError, match=f"--host {host}: .* leave it out"):
        PageServer(host, 0, "test")


def test_a_server_tells_where_it_is_prints_nothing_and_leaves_no_thread(capfd):
    before = set(threading.enumerate())
    server = PageServer("127.0.0.1", 0, "test")
    port = server.get_port()
    assert server.url == f"http://127.0.0.1:{port}"
    # To its end: a connection that is still being made when the server stops is left
    # open by the library, and whichever test comes next is blamed for it.
    with urllib.request.urlopen(server.url) as page:
        assert b"<html" in page.read()
    server.stop()
    lasting = {t for t in set(threading.enumerate()) - before if not t.daemon}
    assert lasting == set()
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "")
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port)):
        pass


@pytest.mark.parametrize("pause", [0.0, 0.2])  # s; before and after it was accepted
def test_a_connection_that_asks_for_nothing_is_closed_at_once(capfd, pause):
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        for _ in range(10):
            assert stopping_time(pause) < 0.9  # s; the library gives up after 6
            gc.collect()  # what was left open would complain now
    assert [str(complaint.message) for complaint in complaints] == []
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "")


def stopping_time(pause: float) -> float:
    """S until a server has stopped to which somebody connected `pause` [s] before."""
    server = PageServer("127.0.0.1", 0, "test")
    with socket.create_connection(("127.0.0.1", server.get_port())):
        if pause:  # even a sleep of 0 s would let the server accept it
            time.sleep(pause)
        before = time.monotonic()
        server.stop()
        return time.monotonic() - before


def test_nobody_can_ask_for_a_tunnel_to_the_outside(monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("a tunnel was opened")

    monkeypatch.setattr("viser._viser.ViserTunnel", refuse)
    server = PageServer("127.0.0.1", 0, "test")
    assert server.request_share_url() is None
    server.stop()


@pytest.mark.parametrize(
    ("host", "answer"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("192.0.2.1", False),
        ("example.org", False),
    ],
)
def test_which_addresses_only_this_machine_can_reach(host, answer):
    assert is_local(host) is answer
