"""Parameters of every type, written as literals: what comes back is the same value, to Tidegate and to PostgreSQL."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as s

from planner.postgres.deparse import KnownValues, deparse
from planner.postgres.literals import format_text, parse_text
from planner.tree.bound import Cast, Const, Expr, Select
from planner.tree.calendar import DATE_MAX, DATE_MIN, TIMESTAMP_MIN
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.types import ARRAY_OF, BY_NAME, SqlType
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY, Interval
from tests.planner.deparsing import again, bound
from tests.planner.harness import VIEWS

_CATALOG = MemoryCatalog([])
_VIEWS = MemoryCatalog([view_relation(view, 16384 + number) for number, view in enumerate(VIEWS)])
_SETTINGS = PlanSettings(timezone="America/New_York")

TEXTS = {
    "bool": ["true", "false"],
    "int2": ["0", "-1", "32767", "-32768"],
    "int4": ["0", "-1", "42", "2147483647", "-2147483648"],
    "int8": ["0", "-1", "42", "2147483648", "9223372036854775807", "-9223372036854775808"],
    "oid": ["0", "1", "4294967295"],
    "float4": ["0", "-0", "1.5", "-2.25", "1e-30", "3e38", "NaN", "Infinity", "-Infinity"],
    "float8": ["0", "-0", "1", "1.5", "-2.25", "1e-300", "1e300", "0.1", "NaN", "Infinity", "-Infinity", "123456789012345678"],
    "numeric": ["0", "0.00", "1", "-1.50", "1e30", "-1e-30", "NaN", "Infinity", "-Infinity", "9" * 60 + "." + "9" * 40],
    "text": ["", "x", "it's", 'quo"te', "back\\slash", "\\", "line\nbreak\ttab\r", "E'x'", "$1", "{}", "NULL", "Ü日本", "--", "/*"],
    "varchar": ["", "it's\\"],
    "bpchar": ["", "x  "],
    "name": ["some_name", "Name"],
    "char": ["x", "'"],
    "bytea": ["", "\\x00ff27225c0a", "\\x"],
    "uuid": ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"],
    "json": ["{}", '{"a": "it\'s",  "b": [1, null]}', "null", '"x\\n"'],
    "jsonb": ["{}", '{"a": "it\'s", "b": [1, null]}', "null"],
    "date": ["1970-01-01", "2013-07-01", "0044-03-15 BC", "4713-11-24 BC", "5874897-12-31", "infinity", "-infinity"],
    "time": ["00:00:00", "23:59:59.999999", "24:00:00"],
    "timestamp": ["2013-07-01 00:00:00", "0044-03-15 12:00:00.5 BC", "4713-11-24 00:00:00 BC", "infinity", "-infinity",
        "9999-12-31 23:59:59.999999"],
    "timestamptz": ["2013-07-01 00:00:00+00", "1850-01-01 00:00:00+00", "0044-03-15 12:00:00+00 BC", "infinity", "-infinity",
        "2013-11-03 05:30:00+00"],
    "interval": ["0", "1 day", "-1 mon", "1 year 2 mons -3 days 04:05:06.789", "-00:00:00.000001",
        "178000000 years", "1 mon -1 day -1 second"],
}  # fmt: skip


def _items(query: Any) -> tuple[Expr, ...]:
    assert isinstance(query, Select)
    return query.items


def _check_type(sql_type: SqlType, value: Any) -> str:
    """The literal of the value, which must bind to that value."""
    query = bound("SELECT $1", _CATALOG, (sql_type.pg.oid,), _SETTINGS)
    text, found = again(query, _CATALOG, _SETTINGS, KnownValues((value,), 0, _SETTINGS))
    (item,) = _items(found.query)
    assert isinstance(item, Const), text
    assert item.type == sql_type
    assert repr(item.value) == repr(value) or item.value == value, text
    return text


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in TEXTS.items() for text in texts])
def test_a_parameter_is_its_literal(name: str, text: str) -> None:
    sql_type = SqlType(next(t for t in BY_NAME.values() if t.name == name))
    value = parse_text(text, sql_type, _SETTINGS)
    _check_type(sql_type, value)
    if sql_type.pg in ARRAY_OF:
        _check_type(SqlType(ARRAY_OF[sql_type.pg]), [value, None, value])


@pytest.mark.parametrize("name", TEXTS)
def test_null_keeps_its_type(name: str) -> None:
    sql_type = SqlType(next(t for t in BY_NAME.values() if t.name == name))
    _check_type(sql_type, None)
    if sql_type.pg in ARRAY_OF:
        for value in (None, [], [None]):
            _check_type(SqlType(ARRAY_OF[sql_type.pg]), value)


_STRINGS = s.text(s.characters(codec="utf-8", exclude_characters="\0"))
_INTERVALS = s.builds(Interval, s.integers(-(2**31), 2**31 - 1), s.integers(-(2**31), 2**31 - 1), s.integers(-(2**62), 2**62))
VALUES = {
    "text": _STRINGS,
    "bytea": s.binary(),
    "int8": s.integers(-(2**63), 2**63 - 1),
    "float8": s.floats(),
    "numeric": s.decimals(allow_nan=False, allow_infinity=False, places=6),
    "date": s.integers(DATE_MIN, DATE_MAX) | s.sampled_from([DATE_INFINITY, DATE_MINUS_INFINITY]),
    "timestamp": s.integers(TIMESTAMP_MIN, 9_000_000_000_000_000_000) | s.sampled_from([TIMESTAMP_INFINITY]),
    "timestamptz": s.integers(TIMESTAMP_MIN, 9_000_000_000_000_000_000) | s.sampled_from([TIMESTAMP_MINUS_INFINITY]),
    "interval": _INTERVALS,
}


@pytest.mark.parametrize("name", VALUES)
@settings(max_examples=60, deadline=None)
@given(data=s.data())
def test_any_value_comes_back(name: str, data: s.DataObject) -> None:
    sql_type = SqlType(BY_NAME[name])
    _check_type(sql_type, data.draw(VALUES[name]))
    _check_type(SqlType(ARRAY_OF[sql_type.pg]), data.draw(s.lists(s.none() | VALUES[name], max_size=4)))


@pytest.mark.parametrize("sql", ["SELECT a FROM t WHERE a = $1", "SELECT a FROM t WHERE a IN ($1, $2)", "SELECT a FROM t LIMIT $1"])
def test_numbers_are_plain_where_their_use_says_what_they_are(sql: str) -> None:
    query = bound(sql, _VIEWS, (), _SETTINGS)
    assert "'" not in deparse(query.query, KnownValues((1, 2), 0, _SETTINGS))


def test_a_null_limit_is_none() -> None:
    query = bound("SELECT 1 LIMIT $1 OFFSET $2", _CATALOG, (), _SETTINGS)
    assert deparse(query.query, KnownValues((None, None), 0, _SETTINGS)) == "SELECT 1"


@pytest.mark.postgres
def test_postgresql_reads_the_same(postgres_dsn: str) -> None:
    """Each literal, shown by PostgreSQL as text."""
    wrong = []
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("SET timezone = 'America/New_York'")
        for name, texts in TEXTS.items():
            sql_type = SqlType(next(t for t in BY_NAME.values() if t.name == name))
            for text in texts:
                value = parse_text(text, sql_type, _SETTINGS)
                for of, each in ((sql_type, value), (SqlType(ARRAY_OF[sql_type.pg]), [value, None])):
                    written = _check_type(of, each)
                    result = connection.pgconn.exec_(written.encode())
                    shown = (result.get_value(0, 0) or b"").decode()
                    if shown != format_text(each, of, _SETTINGS) or result.ftype(0) != of.pg.oid:
                        wrong.append(f"{written}: {shown} {result.error_message.decode()}")
    assert not wrong


def test_a_modifier_is_a_cast_of_its_own() -> None:
    query = bound("SELECT $1::varchar(3), $2::numeric(6,1)", _CATALOG, (), _SETTINGS)
    text, found = again(query, _CATALOG, _SETTINGS, KnownValues(("abcdef", Decimal("1.25")), 0, _SETTINGS))
    assert text == "SELECT 'abcdef'::varchar::varchar(3), 1.25::numeric(6,1)"
    assert all(isinstance(i, Cast) for i in _items(found.query))
