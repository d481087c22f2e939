# ruff: noqa: E501 - tables of queries
"""Queries of constants that exercise every function, operator and cast over interesting values, by family."""

from __future__ import annotations

from itertools import product

from tests.planner.types.template_queries import templates

INT4 = ("0", "-1", "7", "2147483647", "(-2147483648)", "NULL::int4")
INT8 = ("0::int8", "-3::int8", "9223372036854775807", "(-9223372036854775808)")
INT2 = ("0::int2", "3::int2", "(-32768)::int2", "32767::int2")
FLOATS = (
    "0::float8",
    "1.5::float8",
    "(-2.5)::float8",
    "1e308::float8",
    "1e-308::float8",
    "'inf'::float8",
    "'nan'::float8",
    "3::float8",
)
NUMERICS = (
    "0.0",
    "1.0",
    "3.00",
    "-7.0",
    "1.50",
    "0.333",
    "12345.678",
    "2.5",
    "NULL::numeric",
    "10000.0",
    "9999.9999",
    "-1.0",
    "-51.650351",
)
TEXTS = ("''", "'a'", "'Hello World'", "'héÄllo'", "'  trim  '", "'a%b_c'", "'xxabcxx'", "'a.b.c'", "NULL::text", "'日本語'")
PATTERNS = (
    "'a'",
    "'^a'",
    "'b$'",
    "'[a-z]+'",
    "'(a)(b)'",
    "'h.l'",
    "'^$'",
    r"'\d'",
    r"'\s'",
    "'a|b'",
    "'l{2}'",
    "'[[:alpha:]]+'",
)
FIELDS = [
    "year",
    "month",
    "day",
    "hour",
    "minute",
    "second",
    "milliseconds",
    "microseconds",
    "dow",
    "isodow",
    "doy",
    "week",
    "isoyear",
    "quarter",
    "decade",
    "century",
    "millennium",
    "epoch",
    "timezone",
    "timezone_hour",
    "nonsense",
]
UNITS = [
    "microseconds",
    "milliseconds",
    "second",
    "minute",
    "hour",
    "day",
    "week",
    "month",
    "quarter",
    "year",
    "decade",
    "century",
    "millennium",
]
MOMENTS = (
    "timestamp '2020-03-08 10:11:12.345678'", "timestamptz '2020-03-08 07:11:12.345678+00'", "timestamptz '2020-11-01 05:30+00'",
    "date '2020-02-29'", "timestamp '1999-12-31 23:59:59.5'", "interval '1 year 2 mons -3 days 04:05:06.75'", "time '10:11:12.5'",
)  # fmt: skip
AMOUNTS = (
    "interval '1 month'", "interval '1 day'", "interval '36:00'", "interval '-1 year 5 days 00:00:01.5'", "5", "time '10:00'",
    "date '2020-01-01'", "timestamp '2020-01-01 12:00'", "timestamptz '2020-01-01 12:00+00'",
)  # fmt: skip


def _binary(operators: str, values: tuple[str, ...]) -> list[str]:
    return [f"SELECT {a} {op} {b}" for op in operators.split() for a, b in product(values, repeat=2)]


def integers() -> list[str]:
    """Overflow, truncation and division by zero in every width."""
    prefixed = [f"SELECT {f}({x})" for f in ("abs", "-", "~", "+") for x in INT4]
    shifts = [f"SELECT {x} {op} {n}" for op in ("<<", ">>") for x in (*INT4, *INT8, *INT2) for n in ("0", "1", "33", "70")]
    mixed = _binary("+ - * /", ("3::int2", "4", "5::int8", "2.5", "1.5::float8"))
    return [q for values in (INT4, INT8, INT2) for q in _binary("+ - * / % = <", values)] + prefixed + shifts + mixed


def floats() -> list[str]:
    """Overflow, underflow, NaN, infinities."""
    names = [
        "ceil",
        "floor",
        "round",
        "trunc",
        "sign",
        "sqrt",
        "cbrt",
        "exp",
        "ln",
        "log",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "abs",
    ]
    return _binary("+ - * / ^ = < >=", FLOATS) + [f"SELECT {f}({x})" for f in names for x in FLOATS]


def numerics() -> list[str]:
    """Exact arithmetic, with the fraction digits that Postgres rounds quotients to."""
    names = ["abs", "ceil", "floor", "round", "trunc", "sign", "sqrt", "ln", "log"]
    digits = [f"SELECT {f}({x}, {n})" for f in ("round", "trunc") for x in NUMERICS for n in ("0", "2", "-2", "10")]
    return _binary("+ - * % = <", NUMERICS) + [f"SELECT {f}({x})" for f in names for x in NUMERICS] + digits


def quotients() -> list[str]:
    """Division of numerics whose quotient is not below 1e-4: 20 fraction digits hold those exactly."""
    return [f"SELECT {a} / {b}" for a in NUMERICS for b in ("3.0", "-7.00", "1.50", "0.0", "0.333", "2.5")]


def strings() -> list[str]:
    """Positions, lengths, padding, case, quoting."""
    names = [
        "lower",
        "upper",
        "length",
        "char_length",
        "octet_length",
        "btrim",
        "ltrim",
        "rtrim",
        "initcap",
        "reverse",
        "ascii",
        "md5",
        "quote_ident",
        "quote_literal",
        "quote_nullable",
    ]
    found = [f"SELECT {f}({x})" for f in names for x in TEXTS]
    for x, i in product(TEXTS, ("-2", "0", "1", "3", "100")):
        found += [f"SELECT {f}({x}, {i})" for f in ("substr", "left", "right", "lpad")]
        found += [
            f"SELECT rpad({x}, {i}, 'xy'), split_part({x}, '.', {i})",
            f"SELECT substr({x}, {i}, -1)",
            f"SELECT substr({x}, {i}, 3)",
        ]
    for x, y in product(TEXTS, ("'a'", "''", "'l'", "'é'", "NULL::text")):
        found.append(
            f"SELECT strpos({x}, {y}), replace({x}, {y}, 'ZZ'), translate({x}, {y}, '1'), starts_with({x}, {y}), {x} || {y}"
        )
        found.append(f"SELECT btrim({x}, {y}), concat({x}, {y}, 1, true, 1.5::float8), concat_ws({y}, {x}, {x})")
    likes = ("'%'", "'a%'", "'_%'", r"'%\%%'", r"'a\_'", "'%é%'", "''", "'HELLO%'")
    found += [f"SELECT {x} LIKE {p}, {x} ILIKE {p}, {x} NOT LIKE {p}" for x in TEXTS for p in likes]
    return found


def patterns() -> list[str]:
    """Regular expressions."""
    found = [f"SELECT {x} ~ {p}, {x} ~* {p}, {x} !~ {p}" for x in TEXTS for p in PATTERNS]
    found += [rf"SELECT regexp_replace({x}, {p}, '<\&>'), regexp_replace({x}, {p}, '-', 'g')" for x in TEXTS for p in PATTERNS]
    return found + [f"SELECT regexp_match({x}, {p}), regexp_split_to_array({x}, {p})" for x in TEXTS for p in PATTERNS]


def moments() -> list[str]:
    """extract, date_part, date_trunc, arithmetic of dates and times."""
    parts = [f"SELECT extract({f} FROM {m})" for f in FIELDS for m in MOMENTS]
    truncated = [f"SELECT date_trunc('{u}', {m})::text" for u in UNITS for m in MOMENTS]
    return parts + truncated + [f"SELECT ({m} {op} {a})::text" for m in MOMENTS for op in "+-" for a in AMOUNTS]


def casts() -> list[str]:
    """Every value to every type, as text where the driver would hide the form."""
    values = (
        *MOMENTS, "0", "5", "99999999999", "1.5::float8", "2.5::float8", "(-0.5)::float8", "0.1::float8", "1e-7::float8", "1.50", "-3.5",
        "true", "false", "'1'::text", "' 12 '::text", "'abc'::text", "''::text", "'2020-01-01 10:00+05'::text", "'1 day'::text",
        "'{\"b\":1,\"a\":2}'::text", "array[1,NULL,3]", "array['a b','',NULL,'NULL','q\"']",
    )  # fmt: skip
    types = [
        "bool",
        "int2",
        "int4",
        "int8",
        "float8",
        "numeric",
        "text",
        "date",
        "time",
        "timestamp",
        "timestamptz",
        "interval",
        "json",
        "jsonb",
        "numeric(5,1)",
        "varchar(3)",
        "timestamp(0)",
        "timestamptz(2)",
    ]
    # Text shows the fraction digits of the DECIMAL that stands for a numeric without modifier: see DESIGN.md.
    return [f"SELECT ({v})::{t}" + ("" if t == "numeric" else "::text") for v in values for t in types]


FAMILIES = {
    f.__name__: f for f in (integers, floats, numerics, quotients, strings, patterns, moments, casts, templates)
}  # fmt: skip
