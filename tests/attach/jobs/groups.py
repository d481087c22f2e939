"""State that the job's own function keeps per group: in pandas, and in Scala by map- and flatMapGroupsWithState."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tests.attach.jobs.aggregations import DELAY
from tests.attach.jobs.compiling import Scala
from tests.attach.jobs.inputs import Inputs
from tests.attach.jobs.job import Job

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame

#: Groups whose number of rows is this or more are forgotten.
ENOUGH: Final = 12
TIMEOUT_MS: Final = 15 * 60_000


def _count(key: tuple[Any, ...], parts: Iterator[pd.DataFrame], state: Any) -> Iterator[pd.DataFrame]:
    import pandas

    if state.hasTimedOut:
        state.remove()
        return
    events, total, latest = state.get if state.exists else (0, 0.0, "")
    for part in parts:
        events += len(part)
        total += float(part["amount"].sum())
        latest = str(part["id"].max())
    if events >= ENOUGH:
        state.remove()
    else:
        state.update((events, total, latest))
        state.setTimeoutTimestamp(state.getCurrentWatermarkMs() + TIMEOUT_MS)
    yield pandas.DataFrame({"word": [key[0]], "flag": [key[1]], "events": [events]})


def in_pandas(inputs: Inputs) -> DataFrame:
    """Counts until there are enough, or nothing comes for a while."""
    events = inputs.events().withWatermark("at", DELAY).select("id", "word", "flag", "at", "amount")
    return events.groupBy("word", "flag").applyInPandasWithState(
        _count,
        "word STRING, flag BOOLEAN, events BIGINT",
        "events BIGINT, total DOUBLE, latest STRING",
        "update",
        "EventTimeTimeout",
    )


def in_scala(inputs: Inputs, method: str) -> DataFrame:
    """One of the methods of Groups.scala."""
    return Scala(inputs.spark).call("Groups", method, inputs.events().withWatermark("at", DELAY))


def _format(version: int) -> dict[str, str]:
    return {"spark.sql.streaming.flatMapGroupsWithState.stateFormatVersion": str(version)}


JOBS: Final = (
    Job("groups_in_pandas", "applyInPandasWithState", in_pandas),
    Job("groups_in_pandas_hdfs", "applyInPandasWithState", in_pandas, "hdfs", full=True),
    Job("groups_in_pandas_changelog_v2", "applyInPandasWithState", in_pandas, "changelog_v2", full=True),
    Job("groups_flat_mapped", "flatMapGroupsWithState", partial(in_scala, method="flatMapped"), "changelog", full=True),
    Job("groups_flat_mapped_hdfs", "flatMapGroupsWithState", partial(in_scala, method="flatMapped"), "hdfs", full=True),
    Job("groups_mapped", "mapGroupsWithState", partial(in_scala, method="mapped")),
    Job("groups_mapped_format_1", "mapGroupsWithState", partial(in_scala, method="mapped"), conf=_format(1), full=True),
)
