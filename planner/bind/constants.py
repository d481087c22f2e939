"""Literals → Const with physical values."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

from planner.bind.scope import Scope
from planner.bound import Cast, Const, Expr
from planner.catalog import find_relation
from planner.errors import NumericOverflow, PlanError, UndefinedObject, UndefinedTable, Unsupported
from planner.literals import parse_text
from planner.parse.lexer import IDENT, QUOTED, SYMBOL, tokenize
from planner.parse.syntax import Literal
from planner.types import (
    BOOL,
    BY_NAME,
    INT4,
    INT8,
    NUMERIC,
    OID,
    PSEUDO_TYPES,
    REGCLASS,
    REGNAMESPACE,
    REGPROC,
    REGROLE,
    REGTYPE,
    TEXT,
    UNKNOWN,
    SqlType,
)
from planner.values import Value

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
    """A literal by itself: strings and NULL have no type yet."""
    if node.kind == "integer":
        value = int(node.text) if len(node.text) <= _INT8_DIGITS_MAX else _INT8_END
        if -_INT4_END <= value < _INT4_END:
            return Const(value, _INT4)
        if -_INT8_END <= value < _INT8_END:
            return Const(value, _INT8)
        return Const(Decimal(node.text), _NUMERIC)
    if node.kind == "string":
        return Const(node.text, _UNKNOWN)
    if node.kind == "number":
        return Const(_number(node), _NUMERIC)
    if node.kind == "bool":
        return Const(node.text == "true", _BOOL)
    if node.kind == "null":
        return Const(None, _UNKNOWN)
    raise Unsupported("type bit is not supported", position=node.pos)


def literal_value(scope: Scope, text: str, target: SqlType, position: int | None) -> Value | Cast:
    """The physical value of an unknown literal used as *target*; a Cast where only execution can tell."""
    try:
        if target.pg in (REGCLASS, REGTYPE):
            return _object_id(scope, text, target)
        if target.pg in (REGNAMESPACE, REGPROC, REGROLE) and not text.isdigit():
            return Cast(Const(text, SqlType(TEXT)), target)
        return parse_text(text, target, scope.context.settings)
    except PlanError as error:
        if error.position is None:
            error.position = position
        raise


def _object_id(scope: Scope, text: str, target: SqlType) -> int:
    """'name'::regclass and 'name'::regtype are looked up while planning: a plan lives no longer than its catalog."""
    if text.isdigit() or text == "-":
        return 0 if text == "-" else int(text)
    return _relation_oid(scope, text) if target.pg is REGCLASS else _type_oid(text)


def _relation_oid(scope: Scope, text: str) -> int:
    parts = [t.value for t in tokenize(text) if t.kind in (IDENT, QUOTED)]
    symbols = [t.value for t in tokenize(text) if t.kind == SYMBOL]
    if not parts or symbols != ["."] * (len(parts) - 1):
        raise UndefinedTable(f'relation "{text}" does not exist')
    catalog, path = scope.context.catalog, scope.context.settings.search_path
    found = catalog.relation(parts[-2], parts[-1]) if len(parts) > 1 else find_relation(catalog, path, parts[-1])
    if found is None:
        raise UndefinedTable(f'relation "{".".join(parts)}" does not exist')
    return found.oid


def _type_oid(text: str) -> int:
    name = " ".join(text.strip().lower().removeprefix("pg_catalog.").replace('"', "").split())
    if name in PSEUDO_TYPES:
        return PSEUDO_TYPES[name]
    array = name.endswith("[]")
    found = BY_NAME.get(name.removesuffix("[]"))
    if found is not None and array:
        found = BY_NAME.get(f"_{found.name}")
    if found is None:
        raise UndefinedObject(f'type "{text}" does not exist')
    return found.oid


#: The type of object ids that are computed here.
OBJECT_ID: Final = SqlType(OID)
