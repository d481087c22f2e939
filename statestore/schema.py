"""A view's shape: columns, key, shard key, partitioning; and its form in view.json."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from statestore.errors import InvalidSchema
from statestore.expiry import Expiry
from statestore.types import Array, DataType, Map, Struct, from_spark_json, to_spark_json

SHARDS_MAX: Final = 4096
COLUMNS_MAX: Final = 1600
KEY_COLUMNS_MAX: Final = 32
#: A row's first byte is its row schema's number, so a view can gain columns this many times.
ROW_SCHEMAS_MAX: Final = 256
#: Postgres cuts identifiers at 63 bytes; a longer name could never be asked for.
NAME_BYTES_MAX: Final = 63


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a view."""

    name: str
    type: DataType
    nullable: bool = True
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class HashPartitioning:
    """shard = pmod(Spark's Murmur3 with seed 42 over the shard key, shards)."""

    shards: int


@dataclass(frozen=True, slots=True)
class RangePartitioning:
    """Shard i holds the rows whose encoded shard key is >= splits[i-1] and < splits[i].

    *splits* are encoded shard keys (statestore.keys), strictly ascending; one shard more than splits.
    """

    splits: tuple[bytes, ...]

    @property
    def shards(self) -> int:
        """Number of shards."""
        return len(self.splits) + 1


Partitioning = HashPartitioning | RangePartitioning


@dataclass(frozen=True, slots=True)
class Made:
    """A column that no field holds: *make* of the values of the fields at *paths*, each of which may be None.

    With the column's type *name* says what *make* does: it is what is compared.
    """

    name: str
    make: Callable[..., Any] = field(compare=False)
    paths: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class StateRows:
    """How a Spark state store's rows are stored, which no writer of ours made: one format byte 0, then an UnsafeRow of *roots*
    (the store's key row and value row, mostly). Column i of the table is the field at *paths[i]*: a root, a field of it, and so on.
    A Timestamp may lie in a field of type Long, in microseconds.
    """

    roots: tuple[DataType, ...]
    paths: tuple[tuple[int, ...] | Made, ...]


def _path_json(path: tuple[int, ...] | Made) -> Any:
    return {path.name: [list(of) for of in path.paths]} if isinstance(path, Made) else list(path)


def _holds_map(data_type: DataType) -> bool:
    match data_type:
        case Array(element):
            return _holds_map(element)
        case Struct(fields):
            return any(_holds_map(f.type) for f in fields)
        case _:
            return isinstance(data_type, Map)


@dataclass(frozen=True)
class ViewSchema:
    """What view.json says. Raises InvalidSchema when its parts do not fit together.

    *row_widths[n]* is the number of leading columns that rows of row schema n hold; the last one is all columns.
    With *state_rows* it is a state table: Spark keeps its keys in no order of ours, and the key may have no column at all.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    shard_key: tuple[str, ...]
    partitioning: Partitioning
    row_widths: tuple[int, ...]
    comment: str | None = None
    state_rows: StateRows | None = None
    #: When rows expire; None: never.
    expiry: Expiry | None = None

    def __post_init__(self) -> None:
        names = [c.name for c in self.columns]
        if not self.name or len(self.name.encode()) > NAME_BYTES_MAX or "/" in self.name or self.name.startswith("."):
            raise InvalidSchema(f"view name {self.name!r} must have 1 to {NAME_BYTES_MAX} bytes, no slash and no leading dot")
        if len(set(names)) != len(names):
            raise InvalidSchema(f"view {self.name}: two columns share a name", detail=", ".join(names))
        if not 0 < len(names) <= COLUMNS_MAX:
            raise InvalidSchema(f"view {self.name}: {len(names)} columns; 1 to {COLUMNS_MAX} are possible")
        least = 1 if self.ordered else 0
        if not least <= len(self.key) <= KEY_COLUMNS_MAX or len(set(self.key)) != len(self.key):
            raise InvalidSchema(
                f"view {self.name}: the key needs 1 to {KEY_COLUMNS_MAX} different columns", detail=f"key={self.key}"
            )
        if missing := [k for k in self.key if k not in names]:
            raise InvalidSchema(f"view {self.name}: key column {missing[0]!r} does not exist", hint=f"columns: {', '.join(names)}")
        if len(self.shard_key) < least or self.key[: len(self.shard_key)] != self.shard_key:
            raise InvalidSchema(f"view {self.name}: the shard key {self.shard_key} is not a leading part of the key {self.key}")
        if not 1 <= self.partitioning.shards <= SHARDS_MAX:
            raise InvalidSchema(f"view {self.name}: {self.partitioning.shards} shards; 1 to {SHARDS_MAX} are possible")
        if not self.row_widths or self.row_widths[-1] != len(names) or len(self.row_widths) > ROW_SCHEMAS_MAX:
            raise InvalidSchema(f"view {self.name}: row schemas {self.row_widths} do not end with all {len(names)} columns")
        for key_column in self.key_columns:
            if _holds_map(key_column.type):
                raise InvalidSchema(f"view {self.name}: key column {key_column.name!r} is or holds a map, which has no order")
        if self.expiry is not None:
            self.expiry.check(next((c.type for c in self.columns if c.name == self.expiry.column), None))

    @property
    def shards(self) -> int:
        """Number of shards."""
        return self.partitioning.shards

    @property
    def ordered(self) -> bool:
        """Are a shard's rows kept in key order, so that ranges of keys can be read? Else there are point gets and whole scans."""
        return self.state_rows is None

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """Column name → position."""
        return {c.name: i for i, c in enumerate(self.columns)}

    @cached_property
    def key_ordinals(self) -> tuple[int, ...]:
        """Positions of the key columns, in key order."""
        return tuple(self.ordinals[k] for k in self.key)

    @cached_property
    def key_columns(self) -> tuple[Column, ...]:
        """The key columns, in key order."""
        return tuple(self.columns[i] for i in self.key_ordinals)

    @cached_property
    def colocation_group(self) -> str:
        """The same for views whose rows of one shard key are in shards of one number."""
        key_types = json.dumps([to_spark_json(self.columns[self.ordinals[name]].type) for name in self.shard_key])
        if isinstance(self.partitioning, RangePartitioning):
            return f"range {' '.join(split.hex() for split in self.partitioning.splits)} by {key_types}"
        return f"hash {self.shards} by {key_types}"

    @cached_property
    def decoders(self) -> dict[tuple[int, ...], Any]:
        """Row decoders that statestore.rows has compiled for this schema, by the columns they decode."""
        return {}

    def to_json(self) -> dict[str, Any]:
        """The body of view.json, without its format version."""
        partitioning: dict[str, Any] = {"kind": "hash"}
        if isinstance(self.partitioning, RangePartitioning):
            partitioning = {"kind": "range", "splits": [s.hex() for s in self.partitioning.splits]}
        return {
            "view": self.name,
            "columns": [
                {"name": c.name, "type": to_spark_json(c.type), "nullable": c.nullable, "comment": c.comment} for c in self.columns
            ],
            "key": list(self.key),
            "shard_key": list(self.shard_key),
            "shards": self.shards,
            "partitioning": partitioning,
            "row_widths": list(self.row_widths),
            **({} if self.comment is None else {"comment": self.comment}),
            **({} if self.expiry is None else {"expire": self.expiry.column, "expire_after_us": self.expiry.after_us}),
            **({} if self.state_rows is None else {"paths": [_path_json(path) for path in self.state_rows.paths]}),
        }

    @classmethod
    def from_json(cls, body: dict[str, Any]) -> ViewSchema:
        """Inverse of to_json. Raises InvalidSchema when a part is missing or does not fit."""
        try:
            if body["partitioning"]["kind"] == "range":
                partitioning: Partitioning = RangePartitioning(tuple(bytes.fromhex(s) for s in body["partitioning"]["splits"]))
            else:
                partitioning = HashPartitioning(body["shards"])
            columns = tuple(Column(c["name"], from_spark_json(c["type"]), c["nullable"], c.get("comment")) for c in body["columns"])
            key, shard_key, widths = (tuple(body[part]) for part in ("key", "shard_key", "row_widths"))
            expiry = Expiry(body["expire"], body["expire_after_us"]) if "expire" in body else None
            return cls(body["view"], columns, key, shard_key, partitioning, widths, body.get("comment"), expiry=expiry)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidSchema(f"view.json lacks or misspells {error}") from error
