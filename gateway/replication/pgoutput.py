"""Messages of the output plugin pgoutput, protocol version 1, in text. Source: PostgreSQL 15's documentation, 55.9.

    Begin, [Relation,] Insert | Update | Delete …, Commit    one version; Relation where the client does not know the columns
    Begin, [Relation,] Truncate, Insert …, Commit            all rows of one, whatever the client has had

The replica identity is the view's key, which an update never changes: so no old row is sent with one, and with a deletion its key.
Versions 2 to 4 add what is not sent here: parts of transactions that are not complete, two-phase commits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import Any, Final

from gateway.access.grants import Columns
from gateway.codecs.codec import encoder
from gateway.contract.engine import TEXT, OutputStyle
from gateway.errors import ValueNotCarried
from planner.errors import Unsupported
from planner.prune.lean import is_direct
from planner.rows.shared import Leave
from planner.rows.stored import converter
from planner.tree.types import column_type
from statestore.changes.walk import Change
from statestore.rows import row_decoder
from statestore.schema import Column, ViewSchema

#: 2000-01-01, from which PostgreSQL counts microseconds.
EPOCH_US: Final = 946_684_800_000_000
_BEGIN: Final = Struct("!cqqI").pack
_COMMIT: Final = Struct("!cbqqq").pack
_RELATION: Final = Struct("!cI").pack
_COLUMN: Final = Struct("!Ii").pack
_COUNT: Final = Struct("!h").pack
_VALUE: Final = Struct("!cI").pack
_INSERT: Final = Struct("!cIch").pack
_TRUNCATE: Final = Struct("!cIbI").pack
_NULL: Final = b"n"
_IDENTITY_IS_KEY: Final = b"d"
_IN_KEY: Final = b"\x01"

Cell = Callable[[Any], bytes]


def begin(number: int, committed_at_us: int, commit_position: int) -> bytes:
    """A version's rows follow. Its number stands for the transaction's."""
    return _BEGIN(b"B", commit_position, committed_at_us - EPOCH_US, number)


def commit(committed_at_us: int, commit_position: int, end_position: int) -> bytes:
    """The version is complete."""
    return _COMMIT(b"C", 0, commit_position, end_position, committed_at_us - EPOCH_US)


class ViewMessages:
    """Of one schema of a view; *oid* is its number, values are written in *style*. Any thread.

    Of its columns those *granted* are told, the key among them; a change of none of these is not.
    Raises Unsupported for a view with columns of which only a query makes text.
    """

    def __init__(self, schema: ViewSchema, oid: int, style: OutputStyle, granted: Columns = None) -> None:
        self._view, self._oid = schema.name, oid
        numbers = [number for number, column in enumerate(schema.columns) if granted is None or column.name in granted]
        self._columns = [schema.columns[number] for number in numbers]
        self._is_whole = len(numbers) == len(schema.columns)
        self._decode = row_decoder(schema, numbers)
        self._cells = [_cell(schema.name, column, style) for column in self._columns]
        self._in_key = [number in schema.key_ordinals for number in numbers]

    @property
    def relation(self) -> bytes:
        """The view's columns: what has to be said before its first row."""
        columns = []
        for column, in_key in zip(self._columns, self._in_key, strict=True):
            type_ = column_type(column.type)
            flags = _IN_KEY if in_key else b"\0"
            columns.append(flags + column.name.encode() + b"\0" + _COLUMN(type_.pg.oid, type_.typmod))
        name = b"public\0" + self._view.encode() + b"\0"
        return _RELATION(b"R", self._oid) + name + _IDENTITY_IS_KEY + _COUNT(len(columns)) + b"".join(columns)

    @property
    def truncate(self) -> bytes:
        """There are no rows any more."""
        return _TRUNCATE(b"T", 1, 0, self._oid)

    def rows(self, changes: Sequence[Change]) -> Iterator[bytes]:
        """A message for each that can be seen. Raises ValueNotCarried, CorruptFile."""
        count, decode = len(self._cells), self._decode
        for change in changes:
            if change.after is None:
                assert change.before is not None, "there was a row"
                yield _INSERT(b"D", self._oid, b"K", count) + self._tuple(decode(change.before), self._in_key)
                continue
            row = decode(change.after)
            if change.before is None:
                yield _INSERT(b"I", self._oid, b"N", count) + self._tuple(row, None)
            elif self._is_whole or row != decode(change.before):
                yield _INSERT(b"U", self._oid, b"N", count) + self._tuple(row, None)

    def _tuple(self, row: Sequence[Any], shown: Sequence[bool] | None) -> bytes:
        parts = []
        for number, value in enumerate(row):
            if value is None or (shown is not None and not shown[number]):
                parts.append(_NULL)
                continue
            try:
                text = self._cells[number](value)
            except Leave:
                column = self._columns[number].name
                raise ValueNotCarried(f"a value of column {column} of view {self._view} cannot be replicated") from None
            parts.append(_VALUE(b"t", len(text)) + text)
        return b"".join(parts)


def _cell(view: str, column: Column, style: OutputStyle) -> Cell:
    write = encoder(column_type(column.type), TEXT, style)
    if is_direct(column.type):
        return write
    convert = converter(column.type)
    if convert is None:
        raise Unsupported(
            f"view {view} cannot be replicated: of column {column.name} only a query makes text",
            hint="SUBSCRIBE TO (SELECT …) follows the other columns.",
        )
    return lambda value: write(convert(value))
