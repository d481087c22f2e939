"""The table of clients in docs/clients.md, from the last test run.

    python -m pytest tests/clients --junitxml clients.xml
    python -m tests.clients.matrix clients.xml            # writes the table into docs/clients.md

Clients of which the run has no test keep what the table says of their version. One row per client, one test module or more per row;
tests/clients/test_matrix.py holds the table to the modules and versions.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

FOLDER: Final = Path(__file__).parent
PAGE: Final = FOLDER.parents[1] / "docs" / "clients.md"
BEGIN: Final = "<!-- clients: written by python -m tests.clients.matrix -->"
END: Final = "<!-- end of clients -->"


@dataclass(frozen=True, slots=True)
class Client:
    """A row: *package* is what PyPI calls it, or its version where another registry has it."""

    name: str
    package: str
    modules: tuple[str, ...]
    tried: str

    @property
    def version(self) -> str:
        """The one that the tests use."""
        return self.package if self.package[0].isdigit() else version(self.package)


def _written(path: str, pattern: str) -> str:
    found = re.search(pattern, (FOLDER / path).read_text())
    assert found, pattern
    return found[1]


def clients() -> tuple[Client, ...]:
    """All of them, in the order of the table."""
    pgjdbc = _written("../plugins/jdbc.py", r"postgresql:postgresql:([\d.]+)")
    node, postgres_js = (_written("test_node.py", rf'"{name}@([\d.]+)"') for name in ("pg", "postgres"))
    builders = ("sequelize", "drizzle-orm", "kysely")
    sequelize, drizzle, kysely = (_written("test_query_builders.py", rf'"{name}@([\d.]+)"') for name in builders)
    dbt, superset = _written("test_dbt.py", r'"dbt-core==([\d.]+)"'), _written("test_superset.py", r'"apache-superset==([\d.]+)"')
    pgadmin = _written("test_pgadmin.py", r'"pgadmin4==([\d.]+)"')
    pgx, tokio = _written("go/go.mod", r"pgx/v5 v([\d.]+)"), _written("rust/Cargo.toml", r'tokio-postgres = "=([\d.]+)"')
    jooq = _written("test_jooq.py", r"jooq-codegen:([\d.]+)")
    flyway = _written("test_flyway.py", r"postgresql:([\d.]+)")
    return (
        Client(
            "psql", "15", ("test_psql", "test_psql_describe", "test_numeric_display", "test_odd_relations"),
            "backslash commands, cursors, \\gdesc",
        ),
        Client("pgbench", "15", ("test_pgbench",), "simple, extended, prepared"),
        Client("pgjdbc", pgjdbc, ("test_pgjdbc", "test_pgjdbc_metadata"), "DatabaseMetaData, binary, fetch size, cancel, COPY"),
        Client("psycopg", "psycopg", ("test_psycopg",), "text and binary, pipeline, server cursors, cancel"),
        Client("psycopg2", "psycopg2-binary", ("test_psycopg2",), "named cursors, COPY, session settings, cancel"),
        Client(
            "SQLAlchemy", "SQLAlchemy", ("test_sqlalchemy", "test_odd_relations"),
            "inspector and queries over psycopg, psycopg2, asyncpg, pg8000",
        ),
        Client("asyncpg", "asyncpg", ("test_asyncpg",), "binary, prepared, cursors, COPY, pool, cancel"),
        Client("pg8000", "pg8000", ("test_pg8000",), "inferred parameters, prepared, transactions"),
        Client("ADBC, pandas, connectorx, polars", "adbc-driver-postgresql", ("test_dataframes",), "results as columns, metadata"),
        Client("pgcli", "pgcli", ("test_pgcli",), "completer, command line"),
        Client("psqlODBC with pyodbc", "pyodbc", ("test_psqlodbc",), "catalog functions, cursors, parameters, transactions"),
        Client("node-postgres", node, ("test_node",), "prepared, pg-cursor, pool, timeouts"),
        Client("postgres.js", postgres_js, ("test_node",), "pipelining, cursors, cancel, COPY"),
        Client("pgx", pgx, ("test_pgx",), "binary, batches, transactions, COPY, cancel"),
        Client("tokio-postgres", tokio, ("test_tokio_postgres",), "every value as its bytes, portals, COPY, cancel"),
        Client("dbt", dbt, ("test_dbt",), "debug, show, tests and freshness of sources, documentation"),
        Client(
            "pgAdmin", pgadmin, ("test_pgadmin",),
            "the tree with properties, SQL, statistics and dependencies; the dashboard; in `make full`",
        ),
        Client(
            "postgres_fdw", "15", ("test_postgres_fdw",),
            "foreign tables: remote estimates, pushed-down joins and aggregates, ANALYZE, transactions",
        ),
        Client("pg_dump", "15", ("test_pg_dump",), "is refused by name; COPY in its place"),
        Client("Superset", superset, ("test_superset",), "its engine spec: catalog, queries, time grains; in `make full`"),
        Client("ActiveRecord", "6.1.7", ("test_activerecord",), "structure, schema dump, relations, prepared, batches"),
        Client("peewee", "peewee", ("test_peewee",), "pwiz, introspector, models with LATERAL and windows, server cursors"),
        Client("Sequelize", sequelize, ("test_query_builders",), "describeTable, includes, scopes, transactions"),
        Client("Drizzle", drizzle, ("test_query_builders",), "drizzle-kit's introspection, relational queries, prepared"),
        Client("Kysely", kysely, ("test_query_builders",), "introspection, LATERAL, JSON helpers, streams, savepoints"),
        Client("jOOQ", jooq, ("test_jooq",), "its generator, MULTISET and other queries"),
        Client("DBD::Pg", "3.16", ("test_dbd_pg",), "catalog functions, placeholders, savepoints, COPY, asynchronous"),
        Client("ruby-pg", "1.4.5", ("test_ruby_pg",), "maps of types, COPY"),
        Client("Flyway", flyway, ("test_flyway",), "info, validate, SET ROLE; its first write is refused (25006)"),
        Client("HAProxy", "2.6", ("test_haproxy",), "pgsql-check, queries through it"),
        Client("pgpool", "4.3.5", ("test_pgpool",), "health and replication checks, queries through it"),
        Client(
            "Grafana, Metabase, Npgsql, Power BI, DBeaver, Tableau", "0", ("test_information_schema",),
            "only the SQL that they ask the catalog first",
        ),
    )  # fmt: skip


def outcomes(report: str) -> dict[str, Counter[str]]:
    """Passed, failed and skipped tests by module, of a JUnit report."""
    found: dict[str, Counter[str]] = {}
    for case in ElementTree.fromstring(report).iter("testcase"):
        module = (case.get("classname") or "").rpartition(".")[2]
        kinds = {child.tag for child in case} & {"failure", "error", "skipped"}
        found.setdefault(module, Counter())["skipped" if "skipped" in kinds else "failed" if kinds else "passed"] += 1
    return found


def written(page: str) -> dict[tuple[str, str], str]:
    """What the table in *page* says of the tests of each client, in the version that is named."""
    rows = [line.strip("| ").split(" | ") for line in page.partition(BEGIN)[2].partition(END)[0].splitlines()]
    return {(row[0], row[1]): row[-1] for row in rows if len(row) > 1}


def table(results: Mapping[str, Counter[str]], before: Mapping[tuple[str, str], str] | None = None) -> str:
    """The table; *before* says of a client's tests what holds where there are no results."""
    lines = ["| client | version | tried besides connecting, types, NULLs and errors | tests |", "|---|---|---|---|"]
    for client in clients():
        counted = sum((results.get(module, Counter()) for module in client.modules), Counter[str]())
        told = ", ".join(f"{counted[kind]} {kind}" for kind in ("passed", "failed", "skipped") if counted[kind])
        version = "" if client.version == "0" else client.version
        told = told or (before or {}).get((client.name, version), "not run")
        lines.append(f"| {client.name} | {version} | {client.tried} | {told} |")
    return "\n".join(lines)


def main() -> None:
    """Write the table of JUnit reports into docs/clients.md; of a module that is in several, the last one counts."""
    parser = argparse.ArgumentParser(
        prog="tests.clients.matrix", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("reports", type=Path, nargs="+", help="what pytest --junitxml wrote")
    results: dict[str, Counter[str]] = {}
    for report in parser.parse_args().reports:
        results |= outcomes(report.read_text())
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table(results, written(page))}\n{END}{after}")


if __name__ == "__main__":
    main()
