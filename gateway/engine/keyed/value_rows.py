"""Values → DataRow messages: in C where the extension was built (gateway/codecs/value_rows.c), else by generated Python.

The bytes are the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from gateway.codecs.codec import cell_form, encoder
from gateway.engine.keyed.row_codegen import CellSpec, RowEncoder, row_encoder
from gateway.engine.keyed.stored_rows import NATIVE

if NATIVE:
    from gateway.codecs.native import ValueRowEncoder

_KEPT_MAX: Final = 1024
#: The form of several cells that have been made already.
_PIECE: Final = "p"


@lru_cache(_KEPT_MAX)
def value_rows(specs: tuple[CellSpec | None, ...], count: int) -> RowEncoder:
    """The function for tuples of values, one for each of *specs*; for None it takes bytes of several of the *count* cells.

    It raises what the types' encoders raise; OverflowError for a row that is too large for a message.
    """
    if not NATIVE:
        return row_encoder(specs, count)
    return ValueRowEncoder(tuple([(_PIECE, bytes) if spec is None else _cell(spec) for spec in specs]), count).one


def _cell(spec: CellSpec) -> tuple[str, Any]:
    return cell_form(spec.sql.pg, spec.format, spec.style), encoder(spec.sql, spec.format, spec.style)
