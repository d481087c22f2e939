"""All tables of an attached query, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from statestore.attach.checkpoint.model import ColumnFamily, Operator, ProviderKind, StoreRef
from statestore.attach.tables.columns import distinct_names
from statestore.attach.tables.layout import StoreFormat, store_format
from statestore.attach.tables.shapes import NoShape, shape_of
from statestore.attach.tables.table import StateTable, Unreadable, state_table
from statestore.errors import InvalidSchema, UnsupportedType
from statestore.schema import NAME_BYTES_MAX

_OTHER: Final = re.compile(r"[^a-z0-9_]")
_TIMERS: Final = re.compile(r"\$(?:proc|event)Timers_keyToTimestamp")


def tables_of(
    attachment: str, operators: Sequence[Operator], provider: ProviderKind, conf: Mapping[str, str]
) -> tuple[StateTable | Unreadable, ...]:
    """What the query's state gives: a table for each kind of rows of each store, or why there is none.

    Where it is one table, its name is *attachment*. Else names are *attachment*, the operator's number, and the store's or
    the state variable's name in lower case with "_" for every other character; a name that occurs again gets "_2".
    """
    found = [
        _of_family(operator, store, family, provider, conf)
        for operator in operators
        for store in operator.stores
        for family in operator.families[store.name]
    ]
    tables = [table for table in found if table is not None]
    names = [attachment] if len(tables) == 1 else distinct_names([_cut(f"{attachment}_{t.operator}_{_word(t)}") for t in tables])
    return tuple(_named(table, name) for table, name in zip(tables, names, strict=True))


def _of_family(
    operator: Operator, store: StoreRef, family: ColumnFamily, provider: ProviderKind, conf: Mapping[str, str]
) -> StateTable | Unreadable | None:
    variable = family.name if store.column_families else store.name
    found = store_format(provider, conf)
    if not isinstance(found, StoreFormat):
        return Unreadable(variable, operator.id, store.name, found)
    shape = shape_of(operator, variable, family, conf)
    if isinstance(shape, NoShape):
        return Unreadable(variable, operator.id, store.name, shape.reason) if shape.reason else None
    try:
        return state_table(variable, operator, store, family, shape, found, conf)
    except (InvalidSchema, UnsupportedType) as error:
        return Unreadable(variable, operator.id, store.name, error.message)


def _word(table: StateTable | Unreadable) -> str:
    variable = table.name if isinstance(table, Unreadable) else table.schema.name
    return "timers" if _TIMERS.fullmatch(variable) else _OTHER.sub("_", variable.lower())


def _cut(name: str) -> str:
    """Postgres cuts longer names; room is left for a number."""
    return name.encode()[: NAME_BYTES_MAX - len("_9999")].decode(errors="ignore")


def _named(table: StateTable | Unreadable, name: str) -> StateTable | Unreadable:
    if isinstance(table, Unreadable):
        return replace(table, name=name)
    return replace(table, schema=replace(table.schema, name=name))
