"""Constants as literals: 42, 1.5, 'text', '2013-07-01 00:00:00+00'::timestamptz, NULL::date."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Final

from planner.postgres.deparse.piece import Piece, Precedence, Variants
from planner.postgres.deparse.words import string, type_label, type_name
from planner.postgres.literals import format_text
from planner.tree.bound import Const
from planner.tree.query_plan import PlanSettings
from planner.tree.types import BOOL, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, OID, UNKNOWN, PgType, SqlType

#: Instants are written in UTC with their offset, so that they read back the same in every session.
_SETTINGS: Final = PlanSettings(timezone="UTC")
_INT4_END: Final = 2**31
_INT8_END: Final = 2**63
#: Numbers of more characters are written with an exponent, if they have one.
_DIGITS_SHOWN_MAX: Final = 40
#: Types whose literals always say so: a bare number would be another type, a bare string would hide what it is.
_ALWAYS_TYPED: Final = frozenset({INT2, FLOAT4, OID})


def constant(const: Const) -> Variants:
    """All spellings of a constant."""
    value, sql_type = const.value, const.type
    if value is None:
        return _null(sql_type)
    if sql_type.pg is BOOL:
        return (Piece("true" if value else "false", Precedence.PRIMARY, BOOL),)
    text = format_text(value, sql_type, _SETTINGS)
    exact = typed(text, sql_type)
    if sql_type.typmod != -1 or sql_type.pg in _ALWAYS_TYPED or sql_type.pg.name.startswith("reg"):
        return (exact,)
    if sql_type.pg in (INT4, INT8, NUMERIC, FLOAT8):
        return _number(value, text, sql_type.pg, exact)
    return Piece(string(text), Precedence.PRIMARY, UNKNOWN), exact


def quoted(const: Const) -> Piece:
    """The constant with its type, also where a plain number or word would do: ORDER BY 1 is a position."""
    if const.value is None:
        return _null(const.type)[-1]
    text = ("true" if const.value else "false") if const.type.pg is BOOL else format_text(const.value, const.type, _SETTINGS)
    return typed(text, const.type)


def typed(text: str, sql_type: SqlType) -> Piece:
    """'text'::type."""
    return Piece(f"{string(text)}::{type_name(sql_type)}", Precedence.CAST, sql_type.pg, type_label(sql_type.pg), weak=True)


def _null(sql_type: SqlType) -> Variants:
    exact = Piece(f"NULL::{type_name(sql_type)}", Precedence.CAST, sql_type.pg, type_label(sql_type.pg), weak=True)
    return (exact,) if sql_type.typmod != -1 else (Piece("NULL", Precedence.PRIMARY, UNKNOWN), exact)


def _number(value: object, text: str, pg: PgType, exact: Piece) -> Variants:
    """A number without quotes, of the type that it has by itself, and with its own type."""
    if isinstance(value, Decimal) and value.is_finite() and (value.as_tuple().exponent > 0 or len(text) > _DIGITS_SHOWN_MAX):  # type: ignore[operator]
        text = str(value).lower().replace("e+", "e")
        if "e" in text:
            return (Piece(text, Precedence.SIGN if text.startswith("-") else Precedence.PRIMARY, NUMERIC),)
    if not text.lstrip("-").replace(".", "", 1).isdigit() or (isinstance(value, float) and math.copysign(1, value) < 0 == value):
        return (exact,)
    natural = _natural(text)
    plain = Piece(text, Precedence.SIGN if text.startswith("-") else Precedence.PRIMARY, natural)
    return (plain,) if natural is pg else (plain, exact)


def _natural(text: str) -> PgType:
    if "." in text:
        return NUMERIC
    value = int(text) if len(text) <= 20 else _INT8_END
    if -_INT4_END <= value < _INT4_END:
        return INT4
    return INT8 if -_INT8_END <= value < _INT8_END else NUMERIC
