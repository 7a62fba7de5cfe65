"""The side port for operators: /healthz, /readyz and /metrics, on the loopback address alone."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from gouji_desktop.server.metrics import LAG_LIMIT, Metrics

_log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
_METHODS = ("GET", "HEAD")
_TEXT = "text/plain; charset=utf-8"
_METRICS = "text/plain; version=0.0.4; charset=utf-8"


class Health:
    """Answers three paths; anything else is 404."""

    def __init__(self, metrics: Metrics, unready: Callable[[], str]) -> None:
        """`unready` says in a few words why nobody new should be sent here, "" where they should."""
        self._metrics = metrics
        self._unready = unready
        self._server: Server | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._server is not None, "not started"
        return int(self._server.sockets[0].getsockname()[1])

    async def start(self, port: int) -> None:
        """Listen on loopback. Raises OSError."""
        # No connection ever becomes a WebSocket: every request is answered before that.
        self._server = await serve(
            _never, LOOPBACK, port, process_request=self._answer, compression=None, server_header=None, open_timeout=5
        )

    async def stop(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    def _answer(self, connection: ServerConnection, request: Request) -> Response:  # noqa: ARG002 - process_request
        if request.method not in _METHODS:
            refusal = _response(HTTPStatus.METHOD_NOT_ALLOWED, b"these pages are only read\n")
            refusal.headers["Allow"] = ", ".join(_METHODS)
            return refusal
        found = self._page(request)
        if request.method == "HEAD":
            found.body = b""
        return found

    def _page(self, request: Request) -> Response:
        path = request.path.partition("?")[0]
        if path == "/healthz":
            return _response(HTTPStatus.OK, b"ok\n")
        if path == "/readyz":
            trouble = self._trouble()
            if trouble:
                return _response(HTTPStatus.SERVICE_UNAVAILABLE, f"{trouble}\n".encode())
            return _response(HTTPStatus.OK, b"ready\n")
        if path == "/metrics":
            return _response(HTTPStatus.OK, self._metrics.text(), _METRICS)
        return _response(HTTPStatus.NOT_FOUND, b"there is /healthz, /readyz and /metrics\n")

    def _trouble(self) -> str:
        trouble = self._unready()
        if not trouble and self._metrics.lag > LAG_LIMIT:
            trouble = f"the event loop is {self._metrics.lag * 1000:.0f} ms late"
        return trouble


async def _never(connection: ServerConnection) -> None:
    _log.error("a connection of the side port became a WebSocket")
    await connection.close()


def _response(status: HTTPStatus, body: bytes, kind: str = _TEXT) -> Response:
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"})
    return Response(status.value, status.phrase, headers, body)
