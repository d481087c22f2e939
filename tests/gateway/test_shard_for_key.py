"""tidegate.shard_for_key: Spark's hash for every type, whichever way values come; wrong values are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

from planner.errors import (
    DatatypeMismatch,
    InvalidText,
    NumericOverflow,
    PlanError,
    UndefinedFunction,
    UndefinedTable,
    Unsupported,
)
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.keys import KeyCodec
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema
from tests.gateway.harness import Harness
from tests.statestore.kinds import KINDS

SHARDS = 8
#: Column type, Spark's expression of the value, and the same value in Tidegate's SQL.
KEYS: tuple[tuple[st.DataType, str, str], ...] = (
    (st.Long(), "CAST(7 AS BIGINT)", "7"),
    (st.Decimal(10, 2), "CAST(12.34 AS DECIMAL(10,2))", "12.34"),
    (st.Decimal(38, 5), "CAST(-123456789012345678901234567.5 AS DECIMAL(38,5))", "'-123456789012345678901234567.5'"),
    *((kind.type, *value) for kind in KINDS for value in kind.spark),
)


def view(name: str, types: list[st.DataType], partitioning: Partitioning | None = None, shard_key: int | None = None) -> ViewSchema:
    """A view whose key columns have these types, and none besides but a number."""
    keys = tuple(Column(f"k{i}", t) for i, t in enumerate(types))
    names = tuple(c.name for c in keys)
    partitioning = partitioning or HashPartitioning(SHARDS)
    return ViewSchema(name, (*keys, Column("n", st.Int())), names, names[:shard_key], partitioning, (len(keys) + 1,))


def empty(schema: ViewSchema) -> pa.Table:
    return pa.schema([pa.field(c.name, arrow_type(c.type)) for c in schema.columns]).empty_table()


@pytest.fixture(scope="module")
def tidegate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("shards")) as made:
        views = [
            *(view(f"v{i}", [t]) for i, (t, _, _) in enumerate(KEYS)),
            view("routes", [st.String(), st.String(), st.Timestamp()], shard_key=2),
            view("small", [st.Byte()]),
            view("nested", [st.Array(st.Array(st.Int()))]),
        ]
        codec = KeyCodec(view("x", [st.Long()]))
        views.append(view("ranged", [st.Long()], RangePartitioning(tuple(codec.encode((n,)) for n in (10, 20)))))
        for schema in views:
            made.write(schema, empty(schema))
        yield made


def shard(tidegate: Harness, *args: str) -> str | None:
    ((found,),) = tidegate.rows(f"SELECT tidegate.shard_for_key({', '.join(args)})")
    return found


@pytest.mark.spark
def test_the_shard_is_sparks_partition(tidegate: Harness, spark: Any) -> None:
    hashes = ", ".join(f"pmod(hash({expression}), {SHARDS})" for _, expression, _ in KEYS)
    (expected,) = spark.sql(f"SELECT {hashes}").collect()
    assert [shard(tidegate, f"'v{i}'", sql) for i, (_, _, sql) in enumerate(KEYS)] == [str(n) for n in expected]


@pytest.mark.spark
def test_several_columns(tidegate: Harness, spark: Any) -> None:
    ((expected,),) = spark.sql(f"SELECT pmod(hash('JFK', 'LAX'), {SHARDS})").collect()
    assert shard(tidegate, "'routes'", "'JFK'", "'LAX'") == str(expected)
    # The whole key says it as well, and so do columns and a view that is not a constant.
    assert shard(tidegate, "'routes'", "'JFK'", "'LAX'", "now()") == str(expected)
    sql = "SELECT tidegate.shard_for_key(v, o, 'LAX') FROM (VALUES ('routes', 'JFK'), (NULL, 'JFK')) AS t(v, o)"
    assert sorted(tidegate.rows(sql), key=str) == sorted([(str(expected),), (None,)], key=str)


def test_parameters_take_the_keys_types(tidegate: Harness) -> None:
    sql = "SELECT tidegate.shard_for_key('v0', $1)"
    assert [p.pg.name for p in tidegate.prepare(sql).parameters] == ["int8"]
    assert tidegate.rows(sql, (7,)) == [(shard(tidegate, "'v0'", "7"),)]
    sql = "SELECT tidegate.shard_for_key($1, $2)"
    assert [p.pg.name for p in tidegate.prepare(sql).parameters] == ["text", "text"]
    assert tidegate.rows(sql, ("v0", "7")) == [(shard(tidegate, "'v0'", "7"),)]


@pytest.mark.parametrize(
    "name", [f"v{i}" for i, (t, _, _) in enumerate(KEYS) if isinstance(t, st.Date | st.Timestamp | st.TimestampNtz)]
)
def test_typed_values_of_a_view_that_is_not_known_before(tidegate: Harness, name: str) -> None:
    _, _, sql = KEYS[int(name[1:])]
    pg = tidegate.prepare(f"SELECT k0 FROM {name}").columns[0].type.pg.name
    late = tidegate.rows(f"SELECT tidegate.shard_for_key(v, CAST({sql} AS {pg})) FROM (VALUES ('{name}')) AS t(v)")
    assert late == [(shard(tidegate, f"'{name}'", sql),)]


def test_ranges(tidegate: Harness) -> None:
    assert [shard(tidegate, "'ranged'", str(n)) for n in (-5, 9, 10, 19, 20, 99)] == ["0", "0", "1", "1", "2", "2"]


def test_it_chooses_rows_of_system_tables(tidegate: Harness) -> None:
    sql = "SELECT shard FROM tidegate.shards WHERE view = 'ranged' AND shard = tidegate.shard_for_key('ranged', 15)"
    assert tidegate.rows(sql) == [("1",)]


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ("'nope', 1", UndefinedTable),
        ("'pg_class', 1", UndefinedTable),
        ("'v0'", UndefinedFunction),
        ("'v0', 1, 2", UndefinedFunction),
        ("'routes', 'JFK'", UndefinedFunction),
        ("'v0', 'x'", InvalidText),
        ("'v0', true", DatatypeMismatch),
        ("'v0', '2013-01-01'::date", DatatypeMismatch),
        ("'small', 200", NumericOverflow),
        ("'nested', '{{1}}'", Unsupported),
        ("v, 1) FROM (VALUES ('nope')) AS t(v) WHERE (true", UndefinedTable),
        ("v, 'x') FROM (VALUES ('v0')) AS t(v) WHERE (true", InvalidText),
        ("v, true) FROM (VALUES ('v0')) AS t(v) WHERE (true", DatatypeMismatch),
        ("v, 1, 2) FROM (VALUES ('v0')) AS t(v) WHERE (true", UndefinedFunction),
    ],
)
def test_what_is_no_key_is_refused(tidegate: Harness, args: str, error: type[PlanError]) -> None:
    with pytest.raises(error):
        tidegate.rows(f"SELECT tidegate.shard_for_key({args})")


def test_only_by_its_schema(tidegate: Harness) -> None:
    with pytest.raises(UndefinedFunction):
        tidegate.rows("SELECT shard_for_key('v0', 7)")
