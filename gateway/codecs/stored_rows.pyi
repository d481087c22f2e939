"""The C extension stored_rows.c; see gateway.engine.stored_rows."""

from collections.abc import Callable, Sequence
from typing import Any

class Encoder:
    """One choice of columns and formats."""

    def __new__(
        cls,
        widths: tuple[int, ...],
        cells: tuple[tuple[int, str, str, int, Callable[[Any], bytes]], ...],
        whole: Callable[[bytes], bytes],
        kind: int,
        /,
    ) -> Encoder: ...
    def one(self, row: bytes, /) -> bytes: ...
    def all(self, rows: Sequence[bytes], /) -> bytes: ...
