"""Who may open a live page: its own address, and whoever was told it.

A page of another site that the same browser shows could otherwise steer the page
(cross-site hijacking of a websocket), also by a name of its own that leads here (DNS
rebinding). So a websocket must come from the page itself, and whoever listens on this
machine only answers to the machine's own names. Beyond this machine the address carries
a token, which the browser then keeps as a cookie.
"""

import hmac
import http
import logging
import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

import websockets.asyncio.server as library
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
MOST_VISITORS = 32  # at once
MOST_BYTES = 1_000_000  # of a message from a visitor; the page's own are far smaller
COOKIE = "gaitsmith"
TOKEN_BYTES = 16

SILENT = logging.getLogger(__name__)
SILENT.disabled = True

Answer = Callable[[ServerConnection, Request], Response | None]


class Gate:
    """Decides who may open a page."""

    def __init__(self, host: str, is_local: bool) -> None:
        """Make a new token, unless only this machine can reach the page.

        Args:
            host: the address that the page listens at.
            is_local: only this machine can reach it.
        """
        self._names = {*LOCAL_NAMES, host} if is_local else None
        self.token = "" if is_local else secrets.token_urlsafe(TOKEN_BYTES)

    def refusal(self, request: Request) -> str:
        """Why a request is refused; empty if it is not."""
        own = request.headers.get_all("Host")
        name = urlsplit(f"//{own[0]}").hostname if len(own) == 1 else None
        if name is None or (self._names is not None and name not in self._names):
            return "This page answers to its own address only."
        for origin in request.headers.get_all("Origin"):
            if urlsplit(origin).netloc != own[0]:
                return "Another site asked for this page."
        if self.token and not self._is_told(request):
            return "Open the whole address, with its token, as it was printed."
        return ""

    def _is_told(self, request: Request) -> bool:
        query = parse_qs(urlsplit(request.path).query)
        shown = [*query.get("token", ())]
        for line in request.headers.get_all("Cookie"):
            try:
                morsel = SimpleCookie(line).get(COOKIE)
            except CookieError:
                continue
            shown += [morsel.value] if morsel else []
        token = self.token.encode()
        return any(hmac.compare_digest(one.encode(), token) for one in shown)

    def answer(
        self, answer: Answer, connection: ServerConnection, request: Request
    ) -> Response | None:
        """What `answer` says, to those who may ask."""
        try:
            refusal = self.refusal(request)
        except ValueError:  # no address at all
            refusal = "This is no address."
        if refusal:
            return _refused(http.HTTPStatus.FORBIDDEN, refusal)
        if len(connection.server.connections) >= MOST_VISITORS:
            full = "Too many are watching."
            return _refused(http.HTTPStatus.SERVICE_UNAVAILABLE, full)
        response = answer(connection, request)
        if response is not None and self.token:
            kept = f"{COOKIE}={self.token}; HttpOnly; SameSite=Strict; Path=/"
            response.headers["Set-Cookie"] = kept
        return response

    @contextmanager
    def guarding(self) -> Generator[None]:
        """A page server that is started meanwhile has this gate.

        Viser makes its web server inside a function and has no door for this, so what
        it calls is replaced for the moment.
        """
        original = library.serve

        def serve(*args: Any, process_request: Answer, **options: Any) -> Any:
            guarded = partial(self.answer, process_request)
            # A visitor who sends nonsense is dropped, and nobody else hears of it.
            own = {"max_size": MOST_BYTES, "logger": SILENT}
            return original(*args, process_request=guarded, **options | own)

        library.serve = serve
        try:
            yield
        finally:
            library.serve = original


def _refused(status: http.HTTPStatus, sentence: str) -> Response:
    body = f"{sentence}\n".encode()
    headers = Headers(
        {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)
