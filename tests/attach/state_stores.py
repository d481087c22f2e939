"""State stores made by hand: operators as a checkpoint would describe them, and partitions that are dicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from statestore import types as st
from statestore.attach.checkpoint.model import ColumnFamily, KeyEncoding, StatefulOperator, StoreRef, WholeKey
from statestore.attach.tables import StateTable, Unreadable, tables_of

STRICT = {"spark.sql.streaming.statefulOperator.useStrictDistribution": "true"}
#: What a job of Spark 4 writes down unless it is told otherwise.
CONF = {
    **STRICT,
    "spark.sql.streaming.aggregation.stateFormatVersion": "2",
    "spark.sql.streaming.flatMapGroupsWithState.stateFormatVersion": "2",
    "spark.sql.streaming.join.stateFormatVersion": "2",
    "spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion": "2",
}
WINDOW = st.Struct((st.Field("start", st.Timestamp()), st.Field("end", st.Timestamp())))
LONG, INT, TEXT, DOUBLE = st.Long(), st.Int(), st.String(), st.Double()


def struct_of(**fields: st.DataType) -> st.Struct:
    return st.Struct(tuple(st.Field(name, data_type) for name, data_type in fields.items()))


def pairs(*fields: tuple[str, st.DataType]) -> st.Struct:
    """A struct whose names may repeat."""
    return st.Struct(tuple(st.Field(*f) for f in fields))


def family(key: st.Struct, value: st.Struct, name: str = "default", encoding: KeyEncoding | None = None) -> ColumnFamily:
    return ColumnFamily(name, key, value, encoding or WholeKey(), key_schemas={0: key}, value_schemas={0: value})


def operator(
    name: str, *families: ColumnFamily, number: int = 0, partitions: int = 4, variables: Sequence[tuple[str, str, bool]] = ()
) -> StatefulOperator:
    """An operator with one store, with families of columns if it has variables or several families."""
    store = StoreRef(number, "default", partitions, bool(variables) or len(families) > 1)
    listed = [{"stateName": n, "stateVariableType": kind, "ttlEnabled": ttl} for n, kind, ttl in variables]
    return StatefulOperator(number, name, (store,), {"stateVariables": listed} if listed else {}, {"default": families})


def tables(
    *operators: StatefulOperator, provider: Any = "rocksdb", conf: Mapping[str, str] | None = None
) -> list[StateTable | Unreadable]:
    return list(tables_of("trades", operators, provider, CONF if conf is None else conf))


def table(found: StatefulOperator, **more: Any) -> StateTable:
    """The one table of an operator."""
    [one] = tables(found, **more)
    assert isinstance(one, StateTable), one
    return one


@dataclass
class DictState:
    """The surface of a PartitionState."""

    entries: dict[bytes, bytes]
    families: Mapping[str, int] = field(default_factory=dict)
    name: str = "version 1 of state/0/0"
    bytes: int = 0

    def get(self, key: Any) -> Any:
        return self.entries.get(key)

    def multi_get(self, keys: Sequence[Any]) -> list[Any]:
        return [self.entries.get(key) for key in keys]

    def items(self, *, prefix: Any = b"", batch_rows: int = 2) -> Iterator[list[tuple[Any, Any]]]:
        found = [item for item in self.entries.items() if item[0].startswith(prefix)]
        for start in range(0, len(found), batch_rows):
            yield found[start : start + batch_rows]

    def changed_keys(self, since: Any) -> list[Any] | None:
        keys = {**self.entries, **since.entries}
        return [key for key in keys if self.entries.get(key) != since.entries.get(key)]
