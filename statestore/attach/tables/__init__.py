"""Spark's state stores as tables: which there are, their columns, and how a store's entries become rows."""

from statestore.attach.tables.catalogue import tables_of
from statestore.attach.tables.shard import StateShard
from statestore.attach.tables.table import StateTable, Unreadable

__all__ = ["StateShard", "StateTable", "Unreadable", "tables_of"]
