"""tidegate.read_changes: a streaming query is told of each change once, wherever it ends and begins again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from statestore import types as st
from statestore.errors import InvalidSchema, ViewNotFound
from statestore.node.maintenance import maintain
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.dropping import drop
from statestore.views.retention import change_retention
from statestore.views.root import open_root
from tests.plugins.scale import random_for, scaled
from tests.statestore.changing_world import HOUR_US, ChangingWorld, make_world
from tests.statestore.stream_input import AWAIT_S
from tests.statestore.test_changes_between import Told, differences

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]


class StopHereError(Exception):
    """What a batch fails with in a test."""


@dataclass
class Following:
    """A streaming query, started again and again with one checkpoint, and the rows that it was given, batch by batch."""

    spark: SparkSession
    world: ChangingWorld
    checkpoint: Path
    arguments: dict[str, Any]
    batches: dict[int, list[Any]] = field(default_factory=dict)

    def run(self, look: Callable[[int], None] = lambda batch: None) -> None:
        """Until there is nothing new. *look* is called in each batch, after its rows are kept."""
        from statestore import read_changes

        def keep(df: DataFrame, batch: int) -> None:
            self.batches[batch] = df.collect()
            look(batch)

        changes = read_changes(self.spark, self.world.root.uri, "v", **self.arguments)
        query = changes.writeStream.foreachBatch(keep).option("checkpointLocation", str(self.checkpoint))
        assert query.trigger(availableNow=True).start().awaitTermination(AWAIT_S)

    def fails(self, look: Callable[[int], None] = lambda batch: None) -> str:
        """run(), which ends with an error: what it says."""
        from pyspark.errors import StreamingQueryException

        with pytest.raises(StreamingQueryException) as failed:
            self.run(look)
        return str(failed.value)

    def told(self, after: int = 0) -> Told:
        """All that it was told, rows as wide as the world's are now; versions come in order, each in one batch."""
        found: Told = {}
        for batch in sorted(self.batches):
            mine: Told = {}
            for row in self.batches[batch]:
                before, now = self._row(row["_before"]), self._row(row)
                assert row["_kind"] == ("delete" if before == now else "update" if before else "insert")
                assert row["_committed_at"].timestamp() == self.world.folder.manifest(row["_version"]).committed_at_us / 1e6
                key = (row["_before"] or row)["k"]
                version = mine.setdefault(row["_version"], {})
                assert key not in version
                version[key] = (before, None if row["_kind"] == "delete" else now)
            assert max(found, default=after) < min(mine, default=after + self.world.version + 1)
            found |= mine
        return found

    def _row(self, row: Any) -> Any:
        if row is None:
            return None
        time = None if row["t"] is None else round(row["t"].timestamp() * 1e6)
        more = (row[f"x{i}"] if f"x{i}" in row.asDict() else None for i in range(self.world.extra))
        return (time, row["s"], *more)


@pytest.fixture
def world(tmp_path: Path, request: pytest.FixtureRequest) -> ChangingWorld:
    return make_world(tmp_path, random_for(request.node.name))


def test_each_change_is_told_once(spark: SparkSession, world: ChangingWorld, tmp_path: Path) -> None:
    """Columns come, rows expire, content is replaced, between runs and in them."""
    dice = world.dice
    world.commit({1: (None, "first")})
    following = Following(spark, world, tmp_path / "checkpoint", {"starting_version": 0, "before": True})
    for n in range(scaled(3, 60)):
        for _ in range(dice.randrange(8)):
            world.commit_random()
        if n == 1:
            world.after_us = 6 * HOUR_US
            world.add_column()
        following.arguments["max_versions"] = dice.choice([None, 1, 3])
        following.run()
    assert following.told() == differences(world, 0, world.version)


def test_a_batch_that_fails_is_told_again(spark: SparkSession, world: ChangingWorld, tmp_path: Path) -> None:
    """Also the first one, whose beginning Spark has not written down; more versions have come by then."""
    for n in range(4):
        world.commit({n: (None, "a"), n + 1: (None, "b")}, (n - 1,))
    kinds: dict[str, dict[str, Any]] = {"all": {}, "two": {"starting_version": 2}, "latest": {"starting_version": "latest"}}
    followings = {
        name: Following(spark, world, tmp_path / name, {**arguments, "before": True}) for name, arguments in kinds.items()
    }

    def stop(batch: int) -> None:
        raise StopHereError

    for following in followings.values():
        assert "StopHereError" in following.fails(stop)
    first = {name: list(following.batches[0]) for name, following in followings.items()}
    assert {row["k"] for row in first["all"]} == world.shown[4].keys()
    assert first["latest"] == []
    world.commit({7: (None, "c"), 0: (None, "d")}, (4,))
    world.commit({7: (None, "e")})
    for name, following in followings.items():
        following.run()
        assert sorted(following.batches[0]) == sorted(first[name])
    assert followings["two"].told(2) == differences(world, 2, 6)
    assert followings["latest"].told(4) == differences(world, 4, 6)
    snapshot = {key: (None, row) for key, row in world.shown[4].items()}
    assert followings["all"].told() == {4: snapshot, **differences(world, 4, 6)}


def test_it_may_begin_before_the_view_does(spark: SparkSession, world: ChangingWorld, tmp_path: Path) -> None:
    from statestore import read_changes

    with pytest.raises(ViewNotFound):
        read_changes(spark, world.root.uri, "v")
    world.folder.create(world.schema)
    followings = [
        Following(spark, world, tmp_path / f"{start}", {"starting_version": start, "before": True}) for start in (None, "latest")
    ]
    for following in followings:
        following.run()
        assert following.told() == {}
    world.commit({1: (None, "a"), 2: (None, "b")})
    world.commit({1: (None, "c")}, (2,))
    for following in followings[1:]:
        following.run()
        assert following.told() == differences(world, 0, 2)
    followings[0].run()
    assert followings[0].told() == {2: {1: (None, (None, "c"))}}


def test_a_view_made_anew_is_another_one(spark: SparkSession, world: ChangingWorld, tmp_path: Path) -> None:
    for n in range(3):
        world.commit({n: (None, "a")})
    following = Following(spark, world, tmp_path / "checkpoint", {"before": True})
    following.run()
    drop(world.folder)
    again = ChangingWorld(world.root, world.dice)
    for n in range(5):
        again.commit({n: (None, "b")})
    told = following.fails()
    assert "view v was made anew since version 3 was read" in told
    assert "HINT: Begin anew: start the query with another checkpointLocation." in told
    assert len(following.batches) == 1
    another = Following(spark, again, tmp_path / "another", {"before": True})
    another.run()
    assert another.told() == {5: {key: (None, row) for key, row in again.shown[5].items()}}


def test_a_position_that_vacuum_has_passed(spark: SparkSession, world: ChangingWorld, tmp_path: Path) -> None:
    world.commit({1: (None, "a")})
    following = Following(spark, world, tmp_path / "checkpoint", {"before": True})
    following.run()
    for n in range(12):
        world.commit({n: (None, "b")})
    change_retention(world.folder, versions=4, age="0s", base_every=4)
    maintain(world.root, "v")
    kept = f"Versions {world.folder.versions()[0]} to 13 are kept at the root."
    early = Following(spark, world, tmp_path / "early", {"starting_version": 2})
    for late in (following, early):
        told = late.fails()
        assert f"is no longer kept\nDETAIL: {kept}\nHINT: Begin anew" in told
    beyond = Following(spark, world, tmp_path / "beyond", {"starting_version": 14})
    assert "starting_version=14: view v has no such version yet\nDETAIL: Its newest version is 13." in beyond.fails()


def test_new_columns_are_not_passed_over(spark: SparkSession, world: ChangingWorld, tmp_path: Path) -> None:
    world.commit({1: (None, "a")})
    following = Following(spark, world, tmp_path / "checkpoint", {"before": True})

    def add_a_column(batch: int) -> None:
        if batch == 0:
            world.add_column()
            world.commit({1: (None, "a", 5), 2: (None, "b", 6)})

    following.run(add_a_column)
    assert following.batches.keys() == {0}
    world.commit({3: (None, "c", 7)})
    following.run()
    assert following.told() == {1: {1: (None, (None, "a", None))}, **differences(world, 1, 3)}


def test_a_running_query_says_so(spark: SparkSession, world: ChangingWorld, tmp_path: Path) -> None:
    from pyspark.errors import StreamingQueryException

    from statestore import read_changes

    world.commit({1: (None, "a")})
    changes = read_changes(spark, world.root.uri, "v")
    first = changes.writeStream.foreachBatch(lambda df, batch: None).option("checkpointLocation", str(tmp_path / "c"))
    query = first.trigger(processingTime="0 seconds").start()
    try:
        query.processAllAvailable()
        world.add_column()
        world.commit({2: (None, "b", 6)})
        with pytest.raises(StreamingQueryException, match="view v has columns that this query does not know: x0") as failed:
            query.awaitTermination(AWAIT_S)
        assert "HINT: Call read_changes() again" in str(failed.value)
    finally:
        query.stop()


def test_arguments(spark: SparkSession, world: ChangingWorld) -> None:
    from statestore import read_changes

    world.commit({1: (None, "a")})
    for bad in ({"starting_version": -1}, {"starting_version": "newest"}, {"max_versions": 0}, {"starting_version": True}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            read_changes(spark, world.root.uri, "v", **bad)
    columns = (Column("k", st.Long()), Column("_Kind", st.String()), Column("_before", st.String()))
    schema = ViewSchema("odd", columns, ("k",), ("k",), HashPartitioning(1), (3,))
    open_root(world.root.uri).folder("odd").create(schema)
    with pytest.raises(InvalidSchema, match="it has a column '_Kind', and so have its changes"):
        read_changes(spark, world.root.uri, "odd")


def test_columns(spark: SparkSession, publish: Any, tmp_path: Path) -> None:
    """Of every type, as read() has them; all may be NULL."""
    from pyspark.sql import functions as F  # noqa: N812

    from statestore import read, read_changes
    from tests.statestore.test_publish_batch import every_type_row
    from tests.statestore.test_read_view import texts

    root = str(tmp_path / "root")
    publish(every_type_row(spark), "types", root=root, key=["id"])
    publish(every_type_row(spark).filter("id = 1"), "types", root=root, key=["id"])
    kept: dict[int, dict[str, Any]] = {}
    changes = read_changes(spark, root, "types", 0, before=True)
    names = read(spark, root, "types").columns
    assert changes.columns == ["_version", "_committed_at", "_kind", *names, "_before"]
    assert changes.select("_before.*").columns == names

    def look(df: DataFrame, batch: int) -> None:
        told = df.persist()
        kept[batch] = {
            "kinds": sorted(tuple(row) for row in told.select("_version", "_kind", "id").collect()),
            "first": texts(told.filter("_version = 1").select(*names)),
            "gone": texts(told.filter("_kind = 'delete'").select("_before.*")),
            "none": told.filter("_kind = 'insert' AND _before IS NULL").count(),
        }
        told.unpersist()

    writer = changes.writeStream.foreachBatch(look).option("checkpointLocation", str(tmp_path / "checkpoint"))
    assert writer.trigger(availableNow=True).start().awaitTermination(AWAIT_S)
    first = read(spark, root, "types", 1)
    assert kept == {
        0: {
            "kinds": [(1, "insert", 0), (1, "insert", 1), (2, "delete", 0)],
            "first": texts(first),
            "gone": texts(first.filter(F.col("id") == 0)),
            "none": 2,
        }
    }
