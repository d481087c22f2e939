"""Some of what a version changed, of which nothing has been made yet: becomes Arrow, or DataRow messages straight from stored rows.

To make Arrow of a row or two takes ten times what their messages take, and who is told of one key is told of no more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from struct import Struct
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import pyarrow as pa

from gateway.codecs.arrow_rows import ROW_BYTES_MAX, BatchEncoder
from gateway.codecs.codec import encoder
from gateway.contract.engine import OutputStyle
from gateway.engine.keyed.stored_rows import stored_rows
from planner.tree.types import SqlType
from statestore.changes.walk import Change, bytes_of_changes
from statestore.views.manifest import Manifest

if TYPE_CHECKING:
    from gateway.engine.changes.rows import ChangeRows, StoredChangeRows

_HEAD: Final = Struct("!cIH").pack
_LENGTH: Final = Struct("!i").pack
#: Of a batch of so many changes the messages are shared one by one: who follows a key gets what who follows all does.
_SHARED_MAX: Final = 1_024
_NULL: Final = b"\xff\xff\xff\xff"
#: What has been made for one of those who are told of a version is there for the others, by all that it depends on.
Shared = dict[Any, Any]
CellsOf = Callable[[bytes], bytes]


class Likeness:
    """The one object for all that is equal: Shared is asked for each message, and a style takes long to hash."""


_LIKENESSES: Final = WeakValueDictionary[Hashable, Likeness]()


def likeness(what: Hashable) -> Likeness:
    """The one of all that is equal to *what*, as long as somebody has it. For the event loop's thread."""
    return _LIKENESSES.setdefault(what, Likeness())


@dataclass(frozen=True, slots=True)
class ChangeBatch:
    """*changes* as they are seen; with *progress* the row comes last that says that there are no more.

    *shared* is the version's; these are all of its changes in the shards *whole*, if that is known.
    """

    rows: ChangeRows
    manifest: Manifest
    changes: Sequence[Change]
    progress: bool
    shared: Shared
    whole: frozenset[int] | None

    @property
    def num_rows(self) -> int:
        """How many there are."""
        return len(self.changes) + self.progress

    @property
    def num_columns(self) -> int:
        """Of each row."""
        return 3 + 2 * len(self.rows.outputs)

    @property
    def nbytes(self) -> int:
        """Of the stored rows."""
        return bytes_of_changes(self.changes)

    def slice(self, start: int, count: int | None = None) -> ChangeBatch:
        """*count* rows from *start* on, or all of these."""
        end = self.num_rows if count is None else start + count
        if start == 0 and end >= self.num_rows:
            return self
        return replace(self, changes=self.changes[start:end], progress=self.progress and end >= self.num_rows, whole=None)

    def arrow(self) -> pa.RecordBatch:
        """The same in Arrow. Raises CorruptFile."""
        return arrow_of(self.rows, self.manifest, self.changes, progress=self.progress)


def arrow_of(
    rows: ChangeRows | StoredChangeRows, manifest: Manifest, changes: Sequence[Change], *, progress: bool
) -> pa.RecordBatch:
    """Changes of a version, and the row that says that there are no more, one of which there is. Raises CorruptFile."""
    made = [rows.of_changes(manifest, changes)] if changes else []
    return pa.concat_batches([*made, rows.progress(manifest)] if progress else made)


class ChangeEncoder:
    """A BatchEncoder of both, for DataRow messages. Any thread."""

    def __init__(self, arrow: BatchEncoder, own: Sequence[SqlType], formats: tuple[int, ...], style: OutputStyle) -> None:
        """*arrow* makes messages of whole record batches; *own* are the types of the columns that a subscription has of its own."""
        self._arrow = arrow
        self._own = [encoder(type_, format_, style) for type_, format_ in zip(own, formats, strict=False)]
        self._formats, self._style = formats, style
        #: All whose *like* is equal make the same messages of a batch.
        self.like = likeness((formats, style))
        self._head_like = likeness((formats[: len(own)], style))
        #: The rows that the last batch was of, and what makes the cells of a row as it is and as it was.
        self._cells: tuple[ChangeRows, CellsOf, CellsOf] | None = None

    def encode(self, batch: Any) -> bytes:
        """The batch's rows, one after another. Raises ResultTooLarge, CorruptFile."""
        if not isinstance(batch, ChangeBatch):
            return self._arrow.encode(batch)
        if batch.nbytes > ROW_BYTES_MAX:
            return self._arrow.encode(batch.arrow())
        if batch.whole is None:
            return self._encoded(batch)
        key = (batch.whole, batch.rows.like, batch.progress, self.like)
        found = batch.shared.get(key)
        if found is None:
            found = batch.shared[key] = self._encoded(batch)
        return found

    def _encoded(self, batch: ChangeBatch) -> bytes:
        rows, count, width = batch.rows, batch.num_columns, len(batch.rows.outputs)
        if (cells := self._cells) is None or cells[0] is not rows:
            own = len(self._own)
            cells = self._cells = rows, self._cells_of(rows, own), self._cells_of(rows, own + width)
        _, now, was = cells
        made = batch.shared.setdefault((rows.like, self.like), {}) if len(batch.changes) <= _SHARED_MAX else {}
        messages = []
        for change in batch.changes:
            if (message := made.get(change)) is None:
                row = change.after if change.after is not None else change.before
                assert row is not None, "one of them is there"
                before = _NULL * width if change.before is None else was(change.before)
                message = made[change] = _message(count, self._head(batch, change.kind), now(row), before)
            messages.append(message)
        if batch.progress:
            messages.append(_message(count, self._head(batch, "progress"), _NULL * (2 * width)))
        return b"".join(messages)

    def _cells_of(self, rows: ChangeRows, at: int) -> CellsOf:
        if not rows.outputs:
            return lambda row: b""
        return stored_rows(rows.schema, rows.outputs, self._formats[at : at + len(rows.outputs)], self._style, 0).one

    def _head(self, batch: ChangeBatch, kind: str) -> bytes:
        """The cells of the columns that a subscription has of its own."""
        key = (kind, self._head_like)
        found = batch.shared.get(key)
        if found is None:
            values = batch.manifest.version, batch.manifest.committed_at_us, kind
            cells = [encode(value) for encode, value in zip(self._own, values, strict=True)]
            found = batch.shared[key] = b"".join([_LENGTH(len(cell)) + cell for cell in cells])
        return found


def _message(count: int, *cells: bytes) -> bytes:
    body = b"".join(cells)
    return _HEAD(b"D", len(body) + 6, count) + body
