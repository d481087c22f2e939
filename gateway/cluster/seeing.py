"""What this node knows of the others, and what they tell of their shards: the rows of tidegate.nodes, .shards and .views.

- `tidegate.nodes`, `.shards` and `.views` are made of an Overview (`contract/overview.py`), taken in the event loop when an
  execution begins: the roster, placement, who holds what. A query without these tables pays for none of it.
- What is in shards that are not held here is asked of the fewest nodes that have them, before the query starts, with a fragment
  over `tidegate.local_shards` (`cluster/seeing.py`). Awaited, not in a worker thread: two nodes that ask each other must not hold
  each other's threads. A node that fails, or takes longer than ASK_S, leaves NULLs; a list for operators must not fail because of
  what it is there to show.
- `tidegate.queries` and `.fragments` (`engine/recent.py`) keep every running execution and the last QUERIES_KEPT (200) that
  ended, of each FRAGMENTS_KEPT (256) runs of fragments and SQL_SHOWN_MAX (1,000) characters. Recorded is what streams its rows.
  Keyed reads answered at once (RowBlock, and the hot path, which never comes by) are not: the record would cost more than the
  read. Each process has its own: with --workers a connection sees those of its worker. Fragments that others sent here are
  recorded as kind `fragment`.
- A fragment's record stands in front of its sink (`cluster/recording.py`), so every attempt is a row, also one that is given up,
  with the cause.
- `EXPLAIN` of a query that others have a part in (`cluster/explaining.py`) shows where Dispatch would send its fragments now (the
  same settling, covering and assigning); where no live node has shards it says so, instead of failing as the query would. ANALYZE
  runs the query and shows the records of its fragments. A query that this node answers alone is shown as on a single node.
- `tidegate.shard_for_key` takes what the view's key takes: where the view is a constant, binding checks number and types of the
  values; else a Python function does, row by row. Schemas come to DuckDB in a variable, set only for SQL that mentions it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import pyarrow as pa

from gateway.cluster.dispatching.attempt import Reach
from gateway.cluster.dispatching.coverage import assign
from gateway.cluster.membership.peer import MemberInfo
from gateway.cluster.membership.ports import FragmentSink, FragmentTask
from gateway.cluster.membership.status import NodeStatus, ViewStatus
from gateway.cluster.node import ClusterNode
from gateway.contract.overview import NodeRow, Overview, ShardNumber, ShardPlace, ShardRow
from gateway.errors import FragmentFailed, FragmentRefused, PeerUnreachable
from statestore.version_id import VersionId

#: How long other nodes may take to tell of their shards; what they have not told by then is NULL.
ASK_S: Final = 5.0
_COLUMNS: Final = ["view", "shard", "rows", "bytes", "min_key", "max_key", "version"]
_SQL: Final = f"SELECT {', '.join(_COLUMNS)} FROM tidegate.local_shards"


def overview_of(node: ClusterNode) -> Overview:
    """What this node knows by itself. In the event loop."""
    reach = node.reach
    places = {
        (name, shard): ShardPlace(reach.roster.placement.placed(held.schema, shard), reach.roster.live_holders(name, shard))
        for name in reach.store.names()
        if (held := reach.store.view(name)) is not None
        for shard in range(held.schema.shards)
    }
    return Overview(tuple(nodes_of(node)), places)


def nodes_of(node: ClusterNode) -> Iterable[NodeRow]:
    """The members, as this node sees them."""
    reach, own = node.reach, node.status()
    me = reach.roster.identity.name
    members = [replace(m, status=own) if m.name == me else m for m in reach.roster.members()]
    newest: dict[str, VersionId] = {}
    for member in members:
        if member.status is not None and member.state in ("alive", "suspect"):
            for view, has in member.status.views.items():
                newest[view] = max(newest.get(view, has.current), has.current, key=lambda at: (at.committed_at_us, at.version))
    for member in members:
        yield _node(member, newest, _placed(member.name, reach), here=member.name == me)


def _placed(name: str, reach: Reach) -> int:
    placement = reach.roster.placement
    views = (reach.store.view(view) for view in reach.store.names())
    return sum(len(placement.wanted(held.schema, name)) for held in views if held is not None) if placement.members else 0


def _node(member: MemberInfo, newest: Mapping[str, VersionId], placed: int, *, here: bool) -> NodeRow:
    status = member.status
    return NodeRow(
        name=member.name,
        state=member.state,
        address=str(member.address),
        phase=None if status is None else status.state,
        run=None if status is None else status.run,
        version_lag=None if status is None else _lag(status, newest),
        heartbeat_age_ms=None if member.age_s is None else round(member.age_s * 1000, 3),
        shards_placed=placed,
        shards_held=0 if status is None else sum(len(has.shards) for has in status.views.values()),
        here=here,
        reason=member.why or None,
    )


def _lag(status: NodeStatus, newest: Mapping[str, VersionId]) -> int:
    return max((_behind(status.views.get(view), at) for view, at in newest.items()), default=0)


def _behind(has: ViewStatus | None, newest: VersionId) -> int:
    """Of a view that was made anew a node that has the old one lacks every version."""
    same = has is not None and has.current.view_id == newest.view_id
    return max(0, newest.version - (has.version if same and has is not None else 0))


async def with_contents(overview: Overview, reach: Reach) -> Overview:
    """With what the shards contain that are not held here, as far as nodes that hold them tell within ASK_S. Never fails."""
    me = reach.roster.identity.name
    wanted = {shard: place.held_by for shard, place in overview.places.items() if place.held_by and me not in place.held_by}
    names = list(assign(wanted, me, lambda _: 0))
    told = await asyncio.gather(*(_told(name, reach) for name in names))
    return replace(
        overview,
        elsewhere={
            shard: row
            for name, rows in zip(names, told, strict=True)
            for shard, row in rows.items()
            if shard in wanted and _is_same(reach, name, shard[0])
        },
    )


def _is_same(reach: Reach, name: str, view: str) -> bool:
    """Is what the node has the view that is here, and not another one of its name?"""
    here, there = reach.store.view(view), reach.roster.view_status(name, view)
    return here is not None and there is not None and here.status.current.view_id == there.current.view_id


async def _told(name: str, reach: Reach) -> dict[ShardNumber, ShardRow]:
    peer = reach.roster.peer(name)
    if peer is None:
        return {}
    rows = _ShardRows()
    deadline_s = asyncio.get_running_loop().time() + ASK_S
    task = FragmentTask(0, 0, _SQL, {}, {}, timeout_ms=int(ASK_S * 1000))
    try:
        await reach.transport.run(peer.address, task, deadline_s, rows)
    except (PeerUnreachable, FragmentRefused, FragmentFailed):
        # Its state in tidegate.nodes says why, at the latest after the next heartbeats.
        return {}
    return rows.found


class _ShardRows(FragmentSink):
    """For answers to _SQL."""

    def __init__(self) -> None:
        self.found: dict[ShardNumber, ShardRow] = {}

    async def write(self, batch: Any) -> None:
        """See FragmentSink."""
        assert isinstance(batch, pa.RecordBatch)
        if batch.schema.names != _COLUMNS:
            raise PeerUnreachable(f"it answered with columns {', '.join(batch.schema.names)}")
        for view, shard, *contents in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            self.found[view, shard] = ShardRow(*contents)
