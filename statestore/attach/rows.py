"""What is attached, for people: one row per table, or one for an attachment that has none yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from statestore.attach.attached import Attached
from statestore.errors import StateStoreError
from statestore.node.serving import StateTableRow


def state_table_rows(states: Iterable[Attached], hidden: Mapping[tuple[str, str], str]) -> Iterator[StateTableRow]:
    """The rows; *hidden* says which tables are not shown, as (attachment, table), and why."""
    for state in states:
        fault = None if state.fault is None else _line(state.fault)
        batch = state.kept[-1].number - 1 if state.kept else None
        tables = {} if state.tables is None else state.tables.tables
        for name, table in tables.items():
            why = hidden.get((state.name, name))
            lacks = f"without {table.left_out}" if table.left_out else None
            reason = why or fault or lacks
            readable = why is None and (bool(state.kept) or fault is None)
            yield StateTableRow(
                state.name, state.uri, name, table.operator, table.store, table.schema.shards, readable, reason, batch
            )
        for other in state.unreadable:
            yield StateTableRow(state.name, state.uri, other.name, other.operator, other.store, reason=other.reason, batch=batch)
        if not tables and not state.unreadable:
            yield StateTableRow(state.name, state.uri, reason=fault, batch=batch)


def _line(fault: StateStoreError) -> str:
    return "; ".join(filter(None, (fault.message, fault.detail)))
