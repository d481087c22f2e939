"""The C extension of native.c and what it names; see gateway.engine.keyed.stored_rows, .stored_columns, .value_rows and
gateway.codecs.arrow_rows."""

from collections.abc import Callable, Sequence
from typing import Any

class StoredRowEncoder:
    """One choice of columns and formats."""

    def __new__(
        cls,
        widths: tuple[int, ...],
        cells: tuple[tuple[int, str, str, int, Callable[[Any], bytes]], ...],
        whole: Callable[[bytes], bytes],
        kind: int,
        /,
    ) -> StoredRowEncoder: ...
    def one(self, row: bytes, /) -> bytes: ...
    def all(self, rows: Sequence[bytes], /) -> bytes: ...

class StoredColumnDecoder:
    """One choice of columns, and of tests."""

    def __new__(
        cls,
        widths: tuple[int, ...],
        columns: tuple[tuple[int, str, Callable[[Any], Any] | None, bool], ...],
        tests: tuple[tuple[int, str, str], ...],
        whole: Callable[[bytes], tuple[Any, ...]],
        /,
    ) -> StoredColumnDecoder: ...
    def columns(self, rows: Sequence[bytes], given: tuple[Any, ...] = ..., /) -> tuple[list[Any], ...]: ...

class ValueRowEncoder:
    """One choice of cells."""

    def __new__(cls, cells: tuple[tuple[str, Callable[[Any], bytes]], ...], count: int, /) -> ValueRowEncoder: ...
    def one(self, values: tuple[Any, ...], /) -> bytes: ...

def grouped(keys: tuple[list[Any], ...], columns: tuple[list[Any], ...], /) -> dict[Any, tuple[list[Any], ...]]: ...
def rows(array: object, layouts: bytes, kind: int, /) -> bytes | int: ...
def lines(
    array: object,
    layouts: bytes,
    null: bytes,
    delimiter: int,
    escape: int,
    quote: int,
    written: bytes,
    special: bytes,
    is_odd: bool,
    /,
) -> bytes | int: ...
