"""Random queries, what becomes of their rows, and what is checked of each."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gateway.cluster.dispatching.request import Bound, DispatchRequest, DispatchResult, Unit
from gateway.cluster.membership.ports import FragmentOutcome, FragmentTask
from gateway.errors import FragmentLost, NoReplica, QueryCancelled, VersionUnavailable
from planner.errors import DivisionByZero
from statestore.version_id import VersionId
from tests.simulation.node import FAILS, SimNode
from tests.simulation.truth import EPOCH_US, Row, Truth

#: How late a query may end: one turn of the event loop.
LATE_S = 1e-6


class Violation(AssertionError):
    """Something that must never happen."""


class FragmentRows:
    """A FragmentSink. An *eager* one releases rows as they come."""

    def __init__(self, query: QueryRows, slot: int, node: str) -> None:
        self._query = query
        self._slot = slot
        self.node = node
        self._rows: list[Row] = []
        self.whole = self.released = False

    async def write(self, batch: Any) -> None:
        """See FragmentSink."""
        if self._query.eager and batch:
            self.released = True
        self._rows += batch

    def finish(self, outcome: FragmentOutcome) -> None:
        """See FragmentSink."""
        self.whole = True
        if outcome.rows != len(self._rows):
            raise Violation(f"a fragment of {outcome.rows} rows was finished with {len(self._rows)}")

    def discard(self, cause: str = "") -> None:
        """See FragmentSink."""
        if self.released:
            raise Violation("released rows were discarded")
        self._rows = []
        self.whole = False

    def rows(self) -> Counter[tuple[int, Row]]:
        """What counts in the end, as in the real sinks: whatever was not discarded, finished or not."""
        return Counter((self._slot, row) for row in self._rows)


@dataclass
class QueryRows:
    """A QuerySink."""

    eager: bool
    fragments: list[FragmentRows] = field(default_factory=list)

    def open(self, task: FragmentTask, node: str) -> FragmentRows:
        """See QuerySink."""
        self.fragments.append(FragmentRows(self, task.slot, node))
        return self.fragments[-1]

    @property
    def nodes(self) -> list[str]:
        """Where the fragments ended well."""
        return [fragment.node for fragment in self.fragments if fragment.whole]

    def rows(self) -> Counter[tuple[int, Row]]:
        """All rows of the result, with the slots of their units."""
        return sum((fragment.rows() for fragment in self.fragments), Counter())


@dataclass
class Query:
    """A query as it was asked."""

    node: SimNode
    request: DispatchRequest
    rows: QueryRows
    begun_s: float
    fails: bool

    def __str__(self) -> str:
        parts = [f"{view}{sorted(shards)}" for unit in self.request.units for view, shards in unit.shards.items()]
        flags = [name for name in ("eager",) if self.rows.eager] + ["partial"] * self.request.partial + ["fails"] * self.fails
        bounds = {v: b for v, b in self.request.bounds.items() if b != Bound()}
        return f"query of {self.node.name}: {' '.join(parts)} {' '.join(flags)} {bounds or ''}"


def make_unit(slot: int, shards: Mapping[str, frozenset[int]], *, fails: bool) -> Unit:
    """A unit over the shards."""

    def make(
        *, number: int, versions: Mapping[str, VersionId], shards: Mapping[str, frozenset[int]], timeout_ms: int
    ) -> FragmentTask:
        return FragmentTask(number, slot, FAILS if fails else "SELECT", versions, shards, timeout_ms=timeout_ms)

    return Unit(slot, shards, make)


def make_query(node: SimNode, rng: random.Random, now_s: float, *, plain: bool = False) -> Query | None:
    """A random query, as *node* would plan it; None where it knows no view. A *plain* one has nothing special."""
    views = [name for name in node.store.names() if node.store.view(name)]
    if not views:
        return None
    fails = not plain and rng.random() < 0.03
    units = [make_unit(slot, shards, fails=fails) for slot, shards in enumerate(_random_shards(node, rng, views))]
    bounds = {} if plain else {view: _random_bound(node, rng, view, now_s) for unit in units for view in unit.shards}
    rows = QueryRows(not plain and rng.random() < 0.1)
    deadline_s = now_s + (3.0 if plain else rng.choice((0.2, 1.0, 2.5, 4.0)))
    partial = not plain and rng.random() < 0.2
    return Query(node, DispatchRequest(units, rows, deadline_s, bounds, partial=partial), rows, now_s, fails)


def _random_shards(node: SimNode, rng: random.Random, views: Sequence[str]) -> list[dict[str, frozenset[int]]]:
    """Units: a point, some shards, all shards; two co-located views; two views by themselves."""
    one = rng.choice(views)
    kind = rng.random()
    if kind < 0.35:
        return [{one: frozenset((rng.randrange(_count(node, one)),))}]
    if kind < 0.65:
        return [{one: _some(rng, _count(node, one))}]
    other = rng.choice(views)
    if other == one:
        return [{one: frozenset(range(_count(node, one)))}]
    if _group(node, one) == _group(node, other):
        both = _some(rng, _count(node, one))
        return [{one: both, other: both if rng.random() < 0.7 else _some(rng, _count(node, one))}]
    return [{one: _some(rng, _count(node, one))}, {other: _some(rng, _count(node, other))}]


def _some(rng: random.Random, count: int) -> frozenset[int]:
    return frozenset(range(count)) if rng.random() < 0.5 else frozenset(rng.sample(range(count), rng.randint(1, count)))


def _count(node: SimNode, view: str) -> int:
    held = node.store.view(view)
    return held.schema.shards if held else 0


def _group(node: SimNode, view: str) -> str:
    held = node.store.view(view)
    return held.schema.colocation_group if held else ""


def _random_bound(node: SimNode, rng: random.Random, view: str, now_s: float) -> Bound:
    held = node.store.view(view)
    current = held.status.version if held else 0
    match rng.randrange(12):
        case 0:
            return Bound(read_version=max(0, current + rng.randint(-4, 1)))
        case 1 | 2:
            return Bound(min_version=max(0, current + rng.randint(-2, 2)))
        case 3:
            return Bound(since_us=EPOCH_US + round((now_s - rng.uniform(0.1, 3)) * 1e6))
        case _:
            return Bound()


def check_answer(query: Query, result: DispatchResult, truth: Truth) -> None:
    """The rows are those of one version of each view, within bounds; only shards named as missing are missing. Raises Violation."""
    expected: Counter[tuple[int, Row]] = Counter()
    if result.missing and not query.request.partial:
        raise Violation(f"shards are missing: {result.missing}")
    for unit in query.request.units:
        for view, shards in unit.shards.items():
            version = result.versions[view]
            past = truth.past.get((view, version))
            if past is None:
                raise Violation(f"{view} never had version {version}")
            if version.version and max(shards) >= past.shards:
                raise Violation(f"version {version} of {view} has {past.shards} shards, and the query was planned for others")
            expected += Counter((unit.slot, Row(view, version, shard, past.content)) for shard in shards)
    found = query.rows.rows()
    if extra := found - expected:
        raise Violation(f"wrong rows, at {result.versions}: {sorted(extra)[:3]}")
    lacking = expected - found
    said = {(view, shard) for view, shards in result.missing.items() for shard in shards}
    if (lost := {(row.view, row.shard) for _, row in lacking}) != said:
        raise Violation(f"missing are {sorted(lost)}, named are {sorted(said)}")
    for view, bound in query.request.bounds.items():
        if not bound.admits(result.versions[view]):
            raise Violation(f"{view} was read at {result.versions[view]}, outside of {bound}")


def check_error(query: Query, error: BaseException, now_s: float) -> None:
    """The error is one that this query may end with. Raises Violation."""
    deadline_s = query.request.deadline_s or 0.0
    match error:
        case DivisionByZero() if query.fails:
            return
        case QueryCancelled() if now_s >= deadline_s - LATE_S:
            return
        case FragmentLost() if query.rows.eager:
            return
        case NoReplica() if not query.request.partial and error.detail:
            return
        case VersionUnavailable() if error.detail or error.hint:
            return
    raise Violation(f"{query} ended with {type(error).__name__}: {error}")


def check_time(query: Query, now_s: float) -> None:
    """Every query ends by its deadline. Raises Violation."""
    if now_s > (query.request.deadline_s or 0.0) + LATE_S:
        raise Violation(f"{query} ended {now_s - (query.request.deadline_s or 0.0):.3f} s after its deadline")
