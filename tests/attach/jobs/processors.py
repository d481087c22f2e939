"""transformWithState: value, list and map state, with a time to live, and timers of both clocks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pyspark.sql.streaming import StatefulProcessor

from tests.attach.jobs.aggregations import DELAY
from tests.attach.jobs.inputs import Inputs
from tests.attach.jobs.job import STATE_STORE, Job

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame

TTL_MS: Final = 3_600_000
TIMER_MS: Final = 15 * 60_000
OUTPUT: Final = "word STRING, number INT, events BIGINT"


class Variables(StatefulProcessor):
    """One variable of each kind; the list forgets, the map loses entries."""

    ttl_ms: int | None = None

    def init(self, handle: Any) -> None:
        """Declare the state."""
        self._handle = handle
        self._count = handle.getValueState("count", "events BIGINT, last STRING", self.ttl_ms)
        self._ids = handle.getListState("ids", "id BIGINT", self.ttl_ms)
        self._days = handle.getMapState("days", "day DATE, flag BOOLEAN", "amount DOUBLE, tags ARRAY<STRING>", self.ttl_ms)

    def handleInputRows(self, key: Any, rows: Iterator[pd.DataFrame], timerValues: Any) -> Iterator[pd.DataFrame]:  # noqa: N802, N803
        """Note them all."""
        import pandas

        events = self._count.get()[0] if self._count.exists() else 0
        for part in rows:
            events += len(part)
            for row in part.itertuples():
                if row.id % 11 == 0:
                    self._ids.clear()
                self._ids.appendValue((row.id,))
                day = (row.day, bool(row.id % 2))
                if self._days.containsKey(day) and row.id % 5 == 0:
                    self._days.removeKey(day)
                else:
                    self._days.updateValue(day, (row.id / 4, ["x"] * (row.id % 3)))
        self._count.update((events, f"of {key[0]}"))
        self._set_timer(events, timerValues)
        yield pandas.DataFrame({"word": [key[0]], "number": [key[1]], "events": [events]})

    def _set_timer(self, events: int, times: Any) -> None:
        """None here."""

    def close(self) -> None:
        """Nothing to close."""


class Living(Variables):
    """All of it with a time to live."""

    ttl_ms = TTL_MS


class Timed(Variables):
    """With a timer each time, and the state gone when one rings."""

    def _set_timer(self, events: int, times: Any) -> None:
        now_ms = max(times.getCurrentWatermarkInMs(), times.getCurrentProcessingTimeInMs() if self._clock else 0)
        self._handle.registerTimer(now_ms + TIMER_MS + events)

    _clock = False

    def handleExpiredTimer(self, key: Any, timerValues: Any, expiredTimerInfo: Any) -> Iterator[pd.DataFrame]:  # noqa: N802, N803
        """Forget the list."""
        self._ids.clear()
        return iter(())


class ClockTimed(Timed):
    """By the clock, far ahead."""

    _clock = True


def in_pandas(inputs: Inputs, processor: type[StatefulProcessor], time: str = "None") -> DataFrame:
    """The processor over all events, by two columns."""
    events = inputs.events().select("id", "word", "number", "at", "day").na.fill({"number": 99, "word": "none"}).na.drop()
    if time == "EventTime":
        events = events.withWatermark("at", DELAY)
    return events.groupBy("word", "number").transformWithStateInPandas(
        processor(), outputStructType=OUTPUT, outputMode="Update", timeMode=time
    )


#: Spark reads each variable of each partition by a job of its own.
_FEW: Final = {"spark.sql.shuffle.partitions": "2"}
_AVRO: Final = {f"{STATE_STORE}.encodingFormat": "avro", **_FEW}
_PLAIN: Final = partial(in_pandas, processor=Variables)
_LIVING: Final = partial(in_pandas, processor=Living, time="ProcessingTime")
_TIMED: Final = partial(in_pandas, processor=Timed, time="EventTime")
_CLOCK_TIMED: Final = partial(in_pandas, processor=ClockTimed, time="ProcessingTime")

JOBS: Final = (
    Job("variables", "transformWithState", _PLAIN, conf=_FEW),
    Job("variables_changelog", "transformWithState", _PLAIN, "changelog", full=True, conf=_FEW),
    Job("variables_changelog_v2", "transformWithState", _PLAIN, "changelog_v2", full=True, conf=_FEW),
    Job("variables_avro", "transformWithState", _PLAIN, conf=_AVRO, full=True),
    Job("living", "transformWithState", _LIVING, "changelog_v2", clocked=True, conf=_FEW),
    Job("living_avro", "transformWithState", _LIVING, "changelog", conf=_AVRO, clocked=True, full=True),
    Job("timed", "transformWithState", _TIMED, "changelog", conf=_FEW),
    Job("timed_avro", "transformWithState", _TIMED, conf=_AVRO, full=True),
    Job("clock_timed", "transformWithState", _CLOCK_TIMED, "rocksdb_v2", clocked=True, full=True, conf=_FEW),
)
