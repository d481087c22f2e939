"""The same tables in Tidegate and in PostgreSQL 15: what a client sees of one it must see of the other.

Tables: the first days of the demo's flights with what the demo computes from them (here by pandas), its lookup tables, and
`kinds`, which has a column of every type that a view serves.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest
from psycopg import sql

from planner.tree.types import column_type, numeric_precision_scale
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.plugins.gateway import running_gateway
from tests.statestore.kinds import KINDS

DAYS = 31


@dataclass(frozen=True)
class TwinTable:
    """A table of both servers."""

    name: str
    key: tuple[str, ...]
    shard_key: tuple[str, ...]
    columns: tuple[tuple[str, st.DataType], ...]
    rows: pa.Table

    @property
    def schema(self) -> ViewSchema:
        """As a view."""
        columns = tuple(Column(name, kind) for name, kind in self.columns)
        return ViewSchema(self.name, columns, self.key, self.shard_key, HashPartitioning(8), (len(columns),))


@dataclass(frozen=True)
class Twin:
    """Connection strings of both."""

    tidegate: str
    postgres: str


_FROM_ARROW: dict[pa.DataType, st.DataType] = {
    pa.int32(): st.Int(),
    pa.int64(): st.Long(),
    pa.string(): st.String(),
    pa.float64(): st.Double(),
    pa.timestamp("us", tz="UTC"): st.Timestamp(),
}


def _plain(name: str, key: tuple[str, ...], rows: pa.Table, shard_columns: int = 1) -> TwinTable:
    columns = tuple((field.name, _FROM_ARROW[field.type]) for field in rows.schema)
    return TwinTable(name, key, key[:shard_columns], columns, rows)


def flights_sample() -> pa.Table:
    """Flights of the year's first days."""
    from gateway.demo import dataset

    flights = dataset.flights()
    first = pa.compute.and_(pa.compute.equal(flights["month"], 1), pa.compute.less_equal(flights["day"], DAYS))
    return flights.filter(first)


def carrier_delays(flights: pa.Table) -> pa.Table:
    """What the demo publishes under that name, by pandas."""
    frame = flights.to_pandas()
    grouped = frame.assign(cancelled=frame.dep_time.isna()).groupby("carrier")
    result = grouped.agg(
        flights=("carrier", "size"),
        cancelled=("cancelled", "sum"),
        avg_dep_delay=("dep_delay", "mean"),
        avg_arr_delay=("arr_delay", "mean"),
        max_dep_delay=("dep_delay", "max"),
    ).reset_index()
    types = [pa.string(), pa.int64(), pa.int64(), pa.float64(), pa.float64(), pa.int32()]
    return pa.table({n: pa.array(result[n], from_pandas=True).cast(t) for n, t in zip(result.columns, types, strict=True)})


def route_hours(flights: pa.Table) -> pa.Table:
    """What the demo publishes under that name, by pandas."""
    frame = flights.to_pandas()
    frame["hour_start"] = frame.time_hour.dt.floor("h")
    grouped = frame.groupby(["origin", "dest", "hour_start"])
    result = grouped.agg(departures=("dep_time", "count"), avg_dep_delay=("dep_delay", "mean")).reset_index()
    result.insert(3, "hour_end", result.hour_start + dt.timedelta(hours=1))
    instant = pa.timestamp("us", tz="UTC")
    types = [pa.string(), pa.string(), instant, instant, pa.int64(), pa.float64()]
    return pa.table({n: pa.array(result[n], from_pandas=True).cast(t) for n, t in zip(result.columns, types, strict=True)})


#: Of the table `kinds`.
COLUMNS: tuple[tuple[str, st.DataType], ...] = (("id", st.Long()), *((kind.name, kind.type) for kind in KINDS if kind.rows))


def kinds() -> pa.Table:
    """Rows with ordinary, extreme and missing values of every type."""
    values = {kind.name: pa.array([*kind.rows, None], arrow_type(kind.type)) for kind in KINDS if kind.rows}
    return pa.table({"id": pa.array(range(5), pa.int64()), **values})


def twin_tables() -> list[TwinTable]:
    """All of them."""
    from gateway.demo import dataset

    flights = flights_sample()
    return [
        _plain("flights", ("carrier", "flight", "time_hour"), flights),
        _plain("carrier_delays", ("carrier",), carrier_delays(flights)),
        _plain("route_hours", ("origin", "dest", "hour_start"), route_hours(flights), shard_columns=2),
        *(_plain(lookup.name, lookup.key, dataset.lookup_table(lookup)) for lookup in dataset.LOOKUPS),
        TwinTable("kinds", ("id",), ("id",), COLUMNS, kinds()),
    ]


def load_postgres(dsn: str, tables: list[TwinTable], database: str) -> str:
    """A database of its own with the tables, primary keys included; returns its connection string."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    inside = dsn.replace("dbname=postgres", f"dbname={database}")
    with psycopg.connect(inside) as connection:
        for table in tables:
            _load(connection, table)
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO tester")
    return inside


def _load(connection: psycopg.Connection[Any], table: TwinTable) -> None:
    definitions = [sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(declaration(kind))) for name, kind in table.columns]
    definitions.append(sql.SQL("PRIMARY KEY ({})").format(sql.SQL(", ").join(map(sql.Identifier, table.key))))
    connection.execute(sql.SQL("CREATE TABLE {} ({})").format(sql.Identifier(table.name), sql.SQL(", ").join(definitions)))
    # A published view is a publication of its name, which sends no TRUNCATE.
    published = sql.SQL("CREATE PUBLICATION {table} FOR TABLE {table} WITH (publish = 'insert, update, delete')")
    connection.execute(published.format(table=sql.Identifier(table.name)))
    with connection.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(table.name))) as copy:
        for row in zip(*(column.to_pylist() for column in table.rows.columns), strict=True):
            copy.write_row([_exact(value) for value in row])
    connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table.name)))


def _exact(value: Any) -> Any:
    """A duration has no days, only microseconds, as Spark keeps it; psycopg would split days off."""
    return f"{value // dt.timedelta(microseconds=1)} microseconds" if isinstance(value, dt.timedelta) else value


def declaration(kind: st.DataType) -> str:
    if isinstance(kind, st.Array) and column_type(kind).pg.element:
        return f"{declaration(kind.element)}[]"
    served = column_type(kind)
    if parts := numeric_precision_scale(served.typmod):
        return f"numeric({parts[0]},{parts[1]})"
    return served.pg.name


def publish_tables(root: Path, tables: list[TwinTable]) -> None:
    """One version of each as a view."""
    from statestore.views import open_root
    from statestore.views.local_writer import write_version

    root.mkdir(exist_ok=True)
    opened = open_root(str(root))
    for table in tables:
        write_version(opened, table.schema, table.rows)


@pytest.fixture(scope="session")
def twin(postgres_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twin]:
    """Both servers with all tables."""
    folder = tmp_path_factory.mktemp("twin")
    tables = twin_tables()
    publish_tables(folder / "root", tables)
    with running_gateway(folder / "root", folder / "store") as gateway:
        yield Twin(gateway.dsn, load_postgres(postgres_dsn, tables, "twin"))
