"""numeric in DuckDB: every expression of that type has a DECIMAL(width, scale) known at planning, its NumericShape.

Results are exact or an error; nothing goes through doubles. The rules, and where display differs from Postgres, are in DESIGN.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from planner.postgres.functions import display
from planner.postgres.functions.function import LowerContext, Lowered, NumericShape, lowering
from planner.tree.types import INT2, INT4, INT8, OID, PgType

WIDTH_MAX: Final = 38
#: Digits behind the point of a numeric parameter; more in a value is an error. 20 are left in front.
PARAMETER_SHAPE: Final = NumericShape(WIDTH_MAX, 18)
#: Digits behind the point of quotients and averages. Postgres's own are 16 significant digits, at most 20 for quotients >= 0.0001.
QUOTIENT_SCALE: Final = 20
#: As many as this where the operands' shapes leave room: exact for quotients from 1e-12 on.
QUOTIENT_SCALE_MAX: Final = 28
#: NumericShape of an integer taken for a numeric.
INTEGER_SHAPES: Final[dict[PgType, NumericShape]] = {
    INT2: NumericShape(5, 0),
    INT4: NumericShape(10, 0),
    INT8: NumericShape(19, 0),
    OID: NumericShape(10, 0),
}


def decimal(shape: NumericShape) -> str:
    """DuckDB's name of a shape."""
    return f"DECIMAL({shape.width},{shape.scale})"


def cast(operand: Lowered, shape: NumericShape) -> str:
    """SQL of a numeric operand in another shape of at least its scale."""
    return operand.sql if operand.shape == shape else f"CAST({operand.sql} AS {decimal(shape)})"


def at_shape(operand: Lowered, shape: NumericShape | None, *, array: bool) -> str:
    """SQL of a numeric, or an array of them, in a shape; other operands as they are."""
    if shape is None or operand.shape is None or operand.shape == shape:
        return operand.sql
    return f"CAST({operand.sql} AS {decimal(shape)}{'[]' if array else ''})"


def shape_of(operand: Lowered) -> NumericShape:
    """The operand's shape. Only numerics have one: TypeError of others."""
    if operand.shape is None:
        raise TypeError(f"not numeric: {operand.sql}")
    return operand.shape


def widest(shapes: list[NumericShape]) -> NumericShape:
    """The least shape that holds the values of all, as far as 38 digits go: scales are kept, digits in front give way."""
    scale = max(s.scale for s in shapes)
    return NumericShape(min(WIDTH_MAX, max(s.digits for s in shapes) + scale), scale)


#: Which argument is the value of a construct that gives one of its arguments back.
Chosen = Literal["first not null", "first", "equal"]


@lowering
def common_shape(context: LowerContext, args: tuple[Lowered, ...], template: str, chosen: Chosen) -> Lowered:
    """A lowering whose arguments must all have one type: numerics are brought to one shape, which the result has."""
    shapes = [a.shape for a in args if a.shape is not None]
    if not shapes:
        return Lowered(context.fill(template, [a.sql for a in args]))
    shape = widest(shapes)
    array = context.result.pg.is_array
    written = [at_shape(a, shape, array=array) for a in args]
    found = Lowered(context.fill(template, written), shape)
    if chosen == "first":
        return display.shown(found, [(f"{found.sql} IS NOT NULL", args[0])], array=array)
    test = "IS NOT NULL" if chosen == "first not null" else f"= {found.sql}"
    return display.shown(found, [(f"{w} {test}", a) for w, a in zip(written, args, strict=True)], array=array)


@lowering
def like_first(context: LowerContext, args: tuple[Lowered, ...], template: str, text: str = "{0}") -> Lowered:
    """A lowering whose numeric result has the first argument's shape. *text* is the same of the argument's text."""
    first = args[0]
    sql = context.fill(template, [a.sql for a in args])
    if display.is_exact(first):
        return Lowered(sql, first.shape, first.scale)
    return Lowered(sql, first.shape, text=text.replace("{0}", display.text_of(first)))


@lowering
def same_scale(context: LowerContext, args: tuple[Lowered, ...], template: str, in_python: str) -> Lowered:
    """Addition and its like: both operands at the larger scale, one more digit in front; Python does it with texts."""
    both = widest([shape_of(a) for a in args])
    shape = NumericShape(min(WIDTH_MAX, both.width + 1), both.scale)
    sql = f"CAST({context.fill(template, [cast(a, shape) for a in args])} AS {decimal(shape)})"
    return _with_larger_scale(Lowered(sql, shape), in_python, args)


def _with_larger_scale(found: Lowered, in_python: str, args: tuple[Lowered, ...]) -> Lowered:
    if all(map(display.is_fixed, args)):
        return found
    shapes = [shape_of(a) for a in args]
    roomy = max(s.digits for s in shapes) + max(s.scale for s in shapes) <= WIDTH_MAX
    if roomy and all(map(display.is_exact, args)):
        return replace(found, scale=f"greatest({', '.join(map(display.scale_of, args))})")
    return replace(found, text=f"{in_python}({', '.join(map(display.text_of, args))})")


@lowering
def compare(_context: LowerContext, args: tuple[Lowered, ...], symbol: str) -> Lowered:
    """A comparison of two numerics, at one shape."""
    shape = widest([shape_of(a) for a in args])
    left, right = (cast(a, shape) for a in args)
    return Lowered(f"({left} {symbol} {right})")


def unscaled(operand: Lowered, scale: int) -> str:
    """The operand times 10^scale as HUGEINT, for a scale that is not below its own."""
    if scale == 0:
        return f"CAST({operand.sql} AS HUGEINT)"
    at_scale = cast(operand, NumericShape(WIDTH_MAX, scale))
    return f"CAST(replace(CAST({at_scale} AS VARCHAR), '.', '') AS HUGEINT)"


def quotient(left: Lowered, right: Lowered) -> Lowered:
    """left / right, rounded where Postgres rounds: at 16 significant digits or more, in groups of four.

    In Python, over text: exact for all 38 digits, which DuckDB's 128 bits would not be.
    """
    first, second = shape_of(left), shape_of(right)
    spare = WIDTH_MAX - first.digits - second.scale
    shape = NumericShape(WIDTH_MAX, max(QUOTIENT_SCALE, first.scale, min(spare, QUOTIENT_SCALE_MAX)))
    return in_python("py_numeric_div", (left, right), shape)


def in_python(name: str, args: tuple[Lowered, ...], shape: NumericShape) -> Lowered:
    """What a Python function gives for the arguments' texts."""
    text = f"{name}({', '.join(map(display.text_of, args))})"
    return Lowered(f"CAST({text} AS {decimal(shape)})", shape, text=text)


#: A product keeps all fraction digits up to this many; beyond, it keeps PRODUCT_SCALE of them.
_EXACT_SCALE_MAX: Final = 24
PRODUCT_SCALE: Final = 20


def multiply(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """The exact product where 38 digits are sure to hold it or the scales are small; else PRODUCT_SCALE digits of it."""
    left, right = args
    first, second = shape_of(left), shape_of(right)
    scale, width = first.scale + second.scale, first.width + second.width
    if width <= WIDTH_MAX or scale <= _EXACT_SCALE_MAX:
        shape = NumericShape(min(WIDTH_MAX, width), scale)
        wide = [f"CAST({a.sql} AS {decimal(NumericShape(min(WIDTH_MAX, width), shape_of(a).scale))})" for a in args]
        found = Lowered(f"CAST(({wide[0]} * {wide[1]}) AS {decimal(shape)})", shape)
        if display.is_fixed(left) and display.is_fixed(right):
            return found
        if display.is_exact(left) and display.is_exact(right):
            return replace(found, scale=f"({display.scale_of(left)} + {display.scale_of(right)})")
    shape = NumericShape(WIDTH_MAX, max(PRODUCT_SCALE, first.scale, second.scale))
    return in_python("py_numeric_mul", args, shape)


def remainder(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """a % b, with a's sign."""
    shape = widest([shape_of(a) for a in args])
    left, right = (cast(a, shape) for a in args)
    found = Lowered(f"CAST(pg_decimal_mod({left}, {right}) AS {decimal(shape)})", shape)
    return _with_larger_scale(found, "py_numeric_mod", args)


def whole_quotient(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """div(a, b): the quotient without its fraction."""
    scale = max(shape_of(a).scale for a in args)
    shape = NumericShape(WIDTH_MAX, 0)
    return Lowered(f"CAST(pg_int_div({unscaled(args[0], scale)}, {unscaled(args[1], scale)}) AS {decimal(shape)})", shape)


@lowering
def whole(context: LowerContext, args: tuple[Lowered, ...], template: str) -> Lowered:
    """A lowering whose numeric result is a whole number."""
    shape = NumericShape(min(WIDTH_MAX, shape_of(args[0]).digits + 1), 0)
    return Lowered(f"CAST({context.fill(template, [a.sql for a in args])} AS {decimal(shape)})", shape)


@lowering
def rounded(context: LowerContext, args: tuple[Lowered, ...], name: str) -> Lowered:
    """round and trunc, to a constant number of digits where there is one (its scale is the result's), else to any."""
    operand, shape = args[0], shape_of(args[0])
    digits = 0 if len(args) == 1 else context.constants[1]
    if not isinstance(digits, int):
        text = f"py_numeric_{name}({display.text_of(operand)}, {args[1].sql})"
        return Lowered(f"CAST({text} AS {decimal(shape)})", shape, text=text)
    scale = max(0, min(max(shape.scale, WIDTH_MAX - shape.digits - 1), digits))
    result = NumericShape(min(WIDTH_MAX, shape.digits + 1 + scale), scale)
    if scale < digits:
        text = f"py_numeric_{name}({display.text_of(operand)}, {digits})"
        return Lowered(f"CAST({text} AS {decimal(result)})", result, text=text)
    wide = f"CAST({operand.sql} AS {decimal(NumericShape(min(WIDTH_MAX, shape.width + 1), shape.scale))})"
    return Lowered(f"CAST({name}({wide}, {max(-WIDTH_MAX, min(digits, shape.scale))}) AS {decimal(result)})", result)


def scale_of(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """scale(x): the fraction digits that it shows."""
    return Lowered(context.fill(f"CASE WHEN {{0}} IS NOT NULL THEN {display.scale_of(args[0])} END", [args[0].sql]))


#: Fraction digits of powers, whose whole part may be long.
POWER_SCALE: Final = 16


@lowering
def udf(_context: LowerContext, args: tuple[Lowered, ...], name: str, scale: int = QUOTIENT_SCALE) -> Lowered:
    """A function of numerics that Python computes, over text."""
    return in_python(name, args, NumericShape(WIDTH_MAX, scale))
