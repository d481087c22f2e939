"""What an attachment makes of a checkpoint's batches, and of everything that may happen to it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator

import pytest

from statestore import types as st
from statestore.attach.attached import Attached
from statestore.attach.attachments import Attachments
from statestore.attach.batch import AttachedTables
from statestore.attach.combined import state_table_rows
from statestore.attach.options import AHEAD_MAX, AttachOptions
from statestore.attach.partition import StatePartition
from statestore.attach.tables import Unreadable
from statestore.errors import CheckpointNotReady, StateStoreError, UnsupportedFormat, VersionNotKept
from statestore.schema import ViewSchema
from tests.attach.fake_checkpoint import Broken, FakeCheckpoint, FakeTable, table
from tests.gateway.harness import no_collections

TRADES = table("trades", {"symbol": st.String(), "n": st.Long()}, ["symbol"])


def rows(n: int) -> list[tuple[str, int]]:
    return [(f"s{i}", n) for i in range(20)]


class World:
    """One attachment of a fake checkpoint, with a clock."""

    def __init__(self) -> None:
        self.checkpoint = FakeCheckpoint([TRADES])
        self.now_s = 0.0
        self.held: dict[str, frozenset[int]] = {}
        self.of = Attachments(
            {"trades": self.checkpoint},
            AttachOptions(open_versions=2, open_age_s=10),
            holding=self._holding,
            clock=lambda: self.now_s,
        )

    def _holding(self, schema: ViewSchema, held: frozenset[int]) -> frozenset[int]:
        return self.held.get(schema.name, frozenset(range(schema.shards)))

    def commit(self, n: int) -> int:
        """A batch, and a look at it; its version."""
        version = self.checkpoint.commit({"trades": rows(n)}) + 1
        self.of.refresh()
        return version

    def numbers(self) -> list[int]:
        return [v.version for v in self.of.versions("trades")]

    def value(self, version: int, symbol: str = "s3") -> bytes | None:
        found = next(v for v in self.of.versions("trades") if v.version == version)
        return found.shards[found.shard_of((symbol,))].get(found.key_codec.encode((symbol,)))


@pytest.fixture
def world() -> Iterator[World]:
    made = World()
    yield made
    made.of.close()


def test_a_checkpoint_without_batches_is_waited_for(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tidegate.attach")
    world.of.refresh()
    world.of.refresh()
    assert not world.of.views()
    for name in ("trades", "trades_0_default"):
        with pytest.raises(CheckpointNotReady, match="no committed batch"):
            world.of.check_known(name)
    world.of.check_known("other")
    assert len([r for r in caplog.records if "no committed batch" in r.message]) == 1
    generation = world.of.generation
    world.commit(1)
    assert world.of.views()["trades"].version == 1
    assert world.of.generation > generation


def test_every_batch_is_a_version(world: World) -> None:
    for n in range(3):
        world.checkpoint.commit({"trades": rows(n)})
    world.of.refresh()
    assert world.numbers() == [1, 2, 3]
    current = world.of.views()["trades"]
    assert (current.committed_at_us, current.watermark_us, current.query_id) == (1_700_000_000_000_002, 2_000_000, "query-1")
    generation = world.of.generation
    world.commit(3)
    assert world.numbers() == [1, 2, 3, 4]
    assert world.of.generation == generation
    values = {world.value(version) for version in (1, 2, 3, 4)}
    assert len(values) == 4
    assert None not in values


def test_batches_that_came_at_once_are_all_kept(world: World) -> None:
    world.commit(0)
    world.checkpoint.commit({"trades": rows(1)})
    world.checkpoint.commit({"trades": rows(2)})
    world.of.refresh()
    assert world.numbers() == [1, 2, 3]


def test_what_spark_deletes_goes(world: World) -> None:
    for n in range(6):
        world.commit(n)
    world.checkpoint.purge(4)
    world.of.refresh()
    assert world.numbers() == [5, 6]


def test_nothing_is_opened_before_it_is_read_and_then_ahead(world: World) -> None:
    world.commit(0)
    world.commit(1)
    assert world.checkpoint.opened == []
    shard = world.of.views()["trades"].shard_of(("s3",))
    world.value(2)
    assert world.checkpoint.opened == [("trades", shard, 1)]
    world.commit(2)
    assert world.checkpoint.opened[1:] == [("trades", shard, 2)]
    partition = world.of.views()["trades"].shards[shard]
    assert isinstance(partition, StatePartition)
    assert partition.ready
    assert not partition.used
    world.now_s = 29.0
    world.commit(3)
    assert world.checkpoint.opened[2:] == [("trades", shard, 3)]
    world.now_s = 31.0
    world.commit(4)
    assert world.checkpoint.opened[3:] == [], "what nobody reads is not opened for ever"


def test_of_very_many_those_that_are_read_by_key_are_opened_ahead(world: World) -> None:
    world.checkpoint.schemas = [table("trades", {"symbol": st.String(), "n": st.Long()}, ["symbol"], partitions=AHEAD_MAX + 20)]
    world.commit(0)
    for shard in world.of.views()["trades"].shards:
        list(shard.scan())
    world.value(1)
    world.commit(1)
    current = world.of.views()["trades"]
    assert sum(shard.ready for shard in current.shards) == AHEAD_MAX
    assert current.shards[current.shard_of(("s3",))].ready


def test_old_batches_are_closed_when_nobody_reads_them(world: World) -> None:
    world.commit(0)
    for n in range(1, 5):
        world.value(n)
        world.commit(n)
    held = next(v for v in world.of.versions("trades") if v.version == 2)
    key, shard = held.key_codec.encode(("s3",)), held.shard_of(("s3",))
    assert world.checkpoint.open_states == 5
    world.now_s = 9.0
    world.of.refresh()
    assert world.checkpoint.open_states == 5
    world.now_s = 10.0
    world.of.refresh()
    # The last two, and the one that is held: reference counts alone, no collection.
    assert world.checkpoint.open_states == 3
    assert held.shards[shard].get(key) is not None
    del held
    assert world.checkpoint.open_states == 2
    assert world.value(2) is not None, "what is kept is opened again"


def test_nothing_that_is_open_waits_for_the_collector(world: World) -> None:
    with no_collections():
        world.commit(0)
        list(world.of.views()["trades"].shards[0].scan())
        world.value(1)
        world.checkpoint.restart()
        world.commit(1)
        assert world.checkpoint.open_states == 0


def test_what_is_in_use_at_the_edge_of_the_retention_is_opened_whole(world: World) -> None:
    for n in range(6):
        world.commit(n)
    reading = world.of.versions("trades")[1]
    world.value(2)
    world.of.refresh()
    assert len(world.checkpoint.opened) == 1, "Spark has not deleted anything yet"
    world.checkpoint.purge(1)
    world.of.refresh()
    assert len(world.checkpoint.opened) == 4
    world.checkpoint.purge(4)
    world.of.refresh()
    assert world.numbers() == [5, 6]
    assert sum(len(batch) for shard in reading.shards for batch in shard.scan()) == 20


def test_a_batch_that_is_gone_says_so(world: World) -> None:
    for n in range(6):
        world.commit(n)
    old = world.of.versions("trades")[0]
    world.checkpoint.purge(4)
    with pytest.raises(VersionNotKept):
        list(old.shards[0].scan())


def test_begun_from_scratch_it_is_another_incarnation(world: World) -> None:
    world.commit(0)
    world.commit(1)
    before = world.of.views()["trades"]
    generation = world.of.generation
    world.checkpoint.restart()
    world.of.refresh()
    assert not world.of.views(), "what was there is not there any more, and the new query has no batch yet"
    with pytest.raises(CheckpointNotReady, match="no committed batch"):
        world.of.check_known("trades")
    world.commit(7)
    after = world.of.views()["trades"]
    assert (after.version, world.numbers()) == (1, [1])
    assert after.incarnation != before.incarnation
    assert world.of.generation > generation


def test_with_other_partitions_it_has_another_schema(world: World) -> None:
    world.commit(0)
    world.checkpoint.restart([table("trades", {"symbol": st.String(), "n": st.Long()}, ["symbol"], partitions=7)])
    world.commit(0)
    assert world.of.views()["trades"].schema.shards == 7


@pytest.mark.parametrize("further", [0, 1, 3])
def test_a_query_that_was_taken_back_is_begun_anew(world: World, further: int) -> None:
    world.commit(0)
    world.commit(1)
    before = world.of.views()["trades"].incarnation
    del world.checkpoint.batches[1]
    for at_us in range(5, 6 + further):
        world.checkpoint.commit({"trades": rows(9)}, at_us=at_us)
    world.of.refresh()
    current = world.of.views()["trades"]
    assert (current.version, current.committed_at_us) == (2 + further, 5 + further)
    assert current.incarnation != before


def test_a_column_more_is_another_schema(world: World) -> None:
    world.commit(0)
    world.checkpoint.schemas = [table("trades", {"symbol": st.String(), "n": st.Long(), "m": st.Int()}, ["symbol"])]
    world.checkpoint.commit({"trades": [("s3", 1, 2)]})
    world.of.refresh()
    assert [c.name for c in world.of.views()["trades"].schema.columns] == ["symbol", "n", "m"]


def test_a_fault_is_shown_and_what_was_there_is_served_on(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.commit(0)
    world.checkpoint.fault = Broken("the folder is gone", detail="rm -rf")
    world.of.refresh()
    world.of.refresh()
    (state,) = world.of.states()
    assert state.fault is world.checkpoint.fault
    assert world.value(1) is not None
    assert len([r for r in caplog.records if "batch 0 is served on" in r.message]) == 1
    world.checkpoint.fault = OSError("stale file handle")
    world.of.refresh()
    (state,) = world.of.states()
    assert "stale file handle" in str(state.fault)
    world.checkpoint.fault = None
    world.of.refresh()
    assert world.of.states()[0].fault is None


def test_a_partition_that_cannot_be_opened_ahead_holds_nothing_up(world: World) -> None:
    world.commit(0)
    world.value(1)

    def refuse(place: tuple[int, str, int], version: int) -> None:
        if version == 2:
            raise Broken("a file is damaged")

    world.checkpoint.gate = refuse
    world.commit(1)
    assert world.numbers() == [1, 2]
    with pytest.raises(Broken):
        world.value(2)


def test_unreadable_tables_say_why(world: World) -> None:
    world.checkpoint.unreadable = (Unreadable("trades_1_default", 0, "default", "a typed imperative aggregate"),)
    world.commit(0)
    with pytest.raises(UnsupportedFormat) as caught:
        world.of.check_known("trades_1_default")
    assert caught.value.detail == "a typed imperative aggregate"
    assert list(world.of.views()) == ["trades"]


def test_a_table_says_what_it_lacks() -> None:
    found = FakeTable(table("trades", {"k": st.Int()}, ["k"]), left_out="payload: no variants")
    state = Attached("trades", "/checkpoint", tables=AttachedTables.of([found], 1))
    [row] = state_table_rows([state], {})
    assert (row.readable, row.reason) == (True, "without payload: no variants")
    [row] = state_table_rows([state], {("trades", "trades"): "hidden"})
    assert (row.readable, row.reason) == (False, "hidden")


def test_partitions_that_are_not_held_are_absent(world: World) -> None:
    world.held["trades"] = frozenset({0, 2})
    world.commit(0)
    current = world.of.views()["trades"]
    assert current.held == {0, 2}
    assert [shard.held for shard in current.shards] == [True, False, True, False]
    world.held["trades"] = frozenset({2, 3})
    world.of.refresh()
    assert {v.held for v in world.of.versions("trades")} == {frozenset({2, 3})}
    assert current.held == {0, 2}


def test_names_are_given_once() -> None:
    one, other = FakeCheckpoint([TRADES], uri="fake://one"), FakeCheckpoint([TRADES], uri="fake://other")
    for checkpoint in (one, other):
        checkpoint.commit({"trades": rows(0)})
    attachments = Attachments({"a": one, "b": other})
    attachments.refresh()
    assert attachments.hidden == {("b", "trades"): "hidden by the table of attachment a"}
    attachments.close()


def test_the_thread_sees_a_commit() -> None:
    checkpoint = FakeCheckpoint([TRADES])
    with Attachments({"trades": checkpoint}) as attachments:
        shown = threading.Event()
        attachments.subscribe(lambda: shown.set() if attachments.views() else None)
        checkpoint.commit({"trades": rows(0)})
        assert shown.wait(30)
    assert checkpoint.closed


def test_a_bug_is_a_fault_of_one_attachment(caplog: pytest.LogCaptureFixture) -> None:
    odd, sound = FakeCheckpoint([TRADES], uri="fake://odd"), FakeCheckpoint([table("other", {"k": st.Int()}, ["k"])])
    odd.fault = KeyError("a setting that nobody knows")
    sound.commit({"other": [(1,)]})
    with Attachments({"trades": odd, "other": sound}) as attachments:
        assert list(attachments.views()) == ["other"]
        with pytest.raises(StateStoreError, match=r"following fake://odd failed"):
            attachments.check_known("trades")
        shown = threading.Event()
        attachments.subscribe(lambda: shown.set() if "trades" in attachments.views() else None)
        odd.fault = None
        odd.commit({"trades": rows(0)})
        assert shown.wait(30)
    assert "a setting that nobody knows" in caplog.text
