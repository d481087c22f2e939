"""All tables of an attached query, by name.

- Left out, because they are indexes into rows that are shown: families with range or timestamp-first keys (`…timestampToKey`,
  `$ttl_…`, `…tsWithKey`), a join's `…keyToNumValues` (how many rows of each key there are), and the other `$` families of a
  transformWithState (`$count_…`, `$rowCounter_…`, `$min_…`). Columns of Spark's type void that only fill a place (`__dummy__`)
  are left out, too. What an aggregation of format 1 and sessions repeat of the key in their value is shown once.
- Unreadable, with the reason: operators, variable types, format versions, encodings and merge operators that this release
  does not know; column types that we do not keep. The buffer of a TypedImperativeAggregate (collect_list, percentile) is there as
  `buf`, binary, with a comment that only Spark can read it; approx_count_distinct's is its registers `ms_0` … as numbers, beside
  its result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from statestore.attach.checkpoint.model import ColumnFamily, ProviderKind, StatefulOperator, StoreRef, unkept
from statestore.attach.tables.columns import distinct_names
from statestore.attach.tables.layout import StoreFormat, store_format
from statestore.attach.tables.shapes import NoShape, StateShape, shape_of
from statestore.attach.tables.table import StateTable, Unreadable, state_table
from statestore.errors import InvalidSchema, UnsupportedType
from statestore.schema import NAME_BYTES_MAX

_OTHER: Final = re.compile(r"[^a-z0-9_]")
_TIMERS: Final = re.compile(r"\$(?:proc|event)Timers_keyToTimestamp")


def tables_of(
    attachment: str,
    operators: Sequence[StatefulOperator],
    provider: ProviderKind,
    conf: Mapping[str, str],
    columns: Mapping[str, Sequence[str]] | None = None,
) -> tuple[StateTable | Unreadable, ...]:
    """What the query's state gives: a table for each kind of rows of each store, or why there is none.

    Where it is one table, its name is *attachment*. Else names are *attachment*, the operator's number, and the store's or
    the state variable's name in lower case with "_" for every other character, of a join the side's; a name that occurs again gets
    "_2". *columns* are CheckpointAt's; raises InvalidSchema for a table in it that there is not.
    """
    kinds = [
        kind
        for operator in operators
        for store in operator.stores
        for family in operator.families[store.name]
        if (kind := _kind(operator, store, family, provider, conf)) is not None
    ]
    words = [_cut(f"{attachment}_{kind.operator.id}_{_word(kind)}") for kind in kinds]
    names = [attachment] if len(kinds) == 1 else distinct_names(words)
    given = columns or {}
    if missing := [name for name in given if name not in names]:
        raise InvalidSchema(
            f"columns are named of {missing[0]}, and attachment {attachment} has no such table",
            hint=f"see [attach.{attachment}.columns]; tables: {', '.join(names)}",
        )
    return tuple(_table(kind, name, conf, given.get(name)) for kind, name in zip(kinds, names, strict=True))


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of rows that users may want; how they are read, or why not."""

    variable: str
    operator: StatefulOperator
    store: StoreRef
    family: ColumnFamily
    how: tuple[StateShape, StoreFormat] | str


def _kind(
    operator: StatefulOperator, store: StoreRef, family: ColumnFamily, provider: ProviderKind, conf: Mapping[str, str]
) -> _Kind | None:
    variable = family.name if store.column_families else store.name
    form, shape = store_format(provider, conf), shape_of(operator, variable, family, conf)
    if isinstance(shape, NoShape):
        return _Kind(variable, operator, store, family, shape.reason) if shape.reason else None
    if provider == "hdfs" and store.column_families:
        # Spark itself has no way to keep them: whoever wrote this is not known.
        form = "it has column families in the HDFS-backed provider, which this release cannot tell apart"
    if isinstance(form, StoreFormat) and form.rows == "avro" and (reason := unkept(family.value)):
        form = reason  # Avro's fields lie where those before them end
    return _Kind(variable, operator, store, family, form if isinstance(form, str) else (shape, form))


def _table(kind: _Kind, name: str, conf: Mapping[str, str], columns: Sequence[str] | None) -> StateTable | Unreadable:
    if isinstance(kind.how, str):
        return Unreadable(name, kind.operator.id, kind.store.name, kind.how)
    try:
        return state_table(name, kind.operator, kind.store, kind.family, *kind.how, conf, columns)
    except (InvalidSchema, UnsupportedType) as error:
        return Unreadable(name, kind.operator.id, kind.store.name, error.message)


def _word(kind: _Kind) -> str:
    if kind.operator.name == "symmetricHashJoin":
        return _OTHER.sub("_", kind.variable.partition("-")[0].lower())  # one table a side
    return "timers" if _TIMERS.fullmatch(kind.variable) else _OTHER.sub("_", kind.variable.lower())


def _cut(name: str) -> str:
    """Postgres cuts longer names; room is left for a number."""
    return name.encode()[: NAME_BYTES_MAX - len("_9999")].decode(errors="ignore")
