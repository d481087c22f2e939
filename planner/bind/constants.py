"""Literals → Const with physical values."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

from planner.bind.object_names import names_in, relation_oid, single_name, type_oid
from planner.bind.scope import Scope
from planner.bound import Cast, Const, Expr
from planner.errors import NumericOverflow, PlanError, Unsupported
from planner.literals import parse_text
from planner.parse.syntax import Literal
from planner.types import (
    BOOL,
    INT4,
    INT8,
    NUMERIC,
    OID,
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
        if target.pg in (REGCLASS, REGNAMESPACE, REGPROC, REGROLE, REGTYPE):
            return _object(scope, text, target)
        return parse_text(text, target, scope.context.settings)
    except PlanError as error:
        if error.position is None:
            error.position = position
        raise


def _object(scope: Scope, text: str, target: SqlType) -> Value | Cast:
    """'name'::regclass and 'name'::regtype are looked up while planning: a plan lives no longer than its catalog."""
    if text.isdigit() or text == "-":
        return 0 if text == "-" else int(text)
    if target.pg is REGTYPE:
        return type_oid(text)
    if target.pg is REGCLASS:
        found = relation_oid(scope, text)
        return Cast(Const(text, SqlType(TEXT)), target) if found is None else found
    if target.pg is REGPROC:
        names_in(text)
    return Cast(Const(text if target.pg is REGPROC else single_name(text), SqlType(TEXT)), target)


#: The type of object ids that are computed here.
OBJECT_ID: Final = SqlType(OID)
