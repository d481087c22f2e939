"""Stored rows → values of some of their columns, many rows at once: by the C extension (gateway/codecs/stored_columns.c)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from gateway.engine.keyed.stored_rows import is_native
from statestore import types as st
from statestore.decimals import decimal_maker
from statestore.rows import fixed, row_decoder, value_decoder
from statestore.schema import ViewSchema

#: Stored rows, and what each of the tests compares with → a list of values for each column; with tests, before them the rows kept.
Columns = Callable[..., Sequence[list[Any]]]
#: (column, operator): of LETTERS, of PATTERNS for texts, or whether it is NULL or not.
Test = tuple[int, str]

#: The extension's letters of comparisons.
LETTERS: Final = {"=": "=", "<>": "!", "<": "<", ">": ">", "<=": "l", ">=": "g"}
PATTERNS: Final = {"like": "L", "not_like": "K"}
IS_NULL: Final = "N"
IS_NOT_NULL: Final = "P"
TESTS_MAX: Final = 16
_TEXT: Final = "s"
_BYTES: Final = "y"
#: Bytes that Python makes a value of.
_OTHER: Final = "o"


def column_decoder(
    schema: ViewSchema,
    ordinals: tuple[int, ...],
    tests: tuple[Test, ...] = (),
    *,
    unscaled: bool = False,
    present: Collection[int] = (),
) -> Columns:
    """What row_decoder() gives for each of many rows that meet the tests, as columns, at a third of the time.

    Only where stored_rows.is_native(). With *unscaled*, decimals of up to 18 digits are the integers that they are stored as.
    The function raises ValueError where there are tests and rows are damaged, or patterns are not for it; LookupError where one of
    the columns *present* is NULL.
    """
    from gateway.codecs.native import StoredColumnDecoder

    if unscaled:
        plain = tuple(replace(c, type=st.Long()) if scale_of(c.type) is not None else c for c in schema.columns)
        schema = replace(schema, columns=plain)
    columns = tuple((i, *_column(schema.columns[i].type), i in present) for i in ordinals)
    compared = tuple((i, _tested(schema.columns[i].type) or _OTHER, operator) for i, operator in tests)
    return StoredColumnDecoder(schema.row_widths, columns, compared, row_decoder(schema, ordinals)).columns


def grouped() -> Callable[..., dict[Any, tuple[list[Any], ...]]]:
    """The function from columns of keys and other columns to these by key."""
    from gateway.codecs.native import grouped

    return grouped


def scale_of(data_type: st.DataType) -> int | None:
    """The scale of a decimal that is stored as an integer; None of all other types."""
    return data_type.scale if isinstance(data_type, st.Decimal) and fixed(data_type) else None


def is_tested(schema: ViewSchema, ordinal: int) -> bool:
    """Can the extension compare the column?"""
    return is_native(schema) and _tested(schema.columns[ordinal].type) is not None


def _tested(data_type: st.DataType) -> str | None:
    """The code of a type that is compared as it is stored."""
    place = fixed(data_type)
    if isinstance(data_type, st.String):
        return _TEXT
    return place[0] if place is not None and not isinstance(data_type, st.Decimal) else None


def _column(data_type: st.DataType) -> tuple[str, Callable[[Any], Any] | None]:
    """(code, other) as the extension takes them."""
    place = fixed(data_type)
    match data_type:
        case st.String():
            return _TEXT, None
        case st.Binary():
            return _BYTES, None
        case st.Decimal(_, scale) if place is not None:
            return place[0], decimal_maker(scale)
    return (_OTHER, value_decoder(data_type)) if place is None else (place[0], None)
