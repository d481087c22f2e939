"""Columns whose SQL value is made of the stored one: documents of structs and maps, intervals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from planner.errors import PlanError
from planner.postgres.literals.documents import Pairs, jsonb_text
from planner.rows.shared import Leave
from planner.tree.types import sql_value
from planner.tree.values import Interval
from statestore import types as st

Convert = Callable[[Any], Any]
#: Longer intervals the general way refuses to send.
_INTERVAL_US_MAX: Final = (2**63 - 1) // 1000
_AS_STORED: Final = (st.Boolean, st.Byte, st.Short, st.Int, st.Long, st.String)


def converter(data_type: st.DataType) -> Convert | None:
    """From stored values that are not NULL; None where only the general way knows how."""
    match data_type:
        case st.DayTimeInterval():
            return _interval
        case st.Atomic():
            return sql_value(data_type)
        case st.Struct() | st.Map() | st.Array(st.Array() | st.Map() | st.Struct()):
            decoded = _decoded(data_type)
            return None if decoded is None else partial(_document, decoded)
    return None


def _interval(micros: int) -> Interval:
    if not -_INTERVAL_US_MAX <= micros <= _INTERVAL_US_MAX:
        raise Leave
    return Interval(0, 0, micros)


def _document(decoded: Convert, value: Any) -> str:
    try:
        return jsonb_text(decoded(value))
    except PlanError:
        raise Leave from None


def _decoded(data_type: st.DataType) -> Convert | None:
    """To what jsonb_text() writes. Of floats, decimals and moments it is DuckDB that knows the spelling."""
    match data_type:
        case st.Array(element):
            of_element = _decoded(element)
            return of_element and partial(_list, of_element)
        case st.Map(st.String(), value):
            of_value = _decoded(value)
            return of_value and partial(_map, of_value)
        case st.Struct(fields):
            found = [(field.name, _decoded(field.type)) for field in fields]
            known = [(name, decoded) for name, decoded in found if decoded is not None]
            # DuckDB's names of fields have no case.
            if len({name.casefold() for name, _ in known}) < len(fields):
                return None
            return partial(_struct, known)
    return (lambda value: value) if isinstance(data_type, _AS_STORED) else None


def _list(of_element: Convert, values: list[Any]) -> list[Any]:
    return [None if value is None else of_element(value) for value in values]


def _map(of_value: Convert, entries: list[tuple[str, Any]]) -> Pairs:
    return Pairs([(key, None if value is None else of_value(value)) for key, value in entries])


def _struct(fields: list[tuple[str, Convert]], values: tuple[Any, ...]) -> Pairs:
    return Pairs([(n, None if v is None else of(v)) for (n, of), v in zip(fields, values, strict=True)])
