"""Values as JSON: to_json, json_build_object and its like, rows as documents, and aggregates of them.

In a form {} is the list of the texts that the arguments are in JSON, "null" for NULL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from planner.errors import PlanError
from planner.postgres.functions.json_text import member_starts
from planner.postgres.literals.documents import jsonb_string
from planner.rows.casts import text_form
from planner.rows.kinds import FLOAT, INT, NUMERIC, kind_of
from planner.rows.shared import Leave
from planner.tree import types as t
from planner.tree.bound import Aggregate, Call, Const, Expr
from planner.tree.query_plan import ISO_MDY, PlanSettings

#: Functions that write all their arguments, and those of one, which is NULL where that is.
_BUILDERS: Final = {
    "json_build_array": "json_array({}, False)",
    "jsonb_build_array": "py_parse_jsonb(json_array({}, False))",
    "json_build_object": "py_json_object({})",
    "jsonb_build_object": "py_parse_jsonb(py_json_object({}))",
}
STRICT: Final = {"to_json": "{0}", "row_to_json": "{0}", "array_to_json": "{0}", "to_jsonb": "py_parse_jsonb({0})"}
_ROW: Final = "row_document"
#: Of a list of documents.
_AGGREGATES: Final = {"json_agg": "json_array({a}, {lines})", "jsonb_agg": "py_parse_jsonb(json_array({a}, {lines}))"}
#: Of a list of keys with values.
_OBJECTS: Final = {
    "json_object_agg": "spaced(py_json_object(members({a})))",
    "jsonb_object_agg": "py_parse_jsonb(py_json_object(members({a})))",
}
OBJECTS: Final = frozenset(_OBJECTS)
AGGREGATES: Final = frozenset(_AGGREGATES) | OBJECTS


def is_document(call: Call) -> bool:
    """Is it one of these functions?"""
    if call.function.schema == "syntax":
        return call.name == _ROW
    return call.name in _BUILDERS or call.name in STRICT


def parts(call: Call) -> Sequence[Expr] | None:
    """What is written; None where the function is more than its form."""
    if call.name == _ROW:
        return call.args[1:]
    keys = call.args[::2] if call.name.endswith("build_object") else ()
    if len(call.args) != 1 and call.name in STRICT:
        return None
    return call.args if call.args and all(kind_of(key.type.pg) in (INT, "text") for key in keys) else None


def absence(call: Call) -> Expr | None:
    """What says that a row is NULL; None where none is."""
    absent = call.args[0] if call.name == _ROW else None
    return None if isinstance(absent, Const) and absent.value is False else absent


def form(call: Call) -> str:
    """Of a function that is not STRICT; a row's also has {template}."""
    return "({template} % (*{},))" if call.name == _ROW else _BUILDERS[call.name]


def template(call: Call) -> str:
    """The object of a row, with %s for the value of each column."""
    starts = member_starts([name for name, _ in call.function.columns])
    return "".join(start.replace("%", "%%") + "%s" for start in starts) + "}" if starts else "{}"


def aggregate_form(call: Aggregate) -> str:
    """Of {a}, the list of the values' JSON, None for NULL. PostgreSQL begins a line for each row and array."""
    if call.function.name in _OBJECTS:
        return _OBJECTS[call.function.name]
    pg = call.args[0].type.pg
    return _AGGREGATES[call.function.name].replace("{lines}", str(t.is_record(pg) or pg.is_array))


def json_form(pg: t.PgType, settings: PlanSettings) -> str | None:
    """The form of a value's JSON; of documents that is what they are."""
    kind = kind_of(pg)
    if pg is t.RECORD or kind in ("json", "jsonb"):
        return "{0}"
    if kind == "bool":
        return "('true' if {0} else 'false')"
    if pg.element is not None:
        inner = None if kind is None else json_form(pg.element, settings)
        return None if inner is None else f"json_list([None if e is None else {inner.replace('{0}', 'e')} for e in flat({{0}})])"
    text = text_form(pg, replace(settings, date_style=ISO_MDY))
    if text is None or kind == "interval":
        return None
    if kind in (INT, NUMERIC):
        return text
    if kind == FLOAT:
        return f"({text} if {{0}} - {{0}} == 0 else json_string({text}))"
    return f"json_moment({text})" if pg in (t.TIMESTAMP, t.TIMESTAMPTZ) else f"json_string({text})"


# ------------------------------------------------------------------------------------------------ what forms are written with


def json_string(text: str) -> str:
    """Raises Leave."""
    try:
        return jsonb_string(text)
    except PlanError:
        raise Leave from None


def json_moment(text: str) -> str:
    """A timestamp's text as JSON: hours of an offset have minutes."""
    date, time = text.split(" ", 1)
    return f'"{date}T{time}{":00" if time[-3] in "+-" else ""}"'


def json_list(elements: Sequence[str | None]) -> str:
    """An array's."""
    return "[" + ",".join(["null" if element is None else element for element in elements]) + "]"


def json_array(values: Sequence[str | None], lines: bool) -> str | None:
    """What json_agg gives; None of no values."""
    if not values:
        return None
    first, *others = ["null" if value is None else value for value in values]
    start = "\n " if lines else ""
    return "[" + ", ".join([first, *[f"{start if value != 'null' else ''}{value}" for value in others]]) + "]"


def members(pairs: Sequence[tuple[str | None, str | None]]) -> list[str] | None:
    """What py_json_object() takes; None of no pairs. Raises Leave."""
    if any(key is None for key, _ in pairs):
        raise Leave
    return [part or "null" for pair in pairs for part in pair] or None


def spaced(text: str | None) -> str | None:
    """An object as json_object_agg writes it."""
    return None if text is None else f"{{ {text[1:-1]} }}"


NAMES: Final[dict[str, Any]] = {f.__name__: f for f in (json_string, json_moment, json_list, json_array, members, spaced)}
