"""What tidegate.queries and tidegate.fragments show: the executions that run on this node, and the last ones that ended.

Executions that stream their rows are recorded. Keyed reads that are answered at once are not: they take microseconds, and noting
one would cost more than answering it.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import pyarrow as pa

from gateway.catalog.relations import table
from gateway.catalog.statistics import Running
from gateway.contract.cancel import CancelReason
from gateway.contract.counts import Counts
from gateway.contract.engine import QueryContext, RowChunk, RowStream, WaitingStream
from planner.parse.copy_lists import shards_text, versions_text
from planner.postgres.deparse.words import identifier
from statestore.version_id import VersionId

#: Ended executions that are remembered; of those that run, all are.
QUERIES_KEPT: Final = 200
#: Fragments that are remembered of one execution.
FRAGMENTS_KEPT: Final = 256
#: Characters of a statement that are kept.
SQL_SHOWN_MAX: Final = 1_000

#: What tidegate.queries calls an execution that has no end of its own.
SUBSCRIPTION: Final = "subscription"

#: Errors of who was told to end; who takes too much memory has failed.
_CANCELLED: Final = {reason.value for reason in CancelReason if reason is not CancelReason.MEMORY}
_log = logging.getLogger("tidegate")

State = Literal["running", "done", "failed", "cancelled", "given up", "closed"]
Row = dict[str, Any]


@dataclass(slots=True)
class Run:
    """Something that takes time. *state* "closed" is an execution whose client did not want all rows, "given up" a fragment that
    another node has to do again."""

    sql: str
    begun_s: float
    ended_s: float | None = None
    state: State = "running"
    rows: int = 0
    error: str | None = None
    #: When the first rows came.
    first_s: float | None = None

    def end(self, state: State, error: str | None = None) -> None:
        """It is over; the first end counts."""
        if self.ended_s is None:
            self.ended_s, self.state, self.error = time.monotonic(), state, error

    @property
    def elapsed_ms(self) -> float:
        """How long it took, or has taken so far."""
        return round(((self.ended_s or time.monotonic()) - self.begun_s) * 1000, 3)


@dataclass(slots=True)
class FragmentRun(Run):
    """One run of one fragment on one node."""

    number: int = 0
    slot: int = 0
    node: str = ""
    shards: Mapping[str, frozenset[int]] = field(default_factory=dict)
    versions: Mapping[str, VersionId] = field(default_factory=dict)
    bytes: int = 0

    def give_up(self, cause: str) -> None:
        """Its rows do not count: another run will give them. Also of one that had ended well."""
        if self.state in ("running", "done"):
            self.ended_s, self.state = self.ended_s or time.monotonic(), "given up"
            self.error = cause or None


@dataclass(frozen=True, slots=True)
class ViewsRead:
    """What an execution has read so far: versions and shards by view; *plan* says how, as metrics call it."""

    versions: Mapping[str, int] = field(default_factory=dict)
    shards: Mapping[str, frozenset[int]] = field(default_factory=dict)
    plan: str = "nothing"


@dataclass(slots=True)
class QueryRun(Run):
    """One execution. *versions* are those of the views it reads, as far as they are known; *read* is known when it has ended."""

    id: int = 0
    pid: int = 0
    user: str = ""
    kind: str = "query"
    read: ViewsRead = field(default_factory=ViewsRead)
    planning_ms: float = 0.0
    #: Where they are to be logged.
    parameters: Sequence[object] = ()
    started_us: int = 0
    versions: Mapping[str, int] = field(default_factory=dict)
    retries: int = 0
    fragments: list[FragmentRun] = field(default_factory=list)
    fragment_count: int = 0
    #: SelectStatement's.
    trace: str = ""

    @property
    def ended_us(self) -> int | None:
        """When it was over, by the same clock as *started_us*; None while it runs."""
        return None if self.ended_s is None else self.started_us + round((self.ended_s - self.begun_s) * 1e6)

    def fragment(self, run: FragmentRun) -> None:
        """A fragment begins."""
        self.fragment_count += 1
        if len(self.fragments) < FRAGMENTS_KEPT:
            self.fragments.append(run)


class Recent:
    """The executions of one node. Changed in the event loop's thread, shown in any."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        #: What took so long is logged; 0: nothing is. With its parameters, where they may be seen.
        self.slow_s = 0.0
        self.shows_parameters = False
        #: Hears of each execution that has ended.
        self.on_end: Callable[[QueryRun], None] | None = None
        self._running: dict[int, QueryRun] = {}
        self._ended: deque[QueryRun] = deque(maxlen=QUERIES_KEPT)
        # Apart: dashboards and the status page ask catalogs again and again, and nobody looks for those.
        self._ended_catalog: deque[QueryRun] = deque(maxlen=QUERIES_KEPT)
        self._last = 0

    def begin(
        self, sql: str, kind: str, context: QueryContext, trace: str = "", planning_ms: float = 0.0, params: Sequence[object] = ()
    ) -> QueryRun:
        """An execution begins; *trace* is SelectStatement's."""
        self._last += 1
        who = context.session
        made = QueryRun(
            sql[:SQL_SHOWN_MAX], time.monotonic(), id=self._last, pid=who.pid, user=who.user, kind=kind,
            started_us=time.time_ns() // 1000, trace=trace, planning_ms=planning_ms,
            parameters=params if self.shows_parameters else (),
        )  # fmt: skip
        self._running[made.id] = made
        return made

    def end(self, run: QueryRun, state: State, error: str | None = None) -> None:
        """An execution is over; the first end counts."""
        run.end(state, error)
        for fragment in run.fragments:
            fragment.end("closed" if state == "done" else state, error)
            self.counts.fragments[fragment.node, fragment.state] += 1
        if self._running.pop(run.id, None) is not None:
            (self._ended_catalog if run.kind == "catalog" else self._ended).append(run)
            self.counts.statements[run.kind, run.read.plan].add(run.elapsed_ms / 1000)
            if self.slow_s and run.elapsed_ms >= self.slow_s * 1000 and run.kind != SUBSCRIPTION:
                _log_slow(run, with_values=self.shows_parameters)
            if self.on_end is not None:
                self.on_end(run)

    @property
    def running_count(self) -> int:
        """Executions that run."""
        return len(self._running)

    def _all(self) -> list[QueryRun]:
        # Copies, each made at once: the event loop goes on meanwhile.
        found = [*list(self._ended), *list(self._ended_catalog), *list(self._running.values())]
        return sorted({r.id: r for r in found}.values(), key=lambda r: r.id)

    def last_by_session(self) -> dict[int, Running]:
        """The last execution of each session that is remembered, by the session's number."""
        return {run.pid: Running(run.sql, run.started_us, run.ended_us) for run in self._all()}

    def queries(self, user: str | None = None) -> pa.Table:
        """The rows of tidegate.queries; with *user*, of that user."""
        return table("tidegate", "queries", [_query(run) for run in self._all() if user in (None, run.user)])

    def fragments(self, user: str | None = None) -> pa.Table:
        """The rows of tidegate.fragments; with *user*, of that user's queries."""
        rows = [_fragment(query.id, run) for query in self._all() if user in (None, query.user) for run in list(query.fragments)]
        return table("tidegate", "fragments", rows)


def _query(run: QueryRun) -> Row:
    versions = ", ".join(f"{identifier(view)}={version}" for view, version in sorted(run.versions.items()))
    return {
        "id": run.id, "pid": run.pid, "user_name": run.user, "kind": run.kind, "state": run.state, "started_at": run.started_us,
        "elapsed_ms": run.elapsed_ms, "rows": run.rows, "versions": versions, "fragments": run.fragment_count,
        "retries": run.retries, "sql": run.sql, "error": run.error,
    }  # fmt: skip


def _fragment(query_id: int, run: FragmentRun) -> Row:
    return {
        "query_id": query_id, "number": run.number, "node": run.node, "state": run.state, "shards": shards_text(run.shards),
        "versions": versions_text(run.versions), "rows": run.rows, "bytes": run.bytes, "elapsed_ms": run.elapsed_ms,
        "sql": run.sql, "error": run.error,
    }  # fmt: skip


def _log_slow(run: QueryRun, *, with_values: bool) -> None:
    """One line, whatever is in the statement. An error may name a parameter's value."""
    told = {name: value for name, value in _query(run).items() if name != "error" or (value and with_values)}
    stages = _stages(run)
    told |= {"plan": run.read.plan, "shards": shards_text(run.read.shards), **{f"{name}_ms": ms for name, ms in stages.items()}}
    parts = [
        f"{run.elapsed_ms:.0f} ms ({', '.join(f'{name} {ms:.0f}' for name, ms in stages.items())})",
        run.kind, run.read.plan, run.state, f"user {run.user!r}", f"{run.rows} rows", f"versions {told['versions'] or 'none'}",
        f"shards {told['shards'] or 'none'}",
    ]  # fmt: skip
    if run.parameters:
        told["parameters"] = list(map(str, run.parameters))
        parts.append(f"parameters {told['parameters']!r}")
    _log.info("slow statement: %s: %r", ", ".join(parts), run.sql, extra={"statement": told})


def _stages(run: QueryRun) -> dict[str, float]:
    """How long a statement that has ended took to be planned, which its time does not have; to its first row; for all its rows."""
    ended_s = run.ended_s or run.begun_s
    first_s = run.first_s or ended_s
    times_s = {"first_row": first_s - run.begun_s, "rows": ended_s - first_s}
    return {"planning": round(run.planning_ms, 3), **{name: round(time_s * 1000, 3) for name, time_s in times_s.items()}}


class RecordedStream:
    """A RowStream whose execution is recorded. *read* says what was read, once rows have come."""

    def __init__(self, stream: RowStream, recent: Recent, run: QueryRun, read: Callable[[], ViewsRead]) -> None:
        self._stream, self._recent, self._run, self._read = stream, recent, run, read

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See RowStream."""
        chunk = await self._seen(self._stream.next(rows_max, formats))
        if chunk is None:
            self._end("done")
        return chunk

    async def _seen(self, coming: Awaitable[RowChunk | None]) -> RowChunk | None:
        try:
            chunk = await coming
        except BaseException as error:
            # Whatever it is goes on to the client; here it is only written down.
            self._end("failed", getattr(error, "message", "") or str(error) or type(error).__name__)
            raise
        if chunk is not None:
            if self._run.first_s is None:
                self._run.first_s = time.monotonic()
            self._run.rows += chunk.rows
        return chunk

    async def close(self) -> None:
        """See RowStream."""
        try:
            await self._stream.close()
        finally:
            self._end("closed")

    def _end(self, state: State, error: str | None = None) -> None:
        if self._run.ended_s is None:
            cancelled = state == "failed" and error in _CANCELLED
            self._run.read = self._read()
            self._run.versions = {**self._run.versions, **self._run.read.versions}
            self._recent.end(self._run, "cancelled" if cancelled else state, error)


class RecordedSubscription(RecordedStream):
    """A WaitingStream that is recorded."""

    def __init__(self, stream: WaitingStream, recent: Recent, run: QueryRun, read: Callable[[], ViewsRead]) -> None:
        super().__init__(stream, recent, run, read)
        self._waiting = stream

    async def next_within(self, rows_max: int | None, formats: tuple[int, ...] | None, wait_s: float | None) -> RowChunk | None:
        """See WaitingStream."""
        return await self._seen(self._waiting.next_within(rows_max, formats, wait_s))

    def push_to(self, sink: Callable[[RowChunk], bool]) -> None:
        """See WaitingStream."""

        def counted(chunk: RowChunk) -> bool:
            if self._run.first_s is None or not sink(chunk):  # the first rows' time is taken by next()
                return False
            self._run.rows += chunk.rows
            return True

        self._waiting.push_to(counted)
