"""One query, two answers: lowered and run by DuckDB, and run by PostgreSQL 15."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import duckdb
import psycopg
from psycopg.types.json import set_json_loads

from gateway.sqlstate import sqlstate
from planner.errors import PlanError
from planner.lower import lower
from planner.parse import parse
from planner.postgres.bind import bind
from planner.postgres.functions.faults import fault_of
from planner.postgres.functions.prelude import install
from planner.tree.catalog import MemoryCatalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement

#: What $now is in these tests: 2020-01-02 03:04:05.123456 UTC.
NOW_US = 1_577_934_245_123_456


def _as_text(document: str | bytes) -> str:
    return document if isinstance(document, str) else document.decode()


class Failed(str):
    """An error, as its SQLSTATE class (the first two characters)."""


class Both:
    """The two engines. *zone* applies to both."""

    def __init__(self, dsn: str) -> None:
        self.postgres = psycopg.connect(dsn, autocommit=True)
        set_json_loads(_as_text, self.postgres)
        self.duck = duckdb.connect()
        self.duck.execute("SET TimeZone = 'UTC'")
        install(self.duck)

    def close(self) -> None:
        self.postgres.close()
        self.duck.close()

    def lowered(self, sql: str, zone: str = "UTC", settings: PlanSettings | None = None) -> list[Any] | Failed:
        """Rows of the lowered query, or how it failed."""
        settings = settings or PlanSettings(timezone=zone)
        try:
            statement = parse(sql)[0]
            assert isinstance(statement, SelectStatement)
            found = lower(bind(statement, MemoryCatalog([]), [], settings), settings)
            rows = self.duck.execute(found.sql.format(query="NULL"), {"now": NOW_US} if found.uses_now else None).fetchall()
            return [tuple(tuple(v.values()) if isinstance(v, dict) else v for v in row) for row in rows]
        except PlanError as error:
            return Failed(sqlstate(type(error))[:2])
        except duckdb.Error as error:
            return _duck_failure(error)

    def expected(self, sql: str, zone: str = "UTC") -> list[Any] | Failed:
        """PostgreSQL's rows, or how it failed."""
        self.postgres.execute(f"SET TimeZone = '{zone}'")
        try:
            return self.postgres.execute(sql.encode()).fetchall()
        except psycopg.Error as error:
            return Failed((error.sqlstate or "")[:2])

    def differences(self, queries: Sequence[str], zone: str = "UTC", *, ordered: bool = True) -> list[str]:
        """Every query whose answers differ, with both. Rows are compared in their order if they are *ordered*."""
        found = []
        for sql in queries:
            ours, theirs = self.lowered(sql, zone), self.expected(sql, zone)
            one, other = (comparable(side) for side in (ours, theirs))
            if not ordered and isinstance(one, list) and isinstance(other, list):
                one, other = sorted(one, key=repr), sorted(other, key=repr)
            if one != other:
                found.append(f"{sql}\n  lowered    {ours!r}\n  PostgreSQL {theirs!r}")
        return found


def _duck_failure(error: duckdb.Error) -> Failed:
    """DuckDB's own errors that have one meaning in these tests; the executor's table is finer."""
    if (fault := fault_of(str(error))) is not None:
        return Failed(sqlstate(type(fault))[:2])
    if isinstance(error, (duckdb.OutOfRangeException, duckdb.ConversionException)) or "missing )" in str(error):
        return Failed("22")
    if "mix of negative/positive entries" in str(error):
        return Failed("0A")
    return Failed("21") if "More than one row" in str(error) else Failed(str(error))


def comparable(value: Any) -> Any:
    """Values that are equal in SQL are equal: NaN is NaN, an instant is an instant in any zone. Numerics show the same digits."""
    if isinstance(value, (list, tuple)):
        return [comparable(v) for v in value]
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(datetime.UTC)
    return value
