# ruff: noqa: E501 - tables of templates
"""Queries of to_char, to_number, to_date and to_timestamp: tables of templates, and random ones."""

from __future__ import annotations

import random
from itertools import product

from planner.postgres.functions.udf.moment_template import _NAMES

NUMBERS = ("0", "1", "-1", "12", "0.5", "-0.45", "123.456", "-1234.567", "99999", "0.001", "1.995", "1485", "7.00")
NUMBER_TEMPLATES = (
    "999", "FM999", "9,999.99", "FM9,999.00", "S99.9", "99S", "99MI", "MI99", "99PR", "PL99", "SG99", "99SG", "L9999", "RN", "FMRN",
    "rn", "99V999", "9.99EEEE", "999th", "9TH", "0000", "9000", ".99", "FM.99", "B9.9", "9G999D999", "9 9 9", "9 \"t\" 9",
    "$FM999,990.00", "C9", "FM9.99", "", "999.", "9.9.9", "S9S", "9PR9", "V9.9", "S9MI", "9EEEE9",
)  # fmt: skip
MOMENTS = (
    "timestamp '2020-03-08 17:01:02.345678'", "timestamptz '2020-11-01 05:30+00'", "timestamp '0044-03-15 01:02:03 BC'",
    "date '1999-12-31'", "timestamp 'infinity'", "interval '1 year 2 mons 3 days 04:05:06.789'", "interval '-1 day -02:03'",
    "interval '100 hours'", "time '07:08:09'",
)  # fmt: skip
MOMENT_TEMPLATES = (
    "YYYY-MM-DD HH24:MI:SS", "yyyy-mm-dd hh24:mi:ss.us", "Mon DD, YYYY", "FMMonth FMDD FMHH12:FMMI AM", "DDth DDTH FMDDth", "TMMonth TMDay",
    "HH HH12 SSSS SSSSS MS FF1 FF3 FF6", "am a.m. PM P.M.", "Y,YYY YYY YY Y CC", "DDD WW W Q J RM rm", "\"text\" YYYY\"Y\" \\\"esc\\\"",
    "MONTH|Month|month|MON|Mon|mon|DAY|Day|day|DY|Dy|dy", "IYYY IYY IY I IW IDDD ID D", "BC bc A.D. b.c.", "TZ tz TZH TZM OF",
    "FX YYYY", "bob", "", "FM", "YYYYthMMTH",
)  # fmt: skip
READ = (
    ("'2020-01-02 03:04:05'", "YYYY-MM-DD HH24:MI:SS"), ("'20200102'", "YYYYMMDD"), ("'2020-01-02T03:04:05.678'", 'YYYY-MM-DD"T"HH24:MI:SS.MS'),
    ("'Jan 5 2020 3:04 PM'", "Mon DD YYYY HH12:MI PM"), ("'2020-366'", "YYYY-DDD"), ("'2020 05 3'", "IYYY IW ID"), ("'20-01-02'", "YY-MM-DD"),
    ("'70-01-02'", "YY-MM-DD"), ("'1,234-01'", "Y,YYY-MM"), ("'January 5, 2020'", "Month DD, YYYY"), ("'2020Q2'", 'YYYY"Q"Q'), ("'2458850'", "J"),
    ("'2020-13-01'", "YYYY-MM-DD"), ("'2020-02-30'", "YYYY-MM-DD"), ("'abc'", "YYYY"), ("''", "YYYY"), ("'2020'", "MM"), ("'13 PM'", "HH12 PM"),
    ("'12 am'", "HH am"), ("'44-03-15 BC'", "YYYY-MM-DD BC"), ("'2020-01-02 03:04 +05:30'", "YYYY-MM-DD HH24:MI TZH:TZM"), ("'1 2 3'", "DD MM YYYY"),
    ("'2020  01'", "YYYY MM"), ("'2020/01'", "YYYY-MM"), ("'202001'", "YYYY-MM"), ("'2020-1-2'", "YYYY-MM-DD"), ("'2020-1-2'", "FXYYYY-MM-DD"),
    ("'86399'", "SSSS"), ("'XII 2020'", "RM YYYY"), ("'2020 53'", "YYYY WW"), ("'21 20'", "CC YY"), ("'1.25'", "SS.FF2"), ("'2020-01-02'", "IYYY-MM-DD"),
    ("'Sunday 5'", "Day DD"), ("'2020 nope'", "YYYY Month"), ("'25'", "HH24"), ("'2020-01-01 10:00'", "YYYY-MM-DD HH24:MI TZ"), ("'99999999999'", "YYYY"),
)  # fmt: skip
NUMBERS_READ = (
    ("12,454.8-", "99G999D9S"), ("1234", "9999"), ("-12.5", "S99.9"), ("$1,234.50", "L9,999.99"), ("  42", "9999"), ("XIV", "RN"), ("abc", "999"),
    ("", "999"), ("<12>", "99PR"), ("12-", "99MI"), ("+5", "SG9"), ("1.5", "9.9EEEE"), ("12345", "999"), ("1 234", "9 999"), ("0.0125", "9.9999"),
    ("12", "9V9"), ("-1.5", "FM9.9"), ("1,2,3", "9,9,9"), ("5.01-", "FM9.999999MI"), ("12.", "99.99"),
)  # fmt: skip


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def templates() -> list[str]:
    """Values by templates."""
    types = ("numeric", "float8", "float4", "int4")
    whole = [n for n in NUMBERS if "." not in n]
    found = [
        f"SELECT to_char({_text(n)}::{type_}, {_text(t)})"
        for type_ in types
        for n, t in product(whole if type_ == "int4" else NUMBERS, NUMBER_TEMPLATES)
    ]
    found += [f"SELECT to_char({m}, {_text(t)})" for m, t in product(MOMENTS, MOMENT_TEMPLATES) if not _means_nothing(m, t)]
    found += [f"SELECT to_date({v}, {_text(t)})::text, to_timestamp({v}, {_text(t)})::text" for v, t in READ]
    return found + [f"SELECT to_number({_text(v)}, {_text(t)})" for v, t in NUMBERS_READ]


def _means_nothing(moment: str, template: str) -> bool:
    """Julian days and ISO weeks of an interval, which are refused."""
    return moment.startswith(("interval", "time '")) and any(word in template for word in ("J", "IW", "IYY"))


def random_templates(seed: int) -> list[str]:
    """Random templates, of what is the same in all cases."""
    rng = random.Random(seed)
    names = [n for n in _NAMES if n.upper() not in ("FX",)]
    marks = (" ", "-", "/", ":", ".", ",", '"x"', "T", "", "_")
    found = []
    for _ in range(150):
        pieces = (
            rng.choice(("", "", "", "FM", "TM", "fm"))
            + rng.choice(names)
            + rng.choice(("", "", "", "TH", "th"))
            + rng.choice(marks)
            for _ in range(rng.randrange(1, 5))
        )
        found.append(f"SELECT to_char({rng.choice(MOMENTS[:4])}, {_text(''.join(pieces))})")
    for _ in range(150):
        head = rng.choice(("", "FM", "S", "FMS", "MI", "PL", "SG", "L", "B", "$"))
        digits = "".join(rng.choice("9990,") for _ in range(rng.randrange(1, 6)))
        tail = rng.choice(("", ".", "D", ".99", ".00", ".90", "D09", ".999", "V9")) + rng.choice(
            ("", "", "S", "MI", "PR", "PL", "th")
        )
        found.append(f"SELECT to_char({rng.choice(NUMBERS)}::{rng.choice(('numeric', 'float8'))}, {_text(head + digits + tail)})")
    return found
