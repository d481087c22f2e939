"""Where memory is short, rows that share a value tell what they have together: Arrow would have it as often as it is there."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.plugins.gateway import running_gateway

DOCS = ViewSchema("docs", (Column("id", st.Long()), Column("doc", st.String())), ("id",), ("id",), HashPartitioning(2), (2,))
LENGTH, ROWS = 100_000, 6_000


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    folder = tmp_path_factory.mktemp("wide")
    texts = ["x" * LENGTH if i == 0 else "y" for i in range(ROWS)]
    write_version(str(folder / "root"), DOCS, pa.table({"id": pa.array(range(ROWS), pa.int64()), "doc": texts}))
    config = folder / "tidegate.toml"
    config.write_text(f"[serve]\ntotal_memory_bytes = {512 << 20}\n")
    with (
        running_gateway(folder / "root", folder / "store", "--config", str(config)) as gateway,
        psycopg.connect(gateway.dsn, autocommit=True) as made,
    ):
        yield made


#: Each has LENGTH in every one of ROWS rows, and where these are made at once 32 MiB may be.
SHARED = (
    "SELECT id, (SELECT max(doc) FROM docs WHERE id = 0) FROM docs",
    "SELECT b.id, a.doc FROM docs a CROSS JOIN docs b WHERE a.id = 0",
    "SELECT id, min(doc) OVER () FROM docs WHERE id % 10000 = 0 UNION ALL SELECT b.id, a.doc FROM docs a, docs b WHERE a.id = 0",
    "SELECT b.id, ARRAY[a.doc, 'short'] FROM docs a CROSS JOIN docs b WHERE a.id = 0",
    "SELECT ROW(b.id, a.doc) FROM docs a CROSS JOIN docs b WHERE a.id = 0",
    "SELECT b.id, convert_to(a.doc, 'UTF8') FROM docs a CROSS JOIN docs b WHERE a.id = 0",
    "SELECT sum(length(upper(a.doc) || b.id)) FROM docs a JOIN docs b ON b.id % 1 = a.id WHERE a.id = 0",
)


@pytest.mark.parametrize("sql", SHARED)
def test_what_is_too_much_is_53200(connection: psycopg.Connection[tuple[object, ...]], sql: str) -> None:
    with pytest.raises(psycopg.errors.OutOfMemory):
        connection.execute(sql)  # type: ignore[call-overload]


def test_the_same_of_fewer_rows_is_answered_in_order(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    sql = "SELECT b.id, a.doc, ARRAY[a.doc], 1.5 FROM docs a CROSS JOIN docs b WHERE a.id = 0 AND b.id < 50 ORDER BY b.id DESC"
    found = connection.execute(sql).fetchall()
    assert [row[0] for row in found] == list(range(49, -1, -1))
    assert {(len(str(row[1])), row[2] == [row[1]], str(row[3])) for row in found} == {(LENGTH, True, "1.5")}


def test_rows_as_they_are_stored_share_nothing(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    assert connection.execute("SELECT sum(length(upper(doc))) FROM docs").fetchone() == (LENGTH + ROWS - 1,)
