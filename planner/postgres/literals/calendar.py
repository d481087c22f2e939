"""Days and microseconds since 1970-01-01 of the proleptic Gregorian calendar, with years of any size; year 0 is 1 BC."""

from __future__ import annotations

from typing import Final

DAY_US: Final = 86_400_000_000
#: Postgres's ranges: 4713-11-24 BC to 5874897-12-31; timestamps from the same day to 294276 (here: the end of 64 bits since 1970).
DATE_MIN: Final = -2_440_588
DATE_MAX: Final = 2_145_042_905
TIMESTAMP_MIN: Final = DATE_MIN * DAY_US
TIMESTAMP_MAX: Final = 2**63 - 2
#: Julian day number of 1970-01-01.
JULIAN_EPOCH: Final = 2_440_588
_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year: int) -> bool:
    """Has the year a February 29th?"""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_days(year: int, month: int) -> int:
    """Days of the month."""
    return 29 if month == 2 and is_leap(year) else _MONTH_DAYS[month - 1]


def days_of(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01. Counts years from March, so that the leap day comes last."""
    shifted = year - (month <= 2)
    era_day = 365 * shifted + shifted // 4 - shifted // 100 + shifted // 400
    return era_day + (153 * ((month + 9) % 12) + 2) // 5 + day - 1 - 719_468


def civil_of(days: int) -> tuple[int, int, int]:
    """Inverse of days_of."""
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + 3 if shifted_month < 10 else shifted_month - 9
    return year_of_era + era * 400 + (month <= 2), month, day
