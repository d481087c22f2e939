"""Views that are odd: strange names, no rows, nested columns, intervals, rows deleted and written again."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness

pytestmark = pytest.mark.usefixtures("no_few_rows")

STRANGE = ('we"ird {x}', "select", "Flight No", "tidegate key", "s0", "ünï", "a.b", "$p1", "{s0}", "'; DROP TABLE x; --")


def schema_of(name: str, columns: dict[str, st.DataType], key: tuple[str, ...]) -> ViewSchema:
    return ViewSchema(
        name, tuple(Column(n, t, n not in key) for n, t in columns.items()), key, key[:1], HashPartitioning(3), (len(columns),)
    )


@pytest.mark.parametrize("view", ["plain", "Sel ect", 'qu"ote', "{s0}"])
def test_strange_names(tmp_path: Path, view: str) -> None:
    with Harness(tmp_path) as engine:
        types: dict[str, st.DataType] = dict.fromkeys(STRANGE, st.Int())
        table = pa.table({n: pa.array([i, i + 1, i + 2], pa.int32()) for i, n in enumerate(STRANGE)})
        engine.write(schema_of(view, types, (STRANGE[0],)), table)
        name = '"' + view.replace('"', '""') + '"'
        everything = [tuple(str(i + row) for i in range(len(STRANGE))) for row in range(3)]
        first = '"' + STRANGE[0].replace('"', '""') + '"'
        assert engine.rows(f"SELECT * FROM {name} ORDER BY {first}") == everything
        for column in STRANGE:
            quoted = '"' + column.replace('"', '""') + '"'
            at = STRANGE.index(column)
            assert engine.rows(f"SELECT sum({quoted}) FROM {name}") == [(str(3 * at + 3),)]
            assert engine.rows(f"SELECT {quoted} + 0 AS x FROM {name} WHERE {first} IN (0, 2) ORDER BY 1") == [
                (str(at),),
                (str(at + 2),),
            ]


def test_names_that_differ_in_case_only(tmp_path: Path) -> None:
    columns: dict[str, st.DataType] = dict.fromkeys(("a", "A", "A~1", "B", "b"), st.Int())
    with Harness(tmp_path) as engine:
        data = [pa.array([10 * i + 1, 10 * i + 2], pa.int32()) for i in range(len(columns))]
        engine.write(schema_of("v", columns, ("a",)), pa.table(data, names=list(columns)))
        for i, name in enumerate(columns):
            assert engine.rows(f'SELECT sum("{name}") FROM v') == [(str(20 * i + 3),)]
            assert engine.rows(f'SELECT "{name}" + 0 AS x FROM v WHERE a = 1') == [(str(10 * i + 1),)]


def test_an_empty_view(tmp_path: Path) -> None:
    with Harness(tmp_path) as engine:
        columns: dict[str, st.DataType] = {"id": st.Int(), "tags": st.Array(st.String()), "extra": st.Map(st.String(), st.Int())}
        engine.write(schema_of("v", columns, ("id",)), pa.table({n: pa.array([], arrow_type(t)) for n, t in columns.items()}))
        assert engine.rows("SELECT * FROM v") == []
        assert engine.rows("SELECT id FROM v WHERE id = 3") == []
        assert engine.rows("SELECT count(*), max(id) FROM v") == [("0", None)]
        assert engine.rows("SELECT a.id FROM v a JOIN v b USING (id) WHERE a.id > 1") == []
        assert engine.rows("SELECT rows FROM tidegate.views") == [("0",)]
        assert engine.rows("SELECT min_key, max_key FROM tidegate.shards LIMIT 1") == [(None, None)]


def test_nested_columns_and_intervals(tmp_path: Path) -> None:
    columns: dict[str, st.DataType] = {
        "id": st.Int(), "tags": st.Array(st.String()), "extra": st.Map(st.String(), st.Int()),
        "place": st.Struct((st.Field("x", st.Int()), st.Field("y", st.String()))), "deep": st.Array(st.Array(st.Int())),
        "took": st.DayTimeInterval(), "every": st.YearMonthInterval(), "byte": st.Byte(),
    }  # fmt: skip
    rows: dict[str, list[object]] = {
        "id": [1, 2], "tags": [["a", None, "b c"], None], "extra": [[("k", 1)], None], "place": [{"x": 1, "y": "q"}, None],
        "deep": [[[1, 2], [3]], None], "took": [90_061_000_000, None], "every": [(14, 0, 0), None], "byte": [-7, None],
    }  # fmt: skip
    expected = ("1", '{a,NULL,"b c"}', '{"k": 1}', '{"x": 1, "y": "q"}', "[[1, 2], [3]]", "25:01:01", "1 year 2 mons", "-7")
    with Harness(tmp_path) as engine:
        engine.write(schema_of("v", columns, ("id",)), pa.table({n: pa.array(rows[n], arrow_type(t)) for n, t in columns.items()}))
        assert engine.rows("SELECT * FROM v WHERE id = 1") == [expected]
        assert engine.rows("SELECT * FROM v ORDER BY id") == [expected, ("2", *[None] * 7)]
        assert engine.rows("SELECT extra, took FROM v WHERE byte = -7") == [(expected[2], expected[5])]
        assert engine.rows("SELECT tags FROM v WHERE id = 1 AND byte = -7") == [(expected[1],)]


def test_deleted_and_written_again(tmp_path: Path) -> None:
    columns: dict[str, st.DataType] = {"id": st.Int(), "n": st.Long()}
    schema = schema_of("v", columns, ("id",))

    def table(items: dict[int, int]) -> pa.Table:
        return pa.table({"id": pa.array(list(items), pa.int32()), "n": pa.array(list(items.values()), pa.int64())})

    with Harness(tmp_path) as engine:
        engine.write(schema, table({i: i for i in range(100)}))
        total = "SELECT count(*), sum(n) FROM v"
        assert engine.rows(total) == [("100", "4950")]
        engine.write(schema, table({}), deletes=[[i] for i in range(50)])
        engine.write(schema, table(dict.fromkeys(range(25), 1)))
        assert engine.rows(total) == [("75", str(sum(range(50, 100)) + 25))]
        assert engine.rows("SELECT n FROM v WHERE id IN (3, 30, 60) ORDER BY id") == [("1",), ("60",)]
        assert engine.engine.copies.counters.built == 1
