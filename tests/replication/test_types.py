"""Values of every type that a view can have come to a subscriber as they are: copied at first, then as inserts and updates."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.gateway import running_gateway
from tests.plugins.twin import COLUMNS, TwinTable, kinds, load_postgres
from tests.replication.messages import Told
from tests.replication.publishing import replication_cursor
from tests.replication.streamed import follow
from tests.replication.subscriber import subscriber

#: Of parts: the type, values by row, and whether SQL has them as documents.
_NESTED: tuple[tuple[str, st.DataType, list[Any]], ...] = (
    ("list", st.Array(st.String()), [["a", None, 'q"{},\\'], [], ["NULL", ""], None, [" "]]),
    ("prices", st.Array(st.Decimal(8, 3)), [[], None, [None], None, None]),
    ("map", st.Map(st.String(), st.Long()), [[("b", 1), ("a", None)], [], None, [("ü", -(2**63))], [("", 0)]]),
    (
        "record",
        st.Struct((st.Field("n", st.Int()), st.Field("names", st.Array(st.String())))),
        [{"n": 1, "names": ["x", None]}, None, {"n": None, "names": None}, {"n": -1, "names": []}, None],
    ),
)


def _documents(name: str, values: list[Any]) -> list[str | None]:
    """As JSON, by json."""
    made = [None if value is None else dict(value) for value in values]
    assert name in ("map", "record")
    return [None if value is None else json.dumps(value) for value in made]


def _tables() -> tuple[TwinTable, TwinTable]:
    """With all columns; and with those alone that psycopg writes into PostgreSQL."""
    plain = kinds()
    columns = COLUMNS + tuple((name, kind) for name, kind, _ in _NESTED)
    rows = plain
    for name, kind, values in _NESTED:
        rows = rows.append_column(name, pa.array(values, arrow_type(kind)))
    lists = ["id", *(name for name, _ in COLUMNS[1:]), "list", "prices"]
    whole = TwinTable("kinds", ("id",), ("id",), columns, rows)
    return whole, replace(whole, columns=columns[: len(lists)], rows=rows.select(lists))


def _copied(dsn: str) -> bytes:
    with (
        psycopg.connect(dsn, options="-c timezone=UTC") as connection,
        connection.cursor().copy("COPY (SELECT * FROM kinds ORDER BY id) TO STDOUT") as copy,
    ):
        return b"".join(map(bytes, copy))


@pytest.mark.postgres
def test_every_type(tmp_path: Path) -> None:
    whole, written = _tables()
    (tmp_path / "root").mkdir()
    root = open_root(str(tmp_path / "root"))
    # At first rows have others' values, and one is not there.
    values = whole.rows.drop_columns(["id"]).take([4, 3, 2, 1])
    write_version(root, whole.schema, values.add_column(0, "id", pa.array([0, 1, 2, 3], pa.int64())))
    with subscriber() as follower, running_gateway(tmp_path / "root", tmp_path / "store") as gateway:
        expected = load_postgres(follower.dsn, [written], "expected")
        with psycopg.connect(expected, autocommit=True) as connection:
            for name, _, found in _NESTED[2:]:
                connection.execute(f"ALTER TABLE kinds ADD COLUMN {name} jsonb".encode())
                for number, text in enumerate(_documents(name, found)):
                    connection.execute(f"UPDATE kinds SET {name} = %s WHERE id = %s".encode(), (text, number))
        (made,) = follower.run("SELECT 'CREATE DATABASE mine TEMPLATE expected'")
        follower.run(made[0])
        mine = follower.dsn.replace("dbname=postgres", "dbname=mine")
        with psycopg.connect(mine, autocommit=True) as connection:
            connection.execute("TRUNCATE kinds")
        follower.subscribe("mine", gateway.dsn, "kinds", database="mine")
        follower.wait_until(lambda: len(_copied(mine).splitlines()) == 4)
        write_version(root, whole.schema, whole.rows)
        follower.wait_until(lambda: _copied(mine) == _copied(expected))
        follower.run("DROP SUBSCRIPTION mine", database="mine")


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (st.DayTimeInterval(), timedelta(days=1, hours=2), "26:00:00"),
        (st.YearMonthInterval(), (14, 0, 0), "1 year 2 mons"),
    ],
)
def test_keys_that_are_not_stored_as_they_are_shown(tmp_path: Path, kind: st.DataType, value: Any, text: str) -> None:
    (tmp_path / "root").mkdir()
    root = open_root(str(tmp_path / "root"))
    schema = ViewSchema("v", (Column("span", kind),), ("span",), ("span",), HashPartitioning(2), (1,))
    write_version(root, schema, pa.table({"span": pa.array([], arrow_type(kind))}))
    with running_gateway(tmp_path / "root", tmp_path / "store") as gateway, replication_cursor(gateway.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        cursor.start_replication("mine", options={"proto_version": "1", "publication_names": "v"})
        told = Told()
        write_version(root, schema, pa.table({"span": pa.array([value], arrow_type(kind))}))
        follow(cursor, told, 2)
        assert told.rows == {text: (text,)}
