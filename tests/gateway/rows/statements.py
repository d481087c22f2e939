"""Random statements over few rows of one view, alone or joined with others: expressions of every kind, filters, groups, orders."""

from __future__ import annotations

import random
import re
from itertools import count, islice
from typing import Final

import pyarrow as pa

from planner.rows.forms import signatures
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.rows.calls import called
from tests.gateway.rows.ranges import RangeMaker
from tests.gateway.rows.windows import WindowMaker

SCHEMA: Final = ViewSchema(
    "small",
    (
        Column("customer", st.Int()),
        Column("number", st.Long()),
        Column("tiny", st.Short()),
        Column("quantity", st.Int()),
        Column("big", st.Long()),
        Column("amount", st.Double()),
        Column("ratio", st.Float()),
        Column("price", st.Decimal(12, 2)),
        Column("wide", st.Decimal(30, 4)),
        Column("note", st.String()),
        Column("word", st.String()),
        Column("flag", st.Boolean()),
        Column("raw", st.Binary()),
        Column("day", st.Date()),
        Column("at", st.Timestamp()),
        Column("local", st.TimestampNtz()),
        Column("doc", st.String()),
        Column("tags", st.Array(st.String())),
        Column("nums", st.Array(st.Int())),
    ),
    ("customer", "number"),
    ("customer",),
    HashPartitioning(4),
    (19,),
)
CREATE: Final = (
    "CREATE TEMP TABLE small (customer int, number int8, tiny int2, quantity int, big int8, amount float8, ratio float4, "
    "price numeric(12,2), wide numeric(30,4), note text, word text, "
    "flag bool, raw bytea, day date, at timestamptz, local timestamp, doc text, tags text[], nums int[], "
    "PRIMARY KEY (customer, number))"
)
#: What small is joined with, by its whole key or by the first column of it.
OTHER: Final = ViewSchema(
    "other",
    (Column("code", st.Int()), Column("title", st.String()), Column("weight", st.Double()), Column("since", st.Date())),
    ("code",),
    ("code",),
    HashPartitioning(3),
    (4,),
)
PARTS: Final = ViewSchema(
    "parts",
    (Column("tree", st.String()), Column("leaf", st.Short()), Column("size", st.Long()), Column("label", st.String())),
    ("tree", "leaf"),
    ("tree",),
    HashPartitioning(2),
    (4,),
)
CREATE_JOINED: Final = (
    "CREATE TEMP TABLE other (code int PRIMARY KEY, title text, weight float8, since date)",
    "CREATE TEMP TABLE parts (tree text, leaf int2, size int8, label text, PRIMARY KEY (tree, leaf))",
)
#: With the name of their table: an expression of the list may have a column's name, CASE … ELSE number END has.
_KEY: Final = ("small.customer", "small.number")
CUSTOMERS: Final = 6
#: They have no NULL.
FULL: Final = (3, 6)
#: Rows of customer n: n * n.
_INTS: Final = (0, 1, -1, 2, 7, -13, 100, 2**15 - 1, -(2**15))
_FLOATS: Final = (0.0, -0.0, 1.0, -1.5, 0.1, 2.5, 1e300, -1e-300, float("nan"), float("inf"), 3.5, 123456.789)
_TEXTS: Final = ("", "a", "Ab", "ab%", " b ", "grüße", "zebra crossing", "a,b,c", "éa", "𝒳y", "_x")
#: Among them hours that clocks skip and have twice, and times of old offsets.
_MICROS: Final = (
    0, -1, 1_700_000_123_456_789, 951_782_400_000_000, -62_000_000_000_000, 4_102_444_800_000_000, 1_678_606_200_000_000,
    1_678_588_200_000_000, 1_699_162_200_000_000, 1_699_165_800_000_000, 1_679_797_800_000_000, 1_698_546_600_000_000,
    -2_840_000_000_123_456,
)  # fmt: skip
_DOCUMENTS: Final = (
    '{"a": 1, "b": [1, "x", null], "c": 2.50}', '{"b":{"1":true},"a":"7","a":"x"}', "[0, -1, {\"a\": 5}]", '"text"', "null", "true",
    '{"c": 1e3, "a": {"b": "é\\n\\u00e9"}}', "[]", "-0.0", " {} ", "12", '{"a": null}',
)  # fmt: skip


def rows(rng: random.Random) -> pa.Table:
    """Some of each kind, NULLs among them."""
    found = []
    for customer in range(1, CUSTOMERS + 1):
        for number in range(customer * customer):
            key = (customer, number - 3 if customer % 2 else number * 10_000_000_000)
            null = 0 if customer in FULL else 0.15
            found.append((*key, *(None if rng.random() < null else value for value in _values(rng))))
    columns = list(zip(*found, strict=True))
    arrays = [pa.array(values, type_) for values, type_ in zip(columns, _ARROW, strict=True)]
    return pa.table(dict(zip([c.name for c in SCHEMA.columns], arrays, strict=True)))


def joined_rows() -> dict[ViewSchema, pa.Table]:
    """Of OTHER and PARTS, by hand: some keys have rows, and some values are NULL."""
    other = [(0, "ash", 1.5, 18262), (1, None, -0.0, None), (2, "oak", None, 0), (7, "a,b,c", 0.1, 60000), (-(2**31), "", 2.0, 1)]
    parts = [("ash", 0, 5, "a"), ("ash", 1, None, "b"), ("ash", -13, 2**63 - 1, None), ("fir", 7, 0, ""), ("a", 2, -1, "ab%")]
    types = ((pa.int32(), pa.string(), pa.float64(), pa.date32()), (pa.string(), pa.int16(), pa.int64(), pa.string()))
    return {
        schema: pa.table(
            [pa.array(c, t) for c, t in zip(zip(*rows, strict=True), of, strict=True)], [c.name for c in schema.columns]
        )
        for schema, rows, of in ((OTHER, other, types[0]), (PARTS, parts, types[1]))
    }


def _values(rng: random.Random) -> tuple[object, ...]:
    from decimal import Decimal

    price = Decimal(rng.choice((0, 1, -1, 250, 12345, -99999, 9999999999))).scaleb(-2)
    return (
        rng.choice(_INTS),
        rng.choice((*_INTS, 2**31 - 1, -(2**31))),
        rng.choice((*_INTS, 2**63 - 1, -(2**63), 10**12)),
        rng.choice(_FLOATS),
        rng.choice((0.0, -0.0, 0.5, 1.25, float("nan"))),
        price,
        Decimal(rng.choice((0, 5, -12345678901234567890123456, 10000))).scaleb(-4),
        rng.choice(_TEXTS),
        rng.choice(("ash", "fir", "oak", "Oak")),
        rng.random() < 0.5,
        rng.choice((b"", b"\0\xff", b"abc")),
        rng.choice((0, -1, 18262, 19000, -719162, 60000)),
        rng.choice(_MICROS),
        rng.choice(_MICROS),
        rng.choice(_DOCUMENTS) if rng.random() < 0.98 else "{broken",
        rng.choices((*_TEXTS, None), k=rng.randint(0, 3)),
        rng.choices((*_INTS, None), k=rng.randint(0, 3)),
    )


_ARROW: Final = (
    pa.int32(), pa.int64(), pa.int16(), pa.int32(), pa.int64(), pa.float64(), pa.float32(), pa.decimal128(12, 2),
    pa.decimal128(30, 4), pa.string(), pa.string(), pa.bool_(), pa.binary(), pa.date32(), pa.timestamp("us", "UTC"),
    pa.timestamp("us"), pa.string(), pa.list_(pa.string()), pa.list_(pa.int32()),
)  # fmt: skip

#: Kind → what it is made of: columns, constants, and templates over other kinds.
RULES: Final[dict[str, tuple[str, ...]]] = {
    "int": (
        "customer", "quantity", "tiny", "0", "3", "-7", "2147483647", "({int} + {int})", "({int} - {int})", "({int} * {int})",
        "({int} / {int})", "({int} % {int})", "(-{int})", "abs({int})", "mod({int}, {int})", "length({text})",
        "strpos({text}, {text})",
        "octet_length({text})", "({date} - {date})", "{numeric}::int", "{float}::int", "{big}::int", "({int} & {int})",
        "regexp_count({text}, '[a-h]+')", "({int} | {int})", "({int} # {int})", "length(raw)", "{int}::int2", "(2 * 3)", "7::int2",
        "ascii('é')", "length(lower('ABC'))",
        "jsonb_array_length({jsonb})", "({json} ->> 'a')::int", "{jsonb}::int", "{bool}::int", "ascii({text})",
        "nums[{int}]", "cardinality(nums)",
        "array_length(tags, {int})", "(~{int})", "width_bucket({float}, 0, 10, 5)", "cardinality(ARRAY[{int}, 3])",
    ),
    "big": (
        "number", "big", "5000000000", "({big} + {int})", "({int} - {big})", "({big} * {big})", "({big} / {int})",
        "({big} % {big})",        "{int}::int8", "abs({big})", "{float}::int8",
    ),
    "float": (
        "amount", "0.5::float8", "2::float8", "({float} + {float})", "({float} - {float})", "({float} * {float})",
        "({float} / {float})",
        "date_part('{field}', {local})", "(-{float})", "abs({float})",
        "{int}::float8", "{big}::float8", "floor({float})", "ceil({float})",
        "ratio::float8", "{numeric}::float8", "{float}::float4::float8", "round({float})", "trunc({float})", "sqrt({float})",
        "sign({float})", "date_part('day', {interval})",
        "power({float}, {float})", "exp({float})", "ln({float})", "date_part('epoch', {at})", "{jsonb}::float8",
        "({json} ->> 'c')::float8",
    ),
    "numeric": (
        "price", "wide", "1.50", "7::numeric", "({numeric} + {numeric})", "({numeric} - {numeric})", "({numeric} * {numeric})",
        "(-{numeric})", "abs({numeric})", "{int}::numeric", "{big}::numeric", "round({numeric}, 1)", "round({numeric}, 0)",
        "{float}::numeric", "extract(second from {local})", "extract(epoch from {at})", "extract({field} from {at})",
        "extract({field} from {local})", "({numeric} / {numeric})", "({numeric} % {numeric})", "trunc({numeric})",
        "trunc({numeric}, 1)", "floor({numeric})",
        "floor({numeric} / 0.3)", "floor(wide / 7)", "floor(extract(second from {at}) / 5)", "ceil({numeric})",
        "sign({numeric})", "round({numeric})",
        "{numeric}::numeric(10,1)", "extract(epoch from {interval})", "extract(hour from {interval})",
        "extract(month from {interval})", "extract(minute from {interval})",
        "(1.50 * 3 - 0.25)", "round(2.567, 1)", "({json} ->> 'c')::numeric", "{jsonb}::numeric",
        "mod({numeric}, {numeric})",
    ),
    "text": (
        "note", "word", "'a'", "''", "'b '", "({text} || {text})", "lower({text})", "upper({text})", "left({text}, {int})",
        "right({text}, {int})", "substr({text}, {int})", "substr({text}, {int}, {int})", "btrim({text})", "ltrim({text}, {text})",
        "rtrim({text}, 'b ')", "replace({text}, {text}, {text})", "split_part({text}, ',', {int})", "{int}::text", "{bool}::text",
        "{big}::text", "md5({text})", "concat({any}, {text}, {any})", "concat_ws({text}, {any}, {any})", "({text} || {int})",
        "({date} || {text})", "({text} || {numeric})", "({bool} || {text})", "{float}::text", "{numeric}::text", "{date}::text",
        "{at}::text", "{local}::text", "raw::text", "ratio::text", "lpad({text}, length({text}) + 3, {text})",
        "rpad({text}, {int} % 9, 'xy')", "lpad({text}, 4)", "repeat({text}, {int} % 4)", "initcap({text})", "reverse({text})",
        "regexp_replace({text}, '[aeiou,$]', '<\\&>', 'g')", "regexp_replace({text}, '^(.)(.)', '\\2\\1')",
        "substring({text} from '[b-z]+')", "(regexp_match({text}, '(.)b?(.)'))[{int}]",
        "translate({text}, {text}, {text})", "quote_ident({text})", "quote_literal({text})",
        "overlay({text} placing {text} from 2 for 1)", "format('%s-%I|%L', {any}, {text}, {any})",
        "to_char({at}, 'YYYY-MM-DD HH24:MI:SS TZ')", "to_char({local}, 'FMMon DD, HH12:MI AM')", "to_char({date}, 'IYYY-IW Dy')",
        "to_char({int}, 'FM999,990')", "to_char({numeric}, '99990.00')", "to_char({float}, '999D99')", "to_char({big}, 'S999')",
        "to_hex({int})", "encode(raw, 'hex')", "({json} ->> 'a')", "({jsonb} ->> 1)", "({jsonb} ->> 'a')", "({json} ->> -1)",
        "({jsonb} #>> '{{b,1}}')", "({json} #>> '{{a,b}}')", "jsonb_typeof({jsonb})", "json_typeof({json})", "{jsonb}::text",
        "array_to_string({list}, '-')", "array_to_string(nums, ',')", "to_char({interval}, 'HH24:MI:SS')",
        "{text}::varchar(2)", "{int}::varchar(3)", "doc", "jsonb_pretty({jsonb})", "{list}[1]", "tags[{int} % 4]",
    ),
    "json": ("to_json({any})", "json_build_object('k', {any}, {text}, {any})", "json_build_array({any}, {any})",
        "row_to_json(small)", "json_build_object({int}, row_to_json(small))",
        "doc::json", "'[1, 2]'::json", "({json} -> 'a')", "({json} -> 0)", "({json} #> '{{a,b}}')", "{jsonb}::json"),
    "jsonb": (
        "to_jsonb({any})", "jsonb_build_object('k', {any}, {text}, {jsonb})", "jsonb_build_array({any}, {json})",
        "doc::jsonb", "'{{\"a\": [1]}}'::jsonb", "({jsonb} -> 'a')", "({jsonb} -> -1)", "({jsonb} || {jsonb})", "({jsonb} - 'a')",
        "({jsonb} - 0)", "({jsonb} #- '{{a,b}}')", "({jsonb} #> '{{b,1}}')", "jsonb_strip_nulls({jsonb})", "{json}::jsonb",
        "'{{\"a\": [1.0], \"b\": 2.50}}'::jsonb",
    ),
    "list": ("tags", "'{{x,NULL}}'::text[]", "string_to_array({text}, ',')", "string_to_array({text}, '')",
        "ARRAY[{text}, {text}, NULL]", "regexp_split_to_array({text}, '[,s]')"),
    "interval": (
        "({at} - {at})", "({local} - {local})", "age({local}, {local})", "(-{interval})", "age({at}, {at})",
        "interval '1 day 02:03'", "(now() - {at})", "({interval} + {interval})", "({interval} - {interval})",
        "justify_interval({interval})", "justify_hours({interval})", "make_interval(days => {int}, hours => 3)",
        "make_interval(secs => {float})",
        "({interval} * {float})", "({int} * {interval})", "({interval} / {float})", "(interval '1 month 3 days' * 2.5)",
    ),
    "bool": (
        "flag", "true", "false", "({int} {cmp} {int})", "({big} {cmp} {int})", "({float} {cmp} {float})", "(ratio {cmp} {float})",
        "({numeric} {cmp} {numeric})", "({text} {cmp} {text})", "({date} {cmp} {date})", "({at} {cmp} {at})",
        "({local} {cmp} {local})", "({bool} {cmp} {bool})", "(raw {cmp} raw)", "({float}::float4 {cmp} ratio)",
        "({bool} AND {bool})", "({bool} OR {bool})",
        "(NOT {bool})", "({any} IS NULL)", "(note IS NOT NULL)", "({bool} IS TRUE)", "({bool} IS NOT FALSE)", "({bool} IS UNKNOWN)",
        "({int} IN (1, 2, {int}))", "({int} NOT IN (1, 7))", "({text} IN ('a', NULL, 'ash'))", "({text} LIKE 'a%')",
        "({text} LIKE '%b%')", "({text} NOT LIKE '%a%b')", "({text} LIKE 'ash')", "({int} BETWEEN {int} AND {int})",
        "({int} IS DISTINCT FROM {int})", "({text} IS NOT DISTINCT FROM {text})", "starts_with({text}, {text})",
        "({float} IS DISTINCT FROM {float})", "({text} LIKE '')", "({text} LIKE '%')", "({text} LIKE 'a%a%')",
        "({text} LIKE '_s%')", "({text} ILIKE '%A%b')", "({text} NOT ILIKE 'aSh%')", "({text} ILIKE '_É%')",
        "({text} LIKE 'a_')", "({text} NOT LIKE '%_b_%')", "({text} LIKE '__%_')", "({text} LIKE {text})",
        "({text} NOT ILIKE {text})", "({jsonb} @> {jsonb})", "({jsonb} ? 'a')",
        "({jsonb} = {jsonb})", "({jsonb} IN ({jsonb}, '1.0'))", "({jsonb} IS DISTINCT FROM {jsonb})",
        "(nullif({jsonb}, '1') IS NULL)",
        "({numeric} IN (1.50, 2, {numeric}))", "({float} IN (0, 2.5))", "({numeric} IS DISTINCT FROM {numeric})",
        "({text} ~ '^[as].*h?$')", "({text} !~ '[$,]')", "({text} ~* 'A.B?|h$')", "({text} !~* '^ash$')", "({text} ~ {text})",
        "({text} SIMILAR TO '(a|b)%')", "regexp_like({text}, '^a\\w+', 'in')",
        "({text} ~ '^a')", "({text} !~ 'b$')", "({text} ~ '^(ash|Ab)$')", "({text} ~ '(a|,b)')", "({text} ~ 'sh')",
        "({int} = ANY (ARRAY[1, {int}, NULL]))", "({text} = ANY (ARRAY['a', 'ash']))", "({text} <> ALL (ARRAY[{text}, 'b']))",
        "({float} = ANY ('{{0,2.5}}'))", "({float} NOT IN (0, {float}))", "({text})::bool", "({interval} IS NULL)",
        "({int} = ANY (nums))",
        "({text} <> ALL ({list}))",
        "({int} = ANY ('{{1,7,NULL}}'))", "({interval} {cmp} {interval})", "({date} {cmp} {at})", "({local} {cmp} {date})",
        "({at} {cmp} {local})", "({at} {cmp} '2020-02-29'::date)", "('2020-02-29'::date {cmp} local)",
        "({local} {cmp} '2021-03-28 01:30'::timestamptz)", "({at} {cmp} '2021-03-28 02:30'::timestamp)",
        "({at} - interval '1 hour' * 2 {cmp} timestamptz '2020-01-01' + interval '1 day' / 3)",
        "(({int}, {text}) {cmp} ({int}, {text}))", "((tiny, word) IN ((1, 'ash'), ({int}, {text})))",
        "((quantity, {int}) NOT IN ((1, 2), (NULL, 3)))", "((flag, number, {date}) {cmp} ({bool}, 2, {date}))",
        "({text} <> ALL ('{{a,ash}}'))", "({big} = ANY ('{{}}'::int8[]))",
        # What constants decide, or leave out.
        "(NULL IS NOT NULL OR {bool})", "(1 IN (2, NULL))", "(flag OR true)", "({bool} AND NULL)", "(NOT ({bool} OR NULL))",
        "CASE WHEN 1 = 2 THEN flag WHEN {bool} THEN true ELSE 'b' NOT IN ('a') END", "(coalesce(NULL, {bool}, true) IS NOT TRUE)",
    ),
    "date": ("day", "'2020-02-29'::date", "({date} + {int})", "({date} - {int})", "{local}::date", "{at}::date",
        "make_date(2020, {int}, 1)", "({text})::date", "to_date('29 Feb 2020', 'DD Mon YYYY')", "to_date({text}, 'YYYY')"),
    "at": ("at", "'2023-11-14 22:15:00+00'::timestamptz", "date_trunc('{unit}', {at})", "{date}::timestamptz",
        "now()", "({at} + interval '90 minutes')", "({at} + {interval})",
        "({at} - {int} * interval '1 hour')", "({interval} + {at})",
        "(now() - interval '1 day 2 hours')", "date_trunc('hour', now())", "date_trunc('{unit}', {at}, 'Asia/Tokyo')",
        "({local} AT TIME ZONE 'Europe/Berlin')", "({at} + interval '1 month -2 days 3 hours')", "to_timestamp({float})",
        "{local}::timestamptz", "({at} - interval '1 year')", "date_bin('15 minutes', {at}, {at})",
        "date_trunc('day', timestamptz '2021-03-28 05:06')", "(timestamp '2021-03-28 02:30' AT TIME ZONE 'Europe/Berlin')",
        "to_timestamp('2020-02-29 12:34:56.5', 'YYYY-MM-DD HH24:MI:SS.US')", "to_timestamp({text}, 'YYYY')",
        "make_timestamptz(2021, 3, 28, {int}, 30, 1.5)"),
    "local": ("({local} + {interval})", "({date} - {interval})", "local",
        "'2000-01-01 12:34:56.789'::timestamp", "date_trunc('{unit}', {local})", "{date}::timestamp",
        "({local} - interval '1 day 01:02:03.5')", "({date} + interval '36 hours')",
        "({at} AT TIME ZONE 'America/New_York')", "{at}::timestamp", "({local} + interval '1 year 2 months')",
        "({date} - interval '1 month')", "date_bin({interval}, {local}, {local})",
        "make_timestamp(2020, {int}, 29, 23, 59, {float})", "date_trunc('hour', timestamp '2021-03-28 05:06')"),
}  # fmt: skip
_SHARED: Final = (
    "coalesce({%}, {%})", "nullif({%}, {%})", "CASE WHEN {bool} THEN {%} ELSE {%} END",
    "CASE WHEN {bool} THEN {%} WHEN {bool} THEN {%} END",
    "greatest({%}, {%})", "least({%}, {%}, {%})",
)  # fmt: skip
#: Subqueries, the same for every row.
_SUBQUERIES: Final[dict[str, tuple[str, ...]]] = {
    "int": ("(SELECT max(leaf) FROM parts)", "(SELECT code FROM other WHERE title = 'oak')",
        "(SELECT leaf FROM parts WHERE size = 9)", "(SELECT code FROM other WHERE code = tiny AND title IS NOT NULL)"),
    "big": ("(SELECT count(*) FROM parts WHERE tree = word)", "(SELECT max(size) FROM parts WHERE tree = note AND leaf < quantity)",
        "(SELECT sum(s.tiny) FROM small s WHERE s.customer = small.customer AND s.number < small.number)",
        "(SELECT count(*) FROM small WHERE customer = 3)", "(SELECT sum(code) FROM other WHERE code < 5)"),
    "text": ("(SELECT string_agg(label, ',' ORDER BY leaf) FROM parts WHERE tree = word)",
        "(SELECT label FROM parts WHERE tree = word AND size > tiny ORDER BY leaf DESC LIMIT 1)",
        "(SELECT max(s.word) FROM small s WHERE s.customer = small.tiny AND s.flag = small.flag)",
        "(SELECT title FROM other WHERE code = 7)", "(SELECT max(label) FROM parts)", "(SELECT tree FROM parts LIMIT 1)",
        "(SELECT title FROM other WHERE code = quantity)", "(SELECT label FROM parts WHERE word = tree AND leaf = tiny)",
        "(SELECT upper(title) FROM other WHERE code = quantity)", "(SELECT label FROM parts WHERE tree = word AND leaf > tiny)"),
    "list": ("ARRAY(SELECT title FROM other WHERE code < 4 ORDER BY code)", "ARRAY(SELECT label FROM parts WHERE leaf > 99)",
        "ARRAY(SELECT label FROM parts WHERE tree = word AND size > tiny ORDER BY leaf)"),
    "date": ("(SELECT min(since) FROM other)", "(SELECT since FROM other WHERE code = {int})"),
    "numeric": ("(SELECT avg(leaf) FROM parts)",),
    "float": ("(SELECT weight FROM other WHERE code = 1)", "(SELECT o.weight FROM other o WHERE o.code = number)"),
    "bool": (
        "({int} IN (SELECT code FROM other))", "({int} NOT IN (SELECT leaf FROM parts))", "({text} IN (SELECT tree FROM parts))",
        "({text} NOT IN (SELECT title FROM other))", "({big} = ANY (SELECT size FROM parts WHERE leaf < 9))",
        "({int} <> ALL (SELECT quantity FROM small WHERE customer = 2))", "({int} = ANY (ARRAY(SELECT code FROM other)))",
        "({date} IN (SELECT since FROM other WHERE code > 0))",
        "EXISTS (SELECT 1 FROM small s WHERE s.customer = small.tiny AND s.quantity > small.quantity)",
        "(NOT EXISTS (SELECT 1 FROM parts WHERE tree = word AND leaf + tiny > 3))",
        "EXISTS (SELECT 1 FROM other WHERE code = quantity)", "(NOT EXISTS (SELECT * FROM other WHERE code = tiny AND weight > 0))",
        "EXISTS (SELECT 1 FROM parts WHERE tree = word AND leaf = tiny AND size > 0)",
        "EXISTS (SELECT 1 FROM parts WHERE tree = note)",
        "EXISTS (SELECT 1 FROM parts WHERE leaf = 7)", "(NOT EXISTS (SELECT 1 FROM other WHERE code = 3))",
        "({text} IN (SELECT title FROM other WHERE code = (SELECT max(leaf) FROM parts)))",
        "({float} IN (SELECT weight FROM other))", "({numeric} IN (SELECT price FROM small WHERE customer = 1))",
    ),
}  # fmt: skip
_AGGREGATES: Final = (
    "count(*)", "count({any})", "count(DISTINCT {int})", "count(DISTINCT {text})", "sum({int})", "sum({big})", "sum({numeric})",
    "sum(DISTINCT {int})", "avg(DISTINCT {big})", "sum(DISTINCT {big})",
    "sum({float} + 0)", "avg({int})", "avg({big})", "avg({numeric})", "avg({float})", "min({int})", "max({text})", "min({date})",
    "max({at})", "max({float} + 0)", "min({float} + 0)", "bool_and({bool})", "bool_or({bool})", "every({bool})",
    "count(*) FILTER (WHERE {bool})", "sum({int}) FILTER (WHERE {bool})", "array_agg({any} ORDER BY customer, number)",
    "array_agg({text} ORDER BY {int} DESC, customer, number DESC) FILTER (WHERE {bool})", "array_agg(DISTINCT {int})",
    "string_agg({text}, '; ' ORDER BY {date} NULLS FIRST, customer, number)", "string_agg(DISTINCT {text}, ',')",
    "array_agg(DISTINCT {text} ORDER BY {text} DESC)", "min(price)", "max(wide)", "count(DISTINCT {numeric})",
    "count(DISTINCT {float})", "json_agg({any} ORDER BY customer, number)", "jsonb_agg({any} ORDER BY number, customer)",
    "json_agg(small ORDER BY customer, number) FILTER (WHERE {bool})", "stddev({int})", "variance({big})", "var_pop({numeric})",
    "stddev_pop({float} + 0)", "corr({float}, {float} + 0)", "percentile_cont(0.3) WITHIN GROUP (ORDER BY {float})",
    "percentile_disc(0.5) WITHIN GROUP (ORDER BY {int} DESC)", "percentile_disc(0.9) WITHIN GROUP (ORDER BY {text})",
    "percentile_cont(ARRAY[0.3, 0.9]) WITHIN GROUP (ORDER BY {float})", "sum({interval})", "avg({interval})", "min({interval})",
    "max({interval})", "percentile_disc('{{0.1,1}}'::float8[]) WITHIN GROUP (ORDER BY {int})",
    "json_object_agg(number, {any} ORDER BY customer, number)",
    "jsonb_object_agg(coalesce(word, 'none'), {any} ORDER BY customer, number)",
    "mode() WITHIN GROUP (ORDER BY {date})", "mode() WITHIN GROUP (ORDER BY {int} DESC)",
)  # fmt: skip
#: In groups, PostgreSQL adds up floats in the order of its sort.
_ORDERED: Final = frozenset({
    "sum({float} + 0)", "avg({float})", "stddev_pop({float} + 0)", "corr({float}, {float} + 0)", "min({interval})",
    "max({interval})",
})  # fmt: skip
_JOINS: Final = (
    "JOIN other ON code = quantity", "LEFT JOIN other ON code = quantity", "LEFT JOIN other ON quantity = code AND {bool}",
    "JOIN other ON code = customer + 1", "JOIN other ON code = tiny AND since IS NOT NULL",
    "LEFT JOIN other ON code = tiny AND true",
    "CROSS JOIN other", "JOIN other ON code = big", "LEFT JOIN other ON code = number AND title < word",
    "JOIN parts ON tree = word", "LEFT JOIN parts ON tree = word", "LEFT JOIN parts ON tree = word AND leaf = tiny AND {bool}",
    "JOIN parts ON tree = note AND leaf = quantity", "JOIN other ON code = quantity JOIN parts ON tree = title",
    "LEFT JOIN other ON code = tiny LEFT JOIN parts ON tree = title",
    "LEFT JOIN other ON code = quantity JOIN parts ON tree = word",
    # By other columns than the key.
    "JOIN other ON title = note", "LEFT JOIN other ON title = note AND weight > 0", "LEFT JOIN other ON since = day AND {bool}",
    "JOIN parts ON leaf = tiny", "LEFT JOIN parts ON label = note AND {bool}", "JOIN parts ON size = big AND leaf = tiny",
    "JOIN other ON since = day JOIN parts ON tree = title", "LEFT JOIN other ON title = word LEFT JOIN parts ON leaf = code",
    "LEFT JOIN other ON code > quantity", "JOIN parts ON size > quantity AND {bool}",
    "JOIN parts ON tree = word JOIN other ON leaf = code",
    # Asked for each row.
    "JOIN LATERAL (SELECT * FROM parts p WHERE p.tree = word ORDER BY leaf DESC LIMIT 1) parts ON true",
    "LEFT JOIN LATERAL (SELECT * FROM other o WHERE o.code = quantity OR o.code = tiny ORDER BY code LIMIT 2) other ON {bool}",
    "LEFT JOIN LATERAL (SELECT max(code) AS code, min(title) AS title, max(weight) AS weight, min(since) AS since FROM other o "
    "WHERE o.code > tiny) other ON true",
    "JOIN LATERAL (SELECT tree, min(leaf) AS leaf, max(size) AS size, string_agg(label, ',' ORDER BY leaf) AS label "
    "FROM parts p WHERE p.tree = word GROUP BY tree) parts ON true",
    "JOIN LATERAL (VALUES (word, tiny, big, note), ('x', 3::int2, NULL, left(note, 3))) parts (tree, leaf, size, label) "
    "ON true",
    "LEFT JOIN LATERAL (SELECT s.word || s.number AS tree, s.tiny AS leaf, s.big AS size, s.note AS label FROM small s "
    "WHERE s.customer = small.tiny AND s.quantity > small.quantity) parts ON leaf IS NOT NULL",
    "JOIN other ON title = upper(lower(word)) AND {bool}", "LEFT JOIN parts ON leaf = quantity + 1 AND size IS NULL",
)  # fmt: skip
#: Of series, over months of several lengths and hours that clocks skip and have twice.
_TIMES: Final = (
    "timestamp '2020-01-31', timestamp '2020-09-01', interval '1 month'", "timestamp '2020-02-01', '2020-01-01', '-1 day -2 hours'",
    "timestamptz '2021-03-27 00:30', '2021-03-29', interval '6 hours'", "timestamptz '2021-03-12', '2021-04-02', '1 day'",
    "timestamptz '2021-11-12', timestamptz '2021-10-25', '-1 day 12 hours'", "now() - interval '3 days', now(), interval '8 hours'",
    "date '2021-01-31', date '2021-12-01', '1 month'", "timestamptz '2021-01-01', '2022-01-01', '0 days'",
)  # fmt: skip
_JOINED_ITEMS: Final = {
    "other": ("title", "weight", "since", "code", "upper(title)", "code + 1", "since + quantity", "coalesce(title, note)"),
    "parts": ("tree", "leaf", "size", "label", "size - leaf", "label || tree", "leaf = tiny"),
}
#: What is made of a subquery's columns.
_OVER: Final = {
    "int": ("{0}", "{0} + 1", "{0} * {0}", "abs({0})", "{0} = 3"),
    "text": ("{0}", "upper({0})", "{0} || '-' || {0}", "length({0})"),
    "bool": ("{0}", "NOT {0}", "{0} AND n > 2"), "date": ("{0}", "{0} + 1"), "float": ("{0}",), "numeric": ("{0}", "{0} + 1"),
}  # fmt: skip
#: Subqueries of FROM that stay tables, with g, n and a: groups, the first rows, different values.
_TABLES: Final = (
    "SELECT {group} AS g, count(*) AS n, max(tiny) AS a FROM small WHERE {where} GROUP BY {group}",
    "SELECT {group} AS g, sum(customer) AS n, min({int}) AS a FROM small JOIN other ON code = tiny GROUP BY {group} "
    "HAVING count(*) > 1",
    "SELECT {group} AS g, number AS n, {int} AS a FROM small WHERE {where} ORDER BY customer, number LIMIT 7",
    "SELECT DISTINCT {group} AS g, customer AS n, tiny AS a FROM small WHERE {where}",
)
#: What VALUES are of.
_CONSTANTS: Final = {
    "int": ("1", "7", "-3", "NULL::int", "2 * 3"), "text": ("'a'", "'oak'", "upper('b')", "NULL::text", "''"),
    "date": ("'2020-02-29'::date", "'2021-03-28'::date + 1", "NULL::date"),
}  # fmt: skip
#: Over one of them (t), by the kind of g.
_OVER_TABLES: Final[dict[str, tuple[str, ...]]] = {
    "int": (
        "SELECT t.*, title FROM {t} JOIN other ON code = g",
        "SELECT g, n, title, a + code FROM {t} LEFT JOIN other ON code = g AND n > 1",
        "SELECT code, title, n FROM other LEFT JOIN {t} ON g = code AND a IS NOT NULL",
        "SELECT title, number, n, a FROM small JOIN {t} ON quantity = g JOIN other ON code = g WHERE customer = 5",
        "SELECT count(*), sum(n), max(a) FROM {t} JOIN small ON small.number = t.n WHERE customer IN (2, 3)",
        "SELECT code, (SELECT max(leaf) FROM parts), n FROM other, {t} WHERE code = g AND n <> 3",
    ),
    "text": (
        "SELECT t.*, leaf FROM {t} JOIN parts ON tree = g", "SELECT g, n, size FROM parts RIGHT JOIN {t} ON tree = g AND leaf > 0",
        "SELECT tree, leaf, n, upper(g) FROM parts LEFT JOIN {t} ON g = tree",
        "SELECT word, count(*), sum(n) FROM small JOIN {t} ON word = g WHERE customer = 6 GROUP BY word",
    ),
    "date": ("SELECT g, n, a, title FROM {t} LEFT JOIN other ON since = g", "SELECT g - 1, n FROM {t} WHERE a < 100"),
}  # fmt: skip
#: Over any.
_OVER_ANY: Final = (
    "SELECT count(*), sum(n), max(a), count(DISTINCT g) FROM {t}",
    "SELECT n, count(*), min(g) FROM {t} WHERE n > 0 GROUP BY n",
    "SELECT g, n FROM {t} WHERE a IS NOT NULL OR n > 2",
    "SELECT DISTINCT n FROM {t}",
    "SELECT max(n) - min(a) FROM {t} HAVING count(*) > 0",
    "SELECT m + 1, k FROM (SELECT n AS k, count(*) AS m FROM {t} GROUP BY n) u WHERE m > 0",
)
#: Over a WITH entry t that is named more than once.
_TWICE: Final = (
    "SELECT x.g, y.n, x.a FROM t x JOIN t y ON x.g = y.g AND x.n = y.n",
    "SELECT x.n, count(*) FROM t x LEFT JOIN t y ON x.g = y.g GROUP BY x.n",
    "SELECT g, n FROM t WHERE n = (SELECT max(n) FROM t)",
    "SELECT count(*) FROM small WHERE tiny IN (SELECT a FROM t)",
    "SELECT code FROM other WHERE EXISTS (SELECT 1 FROM t) AND code NOT IN (SELECT n FROM t WHERE n IS NOT NULL)",
)
_GROUPS: Final = {"int": ("quantity", "tiny + 0"), "text": ("word", "lower(note)"), "date": ("day", "day + 1")}
_JOINED_AGGREGATES: Final = ("count(*)", "sum(quantity)", "count(DISTINCT tiny)", "min(word)", "max(number)", "count(note)")
_UNITS: Final = ("Hours", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "milliseconds")
_FIELDS: Final = ("hour", "minute", "day", "month", "year", "dow", "isodow", "doy", "quarter", "week", "isoyear")
_CMP: Final = ("=", "<>", "<", "<=", ">", ">=")


#: Of each type's values; a column comes first.
_ARGUMENTS: Final = {
    "int2": ("tiny", "2::int2"), "int4": ("quantity", "customer", "1", "-2"), "int8": ("number", "big", "3::int8"),
    "float4": ("ratio",), "float8": ("amount", "0.5::float8", "ratio::float8"), "numeric": ("price", "wide", "2.50", "-3"),
    "text": ("note", "word", "'a'", "'%'"), "bytea": ("raw", "'\\x6162'::bytea"), "date": ("day", "'2020-02-29'::date"),
    "timestamp": ("local", "'2023-10-29 02:30'::timestamp"), "timestamptz": ("at", "now()"), "json": ("doc::json", "'[1]'::json"),
    "jsonb": ("doc::jsonb", "'{\"a\": [2]}'::jsonb"), "interval": ("(now() - at)",),
    "_text": ("tags", "'{a,b}'::text[]", "'{b,1}'::text[]"),
    "anyarray": ("tags", "nums"),
}  # fmt: skip


class Maker:
    """Statements by a seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._signatures: list[str] = []

    def expression(self, kind: str, depth: int = 2) -> str:
        """One of the kind, at most so deep."""
        rules = RULES[kind]
        if depth <= 0:
            leaves = [rule for rule in rules if "{" not in rule]
            chosen = self._rng.choice(leaves[:2] * 3 + leaves)
        else:
            chosen = self._rng.choice((*rules, *_SUBQUERIES.get(kind, ()), *(s.replace("%", kind) for s in _SHARED)))
        return self._filled(chosen, depth)

    def _filled(self, template: str, depth: int) -> str:
        """With holes in single braces filled; doubled ones are braces."""
        return re.sub(r"\{(\{.*?\})\}|\{(\w+|%)\}", lambda found: found[1] or self._hole(found[2], depth), template)

    def _called(self) -> str:
        """Each function in turn."""
        if not self._signatures:
            self._signatures = list(signatures())
            self._rng.shuffle(self._signatures)
        return called(self._signatures.pop(), lambda pg, at: self._rng.choice(_ARGUMENTS[pg]) if at else _ARGUMENTS[pg][0])

    def _hole(self, hole: str, depth: int) -> str:
        match hole:
            case "cmp":
                return self._rng.choice(_CMP)
            case "unit":
                return self._rng.choice(_UNITS)
            case "field":
                return self._rng.choice(_FIELDS)
            case "any":
                return self.expression(self._rng.choice(list(RULES)), depth - 1)
        return self.expression(hole, depth - 1)

    def statement(self) -> str:
        """A SELECT over the keys of one customer or of several, or over all rows."""
        chosen = self._rng.random()
        if chosen < 0.2:
            return f"SELECT {self._called()}, number, {self._called()} FROM small WHERE {self._where(keyed=True)}"
        if chosen < 0.23:
            return f"SELECT EXISTS (SELECT {self._items(1)} FROM small WHERE {self._where()}{self._rng.choice(('', ' LIMIT 1'))})"
        if chosen < 0.26:
            return self._first_of_each()
        if chosen < 0.4:
            return self._joined()
        if chosen < 0.55:
            return self._nested()
        if chosen < 0.65:
            return self._over_table()
        if chosen < 0.7:
            return self._united()
        if chosen < 0.72:
            return self._series()
        if chosen < 0.74:
            return RangeMaker(self._rng).statement()
        if chosen < 0.8:
            return WindowMaker(self._rng, lambda kind: self.expression(kind, 1), self._where).statement()
        return self._grouped() if self._rng.random() < 0.3 else self._plain()

    def _series(self) -> str:
        """Over generate_series, alone or with the rows of a customer beside its numbers."""
        rng = self._rng
        first, last, step = (rng.choice((rng.randint(-9, 20), 2**31 - 1, -(2**31))) for _ in range(3))
        whole = rng.choice(
            (f"1, {first % 25}", f"{first}, {last}, {step}", f"{first % 30}, 0, -3", f"{first}::int8, {first} + 20, 7")
        )
        if rng.random() < 0.4:
            where = rng.choice(("", f" AND {self._where()}", " AND length(word) = 3"))
            join = f"{rng.choice(('', 'LEFT '))}JOIN small ON customer = {rng.randint(1, CUSTOMERS)} AND tiny = s{where}"
            return f"SELECT s, count(number), max(word), sum(s) FROM generate_series({whole}) s {join} GROUP BY s ORDER BY s"
        made = rng.choice((whole, "NULL, 3", *_TIMES))
        return rng.choice(
            (
                f"SELECT s FROM generate_series({made}) s",
                f"SELECT count(*), min(s), max(s) FROM generate_series({made}) s",
                f"SELECT s, row_number() OVER (ORDER BY s DESC) FROM generate_series({made}) s ORDER BY s LIMIT 5",
                f"SELECT * FROM generate_series({made}) WITH ORDINALITY",
            )
        )

    def _first_of_each(self) -> str:
        """DISTINCT ON, of one order that there is."""
        rng = self._rng
        kinds = ("int", "text", "date", "bool", "numeric", "float", "at")
        made = (self.expression(rng.choice(kinds)) for _ in count())
        # A subquery written twice is two.
        each = list(islice((e for e in made if "SELECT" not in e), rng.randint(1, 2)))
        way = rng.choice(("", " DESC", " NULLS FIRST", " DESC NULLS LAST"))
        order = ", ".join([*(f"{e}{way}" for e in rng.sample(each, len(each))), f"number{way}", "customer"])
        tail = rng.choice(("", "", " LIMIT 3", " OFFSET 1 LIMIT 2"))
        items = f"{self._items(2)}, number"
        return f"SELECT DISTINCT ON ({', '.join(each)}) {items} FROM small WHERE {self._where()} ORDER BY {order}{tail}"

    def _joined(self) -> str:
        rng = self._rng
        aggregated = rng.random() < 0.2
        # PostgreSQL adds up all rows in the order of its joins.
        join, where = self._filled(rng.choice(_JOINS), 2), self._where(keyed=aggregated)
        if "CROSS" in join:
            where += rng.choice((" AND code = 7", " AND code = quantity", " AND code = customer AND title LIKE 'a%'"))
        names = [name for name in _JOINED_ITEMS if f"{name} " in f"{join} "]
        own = [rng.choice(_JOINED_ITEMS[name]) for name in names for _ in range(rng.randint(1, 3))]
        mixed = [
            *own,
            *(self.expression(rng.choice(list(RULES))) for _ in range(rng.randint(0, 2))),
            rng.choice(("number", "note")),
        ]
        source = f"small {join}"
        if not re.search("JOIN|LATERAL", turned := join.removeprefix("LEFT JOIN ")) and rng.random() < 0.3:
            source = turned.replace(" ON ", " RIGHT JOIN small ON ", 1)
        if aggregated:
            wanted = ", ".join(rng.choice(_JOINED_AGGREGATES) for _ in range(2))
            group = rng.choice(("", f" GROUP BY {own[0]}"))
            return f"SELECT {own[0] + ', ' if group else ''}{wanted} FROM {source} WHERE {where}{group}"
        rng.shuffle(mixed)
        keys = [*_KEY, *["other.code"] * ("other" in names), *["parts.tree", "parts.leaf"] * ("parts" in names)]
        first = rng.choice((f"{_KEY[1]} DESC", own[0]))
        order = f" ORDER BY {', '.join([first, *keys])}"
        order = rng.choice(("", order, order + " LIMIT 3", order + " OFFSET 1 LIMIT 4"))
        return f"SELECT {rng.choice(('*', ', '.join(mixed)))} FROM {source} WHERE {where}{order}"

    def _nested(self) -> str:
        """Over a subquery, or a WITH entry."""
        rng = self._rng
        kinds = [rng.choice(list(_OVER)) for _ in range(rng.randint(1, 3))]
        columns = [f"{self.expression(kind)} AS c{i}" for i, kind in enumerate(kinds)]
        order = rng.choice(("", "", " ORDER BY customer, number", " ORDER BY customer, number LIMIT 3"))
        inner = f"SELECT customer AS k, number AS n, {', '.join(columns)} FROM small WHERE {self._where()}{order}"
        over = [rng.choice(_OVER[kind]).format(f"c{i}") for i, kind in enumerate(kinds)]
        where = rng.choice(("", "", " WHERE c0 IS NOT NULL", f" WHERE {over[0]} IS NULL", " WHERE n > 0 OR k = 2"))
        whole = f"SELECT {', '.join(over)}, n FROM {{}}{where}{rng.choice((' ORDER BY k, n', ' ORDER BY k, n LIMIT 2'))}"
        match rng.randrange(5):
            case 0:
                group = rng.choice(("word", "flag", "quantity"))
                inner = f"SELECT {group} AS c0, count(*) AS n, max(tiny) AS t FROM small WHERE {self._where()} GROUP BY {group}"
                tail = rng.choice(("", " WHERE n > 1", " WHERE t IS NULL OR n = 1 ORDER BY t, c0 LIMIT 3"))
                whole = f"SELECT n + 1, c0, n * t FROM {{}}{tail}"
            case 1:
                whole = f"SELECT count(*), count({over[0]}), min(n) FROM {{}}{where}"
            case 2:
                whole = f"SELECT n, title, {over[0]} FROM {{}} JOIN other ON code = n{where} ORDER BY k, n"
            case 3:
                whole = f"SELECT * FROM {{}}{where}" if "LIMIT" not in inner else "SELECT * FROM {}"
        if rng.random() < 0.5:
            return whole.format(f"({inner}) q")
        return f"WITH q AS ({inner}) {whole.format('q')}"

    def _over_table(self) -> str:
        """Over what stays a table of its own, in FROM or as a WITH entry; in any order."""
        rng = self._rng
        kind = rng.choice(list(_GROUPS))
        table = rng.choice(_TABLES).replace("{group}", rng.choice(_GROUPS[kind])).replace("{where}", self._where())
        table = self._filled(table, 2) if rng.random() < 0.8 else self._of_constants(kind)
        if rng.random() < 0.3:
            return f"WITH t AS ({table}) {rng.choice(_TWICE)}"
        whole = rng.choice((*_OVER_TABLES[kind], *_OVER_ANY))
        if rng.random() < 0.5:
            return whole.replace("{t}", f"({table}) t")
        return f"WITH t AS ({table}) {whole.replace('{t}', 't')}"

    def _of_constants(self, kind: str) -> str:
        """VALUES or an array's elements, as one of _TABLES."""
        rng, of = self._rng, _CONSTANTS[kind]
        if rng.random() < 0.4:
            array = f"ARRAY[{', '.join(rng.choice(of) for _ in range(rng.randint(1, 6)))}]::{kind}[]"
            return f"SELECT e AS g, 3 AS n, 7 AS a FROM unnest({array}) e"
        cells = (
            (rng.choice(of), rng.choice(_CONSTANTS["int"]), rng.choice(("1", "2.5", "NULL"))) for _ in range(rng.randint(1, 5))
        )
        return f"SELECT g, n, a FROM (VALUES {', '.join(f'({g}, {n}, {a})' for g, n, a in cells)}) v(g, n, a)"

    def _united(self) -> str:
        """UNION and its like of two or three, in any order but where all columns say which; alone or in FROM."""
        rng = self._rng
        kinds = [rng.choice(("int", "big", "text", "date", "bool", "at", "numeric", "float")) for _ in range(rng.randint(1, 3))]
        sides = list[str]()
        while len(sides) < rng.choice((2, 2, 3)):
            side = f"SELECT {', '.join(self.expression(kind, 1) for kind in kinds)} FROM small WHERE {self._where()}"
            if rng.random() < 0.2:
                side = f"SELECT {', '.join(self.expression(kind, 0) for kind in kinds)} FROM small WHERE number > 2"
            if " ORDER BY " not in side:  # of what is gathered
                sides.append(side)
        # Of equal numbers that have several texts, PostgreSQL takes one or the other.
        others = () if {"numeric", "float"}.intersection(kinds) else ("INTERSECT", "EXCEPT")
        made = sides[0]
        for side in sides[1:]:
            made += f" {rng.choice(('UNION', 'UNION ALL', 'UNION ALL', 'UNION', *others))} {side}"
        if rng.random() < 0.3:
            names = ", ".join(f"c{i}" for i in range(len(kinds)))
            return f"SELECT {rng.choice(('*', 'count(*), count(c0)', 'c0 IS NULL', 'max(c0)'))} FROM ({made}) t({names})"
        if not {"numeric", "float"}.intersection(kinds):
            ways = ", ".join(f"{i + 1}{rng.choice(('', ' DESC', ' NULLS FIRST'))}" for i in range(len(kinds)))
            made += rng.choice(("", f" ORDER BY {ways}", f" ORDER BY {ways} LIMIT 4", f" ORDER BY {ways} OFFSET 2 LIMIT 3"))
        return made

    def _where(self, *, keyed: bool = False) -> str:
        rng = self._rng
        customer = rng.randint(1, CUSTOMERS + 1)
        number = (rng.randint(0, customer * customer) - 3) if customer % 2 else rng.randint(0, customer) * 10_000_000_000
        key = rng.choice((f"number <> {number}", f"quantity < {customer}", "customer > 0", "true"))
        if keyed or rng.random() < 0.7:
            key = rng.choice((
                f"customer = {customer} AND number = {number}",
                f"customer = {customer}",
                f"customer = {customer} AND number > {number}",
                f"customer IN ({customer}, 2) AND number IN (0, 1, {number})",
                f"customer = {customer} AND number = {number} + 0",
                f"customer = (SELECT {customer}) AND number >= (SELECT min(leaf) FROM parts WHERE leaf > {customer})",
                f"customer = (SELECT max(code) FROM other WHERE code < {customer})",
                f"customer = ANY (ARRAY(SELECT code FROM other WHERE code BETWEEN {customer} AND 5))",
                f"customer = (SELECT tiny FROM small s WHERE s.customer = {customer} ORDER BY number LIMIT 1)",
            ))  # fmt: skip
        return key + "".join(f" AND {self._condition()}" for _ in range(rng.choice((0, 0, 1, 1, 2))))

    def _condition(self) -> str:
        """About a column: one of constants alone is PostgreSQL's planner's affair."""
        while not any(column.name in (found := self.expression("bool")) for column in SCHEMA.columns):
            pass
        return found

    def _items(self, count: int) -> str:
        return ", ".join(self.expression(self._rng.choice(list(RULES))) for _ in range(count))

    def _plain(self) -> str:
        rng = self._rng
        if rng.random() < 0.1:
            kinds = [rng.choice(("int", "text", "bool", "date", "at")) for _ in range(rng.randint(1, 2))]
            items = ", ".join(self.expression(kind, 1) for kind in kinds)
            order = rng.choice(("", f" ORDER BY {', '.join(str(i + 1) for i in range(len(kinds)))}"))
            limit = rng.choice(("", " LIMIT 2", " OFFSET 1 LIMIT 3")) if order else ""
            return f"SELECT DISTINCT {items} FROM small WHERE {self._where()}{order}{limit}"
        items = rng.choice(("*", self._items(rng.randint(1, 4)), self._items(2) + ", ratio, raw, wide"))
        order, limit = "", ""
        if rng.random() < 0.5:
            first = "" if rng.random() < 0.3 else f"{self.expression(rng.choice(('int', 'text', 'date', 'bool', 'at')))}"
            ways = f"{rng.choice(('', ' DESC'))}{rng.choice(('', ' NULLS FIRST', ' NULLS LAST'))}"
            order = f" ORDER BY {f'({first}){ways}, ' if first else ''}{', '.join(_KEY)}"
            if first in ("0", "3", "-7", "2147483647", "'a'", "''", "'b '", "true", "false"):
                order = f" ORDER BY {_KEY[0]} DESC, {_KEY[1]} DESC"
            limit = rng.choice(("", " LIMIT 3", " LIMIT 2 OFFSET 1", " OFFSET 2", " LIMIT 0"))
        return f"SELECT {items} FROM small WHERE {self._where()}{order}{limit}"

    def _grouped(self) -> str:
        rng = self._rng
        alone, where = rng.random() < 0.5, self._where()
        # Keys of a list are read in the order of keys here, and in any in PostgreSQL.
        in_order = alone and "customer IN" not in where
        known = [one for one in _AGGREGATES if in_order or one not in _ORDERED]
        wanted = [self._filled(rng.choice(known), 2) for _ in range(rng.randint(1, 3))]
        if alone:
            # In groups, PostgreSQL gathers in the order of its sort.
            gathered = ("string_agg({text}, ', ')", "string_agg(word, '{{a}}')") if in_order else ()
            wanted.append(self._filled(rng.choice(("count(*)", *gathered)), 2))
            return f"SELECT {', '.join(wanted)} FROM small WHERE {where}"
        group = [
            rng.choice(
                (
                    "word",
                    "flag",
                    "quantity",
                    "tiny",
                    "day",
                    "price",
                    "lower(word)",
                    "number % 3",
                    "extract(month FROM day)",
                    "floor(extract(epoch FROM at) / 300) * 300",
                    "floor(price / 0.25) * 0.25",
                    "floor(extract(epoch FROM local) / 86400)",
                    "floor(price)",
                    "price + 1.50",
                    "round(wide, 1)",
                    "tiny * 1.5",
                )
            )
            for _ in range(rng.choice((1, 1, 2)))
        ]
        group = list(dict.fromkeys(group))
        having = rng.choice(("", "", " HAVING count(*) > 1", " HAVING max(quantity) > 0"))
        first = rng.choice(("", "sum(price) DESC, ", "avg(quantity), ", "count(*) DESC, "))
        order = f" ORDER BY {first}{', '.join(group)}{rng.choice(('', ' LIMIT 2'))}"
        # An ORDER BY anywhere says that the rows are compared in their order.
        order = order if " ORDER BY " in "".join(wanted) else rng.choice(("", order))
        each = "" if first and order else rng.choice(("", "", "DISTINCT "))
        items = (*group, *wanted)[len(group) if each and not order else 0 :]
        return f"SELECT {each}{', '.join(items)} FROM small WHERE {where} GROUP BY {', '.join(group)}{having}{order}"


_OVER_ROWS = re.compile(r" OVER \([^()]*\)")
#: What is made of a table of a subquery has no order.
_IN_ANY_ORDER = re.compile(r"\) t\b|^WITH t AS ")


#: The order within a subquery of an expression is not the rows'.
_ASKED: Final = re.compile(r"\(SELECT (?:[^()]|\([^()]*\))*? FROM (?:parts|other|small s)\b(?:[^()]|\([^()]*\))*\)")
_LATERAL: Final = re.compile(r"LATERAL \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


def is_ordered(sql: str) -> bool:
    """Whether the rows of a statement of a Maker come in an order that is its own."""
    return " ORDER BY " in _ASKED.sub("", _LATERAL.sub("", _OVER_ROWS.sub("", sql))) and not _IN_ANY_ORDER.search(sql)
