"""Physical values of SQL types above the store: what parameters, constants and lean results are made of.

As statestore.types has it for columns; besides:

* interval: Interval(months, days, micros); text-like types: str; oid: int; json/jsonb: str; arrays: list
* date: days since 1970-01-01; timestamp/timestamptz: microseconds since 1970-01-01 (UTC); time: microseconds since midnight
* 'infinity' and '-infinity' of date and timestamps: DATE_INFINITY etc. below, as Postgres has them in its own epoch's terms
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Interval(NamedTuple):
    """Postgres's interval: three parts that are kept apart."""

    months: int
    days: int
    micros: int


def is_same(one: Value, two: Value) -> bool:
    """Are two values of one type equal and shown alike? 1.0 is not 1.00, nor 0 -0."""
    return one == two if isinstance(one, str | int | bytes | None) else repr(one) == repr(two)


#: Any date beyond these stands for ±infinity; they sort outside every finite value.
DATE_INFINITY: Final = 2**31 - 1
DATE_MINUS_INFINITY: Final = -(2**31)
TIMESTAMP_INFINITY: Final = 2**63 - 1
TIMESTAMP_MINUS_INFINITY: Final = -(2**63)

#: A physical value of any SQL type; None is NULL.
Value = bool | int | float | str | bytes | list["Value"] | tuple["Value", ...] | Interval | object | None
