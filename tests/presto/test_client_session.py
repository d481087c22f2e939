"""What the client keeps of its session: catalog and schema, properties, prepared statements, transactions; SHOW and the catalog."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
import requests
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import SAWarning
from trino.dbapi import Connection
from trino.exceptions import TrinoQueryError
from trino.transaction import IsolationLevel

from tests.presto.conftest import Presto

pytestmark = pytest.mark.postgres


def ask(connection: Connection, sql: str, params: list[Any] | None = None) -> list[list[Any]]:
    cursor = connection.cursor()
    cursor.execute(sql, params)
    return [list(row) for row in cursor.fetchall()]


def test_use_moves_to_another_schema(presto: Presto) -> None:
    with presto.connect(schema=None) as connection:
        assert ask(connection, "SELECT count(*) FROM flights") == presto.expected("SELECT count(*) FROM flights")
        ask(connection, "USE tidegate.tidegate")
        assert ask(connection, "SELECT count(*) FROM views") == [[8]]
        assert ask(connection, "SELECT count(*) FROM tidegate.public.flights") == presto.expected("SELECT count(*) FROM flights")
        with pytest.raises(TrinoQueryError, match="does not exist"):
            ask(connection, "SELECT count(*) FROM flights")


def test_catalog_system_has_its_own_tables(presto: Presto) -> None:
    with presto.connect(catalog="system", schema="jdbc") as connection:
        assert ask(connection, "SELECT table_cat FROM catalogs ORDER BY 1") == [["system"], ["tidegate"]]
        tables = ask(connection, "SELECT table_name FROM tables WHERE table_schem = 'public' ORDER BY 1")
    assert tables == presto.expected("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")


def test_show(presto: Presto) -> None:
    assert presto.rows("SHOW CATALOGS LIKE 't%'") == [["tidegate"]]
    assert ["public"] in presto.rows("SHOW SCHEMAS FROM tidegate")
    expected = presto.expected("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    assert presto.rows("SHOW TABLES") == expected
    assert presto.rows("SHOW TABLES FROM tidegate.public LIKE 'k%'") == [["kinds"]]
    columns = {name: kind for name, kind, _, _ in presto.rows("DESCRIBE tidegate.public.kinds")}
    assert columns == {
        "id": "bigint", "flag": "boolean", "tiny": "smallint", "small": "smallint", "medium": "integer", "large": "bigint",
        "single": "real", "double": "double", "exact": "decimal(38,10)", "money": "decimal(12,2)", "words": "varchar",
        "raw": "varbinary", "day": "date", "instant": "timestamp(6) with time zone", "local": "timestamp(6)",
        "elapsed": "interval day to second", "numbers": "array(integer)", "names": "array(varchar)",
    }  # fmt: skip
    assert presto.rows("SHOW COLUMNS FROM kinds LIKE 'id'") == [["id", "bigint", "", ""]]


def test_session_properties(presto: Presto) -> None:
    with presto.connect() as connection:
        ask(connection, "SET SESSION statement_timeout = '7s'")
        ask(connection, "SET SESSION tidegate.max_staleness = '1h'")
        assert ask(connection, "SHOW SESSION LIKE 'statement_timeout'")[0][:2] == ["statement_timeout", "7000"]
        ask(connection, "RESET SESSION statement_timeout")
        assert ask(connection, "SHOW SESSION LIKE 'statement_timeout'")[0][:2] == ["statement_timeout", "0"]
        with pytest.raises(TrinoQueryError, match="invalid value"):
            ask(connection, "SET SESSION statement_timeout = 'soon'")
        ask(connection, "SET SESSION tidegate.min_version = 99")
        with pytest.raises(TrinoQueryError) as caught:
            ask(connection, "SELECT count(*) FROM flights")
        assert caught.value.error_name == "TRANSACTION_CONFLICT"


def test_the_time_zone_is_the_clients(presto: Presto) -> None:
    sql = "SELECT TIMESTAMP '2020-07-01 12:00:00 UTC', hour(TIMESTAMP '2020-07-01 12:00:00 UTC')"
    ((moment, hour),) = presto.rows(sql, timezone="Europe/Berlin")
    assert (moment.utcoffset(), hour) == (dt.timedelta(hours=2), 14)
    assert moment == dt.datetime(2020, 7, 1, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize("legacy", [False, True])
def test_parameters(presto: Presto, legacy: bool) -> None:
    values = [
        15,
        -3,
        "it's ?",
        None,
        True,
        dt.date(2020, 2, 29),
        dt.datetime(2020, 2, 29, 1, 2, 3, 4),
        Decimal("1.50"),
        0.1,
        b"\x00\xff",
    ]
    sql = "SELECT ?, 1 - ?, ?, ?, ?, ?, ?, ?, ?, ?, '?', count(*) FROM flights WHERE flight = ? AND carrier IN (?, ?)"
    with presto.connect(legacy_prepared_statements=legacy) as connection:
        ((*found, mark, count),) = ask(connection, sql, [*values, 15, "UA", "AA"])
    assert found == [15, 4, *values[2:]]
    assert mark == "?"
    assert [[count]] == presto.expected("SELECT count(*) FROM flights WHERE flight = 15 AND carrier IN ('UA', 'AA')")


def test_the_wrong_number_of_parameters(presto: Presto) -> None:
    with pytest.raises(TrinoQueryError, match="expected 2 but found 1"):
        presto.rows("SELECT ?, ?", [1])


def test_an_unknown_prepared_statement(presto: Presto) -> None:
    with pytest.raises(TrinoQueryError, match="Prepared statement not found: nothing"):
        presto.rows("EXECUTE nothing")


def test_a_transaction_reads_one_version_and_ends(presto: Presto) -> None:
    with presto.connect(isolation_level=IsolationLevel.REPEATABLE_READ) as connection:
        first = ask(connection, "SELECT now(), count(*) FROM flights")
        assert ask(connection, "SELECT now(), count(*) FROM flights") == first
        connection.commit()
        assert ask(connection, "SELECT now(), count(*) FROM flights")[0][1] == first[0][1]
        with pytest.raises(TrinoQueryError, match="division by zero"):
            ask(connection, "SELECT 1 / 0")
        with pytest.raises(TrinoQueryError) as caught:
            ask(connection, "SELECT 1")
        assert caught.value.error_name == "TRANSACTION_ALREADY_ABORTED"
        connection.rollback()
        assert ask(connection, "SELECT 1") == [[1]]


def test_transactions_are_their_users(presto: Presto) -> None:
    url = f"http://127.0.0.1:{presto.port}/v1/statement"
    begun = requests.post(url, data="START TRANSACTION READ ONLY", headers={"X-Trino-User": "ann"}, timeout=30)
    name = begun.headers["X-Trino-Started-Transaction-Id"]

    def error_of(user: str, sql: str) -> str | None:
        headers = {"X-Trino-User": user, "X-Trino-Transaction-Id": name}
        answer = requests.post(url, data=sql, headers=headers, timeout=30).json()
        return answer["error"]["errorName"] if "error" in answer else None

    assert error_of("bob", "SELECT 1") == "NOT_IN_TRANSACTION"
    assert error_of("ann", "SELECT 1") is None
    assert error_of("ann", "ROLLBACK") is None
    assert error_of("ann", "SELECT 1") == "NOT_IN_TRANSACTION"


def test_sqlalchemy_reflects_and_reads(presto: Presto) -> None:
    engine = create_engine(f"trino://tester@127.0.0.1:{presto.port}/tidegate/public")
    try:
        inspector = inspect(engine)
        assert "public" in inspector.get_schema_names()
        names = [name for (name,) in presto.expected("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        assert sorted(inspector.get_table_names()) == sorted(names)
        assert inspector.get_view_names() == []
        assert inspector.has_table("kinds")
        assert not inspector.has_table("nothing")
        # The dialect lacks it: it says so in a comment.
        with pytest.warns(SAWarning, match="Did not recognize type 'interval'"):
            reflected = inspector.get_columns("kinds")
        columns = {column["name"]: (str(column["type"]), column["nullable"]) for column in reflected}
        assert columns["id"] == ("BIGINT", False)
        assert columns["money"] == ("DECIMAL(12, 2)", True)
        assert columns["instant"] == ("TIMESTAMP", True)
        assert columns["numbers"] == ("ARRAY", True)
        assert inspector.get_pk_constraint("kinds")["constrained_columns"] == []
        assert inspector.get_indexes("kinds") == []
        assert inspector.get_table_comment("kinds") == {"text": None}
        with engine.connect() as connection:
            found = connection.execute(text("SELECT count(*) FROM flights WHERE carrier = :carrier"), {"carrier": "UA"}).scalar()
        assert [[found]] == presto.expected("SELECT count(*) FROM flights WHERE carrier = 'UA'")
    finally:
        engine.dispose()
