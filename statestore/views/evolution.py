"""Which schema a publisher may write into a view that exists: the view's own, or one that old rows allow.

Allowed: a column (or what is nested in it) that becomes nullable, another comment, new columns behind the last one, and rows that
expire, by the same column for good: what has expired by it may have been dropped.
Old rows hold NULL in a new column, so the view's column is nullable even where the publisher's is not.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from statestore.errors import IncompatibleSchema
from statestore.expiry import Expiry
from statestore.schema import ROW_SCHEMAS_MAX, Column, HashPartitioning, Partitioning, ViewSchema
from statestore.types import Array, DataType, Field, Map, Struct, to_spark_json


def evolve(view: ViewSchema, publisher: ViewSchema) -> ViewSchema:
    """The schema to write with: *view* itself when nothing changes. Raises IncompatibleSchema naming every difference."""
    differences = [*_layout_differences(view, publisher), *_column_differences(view, publisher)]
    differences += _expiry_differences(view.expiry, publisher.expiry)
    added = len(publisher.columns) - len(view.columns)
    if added > 0 and len(view.row_widths) == ROW_SCHEMAS_MAX:
        differences.append(f"columns were added {ROW_SCHEMAS_MAX - 1} times already, which is the limit")
    if differences:
        raise IncompatibleSchema(
            f"view {view.name} exists with another schema",
            detail="; ".join(differences),
            hint="publish under another name, or make the job's columns, key and shards those of the view",
        )
    old = tuple(_loosened(v, p) for v, p in zip(view.columns, publisher.columns, strict=False))
    new = tuple(replace(c, nullable=True) for c in publisher.columns[len(view.columns) :])
    widths = (*view.row_widths, len(publisher.columns)) if added else view.row_widths
    comment = view.comment if publisher.comment is None else publisher.comment
    expiry = publisher.expiry or view.expiry
    evolved = replace(view, columns=old + new, row_widths=widths, comment=comment, expiry=expiry)
    return view if evolved == view else evolved


def is_same_view(one: ViewSchema, other: ViewSchema) -> bool:
    """May both be schemas of one view, at different versions?"""
    return not _layout_differences(one, other) and all(
        a.name == b.name and union(a.type, b.type) is not None for a, b in zip(one.columns, other.columns, strict=False)
    )


def _layout_differences(view: ViewSchema, publisher: ViewSchema) -> list[str]:
    pairs = (
        ("key", ", ".join(view.key), ", ".join(publisher.key)),
        ("shard key", ", ".join(view.shard_key), ", ".join(publisher.shard_key)),
        ("partitioning", _spelled(view.partitioning), _spelled(publisher.partitioning)),
    )
    return [f"{what}: the view has ({old}), the job has ({new})" for what, old, new in pairs if old != new]


def _spelled(partitioning: Partitioning) -> str:
    if isinstance(partitioning, HashPartitioning):
        return f"hash, {partitioning.shards} shards"
    return f"range, {partitioning.shards} shards split at {', '.join(s.hex() for s in partitioning.splits)}"


def _column_differences(view: ViewSchema, publisher: ViewSchema) -> list[str]:
    found = []
    for i, (old, new) in enumerate(zip_longest(view.columns, publisher.columns), start=1):
        if new is None:
            found.append(f"column {i}: the view has {_column(old)}, the job lacks it")
        elif old is not None and (old.name != new.name or union(old.type, new.type) is None):
            found.append(f"column {i}: the view has {_column(old)}, the job has {_column(new)}")
    return found


def _expiry_differences(view: Expiry | None, publisher: Expiry | None) -> list[str]:
    if view is None or publisher is None or view.column == publisher.column:
        return []
    return [f"expire: the view's rows expire by {view.column}, the job's by {publisher.column}"]


def _column(column: Column) -> str:
    return f"{column.name} {to_spark_json(column.type)}"


def _loosened(old: Column, new: Column) -> Column:
    data_type = union(old.type, new.type) or old.type
    return Column(old.name, data_type, old.nullable or new.nullable, new.comment if new.comment is not None else old.comment)


def union(old: DataType, new: DataType) -> DataType | None:
    """The type that allows NULL wherever one of the two does; None when they differ in more than that."""
    match old, new:
        case Array(), Array():
            element = union(old.element, new.element)
            return None if element is None else Array(element, old.contains_null or new.contains_null)
        case Map(), Map():
            key, value = union(old.key, new.key), union(old.value, new.value)
            if key is None or value is None:
                return None
            return Map(key, value, old.value_contains_null or new.value_contains_null)
        case Struct(), Struct():
            fields = [_field_union(a, b) for a, b in zip_longest(old.fields, new.fields)]
            known = tuple(f for f in fields if f is not None)
            return Struct(known) if len(known) == len(fields) else None
    return old if old == new else None


def _field_union(old: Field | None, new: Field | None) -> Field | None:
    if old is None or new is None or old.name != new.name:
        return None
    data_type = union(old.type, new.type)
    return None if data_type is None else Field(old.name, data_type, old.nullable or new.nullable)
