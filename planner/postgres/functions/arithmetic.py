"""Arithmetic and bit operators of numbers. Overflow is an error in every type, division by zero too; integers truncate."""

from __future__ import annotations

from itertools import product
from typing import Final

from planner.postgres.functions import numeric
from planner.postgres.functions.bounding import is_simple
from planner.postgres.functions.declare import functions, operator, operators
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction
from planner.tree.types import FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, PgType

_INTEGERS: Final = (INT2, INT4, INT8)
_INTEGER_SPELLING: Final = {
    "+": "({0} + {1})", "-": "({0} - {1})", "*": "({0} * {1})", "/": "pg_int_div({0}, {1})", "%": "pg_int_mod({0}, {1})",
}  # fmt: skip
_PLAIN: Final = {"/": "({0} // {1})", "%": "({0} % {1})"}
_DUCK_INTEGER: Final = {INT2: "SMALLINT", INT4: "INTEGER", INT8: "BIGINT"}


def _wider(left: PgType, right: PgType) -> PgType:
    return left if left.length >= right.length else right


def _in_type(template: str, pg: PgType) -> str:
    """Operands cast to the result's type first, so that DuckDB computes, and overflows, in it."""
    name = _DUCK_INTEGER[pg]
    return template.replace("{0}", f"CAST({{0}} AS {name})").replace("{1}", f"CAST({{1}} AS {name})")


def _checked(macro: str, duck: str) -> LowerFunction:
    """The macro that binds its operands once, or the direct one where both are simple."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        direct = "_direct" if all(is_simple(a.sql) for a in args) else ""
        return Lowered(f"{macro}{direct}({', '.join(f'CAST({a.sql} AS {duck})' for a in args)})")

    return lower


def _divided(template: str, pg: PgType, plain: str) -> LowerFunction:
    """By a constant above zero nothing can go wrong, so DuckDB's operator is enough, which windows may be partitioned by, too."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        divisor = context.constants[1] if context.constants else None
        safe = isinstance(divisor, int) and divisor > 0
        return Lowered(context.fill(_in_type(plain if safe else template, pg), [a.sql for a in args]))

    return lower


def _integers() -> list[Function]:
    found = []
    for left, right in product(_INTEGERS, repeat=2):
        pg = _wider(left, right)
        found += [
            operator(op, left, right, pg, _divided(t, pg, _PLAIN[op]) if op in _PLAIN else _in_type(t, pg))
            for op, t in _INTEGER_SPELLING.items()
            if op != "%" or left is right
        ]
    return found


_FLOAT_MACROS: Final = {"+": "pg_float_add", "-": "pg_float_sub", "*": "pg_float_mul", "/": "pg_float_div"}


def _floats() -> list[Function]:
    found = []
    for left, right in product((FLOAT4, FLOAT8), repeat=2):
        pg = _wider(left, right)
        name = "FLOAT" if pg is FLOAT4 else "DOUBLE"
        found += [operator(op, left, right, pg, _checked(macro, name)) for op, macro in _FLOAT_MACROS.items()]
    return found


def _numerics() -> list[Function]:
    spelling = {
        "+": numeric.same_scale("({0} + {1})", "py_numeric_add"), "-": numeric.same_scale("({0} - {1})", "py_numeric_sub"),
        "*": numeric.multiply,
        "/": numeric.divide, "%": numeric.remainder, "^": numeric.udf("py_numeric_power", numeric.POWER_SCALE),
    }  # fmt: skip
    return [operator(op, NUMERIC, NUMERIC, NUMERIC, lower) for op, lower in spelling.items()]


def _bits() -> list[Function]:
    found = []
    for pg in _INTEGERS:
        found += [operator(op, pg, pg, pg, f"({{0}} {op} {{1}})") for op in "&|"]
        found += [
            operator("#", pg, pg, pg, "xor({0}, {1})"),
            operator("~", None, pg, pg, "(~{0})"),
            operator("<<", pg, INT4, pg, f"pg_shift_left_{pg.length}({{0}}, {{1}})"),
            operator(">>", pg, INT4, pg, f"(CAST({{0}} AS BIGINT) >> ({{1}} & {63 if pg is INT8 else 31}))"),
        ]
    return found


_SIGNS: Final = (("-", "(-{0})"), ("+", "{0}"), ("@", "abs({0})"))


def _prefixes() -> list[Function]:
    """Negation by subtraction from zero: it overflows where Postgres's does. A float's sign is flipped, so that 0 gives -0."""
    found = []
    for pg in _INTEGERS:
        name = _DUCK_INTEGER[pg]
        found += [operator("-", None, pg, pg, f"(CAST(0 AS {name}) - {{0}})"), operator("+", None, pg, pg, "{0}")]
        found.append(operator("@", None, pg, pg, "abs({0})"))
    for pg in (FLOAT4, FLOAT8):
        found += [
            operator("-", None, pg, pg, "(-{0})"),
            operator("+", None, pg, pg, "{0}"),
            operator("@", None, pg, pg, "abs({0})"),
        ]
    for op, template, text in (("-", "(-{0})", "py_numeric_minus({0})"), ("+", "{0}", "{0}"), ("@", "abs({0})", "ltrim({0}, '-')")):
        found.append(operator(op, None, NUMERIC, NUMERIC, numeric.like_first(template, text)))
    return found


FUNCTIONS: Final = (
    *_integers(),
    *_floats(),
    *_numerics(),
    *_bits(),
    *_prefixes(),
    *operators(
        {
            "float8 ^ float8 -> float8": "pg_float_power({0}, {1})",
            "|/ float8 -> float8": "pg_float_sqrt({0})",
            "||/ float8 -> float8": "cbrt({0})",
        }
    ),
    *functions({f"mod({t}, {t}) -> {t}": "pg_int_mod({0}, {1})" for t in ("int2", "int4", "int8")}),
    *functions({f"abs({t}) -> {t}": "abs({0})" for t in ("int2", "int4", "int8", "float4", "float8")}),
)
