"""Views as HTTP's clients ask for them: which there are, and the statements that read their rows.

rows/{key…}                     SELECT … WHERE k1 = $1 AND k2 = $2
rows?k1=…&k2.gte=…&limit=…      SELECT … WHERE … AND (k1 > $1 OR (k1 = $1 AND k2 > $2)) ORDER BY k1, k2 LIMIT limit + 1
rows:lookup                     the first one, for each key, all at one version
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Final

from gateway.catalog.state import DefinedEntry, ViewEntry
from gateway.engine.engine import ReadEngine
from gateway.http.problems import HttpFault
from planner.errors import PermissionDenied, UndefinedTable
from planner.postgres.deparse.words import identifier as quoted
from planner.postgres.literals.arrays import DIMENSIONS_MAX, format_array
from statestore.schema import Column

#: Rows of one page at most, and where none are asked for.
LIMIT_MAX: Final = 10_000
LIMIT: Final = 1_000
#: Keys of one lookup at most.
KEYS_MAX: Final = 1_000
_OPERATORS: Final = {"eq": "=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
#: Parameters of a request that are settings of its session; those that say what rows look like.
SETTINGS: Final = frozenset(("read_version", "min_version", "max_staleness"))
FORM: Final = frozenset(("columns", "numbers"))
OF_ROWS: Final = FORM | SETTINGS
#: Parameters of a request that are no columns; those are asked for as {column}.eq.
_OWN: Final = OF_ROWS | {"limit", "after"}


@dataclass(frozen=True, slots=True)
class Ask:
    """A statement and its parameters, in the text format."""

    sql: str
    values: tuple[bytes | None, ...] = ()


def find(engine: ReadEngine, user: str, name: str) -> ViewEntry:
    """A view with a key, or one without. Raises UndefinedTable, PermissionDenied; what SQL says of one that is not here yet."""
    found = find_any(engine, user, name)
    if isinstance(found, DefinedEntry):
        raise UndefinedTable(f"view {name} is defined by SQL", hint="Such views are read by POST /v1/query.")
    return found


def find_any(engine: ReadEngine, user: str, name: str) -> ViewEntry | DefinedEntry:
    """A view, or one that is defined by SQL. Raises as find()."""
    state = engine.catalog.state
    found = state.by_name.get(name) or next((view for view in state.defined if view.name == name), None)
    if found is None:
        engine.catalog.relation("public", name)  # says why, of a view that is being copied, or a defined one that cannot be read
        raise UndefinedTable(f'relation "{name}" does not exist')
    grants = engine.catalog.guard.of(user)
    if grants is not None and not grants.reaches(name):
        raise PermissionDenied(f"permission denied for view {name}")
    return found


def described(view: ViewEntry | DefinedEntry) -> dict[str, Any]:
    """What a view is, without what changes."""
    columns = [{"name": c.name, "type": c.type.pg.name, "nullable": c.nullable} for c in view.relation.columns]
    found = {"name": view.name, "columns": columns}
    if isinstance(view, DefinedEntry):
        return {**found, "sql": view.sql}
    schema = view.schema
    return {**found, "key": list(schema.key), "shardKey": list(schema.shard_key), "shards": schema.shards}


def columns_of(view: ViewEntry, named: str | None) -> str:
    """The select list. Raises HttpFault for what is no column."""
    if named is None:
        return "*"
    names = named.split(",")
    for name in names:
        _check_column(view, name)
    return ", ".join(map(quoted, names))


def one_row(view: ViewEntry, columns: str) -> str:
    """The statement that reads one row by its whole key. Raises HttpFault of a view without a key."""
    if not view.schema.key:
        raise HttpFault(400, f"view {view.name} has no key", hint="Use POST /v1/query.")
    condition = " AND ".join(f"{quoted(name)} = ${i}" for i, name in enumerate(view.schema.key, 1))
    return f"SELECT {columns} FROM public.{quoted(view.name)} WHERE {condition}"


def check_key(view: ViewEntry, parts: Sequence[Any]) -> None:
    """Raises HttpFault where there are too few, or too many."""
    key = view.schema.key
    if len(parts) != len(key):
        raise HttpFault(400, f"the key of view {view.name} has {len(key)} parts ({', '.join(key)}), not {len(parts)}")


def page(view: ViewEntry, query: Iterable[tuple[str, str]]) -> tuple[Ask, int]:
    """The statement for a page of rows in the order of the key, and the page's size: one row more tells whether there is another.

    Raises HttpFault.
    """
    asked = list(query)
    own = {name: value for name, value in asked if name in _OWN}
    key = view.schema.key
    if not key or view.primary_key != key:
        told = f"view {view.name} has no key, or one that may be NULL: its rows have no pages"
        raise HttpFault(400, told, hint="Use POST /v1/query.")
    limit = _limit(own.get("limit"))
    conditions, values = _conditions(view, asked)
    if "after" in own:
        conditions.append(_behind(view.schema.key_columns, _after(view, own["after"]), values))
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    order = ", ".join(map(quoted, key))
    columns = columns_of(view, own.get("columns"))
    if columns != "*":
        columns = ", ".join((columns, *(quoted(name) for name in key if name not in own["columns"].split(","))))
    return Ask(f"SELECT {columns} FROM public.{quoted(view.name)}{where} ORDER BY {order} LIMIT {limit + 1}", tuple(values)), limit


def count(view: ViewEntry, query: Iterable[tuple[str, str]]) -> Ask:
    """How many rows there are. Raises HttpFault."""
    asked = list(query)
    refuse_names(asked, ("columns", "limit", "after"), "a count")
    conditions, values = _conditions(view, asked)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return Ask(f"SELECT count(*) FROM public.{quoted(view.name)}{where}", tuple(values))


def all_rows(view: ViewEntry, query: Iterable[tuple[str, str]]) -> Ask:
    """All rows with the conditions, in no order. Raises HttpFault."""
    asked = list(query)
    conditions, values = _conditions(view, asked)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return Ask(f"SELECT {columns_of(view, dict(asked).get('columns'))} FROM public.{quoted(view.name)}{where}", tuple(values))


def _conditions(view: ViewEntry, query: Iterable[tuple[str, str]]) -> tuple[list[str], list[bytes | None]]:
    conditions, values = list[str](), list[bytes | None]()
    names = {column.name for column in view.relation.columns}
    for name, value in query:
        if name in _OWN:
            continue
        column, _, word = (name, "", "eq") if name in names else name.rpartition(".")
        if word not in _OPERATORS:
            raise HttpFault(400, f'"{name}" is no parameter', hint="Conditions are {column}, {column}.gt, .gte, .lt, .lte, .eq.")
        _check_column(view, column)
        if word != "eq" and column not in view.schema.key:
            raise HttpFault(400, f'"{column}" is not in the key of view {view.name}', hint="Only key columns have ranges.")
        values.append(value.encode())
        conditions.append(f"{quoted(column)} {_OPERATORS[word]} ${len(values)}")
    return conditions, values


def refuse_names(query: Iterable[tuple[str, str]], names: Sequence[str], what: str) -> None:
    """Raise HttpFault for a parameter of other requests, which *what* is asked for does not have."""
    for name, _ in query:
        if name in names:
            raise HttpFault(400, f'"{name}" is no parameter of {what}')


def _check_column(view: ViewEntry, name: str) -> None:
    if all(column.name != name for column in view.relation.columns):
        raise HttpFault(400, f'column "{name}" of view {view.name} does not exist')


def _limit(text: str | None) -> int:
    if text is None:
        return LIMIT
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= LIMIT_MAX or len(text) > 9:
        raise HttpFault(400, f"limit: a number from 1 to {LIMIT_MAX}")
    return int(text)


def _behind(key: Sequence[Column], after: Sequence[str | None], values: list[bytes | None]) -> str:
    """Of the rows behind the one with the key *after*, NULLs last, as the key sorts; its parts go to *values*."""
    if not key:
        return "false"
    name, rest = quoted(key[0].name), partial(_behind, key[1:], after[1:], values)
    if after[0] is None:
        return f"({name} IS NULL AND {rest()})"
    values.append(after[0].encode())
    place, beyond = f"${len(values)}", f" OR {name} IS NULL" if key[0].nullable else ""
    return f"({name} > {place}{beyond} OR ({name} = {place} AND {rest()}))"


def mark(cells: Mapping[str, bytes | None], key: Sequence[str]) -> str:
    """What says that a page goes on after a row: its key, for `after`."""
    parts = [None if (cell := cells[name]) is None else cell.decode() for name in key]
    return base64.urlsafe_b64encode(json.dumps(parts, ensure_ascii=False).encode()).decode().rstrip("=")


def _after(view: ViewEntry, text: str) -> list[str | None]:
    try:
        parts = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError):
        parts = None
    key = view.schema.key
    if not isinstance(parts, list) or len(parts) != len(key) or not all(isinstance(part, str | None) for part in parts):
        raise HttpFault(400, "after: take it from the page before")
    return parts


class Written(str):
    """JSON as it is to be written, such as a number as it came."""

    __slots__ = ()


def literal(value: Any) -> bytes | None:
    """A JSON value as a parameter's text: numbers and strings as they are, true and false, null, arrays as PostgreSQL's, objects as
    JSON. Raises HttpFault for an array of too many dimensions."""
    return None if value is None else _text(value).encode("utf-8", "surrogatepass")


def _text(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case int() | float():
            return repr(value)
        case list():
            _check_dimensions(value)
            return format_array(value, _text)
        case _:
            return _document(value)


def _document(value: Any) -> str:
    """Of any depth, so not by calls within calls: what is still to be written, the next last."""
    parts, left = list[str](), [value]
    while left:
        match left.pop():
            case Written() as text:
                parts.append(text)
            case dict() as found:
                left.append(Written("}"))
                for at, (name, item) in reversed(list(enumerate(found.items()))):
                    left += item, Written(f"{', ' if at else ''}{json.dumps(name, ensure_ascii=False)}: ")
                left.append(Written("{"))
            case list() as found:
                left.append(Written("]"))
                for at, item in reversed(list(enumerate(found))):
                    left += item, Written(", " if at else "")
                left.append(Written("["))
            case other:
                parts.append(json.dumps(other, ensure_ascii=False))
    return "".join(parts)


def _check_dimensions(array: list[Any]) -> None:
    """Before an array is written, which goes from each into those in it."""
    level: Iterable[Any] = array
    for _ in range(DIMENSIONS_MAX):
        deeper = [item for item in level if isinstance(item, list)]
        if not deeper:
            return
        level = chain.from_iterable(deeper)
    raise HttpFault(400, f"an array may have {DIMENSIONS_MAX} dimensions")
