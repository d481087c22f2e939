"""pg_cancel_backend and pg_terminate_backend. The executor's ``tg_signal`` (gateway.engine.functions.signals) carries them out."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function, LowerContext, Lowered


def _terminate(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    timeout = args[1].sql if len(args) == 2 else "0"
    return Lowered(f"tg_signal(getvariable('tidegate_pid'), {args[0].sql}, 'terminate', {timeout})")


FUNCTIONS: Final[tuple[Function, ...]] = functions(
    {
        "pg_cancel_backend(int4) -> bool": "tg_signal(getvariable('tidegate_pid'), {0}, 'cancel', 0)",
        "pg_terminate_backend(int4, int8?) -> bool": _terminate,
    },
    volatility="volatile",
)
