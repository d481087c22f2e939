"""Functions of any values: num_nulls, num_nonnulls, pg_typeof."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function, LowerContext, Lowered, lowering


@lowering
def _count(_context: LowerContext, args: tuple[Lowered, ...], template: str) -> Lowered:
    return Lowered("(" + " + ".join(f"CAST(({a.sql}) {template} AS INTEGER)" for a in args) + ")")


FUNCTIONS: Final[tuple[Function, ...]] = (
    *functions(
        {"num_nulls(any...) -> int4": _count("IS NULL"), "num_nonnulls(any...) -> int4": _count("IS NOT NULL")},
        strict=False,
    ),
    *functions({"gen_random_uuid() -> uuid": "CAST(uuid() AS VARCHAR)"}, volatility="volatile"),
    # The argument is not evaluated.
    *functions(
        {"pg_typeof(any) -> regtype": lambda context, _args: Lowered(str(context.args[0].pg.oid))},
        strict=False,
        volatility="stable",
    ),
)
