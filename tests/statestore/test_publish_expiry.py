"""publish(expire=…): a stream's rows go as its watermark passes them, a batch job's by the clock."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest

from statestore.errors import InvalidSchema
from statestore.node import LocalStore
from statestore.rows import row_decoder
from statestore.views import open_root
from tests.statestore.store_world import UNPOLLED
from tests.statestore.stream_input import Stream, add_three_days

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

pytestmark = pytest.mark.spark


def shown(stream: Stream, view: str) -> set[tuple[Any, ...]]:
    """What a node shows of the newest version."""
    with LocalStore(open_root(stream.root), stream.folder / "store", UNPOLLED) as store:
        version = store.current(view)
        decode = row_decoder(version.schema, range(len(version.schema.columns)))
        return {decode(row) for shard in version.shards for batch in shard.scan() for row in batch}


def us(hour: int) -> int:
    return int(dt.datetime(2013, 1, 1, hour, tzinfo=dt.UTC).timestamp()) * 10**6


def hours(df: DataFrame) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812

    windows = df.withWatermark("t", "30 minutes").groupBy("k", F.window("t", "1 hour")).agg(F.sum("n").alias("n"))
    return windows.selectExpr("k", "window.end as hour_end", "n")


def test_rows_go_as_the_watermark_passes_them(stream: Stream, publish: Any) -> None:
    add_three_days(stream)
    how: dict[str, Any] = {"root": stream.root, "key": ["k", "hour_end"], "expire": "hour_end", "expire_after": "1 hour"}
    stream.run(publish(hours(stream.read()), "hours", **how), "update")
    folder = open_root(stream.root).folder("hours")
    manifests = [folder.manifest(version) for version in folder.versions()]
    # Spark has no watermark yet in the first batch: it says nothing, least of all that 2013 is long ago.
    first = manifests[0].expired
    assert first is not None
    assert (manifests[0].watermark_us, first.before_us, first.watermark_us) == (None, None, None)
    # The last event is at 07:30, less 30 minutes; what ends by 06:00 is past. No row came with the batch that told it.
    last = manifests[-1]
    assert last.expired is not None
    assert (last.watermark_us, last.expired.before_us, last.rows) == (us(7), us(6), 0)
    expected = {("a", us(7), 5), ("c", us(7), 4), ("b", us(8), 6)}
    assert shown(stream, "hours") == expected
    # A batch job's repair in between, of today, does not move the stream's time.
    repair = stream.spark.createDataFrame([("d", dt.datetime(2013, 1, 1, 7, 30), 9), ("e", dt.datetime(2013, 1, 1, 5), 1)], HOURS)
    publish(repair, "hours", **how, mode="upsert")
    expected.add(("d", us(7) + 1_800_000_000, 9))
    assert shown(stream, "hours") == expected
    # The next run says that rows live longer; what is gone does not come back, and what is there stays for longer.
    stream.add(("a", 7, "09:00:00"))
    how["expire_after"] = dt.timedelta(hours=2)
    stream.run(publish(hours(stream.read()), "hours", **how), "update")
    head = folder.manifest(folder.latest())
    assert head.expired is not None
    assert (head.expired.watermark_us, head.expired.before_us) == (us(8) + 1_800_000_000, us(6) + 1_800_000_000)
    assert shown(stream, "hours") == {*expected, ("a", us(10), 7)}


def test_a_batch_job_goes_by_the_clock(stream: Stream, publish: Any) -> None:
    now = dt.datetime.now(dt.UTC)
    days = {n: (now - dt.timedelta(days=n)).date() for n in (0, 5, 29, 31, 400)}
    df = stream.spark.createDataFrame([*days.items(), (1000, None)], "k int, day date")
    publish(df, "days", root=stream.root, key=["k"], expire="day", expire_after="30 days")
    assert {row[0] for row in shown(stream, "days")} == {0, 5, 29, 1000}
    assert publish(df.where("false"), "days", root=stream.root, key=["k"], mode="upsert") == 1


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"expire": "k", "expire_after": "1 day"}, "column 'k', which is string"),
        ({"expire": "none", "expire_after": "1 day"}, "no such column"),
        ({"expire": "t"}, "go together"),
        ({"expire_after": "1 day"}, "go together"),
        ({"expire": "t", "expire_after": "soon"}, "no age"),
        ({"expire": "t", "expire_after": "9999999 days"}, "10,000 years"),
    ],
)
def test_what_is_refused(stream: Stream, publish: Any, how: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidSchema, match=says):
        publish(stream.read(), "v", root=stream.root, key=["k"], **how)


HOURS = "k string, hour_end timestamp, n long"
