"""Functions that give rows, for FROM. Their lowering is a DuckDB list, which lowering unnests."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.arrays import by_subscripts
from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function, LowerContext, Lowered
from planner.postgres.functions.numeric import WIDTH_MAX, cast, widest


def _numeric_series(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """Numerics step exactly: over whole multiples of the smallest digit."""
    shape = widest([a.shape for a in args if a.shape is not None])
    written = [cast(a, shape) for a in args]
    step = written[2] if len(written) == 3 else "1"
    return Lowered(f"pg_numeric_series({written[0]}, {written[1]}, CAST({step} AS DECIMAL({WIDTH_MAX},{shape.scale})))", shape)


_SUBSCRIPTS: Final = "CASE WHEN {{1}} = 1 THEN generate_series({0}) END"
_EITHER_WAY: Final = (
    "CASE WHEN {{1}} = 1 THEN CASE WHEN {{2}} THEN list_reverse(generate_series({0})) ELSE generate_series({0}) END END"
)
_FROM_ONE: Final = "1, len({0})"
_FROM_ZERO: Final = "0, len({0}) - 1"

FUNCTIONS: Final[tuple[Function, ...]] = functions(
    {
        **{f"generate_series({pg}, {pg}[, {pg}]) -> {pg}": "pg_series({0}, {1}, {2=1})" for pg in ("int4", "int8")},
        "generate_series(numeric, numeric[, numeric]) -> numeric": _numeric_series,
        "generate_series(timestamp, timestamp, interval) -> timestamp": "pg_time_series({0}, {1}, {2})",
        "generate_series(timestamptz, timestamptz, interval) -> timestamptz": "pg_zoned_series({0}, {1}, {2}, {zone})",
        "unnest(anyarray) -> anyelement": lambda _context, args: args[0],
        "generate_subscripts(anyarray, int4) -> int4": by_subscripts(*map(_SUBSCRIPTS.format, (_FROM_ONE, _FROM_ZERO))),
        "generate_subscripts(anyarray, int4, bool) -> int4": by_subscripts(*map(_EITHER_WAY.format, (_FROM_ONE, _FROM_ZERO))),
    },
    kind="table",
)
