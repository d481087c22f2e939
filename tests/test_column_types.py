"""What a type of column goes through: each place knows all of them, and the lists that tests are made of have all of them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, get_args

import pyarrow as pa
import pytest

from gateway.codecs.codec import encoder
from gateway.contract.engine import BINARY, TEXT
from planner.postgres.functions.duckdb_types import duckdb_type
from planner.postgres.functions.function import NumericShape
from planner.prune.keyspace.key_column import KeyColumn
from planner.tree.types import column_type
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.keys import KeyCodec
from statestore.rows import fixed, row_decoder, row_encoder
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.sharding.murmur3 import hasher
from statestore.views.shard_writer import key_text
from tests.gateway.harness import Harness
from tests.statestore.kinds import KINDS
from tests.statestore.values import LEAVES, to_arrow

NESTED: Final = {st.Array, st.Map, st.Struct}
#: Clients' drivers and PostgreSQL's tables have no such intervals.
NOT_IN_POSTGRES: Final = {st.YearMonthInterval}


def of_key(types: Iterable[st.DataType]) -> ViewSchema:
    columns = tuple(Column(f"k{i}", t) for i, t in enumerate(types))
    names = tuple(c.name for c in columns)
    return ViewSchema("keys", columns, names, names[:1], HashPartitioning(2), (len(columns),))


def some(data_type: st.DataType) -> Any:
    """A value of the type."""
    match data_type:
        case st.Boolean():
            return True
        case st.String():
            return "a"
        case st.Binary():
            return b"a"
        case st.Decimal(_, scale):
            return Decimal(1).scaleb(-scale) if scale else Decimal(1)
        case st.Float() | st.Double():
            return 0.5
    return 1


def test_the_lists_have_every_type() -> None:
    every = set(get_args(st.DataType))
    assert {type(kind.type) for kind in KINDS} == every - NESTED | {st.Array}
    assert {type(kind.type) for kind in KINDS if kind.rows and kind.spark} >= every - NESTED - NOT_IN_POSTGRES - {st.Decimal}


@pytest.mark.parametrize("data_type", LEAVES, ids=repr)
def test_every_place_knows_the_type(data_type: st.DataType) -> None:
    schema, value = of_key([data_type]), some(data_type)
    assert st.from_spark_json(st.to_spark_json(data_type)) == data_type
    assert to_arrow([value, None], data_type).type == arrow_type(data_type)
    assert row_decoder(schema, (0,))(row_encoder(schema)((value,))) == (value,)
    codec = KeyCodec(schema)
    assert codec.decode(codec.encode((value,))) == (value,)
    assert "k0=" in key_text(schema, codec.encode((value,)))
    assert isinstance(hasher(data_type)(value, 42), int)
    sql_type = column_type(data_type)
    assert duckdb_type(sql_type.pg, NumericShape(38, 0))
    assert all(encoder(sql_type, format_) for format_ in (TEXT, BINARY))
    assert fixed(data_type) is None or KeyColumn(schema, 0).line.width is not None


def test_the_catalog_shows_keys_of_every_type(tmp_path: Path) -> None:
    schema = of_key(LEAVES)
    with Harness(tmp_path) as node:
        node.write(schema, pa.table({c.name: to_arrow([some(c.type)], c.type) for c in schema.columns}))
        assert node.rows("SELECT count(min_key) FROM tidegate.shards") == [("1",)]
        assert node.rows("SELECT count(*) FROM keys") == [("1",)]
