"""Fragments of recorded executions, as they begin, give rows and end: for tidegate.fragments and EXPLAIN ANALYZE."""

from __future__ import annotations

import time
from typing import Any

from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask, QuerySink
from gateway.engine.recent import SQL_SHOWN_MAX, FragmentRun, QueryRun


class RecordingSink:
    """A QuerySink in front of another one."""

    def __init__(self, run: QueryRun, sink: QuerySink) -> None:
        self._run, self._sink = run, sink

    def open(self, task: FragmentTask, node: str) -> FragmentSink:
        """See QuerySink."""
        fragment = FragmentRun(
            task.sql[:SQL_SHOWN_MAX],
            time.monotonic(),
            number=task.number,
            slot=task.slot,
            node=node,
            shards=task.shards,
            versions=task.versions,
        )
        self._run.fragment(fragment)
        return _Recorded(fragment, self._sink.open(task, node))


class _Recorded:
    """A FragmentSink in front of another one."""

    def __init__(self, run: FragmentRun, sink: FragmentSink) -> None:
        self._run, self._sink = run, sink

    @property
    def released(self) -> bool:
        """See FragmentSink."""
        return self._sink.released

    async def write(self, batch: Any) -> None:
        """See FragmentSink."""
        self._run.rows += batch.num_rows
        self._run.bytes += batch.nbytes
        await self._sink.write(batch)

    def finish(self, outcome: FragmentOutcome) -> None:
        """See FragmentSink."""
        self._run.rows, self._run.bytes = outcome.rows, outcome.bytes
        self._run.end("done")
        self._sink.finish(outcome)

    def discard(self, cause: str = "") -> None:
        """See FragmentSink."""
        self._run.give_up(cause)
        self._sink.discard(cause)
