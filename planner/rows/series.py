"""generate_series as rows that are found before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from planner.postgres.literals.zones import session_zone
from planner.rows.local_times import months_later, near, shifted_in
from planner.rows.numbers import leave
from planner.rows.shared import Leave
from planner.tree.calendar import DAY_US, interval_us
from planner.tree.types import INT4, INT8, TIMESTAMP, TIMESTAMPTZ, PgType

NAME: Final = "generate_series"
TYPES: Final = (INT4, INT8, TIMESTAMP, TIMESTAMPTZ)


def series(pg: PgType, values: Sequence[Any], timezone: str, rows_max: int) -> Sequence[int]:
    """From the first value to the second by the third, or by 1; nothing where one is NULL. Raises Leave."""
    if None in values:
        return ()
    start, stop, step = (*values, 1)[:3]
    if pg in (INT4, INT8):
        found = range(start, stop + (1 if step > 0 else -1), step or leave())
        return found if len(found) <= rows_max else leave()
    sign, at, moments = interval_us(step) or leave(), near(start), list[int]()
    zone = None if pg is TIMESTAMP or timezone == "UTC" else session_zone(timezone)
    while at <= stop if sign > 0 else at >= stop:
        moments.append(at)
        if len(moments) > rows_max:
            raise Leave
        if zone is None:
            at = months_later(at, step.months) + step.days * DAY_US
        elif step.months or step.days:
            at = shifted_in(at, step.months, step.days, zone)
        at = near(at + step.micros)
    return moments
