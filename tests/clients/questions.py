"""What every driver is asked of both servers: the answers of PostgreSQL 15 are the expected ones."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal
from typing import Any, Final

#: Queries without parameters, each with an order where it has several rows.
QUESTIONS: Final = (
    "SELECT * FROM kinds WHERE id IN (0, 4) ORDER BY id",
    "SELECT id, flag, tiny, small, medium, large, single, double, exact, money, words, raw, names, numbers FROM kinds ORDER BY id",
    "SELECT carrier, flight, time_hour, dep_delay, tailnum FROM flights WHERE carrier = 'UA' ORDER BY 1, 2, 3 LIMIT 50",
    "SELECT origin, count(*), avg(dep_delay), sum(distance), min(time_hour) FROM flights GROUP BY origin ORDER BY origin",
    "SELECT a.name, c.flights FROM carrier_delays c JOIN airlines a USING (carrier) ORDER BY c.carrier",
    "SELECT NULL, NULL::int4, 'x', 1, 1.5, 1e10, true, DATE '2020-02-29', ARRAY[1, NULL, 3], ARRAY['a', NULL], '{}'::text[]",
    "SELECT interval '1 month 2 days 03:04:05.678', time '12:34:56.5', timestamp '2020-01-02 03:04:05', '{\"a\": 1}'::jsonb",
    "SELECT 'NaN'::float8, 'Infinity'::float8, '-0'::float8, 0.00::numeric(5, 2), 12345678901234567890.123456789",
    "SELECT * FROM airlines WHERE carrier = 'nobody'",
    "SELECT 'é€😀' AS \"Überschrift\", '' AS empty, ' ' AS blank, E'a\\tb\\nc\\\\' AS escapes",
)

#: A type's name, and values that a driver sends for it as it likes; NULL for each as well.
PARAMETERS: Final[tuple[tuple[str, Any], ...]] = (
    ("int2", -5),
    ("int4", 2**31 - 1),
    ("int8", -(2**62)),
    ("float8", 0.1),
    ("numeric", Decimal("12.340")),
    ("text", "é 'quoted' \\ %"),
    ("bool", True),
    ("bytea", b"\x00\xff'"),
    ("date", dt.date(2020, 2, 29)),
    ("timestamp", dt.datetime(2020, 1, 1, 2, 3, 4, 5)),
    ("timestamptz", dt.datetime(2020, 7, 1, 2, 3, 4, 5, tzinfo=dt.UTC)),
    ("uuid", uuid.UUID(int=7)),
    ("int4[]", [1, None, 3]),
    ("text[]", ["a b", None, 'q"', ""]),
)

#: What is wrong, and the SQLSTATE that says so.
ERRORS: Final = (
    ("SELECT * FROM nowhere", "42P01"),
    ("SELECT nothing FROM flights", "42703"),
    ("SELECT nofunction(1)", "42883"),
    ("SELEC 1", "42601"),
    ("SELECT 1 / 0", "22012"),
    ("SELECT 'x'::int4", "22P02"),
    ("SELECT 99999999999::int4", "22003"),
    ("SELECT -9223372036854775808::int8", "22003"),
    ("SELECT 1 UNION SELECT 1, 2", "42601"),
    ("SELECT '2020-02-30'::date", "22008"),
)

#: A query that is cancelled before it ends.
SLOW: Final = "SELECT count(*) FROM flights a, flights b, flights c WHERE a.dep_delay + b.dep_delay <> c.dep_delay"
#: Many rows, in order, for cursors and streams.
MANY: Final = "SELECT carrier, flight, time_hour, dep_delay FROM flights WHERE origin = 'LGA' ORDER BY carrier, flight, time_hour"
