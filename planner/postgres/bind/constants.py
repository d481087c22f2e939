"""Literals → Const with physical values; what words and names in their texts mean: moments, and relations of regclass literals."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

from planner.errors import NumericOverflow, PlanError, SyntaxFault, UndefinedSchema, UndefinedTable, Unsupported
from planner.parse.syntax import Literal
from planner.postgres.bind.logic import operation
from planner.postgres.bind.parts import resolve_function
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.udf.object_names import EMPTY_SCHEMA, names_in, object_number, type_oid
from planner.postgres.literals import parse_text
from planner.tree.bound import ArrayExpr, Call, Cast, Const, Expr
from planner.tree.catalog import SCHEMAS, Relation, find_relation
from planner.tree.types import (
    BOOL,
    DATE,
    INT4,
    INT8,
    NAMED_NUMBERS,
    NUMERIC,
    REGCLASS,
    REGTYPE,
    TEXT,
    TIMESTAMP,
    TIMESTAMPTZ,
    UNKNOWN,
    SqlType,
)
from planner.tree.values import Value

_INT4_END: Final = 2**31
_INT8_END: Final = 2**63
_INT8_DIGITS_MAX: Final = 20
_INT4: Final = SqlType(INT4)
_INT8: Final = SqlType(INT8)
_NUMERIC: Final = SqlType(NUMERIC)
_BOOL: Final = SqlType(BOOL)
_UNKNOWN: Final = SqlType(UNKNOWN)


def _number(node: Literal) -> Decimal:
    try:
        return Decimal(node.text)
    except InvalidOperation:  # an exponent of nineteen digits or more
        raise NumericOverflow("value overflows numeric format", position=node.pos) from None


def bind_literal(node: Literal) -> Expr:
    """A literal by itself: strings and NULL have no type yet. Raises Unsupported."""
    if node.kind == "integer":
        value = int(node.text) if len(node.text) <= _INT8_DIGITS_MAX else _INT8_END
        if -_INT4_END <= value < _INT4_END:
            return Const(value, _INT4, node.pos)
        if -_INT8_END <= value < _INT8_END:
            return Const(value, _INT8, node.pos)
        return Const(Decimal(node.text), _NUMERIC)
    if node.kind == "string":
        return Const(node.text, _UNKNOWN, node.pos)
    if node.kind == "number":
        return Const(_number(node), _NUMERIC, node.pos)
    if node.kind == "bool":
        return Const(node.text == "true", _BOOL)
    if node.kind == "null":
        return Const(None, _UNKNOWN)
    raise Unsupported("type bit is not supported", position=node.pos)


def literal(scope: Scope, unknown: Const, target: SqlType, position: int | None) -> Expr:
    """An unknown literal used as *target*: a constant; a Cast, or an array with some, where only execution can tell."""
    text = str(unknown.value)
    try:
        if target.pg in NAMED_NUMBERS:
            return _object(scope, text, target)
        value = parse_text(text, target, scope.context.settings)
        return _objects(scope, value, target) if target.pg.element in NAMED_NUMBERS else Const(value, target, unknown.position)
    except PlanError as error:
        if error.position is None:
            error.position = position
        raise


def _objects(scope: Scope, values: Value, target: SqlType) -> Expr:
    """An array of them, of any number of dimensions."""
    assert isinstance(values, list)
    element = SqlType(target.pg.element or UNKNOWN)
    items: list[Expr] = []
    for value in values:
        if isinstance(value, list):
            items.append(_objects(scope, value, target))
        else:
            items.append(_object(scope, value, element) if isinstance(value, str) else Const(value, element))
    return ArrayExpr(tuple(items), target)


def _object(scope: Scope, text: str, target: SqlType) -> Expr:
    """'name'::regclass and 'name'::regtype are looked up while planning: a plan lives no longer than its catalog. Others later."""
    number = object_number(target.pg.name.removeprefix("reg"), text)
    if number is not None:
        return Const(number, target)
    if target.pg is REGTYPE:
        return Const(type_oid(text), target)
    found = relation_oid(scope, text) if target.pg is REGCLASS else None
    return Cast(Const(text, SqlType(TEXT)), target) if found is None else Const(found, target)


# ----------------------------------------------------------------------------------------------------- words for moments

#: Days from today.
_DAYS: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}
_TYPES: Final = (DATE, TIMESTAMP, TIMESTAMPTZ)


def moment_of_word(text: str, target: SqlType) -> Expr | None:
    """What 'now', 'today', 'tomorrow' or 'yesterday' is as *target* when the statement runs; None for other texts."""
    word = text.strip().lower()
    if target.pg not in _TYPES or (word != "now" and word not in _DAYS):
        return None
    now = Call(resolve_function("now", "pg_catalog", []).function, (), SqlType(TIMESTAMPTZ))
    if word == "now":
        return now if target == now.type else Cast(now, target, implicit=True)
    day: Expr = Cast(now, SqlType(DATE), implicit=True)
    if _DAYS[word]:
        day = operation("+", day, Const(_DAYS[word], SqlType(INT4)))
    return day if target == day.type else Cast(day, target, implicit=True)


# --------------------------------------------------------------------------------------------------------- relations

_PARTS_MAX: Final = 3
#: What the names of the views' indexes end in; the planner does not know these relations.
_INDEX_SUFFIX: Final = "_pkey"


def relation_oid(scope: Scope, text: str) -> int | None:
    """The number of a relation; None where only the catalog that executes knows it: indexes. Raises PlanError."""
    parts = names_in(text)
    shown = ".".join(parts)
    if len(parts) > _PARTS_MAX:
        raise SyntaxFault(f"improper relation name (too many dotted names): {shown}")
    if len(parts) == _PARTS_MAX and parts[0] != scope.context.settings.database:
        raise Unsupported(f'cross-database references are not implemented: "{shown}"')
    found = _relation(scope, parts[-_PARTS_MAX + 1 :])
    if found is not None:
        return found.oid
    if parts[-1].endswith(_INDEX_SUFFIX):
        return None
    raise UndefinedTable(f'relation "{shown}" does not exist')


def _relation(scope: Scope, parts: list[str]) -> Relation | None:
    catalog, path = scope.context.catalog, scope.context.settings.search_path
    if len(parts) == 1:
        return find_relation(catalog, path, parts[0])
    if parts[0] not in SCHEMAS and parts[0] != EMPTY_SCHEMA:
        raise UndefinedSchema(f'schema "{parts[0]}" does not exist')
    return catalog.relation(*parts)
