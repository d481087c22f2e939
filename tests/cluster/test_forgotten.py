"""A query that has ended, however, is forgotten at once on all nodes: in an idle process no collection comes by for hours."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from gateway.engine.duck.source import DuckSource
from gateway.engine.explain import ExplainSource
from gateway.engine.keyed.lean import LateSource, LeanSource
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.cluster.nodes import Nodes, cluster
from tests.gateway.harness import no_collections
from tests.hostile.process import eventually
from tests.plugins.scale import scaled

ITEMS: Final = ViewSchema(
    "items", (Column("id", st.Long()), Column("word", st.String())), ("id",), ("id",), HashPartitioning(6), (2,)
)
#: What reads on this node, and may hold versions.
SOURCES: Final = (DuckSource, LeanSource, LateSource, ExplainSource)
#: Which of several fragments fails first differs.
TIMES: Final = scaled(1, 4)
CURSOR: Final = "BEGIN; DECLARE c CURSOR FOR SELECT * FROM items{}; FETCH 3 FROM c"
STATEMENTS: Final = {
    "concatenated": "SELECT * FROM items",
    "merged": "SELECT word, count(*) FROM items GROUP BY word",
    "in the order of keys": "SELECT * FROM items ORDER BY id LIMIT 3",
    "as a whole": "SELECT sum(a.id) OVER (ORDER BY b.id) FROM items a JOIN items b ON b.id = a.id + 1",
    "one key": "SELECT * FROM items WHERE id = 7",
    "keys": "SELECT * FROM items WHERE id IN (3, 4, 5, 6, 7, 8, 9)",
    "failing": "SELECT 1 / (id - id) FROM items",
    "failing at keys": "SELECT 1 / (id - id) FROM items WHERE id IN (3, 4, 5, 6, 7, 8, 9)",
    "too late": "SET statement_timeout = '200ms'; SELECT count(*) FROM items a, items b, items c, items d WHERE a.word <> d.word",
    "a cursor that is closed": f"{CURSOR.format('')}; CLOSE c",
    "a cursor whose client leaves": CURSOR.format(" ORDER BY id"),
    "copy": "COPY (SELECT * FROM items) TO STDOUT",
    "explain": "EXPLAIN SELECT count(*) FROM items",
    "explain analyze": "EXPLAIN ANALYZE SELECT word, count(*) FROM items GROUP BY word",
}


@pytest.fixture(scope="module", params=["a", "ab"], ids=["alone", "cluster"])
def nodes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Of two, none has all shards."""
    folder = tmp_path_factory.mktemp("forgotten")
    rows = range(3000)
    write_version(str(folder / "root"), ITEMS, pa.table({"id": pa.array(rows, pa.int64()), "word": [f"w{i}" for i in rows]}))
    with cluster(folder, request.param) as made:
        made.settle(ITEMS, 1)
        assert all(node.placed_here(ITEMS) for node in made.nodes.values())
        yield made


@pytest.mark.parametrize("sql", STATEMENTS.values(), ids=STATEMENTS)
def test_nothing_is_left_that_reads(nodes: Nodes, sql: str) -> None:
    with no_collections():
        for node in [*nodes.nodes.values()] * TIMES:
            with psycopg.connect(node.dsn, autocommit=True) as connection:
                _ask(connection, sql)
        eventually(lambda: not any(isinstance(kept, SOURCES) for kept in gc.get_objects()), "what has read is forgotten")


def _ask(connection: psycopg.Connection[Any], sql: str) -> None:
    with suppress(psycopg.errors.DivisionByZero, psycopg.errors.QueryCanceled), connection.cursor() as cursor:
        if not sql.startswith("COPY"):
            cursor.execute(sql.encode())
            return
        with cursor.copy(sql.encode()) as copy:
            assert sum(1 for _ in copy)
