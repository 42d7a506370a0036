"""Who may open a live page, asked over real connections."""

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import viser
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from gaitsmith.viewer import gate
from gaitsmith.viewer.server import PageServer

ELSEWHERE = "http://elsewhere.example"
VERSION = Subprotocol(f"viser-v{viser.__version__}")


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    server = PageServer("127.0.0.1", 0, "test")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def open_server() -> Iterator[PageServer]:
    """Reached from other machines, too."""
    server = PageServer("0.0.0.0", 0, "test")
    yield server
    server.stop()


def asked(
    server: PageServer, path: str = "/", **headers: str
) -> tuple[int, str, str | None]:
    """Status, text, and the cookie that is to be kept."""
    connection = http.client.HTTPConnection("127.0.0.1", server.get_port(), timeout=30)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    text = response.read().decode(errors="replace")
    connection.close()
    return response.status, text, response.headers["Set-Cookie"]


def is_let_in(server: PageServer, path: str = "/", **headers: str) -> bool:
    """Whether a websocket is opened."""
    origin = headers.pop("Origin", None)
    address = f"ws://127.0.0.1:{server.get_port()}{path}"
    try:
        with connect(
            address,
            origin=origin,  # pyright: ignore[reportArgumentType]
            additional_headers=headers,
            subprotocols=[VERSION],
        ):
            return True
    except InvalidStatus as refused:
        assert refused.response.status_code == http.HTTPStatus.FORBIDDEN
        return False


def test_the_page_itself_is_let_in(server):
    port = server.get_port()
    assert asked(server)[0] == http.HTTPStatus.OK
    assert is_let_in(server, Origin=f"http://127.0.0.1:{port}")
    assert is_let_in(server)  # no browser


@pytest.mark.parametrize(
    "origin", [ELSEWHERE, "null", "http://127.0.0.1:1", "http://127.0.0.1", "http://["]
)
def test_a_page_of_another_site_is_not_let_in(server, origin):
    assert not is_let_in(server, Origin=origin)


@pytest.mark.parametrize(
    ("host", "is_answered"),
    [("localhost", True), ("[::1]", True), ("elsewhere.example", False), ("[", False)],
)
def test_a_local_page_answers_to_local_names_only(server, host, is_answered):
    status, text, _ = asked(server, Host=f"{host}:{server.get_port()}")
    assert (status == http.HTTPStatus.OK) is is_answered
    assert ("own address" in text or "no address" in text) is not is_answered


def test_a_page_for_other_machines_needs_its_token(open_server):
    status, text, cookie = asked(open_server)
    assert status == http.HTTPStatus.FORBIDDEN
    assert text == "Open the whole address, with its token, as it was printed.\n"
    assert cookie is None
    assert not is_let_in(open_server)
    assert asked(open_server, "/?token=wrong")[0] == http.HTTPStatus.FORBIDDEN
    assert asked(open_server, Cookie="gaitsmith=ü")[0] == http.HTTPStatus.FORBIDDEN


def test_who_has_the_token_keeps_it_as_a_cookie(open_server):
    address = urlsplit(open_server.url)
    status, _, cookie = asked(open_server, f"{address.path}?{address.query}")
    assert status == http.HTTPStatus.OK
    assert cookie is not None
    assert cookie.endswith("; HttpOnly; SameSite=Strict; Path=/")
    kept = cookie.partition(";")[0]
    assert asked(open_server, Cookie=kept)[0] == http.HTTPStatus.OK
    assert is_let_in(open_server, Cookie=f"other=1; {kept}")
    assert not is_let_in(open_server, Cookie=kept, Origin=ELSEWHERE)


def test_tokens_differ():
    tokens = {gate.Gate("0.0.0.0", is_local=False).token for _ in range(3)}
    assert len(tokens) == 3
    assert min(map(len, tokens)) > 20


def test_too_many_visitors_are_refused(server, monkeypatch):
    monkeypatch.setattr(gate, "MOST_VISITORS", 1)
    address = f"ws://127.0.0.1:{server.get_port()}"
    with connect(address, subprotocols=[VERSION]) as visitor:
        visitor.recv()  # let in
        status, text, _ = asked(server)
        assert status == http.HTTPStatus.SERVICE_UNAVAILABLE
        assert text == "Too many are watching.\n"


@pytest.mark.parametrize("message", [b"\xc1nonsense", bytes(gate.MOST_BYTES + 1)])
def test_who_sends_nonsense_is_dropped_without_a_word(server, message, caplog, capfd):
    address = f"ws://127.0.0.1:{server.get_port()}"
    with connect(address, subprotocols=[VERSION]) as visitor:
        visitor.recv()
        visitor.send(message)
        with pytest.raises(ConnectionClosed):
            while True:
                visitor.recv(10.0)
    assert not caplog.records
    assert capfd.readouterr() == ("", "")
    assert is_let_in(server)
