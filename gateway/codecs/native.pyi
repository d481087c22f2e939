"""The C extension of native.c, stored_rows.c and batch_rows.c; see gateway.engine.stored_rows and gateway.codecs.arrow_rows."""

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
