"""Merging what nodes tell of their shards: by fakes that send what nodes may send, cut anywhere, late, and that fail anywhere."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest

from gateway.cluster.following import merged
from gateway.cluster.following.merged import MergedChanges
from gateway.cluster.following.part import pieces
from gateway.contract.cancel import CancelToken
from gateway.errors import FragmentLost, FragmentRefused, NoReplica, PeerUnreachable
from planner.tree import types as t
from planner.tree.bound import OutputColumn
from planner.tree.statement import SubscribeStart
from planner.tree.types import SqlType
from statestore.errors import VersionNotKept
from statestore.version_id import VersionId
from tests.plugins.scale import random_for, scaled

SHARDS, NODES, REPLICAS, VERSIONS = 5, ("x", "y", "z"), 2, 12
_TIME = pa.timestamp("us", "UTC")
COLUMNS = tuple(
    OutputColumn(name, SqlType(type_))
    for name, type_ in (("_version", t.INT8), ("_committed_at", t.TIMESTAMPTZ), ("_kind", t.TEXT), ("k", t.INT8))
)
Told = tuple[int, str, int | None]


def batch(rows: list[Told]) -> pa.RecordBatch:
    versions, kinds, keys = zip(*rows, strict=True)
    times = pa.array([version * 1000 for version in versions], pa.int64()).cast(_TIME)
    return pa.RecordBatch.from_arrays(
        [pa.array(versions, pa.int64()), times, pa.array(kinds), pa.array(keys, pa.int64())], list("abcd")
    )


def rows_of(found: pa.RecordBatch) -> list[Told]:
    return list(zip(*(found.column(i).to_pylist() for i in (0, 2, 3)), strict=True))


@dataclass
class Nodes:
    """Version → shard → keys that change, and nodes that tell of it. *faults* is how likely one fails with a batch."""

    dice: random.Random
    faults: float = 0.0
    history: dict[int, dict[int, list[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for version in range(1, VERSIONS + 1):
            changed = self.dice.sample(range(SHARDS), self.dice.randrange(SHARDS + 1))
            self.history[version] = {
                shard: [version * 1000 + shard * 10 + n for n in range(self.dice.randrange(1, 6))] for shard in changed
            }

    def expected(self, after: int) -> dict[int, set[int]]:
        found = {
            version: {key for keys in told.values() for key in keys} for version, told in self.history.items() if version > after
        }
        return {version: keys for version, keys in found.items() if keys}

    def stream(self, shards: frozenset[int], after: int, *, snapshot: bool) -> Iterator[list[Told]]:
        """Some rows at a time: a version may come in several, and go together with the one before or its own end."""
        rows: list[Told] = []
        for version in range(after + 1, VERSIONS + 1):
            changed = [key for shard in shards for key in self.history[version].get(shard, ())]
            rows += [(version, "insert", key) for key in changed]
            # Who is behind is told of those versions alone that change something, and of the last one.
            if changed or snapshot or version == VERSIONS or self.dice.random() < 0.5:
                rows.append((version, "progress", None))
            while rows and self.dice.random() < 0.7:
                cut = self.dice.randrange(1, len(rows) + 1)
                yield rows[:cut]
                del rows[:cut]
        if rows:
            yield rows

    async def run(self, node: str, task: Any, deadline_s: float | None, sink: Any) -> Any:
        (shards,) = task.shards.values()
        snapshot = bool(task.versions)
        begin = VersionId.parse(task.sql) if not snapshot else task.versions["v"]
        for rows in self.stream(shards, begin.version - snapshot, snapshot=snapshot):
            await asyncio.sleep(0)
            if self.dice.random() < self.faults:
                raise PeerUnreachable("it died")
            await sink.write(batch(rows))
        await asyncio.Event().wait()


def changes_of(nodes: Nodes, start: VersionId | SubscribeStart, begin: int, run: Any = None) -> MergedChanges:
    placed = {shard: nodes.dice.sample(NODES, REPLICAS) for shard in range(SHARDS)}
    roster = SimpleNamespace(
        identity=SimpleNamespace(name="me"), rank=lambda name: 0, live_holders=lambda view, shard: placed[shard], changed=None,
        view_status=lambda name, view: SimpleNamespace(kept={VersionId(begin, begin * 1000)}), live=lambda name: True,
        placement=SimpleNamespace(placed=lambda schema, shard: placed[shard]),
    )  # fmt: skip

    async def refresh(names: list[str]) -> None:
        await asyncio.sleep(0)

    reach = SimpleNamespace(
        roster=roster, run=run or nodes.run,
        failed=lambda node, sink, error: sink.discard(),
        store=SimpleNamespace(view=lambda name: None), heartbeat=SimpleNamespace(refresh=refresh),
    )  # fmt: skip
    engine = SimpleNamespace(
        reach=reach, generation=0, store=SimpleNamespace(current=lambda view: SimpleNamespace(view_id="")),
        selected=lambda view, context: VersionId(begin, begin * 1000),
    )  # fmt: skip
    settings = SimpleNamespace(timezone="UTC", date_style="ISO, MDY", interval_style="postgres")
    context = SimpleNamespace(cancel=CancelToken(), settings=SimpleNamespace(plan=settings), now_us=0)
    subscription = SimpleNamespace(
        columns=COLUMNS, is_stored=False, start=start, progress=True, params=(),
        keys=SimpleNamespace(shards=tuple(range(SHARDS))),
        followed=SimpleNamespace(view="v", rows=SimpleNamespace(arrow_schema=batch([(1, "x", 1)]).schema)),
    )  # fmt: skip
    return MergedChanges(engine, subscription, VersionId(begin, begin * 1000), context)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text that nodes get is the version alone; they are asked again at once."""
    monkeypatch.setattr(MergedChanges, "_sql", lambda self, at: str(at))
    monkeypatch.setattr(merged, "RETRY_S", 0.0)


async def followed(nodes: Nodes, start: int) -> tuple[int, int]:
    """Follow to the last version as a client does; how often it had to begin again, and how often a version's end was told."""
    told: dict[int, set[int]] = {}
    complete, again, ends = start, 0, 0
    while complete < VERSIONS:
        changes = changes_of(nodes, VersionId(complete, complete * 1000), complete)
        version = complete
        try:
            while complete < VERSIONS:
                found = await changes.next_within(20)
                assert found is not None, f"nothing more is told after version {complete}"
                for number, kind, key in rows_of(found):
                    assert number >= version
                    version = number
                    if kind == "progress":
                        assert number > complete or (number == complete == start)
                        complete, ends = number, ends + 1
                    else:
                        assert key is not None
                        assert number > complete
                        assert key not in told.setdefault(number, set())
                        told[number].add(key)
        except FragmentLost:
            again += 1
            told = {number: keys for number, keys in told.items() if number <= complete}
        finally:
            await changes.close()
    assert told == nodes.expected(start)
    return again, ends


@pytest.mark.parametrize("faults", [0.0, 0.05, 0.3])
def test_all_is_told_once_and_in_order(faults: float) -> None:
    dice = random_for(f"merged {faults}")
    found = [asyncio.run(followed(Nodes(dice, faults), dice.randrange(VERSIONS))) for _ in range(scaled(60, 2_000))]
    assert any(again for again, _ in found) == (faults > 0)
    assert sum(ends for _, ends in found) > 2 * len(found)


def test_what_there_is_to_begin_with() -> None:
    """Nothing of it is told before every node has the version; then all of it, and what comes after."""
    dice = random_for("merged beginnings")

    async def follow(begin: int) -> None:
        nodes, refused = Nodes(dice), [dice.random() < 0.5]

        async def run(node: str, task: Any, deadline_s: float | None, sink: Any) -> Any:
            if refused and task.versions and refused.pop():
                raise FragmentRefused("not kept", "it has gone on")
            return await nodes.run(node, task, deadline_s, sink)

        changes = changes_of(nodes, SubscribeStart.SNAPSHOT, begin, run)
        told: dict[int, set[int | None]] = {}
        try:
            while changes.versions["v"] < VERSIONS:
                found = await changes.next_within(20)
                assert found is not None
                for number, kind, key in rows_of(found):
                    assert number >= max(told, default=begin)
                    told.setdefault(number, set()).add(key if kind != "progress" else None)
        finally:
            await changes.close()
        assert {number: keys - {None} for number, keys in told.items() if keys - {None}} == nodes.expected(begin - 1)
        assert None in told[begin]

    for _ in range(scaled(40, 1_000)):
        asyncio.run(follow(dice.randrange(1, VERSIONS)))


@pytest.mark.parametrize(("reason", "error"), [("not kept", VersionNotKept), ("busy", NoReplica)])
def test_nobody_can_tell(reason: Any, error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merged, "NO_REPLICA_WAIT_S", 0.05)

    async def run(node: str, task: Any, deadline_s: float | None, sink: Any) -> Any:
        raise FragmentRefused(reason, "it does not tell")

    async def follow(start: VersionId | SubscribeStart) -> None:
        changes = changes_of(Nodes(random_for("nobody")), start, 3, run)
        try:
            await changes.next_within(None)
        finally:
            await changes.close()

    for start in (VersionId(3, 3000), SubscribeStart.SNAPSHOT):
        with pytest.raises(error):
            asyncio.run(follow(start))


def test_pieces() -> None:
    rows = [(3, "insert", 1), (3, "progress", None), (4, "progress", None), (5, "insert", 2), (5, "delete", 3)]
    found = [(p.version, rows_of(p.rows), p.progress is not None) for p in pieces(batch(rows))]
    assert found == [(3, rows[:1], True), (4, [], True), (5, rows[3:], False)]
