"""numeric in DuckDB: every expression of that type has a DECIMAL(width, scale) known at planning, its Shape.

Results are exact or an error; nothing goes through doubles. The rules, and where display differs from Postgres, are in DESIGN.md.
"""

from __future__ import annotations

from typing import Final

from planner.functions.function import LowerContext, Lowered, LowerFunction, Shape
from planner.types import INT2, INT4, INT8, OID, PgType

WIDTH_MAX: Final = 38
#: Digits behind the point of a numeric parameter; more in a value is an error. 20 are left in front.
PARAMETER_SHAPE: Final = Shape(WIDTH_MAX, 18)
#: Digits behind the point of quotients and averages. Postgres's own are 16 significant digits, at most 20 for quotients >= 0.0001.
QUOTIENT_SCALE: Final = 20
#: Shape of an integer taken for a numeric.
INTEGER_SHAPES: Final[dict[PgType, Shape]] = {INT2: Shape(5, 0), INT4: Shape(10, 0), INT8: Shape(19, 0), OID: Shape(10, 0)}


def decimal(shape: Shape) -> str:
    """DuckDB's name of a shape."""
    return f"DECIMAL({shape.width},{shape.scale})"


def cast(operand: Lowered, shape: Shape) -> str:
    """SQL of a numeric operand in another shape of at least its scale."""
    return operand.sql if operand.shape == shape else f"CAST({operand.sql} AS {decimal(shape)})"


def shape_of(operand: Lowered) -> Shape:
    """The operand's shape. Only numerics have one."""
    if operand.shape is None:
        raise TypeError(f"not numeric: {operand.sql}")
    return operand.shape


def widest(shapes: list[Shape]) -> Shape:
    """The least shape that holds the values of all, as far as 38 digits go: scales are kept, digits in front give way."""
    scale = max(s.scale for s in shapes)
    return Shape(min(WIDTH_MAX, max(s.digits for s in shapes) + scale), scale)


def common_shape(template: str) -> LowerFunction:
    """A lowering whose arguments must all have one type: numerics are brought to one shape, which the result has."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        shapes = [a.shape for a in args if a.shape is not None]
        if not shapes:
            return Lowered(context.fill(template, [a.sql for a in args]))
        shape = widest(shapes)
        return Lowered(context.fill(template, [cast(a, shape) for a in args]), shape)

    return lower


def like_first(template: str) -> LowerFunction:
    """A lowering whose numeric result has the first argument's shape."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        return Lowered(context.fill(template, [a.sql for a in args]), args[0].shape)

    return lower


def same_scale(symbol: str) -> LowerFunction:
    """Addition and its like: both operands at the larger scale, one more digit in front."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        both = widest([shape_of(a) for a in args])
        shape = Shape(min(WIDTH_MAX, both.width + 1), both.scale)
        left, right = (cast(a, shape) for a in args)
        return Lowered(f"CAST(({left} {symbol} {right}) AS {decimal(shape)})", shape)

    return lower


def compare(symbol: str) -> LowerFunction:
    """A comparison of two numerics, at one shape; beyond 38 digits."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        shape = widest([shape_of(a) for a in args])
        left, right = (cast(a, shape) for a in args)
        return Lowered(f"({left} {symbol} {right})")

    return lower
