"""The demo's views: some weeks of flights, with the keys, shard keys and shard counts that the demo's job publishes them with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from gateway.demo import dataset
from statestore.schema import HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.twin import TwinTable, twin_tables

#: The lookup tables' shard counts; the streams have 8.
_SHARDS = {lookup.name: lookup.shards for lookup in dataset.LOOKUPS}


@dataclass(frozen=True)
class DemoTable:
    """A table of PostgreSQL, and the view with the same rows."""

    twin: TwinTable

    @property
    def schema(self) -> ViewSchema:
        schema = self.twin.schema
        return replace(schema, partitioning=HashPartitioning(_SHARDS.get(schema.name, 8)))


def demo_tables(days: int = 20) -> list[DemoTable]:
    """All of them; flights, and weather, of the first days of January only."""
    tables = [table for table in twin_tables() if table.name != "kinds"]
    return [DemoTable(replace(table, rows=_first_days(table.rows, days))) for table in tables]


def _first_days(rows: pa.Table, days: int) -> pa.Table:
    if "day" not in rows.column_names:
        return rows
    return rows.filter(pc.and_(pc.equal(rows["month"], 1), pc.less_equal(rows["day"], days)))


def publish_demo(root: Path, tables: list[DemoTable]) -> None:
    """Each view in three versions, the last of which corrects what the one before got wrong."""
    opened = open_root(str(root), create=True)
    for table in tables:
        rows = table.twin.rows
        half = rows.num_rows // 2
        stray = rows.slice(half, 1)
        write_version(opened, table.schema, rows.slice(0, half))
        write_version(opened, table.schema, _shifted(stray, table.schema))
        key = _physical(stray, table.schema)
        write_version(opened, table.schema, rows.slice(half), deletes=[] if key is None else [key])


def _shifted(row: pa.Table, schema: ViewSchema) -> pa.Table:
    """A row under a key that no other row has."""
    name = schema.key[0]
    return row.set_column(row.column_names.index(name), name, pa.array(["~" + row[name][0].as_py()]))


def _physical(row: pa.Table, schema: ViewSchema) -> list[object] | None:
    """The key that _shifted() gave it, as physical values."""
    found: list[object] = ["~" + row[schema.key[0]][0].as_py()]
    for name in schema.key[1:]:
        value = row[name][0]
        found.append(value.value if pa.types.is_timestamp(row[name].type) else value.as_py())
    return found
