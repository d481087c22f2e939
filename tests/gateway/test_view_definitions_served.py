"""Views defined by SQL in a configuration: psql and Trino's protocol at one node, and a cluster of which one node knows them."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest
from psycopg import errors

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.plugins.cluster import Cluster, running
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.need import program
from tests.plugins.postgres import free_port

TRADES = ViewSchema(
    "trades_agg",
    (Column("symbol", st.String()), Column("sum", st.Double()), Column("count", st.Long())),
    ("symbol",),
    ("symbol",),
    HashPartitioning(4),
    (3,),
)
CONFIG = """
[view.trade_stats]
sql = "SELECT symbol, sum / count AS avg_price FROM trades_agg"
comment = "Mean prices"

[view.picked]
sql = '''
  SELECT count AS n, symbol AS s
  FROM trades_agg
'''

[view.session]
sql = "SELECT current_user AS who, timestamptz '2024-01-01' AS midnight, now() AS moment, timestamptz '2024-01-01'::date AS day"

[view.later]
sql = "SELECT * FROM not_there_yet"
"""
ROWS = {f"s{i}": (float(i * i), i) for i in range(1, 21)}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("root") / "root"
    sums, counts = zip(*ROWS.values(), strict=True)
    rows = pa.table({"symbol": list(ROWS), "sum": pa.array(sums, pa.float64()), "count": pa.array(counts, pa.int64())})
    write_version(str(folder), TRADES, rows)
    return folder


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("config") / "tidegate.toml"
    path.write_text(CONFIG)
    return path


# ---------------------------------------------------------------------------------------------------------------------- one node


@dataclass(frozen=True)
class Served:
    """A gateway and the port of its other front end."""

    gateway: Gateway
    presto: int


@pytest.fixture(scope="module")
def served(root: Path, config: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    port = free_port()
    store = tmp_path_factory.mktemp("served") / "store"
    with running_gateway(root, store, "--config", str(config), "--presto", f"127.0.0.1:{port}") as gateway:
        yield Served(gateway, port)


@pytest.fixture
def connection(served: Served) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(served.gateway.dsn, autocommit=True) as found:
        yield found


@pytest.mark.parametrize("binary", [False, True])
def test_rows(connection: psycopg.Connection[Any], binary: bool) -> None:
    cursor = connection.cursor(binary=binary)
    for _ in range(8):
        assert cursor.execute("SELECT avg_price FROM trade_stats WHERE symbol = %s", ["s4"], prepare=True).fetchone() == (4.0,)
        assert cursor.execute("SELECT n, s FROM picked WHERE s = %s", ["s4"], prepare=True).fetchone() == (4, "s4")
    with connection.transaction():
        assert cursor.execute("SELECT sum(avg_price) FROM trade_stats").fetchone() == (sum(range(1, 21)),)


def test_sessions(connection: psycopg.Connection[Any]) -> None:
    """As in PostgreSQL: a literal's zone is that of whoever defined the view, UTC here; the rest is the asking session's."""
    connection.execute("SET TimeZone = 'America/New_York'")
    asked = "SELECT who, midnight::text, moment = now(), day::text FROM session WHERE moment > $1"
    found = connection.cursor().execute(asked.replace("$1", "%s"), ["2020-01-01"]).fetchone()
    assert found == ("tester", "2023-12-31 19:00:00-05", True, "2023-12-31")


def test_what_is_not_there_yet(connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(errors.ObjectNotInPrerequisiteState, match='view "later" cannot be read now') as raised:
        connection.execute("SELECT 1 FROM later")
    assert raised.value.diag.message_detail == 'relation "not_there_yet" does not exist'
    assert raised.value.diag.statement_position == "15"
    reason = connection.execute("SELECT kind, reason FROM tidegate.views WHERE name = 'later'").fetchone()
    assert reason == ("defined", 'relation "not_there_yet" does not exist')


@pytest.mark.clients
def test_psql_describes_a_view(served: Served) -> None:
    psql = program("psql")
    shown = subprocess.run(
        [psql, served.gateway.dsn, "-X", "-c", r"\d+ picked", "-c", r"\dv"], capture_output=True, text=True, check=True
    ).stdout
    assert 'View "public.picked"' in shown
    assert "View definition:\n SELECT count AS n, symbol AS s\n  FROM trades_agg;\n" in shown
    assert "trade_stats | view | tidegate" in shown


def test_trinos_protocol(served: Served) -> None:
    pytest.importorskip("fastapi")
    assert _asked(served.presto, "SELECT avg_price FROM trade_stats WHERE symbol = 's9'") == [[9.0]]
    tables = _asked(served.presto, "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public'")
    assert sorted(map(tuple, tables)) == [
        ("picked", "VIEW"), ("session", "VIEW"), ("trade_stats", "VIEW"), ("trades_agg", "BASE TABLE"),
    ]  # fmt: skip


def _asked(port: int, sql: str) -> list[list[Any]]:
    headers = {"X-Trino-User": "tester", "X-Trino-Catalog": "tidegate", "X-Trino-Schema": "public"}
    request: Any = urllib.request.Request(f"http://127.0.0.1:{port}/v1/statement", sql.encode(), headers)
    rows: list[list[Any]] = []
    while request is not None:
        with urllib.request.urlopen(request, timeout=30) as response:
            page = json.load(response)
        assert "error" not in page, page["error"]
        rows += page.get("data", [])
        request = urllib.request.Request(page["nextUri"], headers=headers) if "nextUri" in page else None
    return rows


# ----------------------------------------------------------------------------------------------------------------------- a cluster


@dataclass
class Knowing(Cluster):
    """A cluster of which node a alone has the configuration."""

    config: str = ""

    def start(self, name: str) -> Gateway:
        """See Cluster."""
        self.arguments = ("--config", self.config) if name == "a" else ()
        return super().start(name)

    def start_all(self, names: Any = None) -> None:
        """One after the other, as *arguments* is of one at a time."""
        for name in self.addresses if names is None else names:
            self.start(name)


def test_other_nodes_need_not_know_a_definition(root: Path, config: Path, tmp_path: Path) -> None:
    addresses = {name: f"127.0.0.1:{free_port()}" for name in "ab"}
    nodes = Knowing(root, tmp_path, 1, addresses, config=str(config))
    with running(nodes), psycopg.connect(nodes.nodes["a"].dsn, autocommit=True) as connection:
        for symbol, (total, count) in ROWS.items():
            for _ in range(2):
                found = connection.execute("SELECT avg_price FROM trade_stats WHERE symbol = %s", [symbol], prepare=True).fetchone()
                assert found == (total / count,)
                assert connection.execute("SELECT n FROM picked WHERE s = %s", [symbol], prepare=True).fetchone() == (count,)
        assert connection.execute("SELECT count(*), sum(avg_price) FROM trade_stats").fetchone() == (20, 210.0)
        joined = "SELECT count(*) FROM trade_stats t JOIN picked p ON t.symbol = p.s WHERE p.n > 5"
        assert connection.execute(joined).fetchone() == (15,)
        plan = "\n".join(row[0] for row in connection.execute("EXPLAIN SELECT * FROM trade_stats WHERE symbol = 's3'").fetchall())
        assert "1 of 4" in plan
        with psycopg.connect(nodes.nodes["b"].dsn) as other, pytest.raises(errors.UndefinedTable):
            other.execute("SELECT * FROM trade_stats")
