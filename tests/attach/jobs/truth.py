"""What is in a checkpoint, by Spark's own reader of state stores: every store and variable, at every batch.

A row is its values in the reader's order, the key's first, with structs taken apart. Rows are counted: a list's elements may
repeat.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import DataType

#: How the timers of a processor are asked for; Spark keeps them in two column families.
TIMERS: Final = "timers"
_BATCH: Final = "_batch"
_PARTITION: Final = "partition_id"


@dataclass(frozen=True, slots=True)
class Source:
    """One thing that Spark's reader reads."""

    operator: int
    store: str = "default"
    #: A state variable's name, TIMERS, or nothing.
    variable: str = ""

    @property
    def options(self) -> dict[str, str]:
        """The reader's options."""
        options = {"operatorId": str(self.operator), "storeName": self.store}
        if self.variable == TIMERS:
            options["readRegisteredTimers"] = "true"
        elif self.variable:
            options |= {"stateVarName": self.variable, "flattenCollectionTypes": "true"}
        return options


#: (partition, values…) and how often it is there.
Rows = Counter[tuple[Any, ...]]


@dataclass(frozen=True)
class Truth:
    """One source at every batch."""

    columns: tuple[str, ...]
    rows: dict[int, Rows]


def sources(spark: SparkSession, checkpoint: Path) -> list[Source]:
    """All of a checkpoint, by Spark's reader of its metadata."""
    found = []
    for row in spark.read.format("state-metadata").load(str(checkpoint)).collect():
        properties = json.loads(row.operatorProperties or "{}")
        if "stateVariables" not in properties:
            found.append(Source(row.operatorId, row.stateStoreName))
            continue
        found += [Source(row.operatorId, row.stateStoreName, variable["stateName"]) for variable in _variables(properties)]
        if properties.get("timeMode") != "NoTime":
            found.append(Source(row.operatorId, row.stateStoreName, TIMERS))
    return sorted(set(found), key=str)


def _variables(properties: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The user's own variables: Spark lists its timers beside them."""
    return (variable for variable in properties["stateVariables"] if not variable["stateName"].startswith("$"))


def read(spark: SparkSession, checkpoint: Path, source: Source, batch: int) -> DataFrame:
    """Spark's reader."""
    reader = spark.read.format("statestore").option("batchId", batch)
    for name, value in source.options.items():
        reader = reader.option(name, value)
    return reader.load(str(checkpoint))


def truth(spark: SparkSession, checkpoint: Path, source: Source, batches: Iterable[int]) -> Truth:
    """All rows of all these batches, in one job of Spark's."""
    from pyspark.sql import functions as F  # noqa: N812

    frames = [read(spark, checkpoint, source, batch).withColumn(_BATCH, F.lit(batch)) for batch in batches]
    fields = [field for field in frames[0].schema.fields if field.name not in (_PARTITION, _BATCH)]
    rows: dict[int, Rows] = defaultdict(Counter)
    both = reduce(lambda a, b: a.union(b), frames)
    for row in both.select(_BATCH, _PARTITION, *(field.name for field in fields)).collect():
        values = (value for field, root in zip(fields, row[2:], strict=True) for value in _leaves(root, field.dataType))
        rows[row[0]][(row[1], *values)] += 1
    names = tuple(name for field in fields for name in _leaf_names(field.name, field.dataType))
    return Truth(names, {batch: rows[batch] for batch in batches})


def _leaf_names(path: str, data_type: DataType) -> Iterator[str]:
    if getattr(data_type, "fields", None) is None:
        yield path
        return
    for field in data_type.fields:
        yield from _leaf_names(f"{path}.{field.name}", field.dataType)


def _leaves(value: Any, data_type: DataType) -> Iterator[Any]:
    """A struct that is NULL has NULL leaves."""
    if getattr(data_type, "fields", None) is None:
        yield _plain(value, data_type)
        return
    for i, field in enumerate(data_type.fields):
        yield from _leaves(None if value is None else value[i], field.dataType)


def _plain(value: Any, data_type: DataType) -> Any:
    """Spark's Python gives instants in the machine's own time zone, without saying so."""
    if value is not None and data_type.typeName() == "timestamp":
        return value.astimezone(dt.UTC)
    return _hashable(value)


def _hashable(value: Any) -> Any:
    match value:
        case list():
            return tuple(map(_hashable, value))
        case dict():
            return tuple(sorted((_hashable(k), _hashable(v)) for k, v in value.items()))
        case bytearray():
            return bytes(value)
        case _:
            return value
