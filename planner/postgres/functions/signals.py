"""pg_cancel_backend and pg_terminate_backend. The executor's ``tg_signal`` (gateway.engine.functions.signals) carries them out."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function

FUNCTIONS: Final[tuple[Function, ...]] = functions(
    {
        "pg_cancel_backend(int4) -> bool": "tg_signal(getvariable('tidegate_pid'), {0}, 'cancel', 0)",
        "pg_terminate_backend(int4, int8?) -> bool": "tg_signal(getvariable('tidegate_pid'), {0}, 'terminate', {1=0})",
    },
    volatility="volatile",
)
