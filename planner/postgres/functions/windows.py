"""Window functions. (Aggregates can be used as such too.)"""

from __future__ import annotations

from typing import Final

from planner.postgres.functions import display
from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction
from planner.postgres.functions.macros import fault
from planner.postgres.functions.numeric import cast, widest


def _over(template: str) -> LowerFunction:
    """A call whose numeric result has the first argument's shape; a default value is brought to it."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        shapes = [a.shape for a in args if a.shape is not None]
        shape = widest(shapes) if shapes else None
        written = [a.sql if shape is None or a.shape is None else cast(a, shape) for a in args]
        found = Lowered(context.fill(template + "{suffix}", written), shape)
        values = [a for a in args if a.shape is not None]
        if shape is None or all(display.is_fixed(v) and v.shape == shape for v in values):
            return found
        array = context.result.pg.is_array
        texts = [a.sql if a.shape is None else display.text_of(a, array=array) for a in args]
        return Lowered(found.sql, shape, text=context.fill(template + "{suffix}", texts))

    return lower


_NO_POSITION: Final = fault("InvalidNthValue", "argument of nth_value must be greater than zero")
_POSITION: Final = f"CASE WHEN {{1}} > 0 THEN {{1}} WHEN {{1}} <= 0 THEN {_NO_POSITION} END"
_RANKS: Final = {
    "row_number() -> int8": "row_number(){suffix}",
    "rank() -> int8": "rank(){suffix}",
    "dense_rank() -> int8": "dense_rank(){suffix}",
    "percent_rank() -> float8": "percent_rank(){suffix}",
    "cume_dist() -> float8": "cume_dist(){suffix}",
    "ntile(int4) -> int4": "ntile({0}){suffix}",
}

FUNCTIONS: Final[tuple[Function, ...]] = (
    *functions(_RANKS, kind="window", strict=False),
    *functions(
        {
            "lag(anyelement) -> anyelement": _over("lag({0})"),
            "lag(anyelement, int4) -> anyelement": _over("lag({0}, {1})"),
            "lag(anycompatible, int4, anycompatible) -> anycompatible": _over("lag({0}, {1}, {2})"),
            "lead(anyelement) -> anyelement": _over("lead({0})"),
            "lead(anyelement, int4) -> anyelement": _over("lead({0}, {1})"),
            "lead(anycompatible, int4, anycompatible) -> anycompatible": _over("lead({0}, {1}, {2})"),
            "first_value(anyelement) -> anyelement": _over("first_value({0})"),
            "last_value(anyelement) -> anyelement": _over("last_value({0})"),
            "nth_value(anyelement, int4) -> anyelement": _over(
                f"nth_value({{0}}, CASE WHEN {{1}} > 0 THEN {{1}} WHEN {{1}} <= 0 THEN {_NO_POSITION} END)"
            ),
        },
        kind="window",
        strict=False,
    ),
)
