"""Streaming queries, against what Spark's batch engine makes of the same input."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from statestore.errors import ConcurrentPublisher, InvalidSchema
from statestore.views import open_root
from statestore.views.publisher import Publisher
from tests.statestore.stream_input import AWAIT_S, Stream, add_three_days, counts, rows_of
from tests.statestore.view_contents import read_view, stray_files

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

pytestmark = pytest.mark.spark


@pytest.mark.parametrize("mode", ["update", "complete"])
def test_aggregate_with_restarts(stream: Stream, publish: Any, mode: str) -> None:
    add_three_days(stream)
    for day in range(3):
        query = stream.run(publish(counts(stream.read()), "counts", root=stream.root, key=["k"], shards=3), mode)
        assert read_view(stream.root, "counts") == rows_of(counts(stream.read_all()))
        stream.add(("a", 10 * day, "08:00:00"), (f"new{day}", 1, "08:00:00"))
    folder = open_root(stream.root).folder("counts")
    manifests = [folder.manifest(v) for v in folder.versions()]
    assert [m.batch_id for m in manifests] == [0, 1, 2, 3, 4]
    assert {m.query_id for m in manifests} == {query.id}
    assert len({m.run_id for m in manifests}) == 3
    assert {m.mode for m in manifests} == {"upsert" if mode == "update" else "replace"}
    assert manifests[1].rows == (2 if mode == "update" else 3)
    assert stray_files(stream.root, "counts") == set()


def test_append_of_closed_windows(stream: Stream, publish: Any) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    def hours(df: DataFrame) -> DataFrame:
        return df.withWatermark("t", "30 minutes").groupBy("k", F.window("t", "1 hour")).agg(F.sum("n").alias("n"))

    add_three_days(stream)
    stream.run(publish(hours(stream.read()), "hours", root=stream.root, key=["k", "window_start"]), "append")
    # The last event is at 07:30, less 30 minutes: the hours of 5 and 6 are closed.
    five, six, seven = (int(dt.datetime(2013, 1, 1, h, tzinfo=dt.UTC).timestamp()) * 10**6 for h in (5, 6, 7))
    expected = {("a", five): 4, ("b", five): 2, ("c", six): 4, ("a", six): 5}
    assert read_view(stream.root, "hours") == {(k, s): (k, s, s + 3_600_000_000, n) for (k, s), n in expected.items()}
    folder = open_root(stream.root).folder("hours")
    assert folder.manifest(folder.latest()).watermark_us == seven


def test_rows_without_state_and_with_deletes(stream: Stream, publish: Any) -> None:
    stream.add(("a", 1, "05:00:00"), ("b", 2, "05:00:00"))
    stream.add(("a", -1, "05:00:00"), ("c", 3, "05:00:00"))
    df = stream.read().selectExpr("k", "n", "n < 0 as gone")
    stream.run(publish(df, "v", root=stream.root, key=["k"], delete_column="gone"), "append")
    assert read_view(stream.root, "v") == {("b",): ("b", 2), ("c",): ("c", 3)}


def test_empty_batches_make_no_version_but_in_complete_mode(stream: Stream, publish: Any) -> None:
    stream.add(("a", 1, "05:00:00"))
    stream.add(("a", -5, "05:00:00"))
    stream.run(publish(counts(stream.read()).where("total > 0"), "v", root=stream.root, key=["k"]), "complete")
    stream.run(publish(stream.read().where("n > 0"), "w", root=stream.root, key=["k"]), "append", "other")
    assert (open_root(stream.root).folder("v").versions(), read_view(stream.root, "v")) == ([1, 2], {})
    assert (open_root(stream.root).folder("w").versions(), len(read_view(stream.root, "w"))) == ([1], 1)


@pytest.mark.parametrize("mode", ["update", "complete"])
def test_a_batch_that_runs_again_changes_nothing(stream: Stream, publish: Any, mode: str) -> None:
    """Spark died between our commit and its own: its checkpoint does not know that the batch is done."""
    add_three_days(stream)
    stream.run(publish(counts(stream.read()), "v", root=stream.root, key=["k"]), mode)
    before = {p: p.read_bytes() for p in Path(stream.root).rglob("*") if p.suffix in (".json", ".sst")}
    for name in ("2", ".2.crc"):
        (stream.folder / "checkpoint" / "commits" / name).unlink()
    stream.add(("a", 100, "09:00:00"))
    stream.run(publish(counts(stream.read()), "v", root=stream.root, key=["k"]), mode)
    assert open_root(stream.root).folder("v").versions() == [1, 2, 3, 4]
    assert {p: p.read_bytes() for p in before} == before
    assert read_view(stream.root, "v") == rows_of(counts(stream.read_all()))


def test_a_new_query_takes_over_an_old_ones_view(stream: Stream, publish: Any) -> None:
    add_three_days(stream)
    first = stream.run(publish(counts(stream.read()), "v", root=stream.root, key=["k"]), "update")
    second = stream.run(publish(counts(stream.read()), "v", root=stream.root, key=["k"]), "update", "another")
    folder = open_root(stream.root).folder("v")
    assert [folder.manifest(v).query_id for v in folder.versions()] == [first.id] * 3 + [second.id] * 3
    assert {b.query_id: b.batch_id for b in folder.manifest(6).batches} == {first.id: 2, second.id: 2}
    assert read_view(stream.root, "v") == rows_of(counts(stream.read_all()))


def test_one_query_at_a_time(stream: Stream, publish: Any) -> None:
    stream.add(("a", 1, "05:00:00"))
    writer = publish(counts(stream.read()), "v", root=stream.root, key=["k"])
    late = publish(counts(stream.read()), "v", root=stream.root, key=["k"])
    query = stream.start(writer, "update")
    query.processAllAvailable()
    with pytest.raises(ConcurrentPublisher, match="another job publishes view v"):
        publish(counts(stream.read()), "v", root=stream.root, key=["k"])
    with pytest.raises(ConcurrentPublisher, match=query.id):
        publish(counts(stream.read_all()), "v", root=stream.root, key=["k"])
    refused = stream.start(late, "update", "another")
    with pytest.raises(Exception, match="another job publishes view v"):
        refused.awaitTermination(AWAIT_S)
    stream.add(("a", 2, "05:00:00"))
    query.processAllAvailable()
    query.stop()
    assert open_root(stream.root).folder("v").versions() == [1, 2]
    assert publish(counts(stream.read_all()), "v", root=stream.root, key=["k"]) == 3


def test_a_query_that_ended_holds_nothing(stream: Stream, publish: Any) -> None:
    """Without this process asking for the view again: Spark's listener releases it, for other processes to take."""
    stream.add(("a", 1, "05:00:00"))
    stream.run(publish(stream.read(), "v", root=stream.root, key=["k"]), "append")
    stream.spark.sparkContext._jsc.sc().listenerBus().waitUntilEmpty()
    schema = open_root(stream.root).folder("v").schema()
    with Publisher(open_root(stream.root), schema, owner="x"), pytest.raises(ConcurrentPublisher):
        publish(stream.read(), "v", root=stream.root, key=["k"])


def test_duplicate_keys_end_the_query_and_leave_nothing(stream: Stream, publish: Any) -> None:
    stream.add(("a", 1, "05:00:00"), ("b", 1, "05:00:00"))
    stream.add(("x", 1, "05:00:00"), ("a", 1, "05:00:00"), ("a", 2, "05:00:00"))
    with pytest.raises(Exception, match=r"two different rows for the key \(k='a'\)"):
        stream.run(publish(stream.read(), "v", root=stream.root, key=["k"]), "append")
    assert open_root(stream.root).folder("v").versions() == [1]
    assert stray_files(stream.root, "v") == set()
    # The view is free again.
    assert publish(stream.read_all().dropDuplicates(["k"]), "v", root=stream.root, key=["k"]) == 2


def test_what_a_stream_does_not_take(stream: Stream, publish: Any) -> None:
    with pytest.raises(InvalidSchema, match="outputMode"):
        publish(stream.read(), "v", root=stream.root, key=["k"], mode="replace")
