"""A streaming query that publishes: its foreachBatch function, and the view's lock for as long as the query runs.

- The lock is held from a query's first batch until it ends. publish() itself tries it and lets go, so that a second job is
  refused on the spot; a query that was built before another took the view is refused in its first batch.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming import listener

from statestore.views.publisher import Origin, Publisher
from statestore.writer.job import VersionJob, run_without_output
from statestore.writer.maintenance import Maintenance
from statestore.writer.progress import is_running, read_progress


@dataclass(frozen=True, slots=True)
class _HeldView:
    """A view that a streaming query of this process publishes."""

    publisher: Publisher
    spark: SparkSession
    run_id: str | None


@dataclass(frozen=True, slots=True)
class Holdings:
    """The views that streaming queries of this process hold, by root and name. Safe to use from any thread.

    A query's view is released when it ends: its own batch says so when it fails, Spark's listener when it stops, and in case
    the listener is late, whoever wants the view next asks Spark.
    """

    _held: dict[tuple[str, str], _HeldView] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def publisher(self, job: VersionJob, spark: SparkSession, origin: Origin) -> Publisher:
        """The publisher of the run that *origin* names: the one it has, else a new one. Raises as Publisher does."""
        place = (job.root_uri, job.schema.name)
        with self._lock:
            held = self._held.get(place)
            if held and held.run_id == origin.run_id:
                return held.publisher
            self.release_ended(*place)
            publisher = job.publisher(f"streaming query {origin.query_id}")
            self._held[place] = _HeldView(publisher, spark, origin.run_id)
            return publisher

    def release_ended(self, root_uri: str, view: str) -> None:
        """Release the view if the query that held it has ended."""
        with self._lock:
            held = self._held.get((root_uri, view))
            if held and not is_running(held.spark, held.run_id):
                self.release(held.run_id)

    def release(self, run_id: str | None) -> None:
        """Release what the run *run_id* holds; nothing happens when that is nothing."""
        with self._lock:
            for place in [p for p, held in self._held.items() if held.run_id == run_id]:
                self._held.pop(place).publisher.close()


HOLDINGS: Final = Holdings()


class _ReleaseOnEnd(listener.StreamingQueryListener):
    """Releases views as soon as their query ends, so that another process can publish them."""

    def onQueryStarted(self, event: listener.QueryStartedEvent) -> None:  # noqa: N802
        """Nothing to do."""

    def onQueryProgress(self, event: listener.QueryProgressEvent) -> None:  # noqa: N802
        """Nothing to do."""

    def onQueryIdle(self, event: listener.QueryIdleEvent) -> None:  # noqa: N802
        """Nothing to do."""

    def onQueryTerminated(self, event: listener.QueryTerminatedEvent) -> None:  # noqa: N802
        """Release the query's view."""
        HOLDINGS.release(str(event.runId))


@dataclass(frozen=True, slots=True)
class StreamWriter:
    """The function for DataStreamWriter.foreachBatch. *spark* is the session in which the query runs."""

    job: VersionJob
    spark: SparkSession
    maintenance: Maintenance
    #: Whether the query has a watermark, be it yet to come.
    has_watermark: bool

    def __call__(self, df: DataFrame, batch_id: int) -> None:
        """Publish one batch; a batch that the log holds changes nothing."""
        progress = read_progress(self.spark, batch_id, awaits_watermark=self.has_watermark)
        try:
            publisher = HOLDINGS.publisher(self.job, self.spark, progress.origin)
            if publisher.is_committed(progress.origin):
                run_without_output(df)
            elif version := self.job.run(df, publisher, mode=progress.mode, origin=progress.origin):
                self.maintenance.committed(version)
        except BaseException:
            HOLDINGS.release(progress.origin.run_id)
            raise


def release_with_queries_of(spark: SparkSession) -> None:
    """Have Spark tell when queries of *spark* end; once per session."""
    with _LISTENING_LOCK:
        application = (spark.sparkContext.applicationId, id(spark))
        if application not in _LISTENING:
            spark.streams.addListener(_ReleaseOnEnd())
            _LISTENING.add(application)


_LISTENING: Final[set[tuple[str | None, int]]] = set()
_LISTENING_LOCK: Final = threading.Lock()
