"""Which schemas may follow which."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from statestore.errors import IncompatibleSchema
from statestore.schema import ROW_SCHEMAS_MAX, Column, HashPartitioning, RangePartitioning, ViewSchema
from statestore.types import Array, Field, Int, Long, Map, String, Struct
from statestore.views.evolution import evolve

VIEW = ViewSchema(
    "v",
    (
        Column("k", String(), nullable=False),
        Column("n", Long(), nullable=False, comment="old"),
        Column("a", Array(Int(), contains_null=False)),
    ),
    ("k",),
    ("k",),
    HashPartitioning(4),
    (3,),
)


def changed(**parts: Any) -> ViewSchema:
    columns = parts.pop("columns", VIEW.columns)
    return replace(VIEW, columns=columns, row_widths=(len(columns),), **parts)


def with_column(position: int, column: Column) -> ViewSchema:
    return changed(columns=(*VIEW.columns[:position], column, *VIEW.columns[position + 1 :]))


def test_the_same_schema_is_the_view_itself() -> None:
    assert evolve(VIEW, changed()) is VIEW


def test_a_stricter_publisher_changes_nothing() -> None:
    loose = replace(VIEW, columns=(VIEW.columns[0], Column("n", Long(), comment="old"), VIEW.columns[2]))
    assert evolve(loose, changed()) is loose


def test_nullability_is_loosened_also_inside_types() -> None:
    nullable = evolve(VIEW, with_column(1, Column("n", Long())))
    assert (nullable.columns[1], nullable.row_widths) == (Column("n", Long(), nullable=True, comment="old"), (3,))
    assert evolve(VIEW, with_column(2, Column("a", Array(Int())))).columns[2].type == Array(Int(), contains_null=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (Map(String(), Int(), value_contains_null=False), Map(String(), Int())),
        (Struct((Field("x", Int(), nullable=False),)), Struct((Field("x", Int()),))),
        (Array(Struct((Field("x", Int(), nullable=False),))), Array(Struct((Field("x", Int()),)))),
    ],
)
def test_nested_nullability(old: Any, new: Any) -> None:
    tight, loose = with_column(2, Column("a", old)), with_column(2, Column("a", new))
    assert evolve(tight, loose).columns[2].type == new
    assert evolve(loose, tight) is loose


def test_comments_change_without_a_new_row_schema() -> None:
    commented = evolve(VIEW, with_column(1, Column("n", Long(), nullable=False, comment="new")))
    assert (commented.columns[1].comment, commented.row_widths) == ("new", (3,))


def test_a_views_own_comment_stays_until_there_is_another() -> None:
    commented = evolve(VIEW, changed(comment="first"))
    assert (commented.comment, commented.row_widths) == ("first", (3,))
    assert evolve(commented, changed()) is commented
    assert evolve(commented, changed(comment="second")).comment == "second"
    assert ViewSchema.from_json(commented.to_json()) == commented
    assert "comment" not in VIEW.to_json()


def test_new_columns_come_last_and_are_nullable() -> None:
    once = evolve(VIEW, changed(columns=(*VIEW.columns, Column("x", Int(), nullable=False), Column("y", Int()))))
    assert (once.columns[3:], once.row_widths) == ((Column("x", Int()), Column("y", Int())), (3, 5))
    twice = evolve(once, changed(columns=(*once.columns, Column("z", Int()))))
    assert twice.row_widths == (3, 5, 6)


@pytest.mark.parametrize(
    ("publisher", "difference"),
    [
        (changed(key=("k", "n")), "key: the view has (k), the job has (k, n)"),
        (changed(key=("k", "n"), shard_key=("k", "n")), "shard key: the view has (k), the job has (k, n)"),
        (changed(partitioning=HashPartitioning(8)), "the view has (hash, 4 shards), the job has (hash, 8 shards)"),
        (changed(partitioning=RangePartitioning((b"\x01m\x00",))), "the job has (range, 2 shards split at 016d00)"),
        (with_column(1, Column("n", Int())), "column 2: the view has n long, the job has n integer"),
        (with_column(1, Column("m", Long())), "column 2: the view has n long, the job has m long"),
        (with_column(2, Column("a", Array(String()))), "column 3: the view has a {'type': 'array', 'elementType': 'integer'"),
        (changed(columns=VIEW.columns[:2]), "column 3: the view has a"),
        (changed(columns=(VIEW.columns[0], Column("x", Int()), *VIEW.columns[1:])), "column 2: the view has n long, the job has x"),
    ],
)
def test_anything_else_is_refused_by_name(publisher: ViewSchema, difference: str) -> None:
    with pytest.raises(IncompatibleSchema) as refused:
        evolve(VIEW, publisher)
    assert difference in str(refused.value)


def test_all_differences_are_named() -> None:
    publisher = changed(columns=(VIEW.columns[0], Column("m", Int())), key=("m",), shard_key=("m",))
    with pytest.raises(IncompatibleSchema) as refused:
        evolve(VIEW, publisher)
    assert [part in str(refused.value) for part in ("key:", "shard key:", "column 2:", "column 3:")] == [True] * 4


def test_struct_fields_may_not_change() -> None:
    old, new = Struct((Field("x", Int()),)), Struct((Field("x", Int()), Field("y", Int())))
    with pytest.raises(IncompatibleSchema, match="column 3"):
        evolve(with_column(2, Column("a", old)), with_column(2, Column("a", new)))


def test_columns_can_be_added_only_so_often() -> None:
    columns = tuple(Column(f"c{i}", Int()) for i in range(ROW_SCHEMAS_MAX))
    full = ViewSchema("v", columns, ("c0",), ("c0",), HashPartitioning(1), tuple(range(1, ROW_SCHEMAS_MAX + 1)))
    wider = replace(full, columns=(*columns, Column("one_more", Int())), row_widths=(ROW_SCHEMAS_MAX + 1,))
    with pytest.raises(IncompatibleSchema, match="255 times already"):
        evolve(full, wider)
