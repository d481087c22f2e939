"""An S3 server (moto's) with a door in front of it that counts requests and makes them fail."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

#: What a Fault makes of a request.
REFUSED = "503 Service Unavailable"
#: The request is carried out, and then this is all that the client hears.
LOST = "500 Internal Server Error"


@dataclass
class Fault:
    """Befalls the next *times* requests whose method and path *matches* takes."""

    matches: Callable[[str, str], bool]
    status: str
    times: int = 1


@dataclass
class S3Server:
    """Requests by (method, path); *delay_s* before each answer; how many were waiting for theirs at a time, at most."""

    requests: list[tuple[str, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    delay_s: float = 0.0
    endpoint: str = ""
    #: What stands between the server and its clients, if anything; it is given the server.
    weather: Callable[[dict[str, Any], Any, Callable[..., Iterable[bytes]]], Iterable[bytes]] | None = None
    busiest: int = 0
    _busy: int = 0

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.requests.append((method, path))
        self._busy += 1
        self.busiest = max(self.busiest, self._busy)
        time.sleep(self.delay_s)
        self._busy -= 1
        if self.weather is not None:
            return self.weather(environ, start_response, self._answer)
        fault = next((f for f in self.faults if f.times and f.matches(method, path)), None)
        if fault is None:
            return self._answer(environ, start_response)
        fault.times -= 1
        if fault.status == LOST:
            self._answer(environ, lambda *_: None)
        start_response(fault.status, [("Content-Length", "0")])
        return []

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """One at a time: moto fails in a listing while something is being deleted."""
        with self._lock:
            return list(self._backend(environ, start_response))

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _backend: Any = field(default_factory=lambda: DomainDispatcherApplication(create_backend_app))


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """Runs until the block ends; the environment has to say AWS_ENDPOINT_URL."""
    application = S3Server()
    server = make_server("127.0.0.1", 0, application, threaded=True, request_handler=_Quiet)
    application.endpoint = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield application
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
