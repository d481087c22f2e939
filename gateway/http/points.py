"""Rows by their key, read and written at once: what RowRequests.one() answers, from the request's bytes.

What is asked of a view by a query string is planned once per user and generation of the catalog; the head of its answers is made
once per version. What is left is what the hot path over the Postgres port does (gateway.server.hot_bind): decode the key, get,
encode.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes
from weakref import ref

from gateway.catalog.state import ViewEntry
from gateway.contract.counts import SAMPLED
from gateway.engine.engine import ReadEngine
from gateway.http import views
from gateway.http.compression import GZIP_BYTES_MIN
from gateway.http.health import staleness_s
from gateway.http.inside import Caller
from gateway.http.media import JSON
from gateway.http.negotiation import is_among
from gateway.http.problems import problem
from gateway.http.protocol import Heads
from gateway.http.rows import check_names, missing, numbers_of, query_of
from gateway.http.sessions import Sessions
from gateway.http.tags import Tags
from gateway.http.values import MESSAGE_HEAD_BYTES, Columns, Numbers, columns_of
from gateway.server.hot_bind import BindEntry
from statestore.node import ViewVersion

#: Users, views and query strings of which it is known how they are answered; and for how long, how stale they are.
_KNOWN_MAX: Final = 1_000
_STALENESS_KEPT_S: Final = 0.01
_STALENESS: Final = "Tidegate-Staleness"
_VARY: Final = b"vary: Authorization"

#: The status line, and what follows the headers that all answers have.
Answer = tuple[bytes, bytes]
_OK: Final = b"HTTP/1.1 200 OK\r\n"
_NOT_MODIFIED: Final = b"HTTP/1.1 304 Not Modified\r\n"
_NOT_FOUND: Final = b"HTTP/1.1 404 Not Found\r\n"


@dataclass(slots=True)
class _Known:
    """How the rows of a view are read and written; *entry* None: not here.

    Answers of *version*, which is not kept by this, have *tag* and begin with what follows.
    """

    view: ViewEntry
    generation: int
    numbers: Numbers
    entry: BindEntry | None
    columns: Columns
    version: Callable[[], ViewVersion | None] = lambda: None
    tag: str | None = None
    found: bytes = b""
    unchanged: bytes = b""
    absent: bytes = b""
    looked_s: float = 0.0
    staleness: bytes = b""


class PointReads:
    """See the module. In the gateway's loop."""

    def __init__(self, engine: ReadEngine, sessions: Sessions) -> None:
        self._engine, self._sessions, self._tags = engine, sessions, Tags(engine)
        self._known: dict[tuple[str, bytes, bytes], _Known] = {}

    def answer(self, user: str, address: str, heads: Heads, view: bytes, key: bytes, query: bytes) -> Answer | None:
        """What is answered to a request with this path and query; None where that would have to wait. Raises what one() does."""
        engine, counts = self._engine, self._engine.counts
        known = self._known.get((user, view, query))
        if known is None or known.generation != engine.generation:
            known = self._know(user, address, view, query)
            if known is None:
                return None
        counts.turn += 1
        if counts.turn % SAMPLED:
            return self._answer(known, user, key, heads)
        began_s = time.perf_counter()
        answer = self._answer(known, user, key, heads)
        if answer is not None:
            counts.statements["keyed", "point"].add(time.perf_counter() - began_s, SAMPLED)
        return answer

    def _answer(self, known: _Known, user: str, key: bytes, heads: Heads) -> Answer | None:
        current, name, parts = self._engine.store.views, known.view.name, key.split(b"/")
        version = current().get(name)
        if known.entry is None or version is None or len(parts) != len(known.view.schema.key):
            return None
        if known.version() is not version:
            self._renew(known, user, version)
        if known.tag is None:
            return None
        rows = known.entry.read(map(unquote_to_bytes, parts) if b"%" in key else parts)
        if rows is None or isinstance(rows, int) or current().get(name) is not version:
            return None
        if not rows:
            return _NOT_FOUND, known.absent
        if heads.tags and is_among(heads.tags, known.tag):
            return _NOT_MODIFIED, b"%b%b\r\n\r\n" % (known.unchanged, self._staleness(known, version))
        body, found = known.columns.object(rows[0], MESSAGE_HEAD_BYTES), known.found
        if len(body) >= GZIP_BYTES_MIN:
            if heads.gzip:
                return None
            found = found.replace(_VARY, _VARY + b", Accept-Encoding", 1)
        return _OK, b"%b%b\r\ncontent-length: %d\r\n\r\n%b" % (found, self._staleness(known, version), len(body), body)

    def _know(self, user: str, address: str, view: bytes, query: bytes) -> _Known | None:
        """None where it has to wait for its turn to be planned. Raises what is wrong with what is asked."""
        caller, asked = Caller(user, address), query_of(query)
        found = views.find(self._engine, user, unquote_to_bytes(view).decode())
        check_names(asked, views.OF_ROWS)
        numbers, sql = numbers_of(asked), views.one_row(found, views.columns_of(found, dict(asked).get("columns")))
        entry = None
        if views.FORM.issuperset(dict(asked)):  # of no version in particular
            client = self._sessions.take(caller)
            try:
                if not client.is_in:
                    return None
                entry = client.point(sql, len(found.schema.key))
            finally:
                self._sessions.give_back(caller, client)
        described = [] if entry is None else [(column.name, column.type.pg.oid) for column in entry.columns]
        if len(self._known) >= _KNOWN_MAX:
            self._known.clear()
        made = _Known(found, self._engine.generation, numbers, entry, columns_of(described, numbers))
        self._known[user, view, query] = made
        return made

    def _renew(self, known: _Known, user: str, version: ViewVersion) -> None:
        """Another version has come."""
        known.version, tag = ref(version), self._tags.of(Caller(user), known.view, known.numbers)
        known.tag = None if tag is None else tag.name
        headers = self._tags.headers(tag)
        absent = problem(missing(known.view.name, self._tags.headers(None)))
        known.absent = _lines(absent.headers.items()) + b"\r\n" + bytes(absent.body)
        headers.pop(_STALENESS, None)
        staleness = f"{_STALENESS.lower()}: ".encode()
        known.unchanged = _lines(headers.items()) + staleness
        known.found = _lines({**headers, "Content-Type": JSON}.items()) + staleness
        known.looked_s = 0.0

    def _staleness(self, known: _Known, version: ViewVersion) -> bytes:
        now_s = time.monotonic()
        if now_s - known.looked_s > _STALENESS_KEPT_S:
            known.looked_s, known.staleness = now_s, b"%.3f" % staleness_s(self._engine, version)
        return known.staleness


def _lines(headers: Iterable[tuple[str, str]]) -> bytes:
    return "".join(f"{name.lower()}: {value}\r\n" for name, value in headers).encode("latin-1")
