"""Window functions. (Aggregates can be used as such too.)"""

from __future__ import annotations

from typing import Final

from planner import errors
from planner.postgres.functions import display
from planner.postgres.functions.declare import functions
from planner.postgres.functions.faults import fault
from planner.postgres.functions.function import Function, LowerContext, Lowered, lowering
from planner.postgres.functions.numeric import cast, widest


@lowering
def _over(context: LowerContext, args: tuple[Lowered, ...], template: str) -> Lowered:
    """A call whose numeric result has the first argument's shape; a default value is brought to it."""
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


_NO_POSITION: Final = fault(errors.InvalidNthValue, "argument of nth_value must be greater than zero")

FUNCTIONS: Final[tuple[Function, ...]] = functions(
    {
        **{f"{name}() -> int8": f"{name}(){{suffix}}" for name in ("row_number", "rank", "dense_rank")},
        **{f"{name}() -> float8": f"{name}(){{suffix}}" for name in ("percent_rank", "cume_dist")},
        "ntile(int4) -> int4": "ntile({0}){suffix}",
        **{f"{name}(anyelement[, int4]) -> anyelement": _over(f"{name}({{*}})") for name in ("lag", "lead")},
        **{f"{name}(anycompatible, int4, anycompatible) -> anycompatible": _over(f"{name}({{*}})") for name in ("lag", "lead")},
        **{f"{name}(anyelement) -> anyelement": _over(f"{name}({{0}})") for name in ("first_value", "last_value")},
        "nth_value(anyelement, int4) -> anyelement": _over(
            f"nth_value({{0}}, CASE WHEN {{1}} > 0 THEN {{1}} WHEN {{1}} <= 0 THEN {_NO_POSITION} END)"
        ),
    },
    kind="window",
    strict=False,
)
