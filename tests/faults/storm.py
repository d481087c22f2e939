"""A storm over an S3 server: requests are slow, refused, cut off, lost, truncated, or hang; and a ledger of what was committed."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from socket import SHUT_RDWR
from typing import Any, Final

from moto.core import DEFAULT_ACCOUNT_ID
from moto.s3.models import s3_backends

from tests.statestore.s3_server import LOST, REFUSED

#: Longer than clients wait (CLIENT in test_s3_storms).
HANG_S: Final = 0.8
SLOW_S: Final = 0.25

App = Callable[..., Iterable[bytes]]


@dataclass
class Storm:
    """Befalls a request with *chance*. *committed*: the log's entries by path, as often as they were created."""

    dice: random.Random
    chance: float = 0.0
    befell: Counter[str] = field(default_factory=Counter)
    committed: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    _one_put: threading.Lock = field(default_factory=threading.Lock)
    _over: threading.Event = field(default_factory=threading.Event)

    def end(self) -> None:
        """The weather is fine from now on, for those who wait, too."""
        self.chance = 0.0
        self._over.set()

    def ledger(self) -> dict[str, list[dict[str, Any]]]:
        """*committed* with all that anybody can have read: a file is there before its line is."""
        with self._one_put:
            return dict(self.committed)

    def __call__(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        what = self.dice.choice(KINDS) if self.dice.random() < self.chance else None
        if what is None:
            return self._carry_out(environ, start_response, server)
        self.befell[what] += 1
        return getattr(self, f"_{what}")(environ, start_response, server)  # type: ignore[no-any-return]

    def _carry_out(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        """Moto looks whether a file is there, and then writes it: one request at a time, as in a store that keeps its word."""
        if environ["REQUEST_METHOD"] != "PUT":
            return server(environ, start_response)
        statuses: list[str] = []

        def starting(status: str, headers: Any, *rest: Any) -> Any:
            statuses.append(status)
            return start_response(status, headers, *rest)

        with self._one_put:
            answer = list(server(environ, starting))
            if "/log/" in environ["PATH_INFO"] and statuses[-1].startswith("200"):
                bucket, _, key = environ["PATH_INFO"].removeprefix("/").partition("/")
                found = s3_backends[DEFAULT_ACCOUNT_ID]["aws"].get_object(bucket, key)
                assert found is not None
                self.committed.setdefault(key, []).append(json.loads(found.value))
        return answer

    def _slow(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        self._over.wait(self.dice.uniform(0, SLOW_S))
        return self._carry_out(environ, start_response, server)

    def _refused(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        start_response(REFUSED, [("Content-Length", "0")])
        return []

    def _cut(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        """The request has arrived, and nothing is done."""
        return _closed(environ)

    def _lost(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        """It is carried out, and something else is answered."""
        list(self._carry_out(environ, lambda *_: None, server))
        start_response(LOST, [("Content-Length", "0")])
        return []

    def _unanswered(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        """It is carried out, and the connection is cut."""
        list(self._carry_out(environ, lambda *_: None, server))
        return _closed(environ)

    def _truncated(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        """The connection is cut in the middle of the body."""
        body = b"".join(self._carry_out(environ, start_response, server))

        def half() -> Iterator[bytes]:
            yield body[: len(body) // 2]
            _closed(environ)

        return half()

    def _hanging(self, environ: dict[str, Any], start_response: Any, server: App) -> Iterable[bytes]:
        """Nobody waits for it any more when it is carried out."""
        self._over.wait(HANG_S)
        return self._carry_out(environ, start_response, server)


def _closed(environ: dict[str, Any]) -> Iterable[bytes]:
    """Nothing is answered any more."""
    with suppress(OSError):
        environ["werkzeug.socket"].shutdown(SHUT_RDWR)
    raise ConnectionResetError


KINDS: Final = ("slow", "refused", "cut", "lost", "unanswered", "truncated", "hanging")
