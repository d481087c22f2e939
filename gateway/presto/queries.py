"""Statements whose answers are under way: page after page, each under an address of its own that the client asks for next.

    POST /v1/statement ─→ first page, nextUri …/{id}/{slug}/1 ─→ next page, nextUri …/2 ─→ … ─→ last page, without nextUri

The slug is a secret: whoever has the address may take the page, as in Trino. The last page given is kept, so that a client may ask
again. In the HTTP server's loop.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import uuid
from typing import Final

from gateway.engine.threads.garbage import let_go
from gateway.presto import answers as a
from gateway.presto.failures import failure
from gateway.presto.kept import Kept
from gateway.presto.options import PrestoOptions
from gateway.presto.session import PrestoResult
from gateway.sqlstate import KNOWN_ERRORS, report

#: How long a finished query's last page can be asked for again.
FINISHED_KEPT_S: Final = 10.0
_SLUG_BYTES: Final = 16


class PageGone(Exception):
    """A page that is no longer there, or not yet."""


class PrestoQuery:
    """One statement's answer. *base* is the address of the server as the client has it."""

    def __init__(self, result: PrestoResult, text: str, base: str, poll_s: float) -> None:
        self.id = f"{time.strftime('%Y%m%d_%H%M%S', time.gmtime())}_{uuid.uuid4().hex[:12]}"
        self.slug = secrets.token_hex(_SLUG_BYTES)
        self._result, self._text, self._base, self._poll_s = result, text, base, poll_s
        self._began_s = time.monotonic()
        self._lock = asyncio.Lock()
        self._number = 0
        self._kept = b""
        self._rows = 0
        self.done = self._given_up = False

    @property
    def path(self) -> str:
        """Where it is asked for, without the page's number."""
        return f"v1/statement/executing/{self.id}/{self.slug}"

    async def page(self, number: int) -> bytes:
        """Page *number*: the next one, or the last one again. Raises PageGone."""
        async with self._lock:
            if number == self._number and self._kept:
                return self._kept
            if number != self._number + bool(self._kept) or self.done:
                raise PageGone
            self._kept = await self._make()
            self._number = number
            return self._kept

    async def _make(self) -> bytes:
        error, rows = None, []
        try:
            rows = await self._result.page(self._poll_s)
            self.done = self._result.done
        except KNOWN_ERRORS as known:
            self.done = True
            error = failure(report(known), self._text)
            let_go(known)
            self._abandon_rest()
        self._rows += len(rows)
        state = "FAILED" if error else "FINISHED" if self.done else "RUNNING" if self._result.columns else "QUEUED"
        columns = None if self._result.columns is None or error else a.columns(self._result.columns)
        return a.PrestoAnswer(
            id=self.id,
            info_uri=f"{self._base}v1/info",
            next_uri=None if self.done else f"{self._base}{self.path}/{self._number + bool(self._kept) + 1}",
            columns=columns,
            data=rows or None,
            error=error,
            stats=a.stats(state, round((time.monotonic() - self._began_s) * 1000), self._rows),
            warnings=a.warnings(self._result.warnings),
        ).encode()

    def _abandon_rest(self) -> None:
        if not self._result.done:
            self.give_up()

    def give_up(self) -> None:
        """The client wants no more."""
        if not self._given_up and not self._result.done:
            self._given_up = True
            self._result.give_up_soon()


class Queries(Kept[PrestoQuery]):
    """All of them, within queries_max. What nobody asks for in a while is given up."""

    def __init__(self, options: PrestoOptions) -> None:
        super().__init__(options.queries_max, "queries", PrestoQuery.give_up)
        self._options = options

    def find(self, query_id: str, slug: str) -> PrestoQuery:
        """Raises PageGone."""
        found = self.get(query_id)
        if found is None or not secrets.compare_digest(found.slug.encode(), slug.encode()):
            raise PageGone
        return found

    def keep(self, query: PrestoQuery) -> None:
        """Somebody has asked for it."""
        self.touch(query.id, FINISHED_KEPT_S if query.done else self._options.abandoned_s)
