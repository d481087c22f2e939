"""Keyed reads of one view without DuckDB: points, ranges and ordered scans, straight from the store's shards.

Few rows are read and encoded in the event loop (LEAN_ROWS_MAX); more stream from a worker thread, vectorised.

- The lean path serves plans that planner.prune.lean recognises. Up to `LEAN_ROWS_MAX` (256) rows are read in the event loop;
  that is one or two milliseconds at most. A read that turns out longer is begun anew as a stream. Shards are merged by key (heapq
  over scans) where the query asked for an order and the partitioning is by hash; with ranges the shards already follow one
  another. LIMIT ends the scans.
- `Prepared.point_reader` is the hot path: parameters → (shard, key) by code that planner.prune.constrain compiled for the
  plan, the shard's `get`, and an encoder for the columns and formats. It looks up the view's version at each call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, Final, Protocol

import pyarrow as pa

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import OutputStyle, PointReader
from gateway.engine.functions.large_results import LARGE_RESULTS
from gateway.engine.keyed.batch_source import ResultSource
from gateway.engine.keyed.reading import ReadFacts, get_points, prepare, read_few, read_window
from gateway.engine.keyed.stored_rows import Batch, StoredBatch, stored_rows
from gateway.engine.options import CHUNK_BYTES, LEAN_ROWS_MAX, STEP_BYTES
from planner.errors import InvalidLimit, InvalidOffset
from planner.tree.bound import Const, Expr, Param
from planner.tree.query_plan import KEYED, KeySet, LeanRead, QueryPlan
from planner.tree.values import Value
from statestore.errors import ShardNotReady, VersionNotKept
from statestore.node import Store, ViewVersion
from statestore.rows import ArrowDecoder
from statestore.schema import ViewSchema

_CODECS_KEPT_MAX: Final = 1024
#: How often a query begins anew when Spark has deleted the batch that it was to read.
ANEW_MAX: Final = 3


class LimitOffset(Protocol):
    """LIMIT and OFFSET of a plan: Const, Param or nothing."""

    @property
    def limit(self) -> Expr | None:
        """LIMIT."""

    @property
    def offset(self) -> Expr | None:
        """OFFSET."""


def window(lean: LimitOffset, params: Sequence[Value]) -> tuple[int, int | None]:
    """OFFSET and LIMIT of one execution; None: no limit. Raises InvalidOffset and InvalidLimit for negative ones."""
    offset, limit = _count(lean.offset, params), _count(lean.limit, params)
    if offset is not None and offset < 0:
        raise InvalidOffset("OFFSET must not be negative")
    if limit is not None and limit < 0:
        raise InvalidLimit("LIMIT must not be negative")
    return offset or 0, limit


def _count(expr: Expr | None, params: Sequence[Value]) -> int | None:
    match expr:
        case Const(value):
            found = value
        case Param(index):
            found = params[index]
        case _:
            return None
    return found if isinstance(found, int) else None


def read_now(
    lean: LeanRead, version: ViewVersion, keys: KeySet, encode: Callable[[bytes], bytes], bounds: tuple[int, int | None]
) -> list[bytes] | None:
    """All rows as DataRow messages; None when they may be more than the event loop should read."""
    offset, limit = bounds
    wanted = LEAN_ROWS_MAX + 1 if limit is None else limit
    if offset + wanted > LEAN_ROWS_MAX + 1 or (limit is None and keys.access not in KEYED and version.few_rows is None):
        return None
    if len(keys.points) > LEAN_ROWS_MAX:
        return None
    try:
        if LARGE_RESULTS.is_short and _is_wide(version, keys, offset + wanted, descending=lean.descending):
            return None
        found = read_few(version, keys, offset + wanted, descending=lean.descending)[offset:]
    except ShardNotReady:
        return None
    return None if limit is None and len(found) > LEAN_ROWS_MAX else [encode(value) for value in found]


def _is_wide(version: ViewVersion, keys: KeySet, rows_max: int, *, descending: bool | None) -> bool:
    """Would so many rows like the first one be more than one chunk?"""
    points = keys.points
    first = get_points(version, points[:1]) if points else read_few(version, keys, 1, descending=descending)
    return bool(first) and len(first[0]) * (len(points) or rows_max) > CHUNK_BYTES


class LeanSource(ResultSource):
    """A keyed read; *with_keys* its last column is the encoded key."""

    def __init__(
        self,
        lean: LeanRead,
        version: ViewVersion,
        keys: KeySet,
        bounds: tuple[int, int | None],
        cancel: CancelToken,
        *,
        with_keys: bool = False,
        stored: bool = False,
    ) -> None:
        """*stored*: its batches are the rows as they are stored."""
        offset, limit = bounds
        self._cancel = cancel
        self._ended = False
        self._facts = ReadFacts(lean.read.slot, version.schema.name, version.version, keys, "lean", 0, 0, version.expired_before_us)
        self._arrow = _keyed_decode(version, lean.outputs) if with_keys else decoder(version.schema, lean.outputs).decode
        self._decode: Callable[[list[bytes]], Any] = self._arrow
        if stored:
            self._decode = partial(StoredBatch, num_columns=len(lean.outputs))
        #: Makes ready all that will be read; with a LIMIT, the first shards may be enough.
        self.prepare: Callable[[], None] = partial(prepare, version, keys) if limit is None else lambda: None
        self._batches = read_window(version, keys, offset, limit, descending=lean.descending)

    def read(self) -> Batch | None:
        """See BatchSource."""
        values = self._portions()
        if not values:
            return None
        self._facts.rows = (self._facts.rows or 0) + len(values)
        self._facts.bytes = (self._facts.bytes or 0) + sum(map(len, values))
        batch: Batch = self._decode(values)
        return batch

    @property
    def ended(self) -> bool:
        """See BatchSource."""
        return self._ended

    def _portions(self) -> list[bytes]:
        """The next rows: portions of a scan until they are worth a way to a thread and back; none at the end."""
        found, size = list[bytes](), 0
        while not self._ended and size < STEP_BYTES:
            self._cancel.check()  # interrupt() does nothing: a portion takes milliseconds
            values = next(self._batches, None)
            if values is None:
                self._ended = True
            else:
                found += values
                size += sum(map(len, values))
        return found

    @property
    def schema(self) -> pa.Schema:
        """See ResultSource; what stored rows would be in Arrow."""
        return self._arrow([]).schema

    @property
    def facts(self) -> list[ReadFacts]:
        """What has been read so far."""
        return [self._facts]

    def close(self) -> None:
        """See BatchSource."""
        self._batches = iter(())


class LateSource(ResultSource):
    """A LeanSource that is made at the first read(), in a worker thread: to tell the keys takes its time.

    With *anew*, it is made again where its version turns out to be gone; *make* then chooses another one.
    """

    def __init__(self, make: Callable[[], LeanSource], *, anew: bool = False) -> None:
        self._make: Callable[[], LeanSource] | None = make
        self._made: LeanSource | None = None
        self._anew = ANEW_MAX if anew else 0

    def read(self) -> pa.RecordBatch | None:
        """See BatchSource."""
        if self._made is None:
            return self._first()
        return self._made.read()

    def _first(self) -> pa.RecordBatch | None:
        assert self._make is not None, "read() comes before close()"
        while True:
            self._made = self._make()
            try:
                self._made.prepare()
                return self._made.read()
            except VersionNotKept:
                if not self._anew:
                    raise
                self._anew -= 1

    @property
    def schema(self) -> pa.Schema:
        """See ResultSource."""
        assert self._made is not None, "read() comes before schema"
        return self._made.schema

    @property
    def facts(self) -> list[ReadFacts]:
        """What has been read so far."""
        return [] if self._made is None else self._made.facts

    def close(self) -> None:
        """See BatchSource."""
        self._make = None
        if self._made is not None:
            self._made.close()


def is_ordered(lean: LeanRead) -> bool:
    """Is it a published view's? Else it is a state table's, whose partitions are opened when they are first read."""
    return lean.read.relation.view is None or lean.read.relation.view.ordered


def has_key(lean: LeanRead) -> bool:
    """Has the view a key? A state table may have none."""
    return lean.read.relation.view is not None and bool(lean.read.relation.view.key)


def are_ready(version: ViewVersion, keys: KeySet) -> bool:
    """Can the event loop read them?"""
    return version.group is None or all(version.shards[shard].ready for shard in keys.shards)


def is_heavy(plan: QueryPlan, params: Sequence[Value]) -> bool:
    """May it take more than a few milliseconds to tell which keys an execution reads?"""
    return plan.is_long or any(isinstance(p, list) and len(p) > LEAN_ROWS_MAX for p in params)


@lru_cache(_CODECS_KEPT_MAX)
def decoder(schema: ViewSchema, ordinals: tuple[int, ...]) -> ArrowDecoder:
    """Stored rows → record batches of these columns."""
    return ArrowDecoder(schema, ordinals)


def _keyed_decode(version: ViewVersion, outputs: tuple[int, ...]) -> Callable[[Sequence[bytes]], pa.RecordBatch]:
    """Stored rows → record batches of these columns and the encoded key."""
    decode, wanted = decoder(version.schema, (*outputs, *version.schema.key_ordinals)), len(outputs)

    def keyed(values: Sequence[bytes]) -> pa.RecordBatch:
        columns = decode.decode(values).columns
        keys = pa.array(version.key_codec.encode_arrow(columns[wanted:]), pa.binary())
        return pa.RecordBatch.from_arrays([*columns[:wanted], keys], [f"c{i}" for i in range(wanted + 1)])

    return keyed


def point_reader(
    lean: LeanRead, store: Store, formats: tuple[int, ...], style: OutputStyle, *, elsewhere: bool = False
) -> PointReader | None:
    """The hot path: parameters → rows of a single key at the newest version; None where the read is not so simple.

    With *elsewhere*, the function gives the number of a shard that this node does not hold, instead of raising ShardNotHeld.
    """
    point_key: Callable[[Sequence[Value]], tuple[int, bytes] | None] | None = getattr(lean.read.constraint, "point_key", None)
    schema = lean.read.relation.view
    if point_key is None or schema is None or lean.limit is not None or lean.offset is not None:
        return None
    name, views, current = schema.name, store.views, store.current
    encode = stored_rows(schema, lean.outputs, formats, style).one
    none: tuple[bytes, ...] = ()

    def read(params: tuple[Any, ...]) -> Sequence[bytes]:
        found = point_key(params)
        if found is None:
            return none
        version = views().get(name) or current(name)
        value = version.shards[found[0]].get(found[1])
        return none if value is None else (encode(value),)

    def read_or_tell(params: tuple[Any, ...]) -> Sequence[bytes] | int:
        found = point_key(params)
        if found is None:
            return none
        shard = (views().get(name) or current(name)).shards[found[0]]
        if not shard.held:
            return found[0]
        value = shard.get(found[1])
        return none if value is None else (encode(value),)

    def read_ready(params: tuple[Any, ...]) -> Sequence[bytes] | int:
        """Of a state table: what is not open is for another thread, which the general way knows."""
        found = point_key(params)
        if found is None:
            return none
        shard = (views().get(name) or current(name)).shards[found[0]]
        if not shard.held and elsewhere:
            return found[0]
        if not shard.ready:
            raise ShardNotReady(f"{shard.name} is not open yet")
        value = shard.get(found[1])
        return none if value is None else (encode(value),)

    if not schema.ordered:
        return read_ready
    return read_or_tell if elsewhere else read
