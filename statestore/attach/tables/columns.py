"""Fields of a store's key and value as columns: which structs are taken apart, and what columns are called.

- A struct of two timestamps ``start`` and ``end``, which window() and session_window() make, gives two columns:
  ``window`` becomes ``window_start`` and ``window_end``. Other structs stay whole in a value. In a key each field of a struct is a
  column, at any depth: nothing else could be compared, and a key that is not compared is none. Spark hashes both alike.
- Columns whose names Spark made itself (an aggregate's buffers, expiry times) are in snake case: ``isEmpty`` is ``is_empty``.
- Of several columns of one name the first keeps it and the others get ``_2``, ``_3`` …: ``sum``, ``sum_2``.

- Names in the configuration (`CheckpointAt.columns`) are lists of all columns of a table: where only their order tells
  buffers apart, only their order can name them. A list that does not fit makes its table unreadable with the reason, one of a
  table that there is not is a fault of the attachment. Nodes of a cluster compare schemas by names, so that those that were told
  otherwise do not answer each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from statestore import types as st
from statestore.schema import Column, Made

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER = re.compile(r"[^a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class LeafColumn:
    """A column to be: the field at *path* of a key or value row."""

    name: str
    type: st.DataType
    path: tuple[int, ...]
    comment: str | None = None
    #: Spark's own word, which holds for keys alone: the fields of a state that is NULL are NULL, whatever they are declared to be.
    nullable: bool = True
    #: What makes the column's value of the field's; None: it is the same.
    make: Callable[[Any], Any] | None = None

    @property
    def column(self) -> Column:
        """As a column of a table."""
        return Column(self.name, self.type, self.nullable, self.comment)

    def place(self, path: tuple[int, ...]) -> tuple[int, ...] | Made:
        """Where the column is, if its field is at *path* of a stored row."""
        return path if self.make is None else Made(self.make.__name__, self.make, (path,))


def is_window(data_type: st.DataType) -> bool:
    """Is it the struct that window() and session_window() make?"""
    match data_type:
        case st.Struct((st.Field("start", first), st.Field("end", second))):
            return first == second and isinstance(first, st.Timestamp | st.TimestampNtz)
        case _:
            return False


def leaves(fields: Sequence[st.Field], path: tuple[int, ...] = (), first: int = 0, *, flat: bool = False) -> list[LeafColumn]:
    """The columns of *fields*, the first of which is number *first* of the row or struct at *path*. *flat*: no struct is one."""
    found = []
    for number, field in enumerate(fields, first):
        inner = field.type.fields if isinstance(field.type, st.Struct) and (flat or is_window(field.type)) else ()
        if inner:
            parts = leaves(inner, (*path, number), flat=flat)
            found += [replace(p, name=f"{field.name}_{p.name}", nullable=field.nullable or p.nullable) for p in parts]
        else:
            found.append(LeafColumn(field.name, field.type, (*path, number), nullable=field.nullable))
    return found


def key_leaves(fields: Sequence[st.Field], path: tuple[int, ...] = (), first: int = 0) -> list[LeafColumn]:
    """The columns of a key, each of which can be compared."""
    return leaves(fields, path, first, flat=True)


def struct_leaves(struct: st.Struct, number: int, *, flat: bool = False) -> list[LeafColumn]:
    """The columns of field *number* of *struct*, which Spark has put around them: the fields inside where it is a struct."""
    field = struct.fields[number]
    if isinstance(field.type, st.Struct):
        return leaves(field.type.fields, (number,), flat=flat)
    return leaves([field], first=number)


def renamed(found: Sequence[LeafColumn], old: str, new: str) -> list[LeafColumn]:
    """A lone column *old*, which is what Scala's encoders call a value that is no struct, gets a name that says more."""
    return [replace(found[0], name=new)] if len(found) == 1 and found[0].name == old else list(found)


def snake(found: Iterable[LeafColumn]) -> list[LeafColumn]:
    """Columns whose names Spark made."""
    return [replace(leaf, name=snake_case(leaf.name)) for leaf in found]


def snake_case(name: str) -> str:
    """A name of small letters, digits and single underscores between them."""
    return _OTHER.sub("_", _WORD_START.sub("_", name).lower()).strip("_")


def distinct(found: Sequence[LeafColumn]) -> list[LeafColumn]:
    """The same columns with different names."""
    names = distinct_names([leaf.name for leaf in found])
    return [replace(leaf, name=name) for leaf, name in zip(found, names, strict=True)]


def distinct_names(names: Sequence[str]) -> list[str]:
    """Names that occur again get a number, one that makes no name of another."""
    given = set(names)
    taken: set[str] = set()
    found = []
    for name in names:
        new, number = name, 1
        while new in taken or (number > 1 and new in given):
            number += 1
            new = f"{name}_{number}"
        taken.add(new)
        found.append(new)
    return found
