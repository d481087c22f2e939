"""Arithmetic and bit operators of numbers. Overflow is an error in every type, division by zero too; integers truncate."""

from __future__ import annotations

from itertools import product
from typing import Final

from planner.postgres.functions import numeric
from planner.postgres.functions.bounding import is_simple
from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.function import LowerContext, Lowered, LowerFunction, lowering

#: DuckDB's names of the types. Of two, the one whose name is the greater is the wider.
_INTEGERS: Final = {"int2": "SMALLINT", "int4": "INTEGER", "int8": "BIGINT"}
_FLOATS: Final = {"float4": "FLOAT", "float8": "DOUBLE"}
_INTEGER_SPELLING: Final = {
    "+": "({0} + {1})", "-": "({0} - {1})", "*": "({0} * {1})", "/": "pg_int_div({0}, {1})", "%": "pg_int_mod({0}, {1})",
}  # fmt: skip
_PLAIN: Final = {"/": "({0} // {1})", "%": "({0} % {1})"}
_FLOAT_MACROS: Final = {"+": "pg_float_add", "-": "pg_float_sub", "*": "pg_float_mul", "/": "pg_float_div"}


def _in_type(template: str, pg: str) -> str:
    """Operands cast to the result's type first, so that DuckDB computes, and overflows, in it."""
    name = _INTEGERS[pg]
    return template.replace("{0}", f"CAST({{0}} AS {name})").replace("{1}", f"CAST({{1}} AS {name})")


@lowering
def _checked(_context: LowerContext, args: tuple[Lowered, ...], macro: str, pg: str) -> Lowered:
    """The macro that binds its operands once, or the direct one where both are simple."""
    direct = "_direct" if all(is_simple(a.sql) for a in args) else ""
    return Lowered(f"{macro}{direct}({', '.join(f'CAST({a.sql} AS {_FLOATS[pg]})' for a in args)})")


@lowering
def _divided(context: LowerContext, args: tuple[Lowered, ...], op: str, pg: str) -> Lowered:
    """By a constant above zero nothing can go wrong, so DuckDB's operator is enough, which windows may be partitioned by, too."""
    divisor = context.constants[1] if context.constants else None
    template = _PLAIN[op] if isinstance(divisor, int) and divisor > 0 else _INTEGER_SPELLING[op]
    return Lowered(context.fill(_in_type(template, pg), [a.sql for a in args]))


@lowering
def _computed(context: LowerContext, args: tuple[Lowered, ...], template: str) -> Lowered:
    """With a constant, behind a plus: DuckDB would move it to the other side of a comparison, or out of a sum, where nothing
    overflows."""
    found = context.fill(template, [a.sql for a in args])
    return Lowered(f"(+{found})" if any(context.fixed) and not all(context.fixed) else found)


def _binary() -> dict[str, str | LowerFunction]:
    found: dict[str, str | LowerFunction] = {}
    for left, right in product(_INTEGERS, repeat=2):
        pg = max(left, right)
        found |= {
            f"{left} {op} {right} -> {pg}": _divided(op, pg) if op in _PLAIN else _computed(_in_type(template, pg))
            for op, template in _INTEGER_SPELLING.items()
            if op != "%" or left == right
        }
    for left, right in product(_FLOATS, repeat=2):
        pg = max(left, right)
        found |= {f"{left} {op} {right} -> {pg}": _checked(macro, pg) for op, macro in _FLOAT_MACROS.items()}
    numerics: dict[str, LowerFunction] = {
        "+": numeric.same_scale("({0} + {1})", "py_numeric_add"), "-": numeric.same_scale("({0} - {1})", "py_numeric_sub"),
        "*": numeric.multiply, "/": lambda _context, args: numeric.quotient(*args), "%": numeric.remainder,
        "^": numeric.udf("py_numeric_power", numeric.POWER_SCALE),
    }  # fmt: skip
    return found | {f"numeric {op} numeric -> numeric": lower for op, lower in numerics.items()}


def _bits(pg: str) -> dict[str, str]:
    return {
        **{f"{pg} {op} {pg} -> {pg}": f"({{0}} {op} {{1}})" for op in "&|"},
        f"{pg} # {pg} -> {pg}": "xor({0}, {1})",
        f"~ {pg} -> {pg}": "(~{0})",
        f"{pg} << int4 -> {pg}": f"pg_shift_left_{pg[-1]}({{0}}, {{1}})",
        f"{pg} >> int4 -> {pg}": f"(CAST({{0}} AS BIGINT) >> ({{1}} & {63 if pg == 'int8' else 31}))",
    }


def _prefixes() -> dict[str, str | LowerFunction]:
    """Negation by subtraction from zero: it overflows where Postgres's does. A float's sign is flipped, so that 0 gives -0."""
    found: dict[str, str | LowerFunction] = {}
    for pg in (*_INTEGERS, *_FLOATS):
        minus = f"(+(CAST(0 AS {_INTEGERS[pg]}) - {{0}}))" if pg in _INTEGERS else "(-{0})"
        found |= {f"- {pg} -> {pg}": minus, f"+ {pg} -> {pg}": "{0}", f"@ {pg} -> {pg}": "abs({0})"}
    return found | {
        "- numeric -> numeric": numeric.like_first("(-{0})", "py_numeric_minus({0})"),
        "+ numeric -> numeric": numeric.like_first("{0}"),
        "@ numeric -> numeric": numeric.like_first("abs({0})", "ltrim({0}, '-')"),
    }


FUNCTIONS: Final = (
    *operators({**_binary(), **{name: sql for pg in _INTEGERS for name, sql in _bits(pg).items()}, **_prefixes()}),
    *operators(
        {
            "float8 ^ float8 -> float8": "pg_float_power({0}, {1})",
            "|/ float8 -> float8": "pg_float_sqrt({0})",
            "||/ float8 -> float8": "cbrt({0})",
        }
    ),
    *functions({f"mod({pg}, {pg}) -> {pg}": "pg_int_mod({0}, {1})" for pg in _INTEGERS}),
    *functions({f"abs({pg}) -> {pg}": "abs({0})" for pg in (*_INTEGERS, *_FLOATS)}),
)
