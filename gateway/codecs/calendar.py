"""Days and microseconds since 1970 → ISO text as PostgreSQL writes it, over all of PostgreSQL's range.

Python's own calendar covers the years 1 to 9999; years beyond are shifted by whole cycles of 400 years (146,097 days), after
which the Gregorian calendar repeats. Years before 1 are written with BC behind.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY

DAY_US: Final = 86_400_000_000
CYCLE_DAYS: Final = 146_097
CYCLE_YEARS: Final = 400
#: date.toordinal() of 1970-01-01.
EPOCH_ORDINAL: Final = 719_163
_ORDINAL_MAX: Final = date.max.toordinal()

INFINITY: Final = b"infinity"
MINUS_INFINITY: Final = b"-infinity"
DATE_SPECIAL: Final = {DATE_INFINITY: INFINITY, DATE_MINUS_INFINITY: MINUS_INFINITY}
TIMESTAMP_SPECIAL: Final = {TIMESTAMP_INFINITY: INFINITY, TIMESTAMP_MINUS_INFINITY: MINUS_INFINITY}


def into_range(days: int) -> tuple[int, int]:
    """(days within Python's calendar, years that were taken away)."""
    ordinal = days + EPOCH_ORDINAL
    if 1 <= ordinal <= _ORDINAL_MAX:
        return days, 0
    cycles = (ordinal - 1) // CYCLE_DAYS
    return days - cycles * CYCLE_DAYS, cycles * CYCLE_YEARS


def date_text(days: int) -> tuple[str, str]:
    """(yyyy-mm-dd, " BC" or "")."""
    inside, years = into_range(days)
    day = date.fromordinal(inside + EPOCH_ORDINAL)
    if not years:
        return day.isoformat(), ""
    year = day.year + years
    return (f"{year:04d}-{day:%m-%d}", "") if year > 0 else (f"{1 - year:04d}-{day:%m-%d}", " BC")


def time_text(micros: int) -> str:
    """hh:mm:ss with as many fractional digits as it has. 24:00:00 is possible."""
    seconds, fraction = divmod(micros, 1_000_000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    text = f"{hour:02d}:{minute:02d}:{second:02d}"
    return f"{text}.{fraction:06d}".rstrip("0") if fraction else text
