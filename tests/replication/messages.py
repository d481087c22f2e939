"""pgoutput's messages → what a subscriber makes of them. Written after PostgreSQL's documentation, 55.9, not after the encoder."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from struct import unpack_from
from typing import Any

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
#: Cells of a row, as text.
Cells = tuple[str | None, ...]


@dataclass
class Told:
    """Transactions as they came: (commit's end, key → the row that it has then; None: deleted). *rows*: the table by now."""

    rows: dict[str, Cells] = field(default_factory=dict)
    transactions: list[tuple[int, dict[str, Cells | None]]] = field(default_factory=list)
    columns: tuple[str, ...] = ()
    view: str = "v"
    _open: dict[str, Cells | None] | None = None
    _final: int = 0

    def take(self, data: bytes, at: int = 0) -> int:
        """One message; where it ends. Fails where it does not fit what was told before."""
        kind, at = data[at : at + 1], at + 1
        match kind:
            case b"B":
                assert self._open is None
                self._final, micros, _ = unpack_from("!QqI", data, at)
                assert _EPOCH + timedelta(microseconds=micros) > datetime(2013, 1, 1, tzinfo=UTC)
                self._open = {}
                return at + 20
            case b"C":
                assert self._open is not None
                flags, commit, end, _ = unpack_from("!BQQq", data, at)
                assert (flags, commit) == (0, self._final)
                self.transactions.append((end, self._open))
                self._open = None
                return at + 25
            case b"R":
                return self._relation(data, at)
            case b"I" | b"U":
                assert data[at + 4 : at + 5] == b"N"
                row, at = _tuple(data, at + 5)
                key = row[0]
                assert key is not None
                assert (key in self.rows) == (kind == b"U")
                self.rows[key] = row
                self._change(key, row)
                return at
            case b"D":
                assert data[at + 4 : at + 5] == b"K"
                (key, *others), at = _tuple(data, at + 5)
                assert key is not None
                assert set(others) == {None}
                del self.rows[key]
                self._change(key, None)
                return at
            case b"T":
                assert self._open == {}
                count, flags, _ = unpack_from("!IBI", data, at)
                assert (count, flags) == (1, 0)
                self.rows = {}
                return at + 9
        raise AssertionError(f"unknown message {kind!r}")

    def _change(self, key: str, row: Cells | None) -> None:
        assert self._open is not None
        assert key not in self._open
        self._open[key] = row

    def _relation(self, data: bytes, at: int) -> int:
        schema, at = _string(data, at + 4)
        name, at = _string(data, at)
        identity, count = unpack_from("!ch", data, at)
        assert (schema, name, identity) == ("public", self.view, b"d")
        at += 3
        names = []
        for number in range(count):
            assert data[at] == (number == 0)  # the key
            column, at = _string(data, at + 1)
            names.append(column)
            at += 8
        self.columns = tuple(names)
        return at


def _string(data: bytes, at: int) -> tuple[str, int]:
    end = data.index(b"\0", at)
    return data[at:end].decode(), end + 1


def _tuple(data: bytes, at: int) -> tuple[Cells, int]:
    (count,) = unpack_from("!h", data, at)
    at += 2
    cells: list[str | None] = []
    for _ in range(count):
        kind, at = data[at : at + 1], at + 1
        if kind == b"n":
            cells.append(None)
            continue
        assert kind == b"t"
        (length,) = unpack_from("!I", data, at)
        cells.append(data[at + 4 : at + 4 + length].decode())
        at += 4 + length
    return tuple(cells), at


def text(key: int, row: tuple[Any, ...]) -> Cells:
    """A row of ChangingWorld as it is told, times in UTC."""
    time_us, *others = row
    time = None if time_us is None else f"{datetime.fromtimestamp(time_us / 1e6, UTC):%Y-%m-%d %H:%M:%S}+00"
    return (str(key), time, *(None if value is None else str(value) for value in others))
