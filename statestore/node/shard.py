"""One shard of one version: an immutable handle for gets and scans, from any thread, without locks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice, repeat
from operator import itemgetter
from typing import Any, ClassVar, Final, NoReturn

from rocksdict import Rdict, RdictIter, ReadOptions

from statestore.errors import CorruptFile, ShardDamaged, ShardNotHeld
from statestore.node.changes import ShardChanges
from statestore.node.hot_ranges import handles, hot_ranges
from statestore.node.native import native
from statestore.node.portions import bytes_of_items, bytes_of_rows, portions

#: Rows that a scan hands over at once. Making a batch holds Python's global lock: 1,024 rows take about 0.25 ms.
BATCH_ROWS: Final = 1024
#: Keys that are read at a time on the way to the first one that is left.
EDGE_ROWS: Final = 64
#: So many rows of a short range are taken step by step, at 0.2 µs each; a scan begins and ends at the price of 100, and takes 0.13.
_STEPS_MAX: Final = 128
_FEW_BATCH_ROWS: Final = 256

_key_of: Final = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Range:
    """The keys of a scan: lower <= key < upper; None is no bound."""

    lower: bytes = b""
    upper: bytes | None = None


class Shard:
    """The rows of one shard at one version.

    *get* is the hot path: key → stored value, or None. Gets and scans raise CorruptFile when a block on the node's own
    disk has gone bad: ShardDamaged where the node fetches the shard again.
    """

    __slots__ = ("_bounds", "_database", "_handle", "_rows", "_told", "bytes", "get", "name", "number")

    #: Whether this node has the shard's rows at this version.
    held: ClassVar[bool] = True
    get: Callable[[bytes], bytes | None]

    def __init__(
        self,
        number: int,
        name: str,
        database: Rdict | None,
        *,
        bytes_: int = 0,
        rows: int | None = None,
        told: Callable[[CorruptFile], CorruptFile] = lambda error: error,
    ) -> None:
        """*database* is a read-only handle that nobody else closes; None is a shard without rows. *rows* if it is known.

        *told* is told of damage, in any thread, and gives the error to raise.
        """
        self.number = number
        self.name = name
        self.bytes = bytes_
        self._database = database
        self._told = told
        self._handle = next(handles)
        self.get = _nothing if database is None else _getter(database, name, told)
        self._rows: int | None = rows if database else 0
        self._bounds: tuple[bytes | None, bytes | None] | None = None

    @property
    def ready(self) -> bool:
        """Can it be read at once? A state table's partition has to be opened before."""
        return True

    def prepare(self) -> None:
        """Make it ready. May take a while, and raise what a first read would."""

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The stored values of *keys*, in their order. Raises CorruptFile."""
        if self._database is None or not keys:
            return [None] * len(keys)
        try:
            found: list[bytes | None] = self._database.get(list(keys))
        except Exception as error:
            with self._reading():
                raise error
        return found

    def rows_of(self, ids: Sequence[bytes]) -> list[bytes | None]:
        """The stored rows of what scan_items() gives beside them, in their order. Raises CorruptFile."""
        return self.multi_get(ids)

    def scan(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[bytes]]:
        """Stored values of lower <= key < upper, in key order or against it, in lists of at most *batch_rows*."""
        if reverse and lower:
            return ([value for _, value in batch] for batch in self._scan_back(Range(lower, upper), batch_rows))
        return self._scan_values(Range(lower, upper), batch_rows, reverse=reverse)

    def few(
        self, lower: bytes, upper: bytes | None, rows_max: int, *, reverse: bool = False, bytes_max: int | None = None
    ) -> list[bytes]:
        """The first of what scan() gives, all at once. Raises OverflowError where they have more than *bytes_max*.

        For short ranges: to prove a scan's end takes as long as a hundred rows here. What is not as short is scanned from there on,
        and kept where it is read again and again (hot_ranges.py); nobody changes the list.
        """
        if self._database is None:
            return []
        if reverse or rows_max <= _STEPS_MAX:
            found, _ = self._steps(lower, upper, rows_max, reverse=reverse)
            return checked(found, sum(map(len, found)) if bytes_max is not None else 0, bytes_max)
        kept = hot_ranges.get(key := (self._handle, lower, upper))
        if kept is not None:
            return checked(kept.rows if len(kept.rows) <= rows_max else kept.rows[:rows_max], kept.bytes, bytes_max)
        found, rest = self._steps(lower, upper, _STEPS_MAX, reverse=False)
        size = sum(map(len, found))
        if rest is not None:
            for batch in self._scan_values(Range(rest, upper), _FEW_BATCH_ROWS, reverse=False):
                found += batch
                size += sum(map(len, batch))
                if len(found) >= rows_max or (bytes_max is not None and size > bytes_max):
                    break
            else:
                hot_ranges.offer(key, found, size)
        return checked(found if len(found) <= rows_max else found[:rows_max], size, bytes_max)

    def _steps(self, lower: bytes, upper: bytes | None, rows_max: int, *, reverse: bool) -> tuple[list[bytes], bytes | None]:
        """The first rows by one iterator, and the key at which it stands then, if there is one."""
        found, rest = list[bytes](), None
        try:
            at = self._at_end(Range(lower, upper), last=reverse)
            key, value, step = at.key, at.value, at.prev if reverse else at.next
            for _ in repeat(None, rows_max):
                row = value()
                # No lower bound works (native.py).
                if row is None or (reverse and lower and key() < lower):
                    break
                found.append(row)
                step()
            else:
                rest = key()
            at.status()
        except Exception as error:
            with self._reading():
                raise error
        return found, rest

    def step_items(self, lower: bytes, upper: bytes | None, *, reverse: bool) -> Iterator[tuple[bytes, bytes]]:
        """What scan_items() gives, one after the other, for who wants a few of many shards. Raises CorruptFile."""
        if self._database is None:
            return
        try:
            at = self._at_end(Range(lower, upper), last=reverse)
            step = at.prev if reverse else at.next
            while (row := at.value()) is not None:
                key = at.key()
                if reverse and key < lower:  # no lower bound works (native.py)
                    break
                yield key, row
                step()
            at.status()
        except Exception as error:
            with self._reading():
                raise error

    def scan_items(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[tuple[bytes, bytes]]]:
        """Like scan, with the keys."""
        bounds = Range(lower, upper)
        return self._scan_back(bounds, batch_rows) if reverse else self._scan_forward(bounds, batch_rows)

    def count_rows(self) -> int:
        """Exact number of live rows. The first call reads all keys (0.16 µs a row), later ones nothing."""
        if self._rows is None:
            self._rows = sum(len(batch) for batch in self.scan_keys())
        return self._rows

    def scan_keys(self, *, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        """All keys, in order."""
        if self._database is None:
            return
        keys = self._database.keys()
        last: bytes | None = None
        while batch := list(islice(keys, batch_rows)):
            yield batch
            last = batch[-1]
        self._prove_end(Range(), "key", last)

    @property
    def known_rows(self) -> int | None:
        """The number of live rows if it has been counted."""
        return self._rows

    def count_from(self, earlier: Shard, changes: ShardChanges) -> int:
        """Count by an earlier state of this shard that has been counted, and all that changed since. Exact as well."""
        if self._rows is None:
            gone = [key for key, value in zip(changes.keys, changes.values, strict=True) if value is None]
            come = [key for key, value in zip(changes.keys, changes.values, strict=True) if value is not None]
            lost = len(gone) - earlier.multi_get(gone).count(None)
            self._rows = earlier.count_rows() + earlier.multi_get(come).count(None) - lost
        return self._rows

    @property
    def min_key(self) -> bytes | None:
        """The least live key; None when the shard is empty."""
        return self._edges()[0]

    @property
    def max_key(self) -> bytes | None:
        """The greatest live key; None when the shard is empty."""
        return self._edges()[1]

    def _edges(self) -> tuple[bytes | None, bytes | None]:
        return self.bounds

    def _scanned_edges(self) -> tuple[bytes | None, bytes | None]:
        """The first and the last key that scan_items() gives, for shards that leave out some of what lies below; remembered."""
        if self._bounds is None:
            first, last = (
                next((batch[0][0] for batch in self.scan_items(reverse=reverse, batch_rows=EDGE_ROWS)), None)
                for reverse in (False, True)
            )
            self._bounds = first, last
        return self._bounds

    @property
    def bounds(self) -> tuple[bytes | None, bytes | None]:
        """Keys between which all live ones lie, themselves live unless rows expire; None when the shard is empty."""
        if self._bounds is None:
            self._bounds = (self._edge(Range(), "key"), self._edge(Range(), "key", last=True))
        return self._bounds

    def _scan_values(self, bounds: Range, batch_rows: int, *, reverse: bool) -> Iterator[list[bytes]]:
        if self._database is None:
            return
        options = _read_options(bounds)
        values = self._database.values(reverse, None if reverse else bounds.lower, options)
        final: bytes | None = None
        for batch in portions(values, batch_rows, bytes_of_rows):
            yield batch
            final = batch[-1]
        self._prove_end(bounds, "value", final, reverse=reverse)

    def _scan_forward(self, bounds: Range, batch_rows: int) -> Iterator[list[tuple[bytes, bytes]]]:
        if self._database is None:
            return
        options = _read_options(bounds)
        items = self._database.items(False, bounds.lower, options)
        last: bytes | None = None
        for batch in portions(items, batch_rows, bytes_of_items):
            yield batch
            last = batch[-1][0]
        self._prove_end(bounds, "key", last)

    def _scan_back(self, bounds: Range, batch_rows: int) -> Iterator[list[tuple[bytes, bytes]]]:
        """There is no lower bound that works (native.py), so the keys are looked at."""
        if self._database is None:
            return
        options = _read_options(bounds)
        items = self._database.items(True, None, options)
        first: bytes | None = None
        for batch in portions(items, batch_rows, bytes_of_items):
            if batch[-1][0] < bounds.lower:
                batch.reverse()
                kept = batch[bisect_left(batch, bounds.lower, key=_key_of) :]
                kept.reverse()
                if kept:
                    yield kept
                return
            yield batch
            first = batch[-1][0]
        self._prove_end(bounds, "key", first, reverse=True)

    def _prove_end(self, bounds: Range, part: str, final: bytes | None, *, reverse: bool = False) -> None:
        """Raise CorruptFile unless *final* is the key or value at the end of the range: iterators hide their errors."""
        if self._edge(bounds, part, last=not reverse) != final:
            with self._reading():
                self._walk(bounds, reverse=reverse)
                raise CorruptFile(f"{self.name} is corrupt", detail="a scan ended before the last row of its range")

    def _walk(self, bounds: Range, *, reverse: bool) -> None:
        """Raise what ended a scan, which names the file."""
        at = self._at_end(bounds, last=reverse)
        while at.valid():
            at.prev() if reverse else at.next()
        at.status()

    def _at_end(self, bounds: Range, *, last: bool) -> RdictIter:
        """An iterator at a range's first row, or at its last. The caller keeps the upper bound. Of a shard with rows."""
        assert self._database is not None, "has rows"
        at = self._database.iter(_read_options(bounds))
        if last:
            at.seek_to_last()
        else:
            at.seek(bounds.lower)
        return at

    def _edge(self, bounds: Range, part: str, *, last: bool = False) -> bytes | None:
        """Key or value of the range's first or last row."""
        if self._database is None:
            return None
        with self._reading():
            at = self._at_end(bounds, last=last)
            at.status()
        key: bytes | None = at.key()
        if key is None or key < bounds.lower:
            return None
        edge: bytes = key if part == "key" else at.value()
        return edge

    def _reading(self) -> AbstractContextManager[None]:
        return _reading(self.name, self._told)


class AbsentShard(Shard):
    """A shard that this node does not hold, or not at the moment because of *damage*: it has a number and a name, and every read
    raises ShardNotHeld, or ShardDamaged."""

    __slots__ = ("_damage",)

    held = False

    def __init__(self, number: int, name: str, damage: ShardDamaged | None = None) -> None:
        super().__init__(number, name, None)
        self._damage = damage
        self.get = self._refuse

    def prepare(self) -> None:
        """Raise ShardDamaged where that is why."""
        if self._damage is not None:
            raise ShardDamaged(self._damage.message, detail=self._damage.detail, hint=self._damage.hint)

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        self.prepare()
        raise ShardNotHeld(f"{self.name} is not held by this node")

    multi_get = rows_of = scan = few = scan_items = scan_keys = count_rows = count_from = _refuse
    min_key = max_key = bounds = property(_refuse)

    @property
    def known_rows(self) -> int | None:
        """Never known here."""
        return None


def checked(rows: list[bytes], size: int, bytes_max: int | None) -> list[bytes]:
    """*rows*, of *size* bytes. Raises OverflowError where that is more than *bytes_max*."""
    if bytes_max is not None and size > bytes_max:
        raise OverflowError(f"rows of {size} bytes, which is more than {bytes_max}")
    return rows


def _nothing(key: bytes) -> None:
    """The get of a shard without rows."""
    return


@contextmanager
def _reading(name: str, told: Callable[[CorruptFile], CorruptFile]) -> Iterator[None]:
    """Translate the database's errors, and tell of damage."""
    try:
        with native(name):
            yield
    except CorruptFile as error:
        raise told(error) from error


def _getter(database: Rdict, name: str, told: Callable[[CorruptFile], CorruptFile]) -> Callable[[bytes], bytes | None]:
    """The database's own get, its errors translated. The try costs nothing until something is raised. It must not refer to the
    shard, which would then not go with its last reference."""
    raw: Callable[[bytes], Any] = database.get

    def get(key: bytes) -> bytes | None:
        try:
            return raw(key)  # type: ignore[no-any-return]
        except Exception as error:
            with _reading(name, told):
                raise error

    return get


def _read_options(bounds: Range) -> ReadOptions:
    """The caller keeps the upper bound's bytes while an iterator of it lives, which points to them (native.py)."""
    options = ReadOptions()
    if bounds.upper is not None:
        options.set_iterate_upper_bound(bounds.upper)
    return options
