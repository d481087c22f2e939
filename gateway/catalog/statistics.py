"""pg_stat_activity, pg_stat_ssl and pg_stat_database: the sessions of the process that is asked, and what they run; pg_cursors and
pg_prepared_statements: what the one that asks holds by name; pg_replication_slots and pg_stat_replication; pg_stat_user_tables and
its like: live rows of views. Of the process's statements it is counted how many were answered. Nothing else is.

What a session runs is known while it runs longer than a keyed read (see gateway.engine.recent). Who may not read everything is
told of other users' sessions that they are there: not the query, as in PostgreSQL, and not whose they are, as in pg_roles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.relations import DATABASE, DATABASE_OID, RELATIONS, Row, table
from gateway.catalog.roles import role_oid
from gateway.catalog.state import CatalogState
from gateway.contract.counts import Counts
from gateway.contract.engine import TlsInfo
from gateway.contract.held import Held
from planner.tree.types import INT8
from statestore.version_id import VersionId

#: PostgreSQL's words in place of another user's query.
HIDDEN: Final = "<insufficient privilege>"
_STATES: Final = {"I": "idle", "T": "idle in transaction", "E": "idle in transaction (aborted)"}


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session at one moment. *status* is ReadyForQuery's letter; times in microseconds since 1970, UTC."""

    pid: int
    user: str
    application_name: str
    client_address: str
    client_port: int
    started_us: int
    status: str
    transaction_us: int | None = None
    tls: TlsInfo | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """The last query that is known of a session."""

    sql: str
    started_us: int
    ended_us: int | None


#: The sessions there are now; for any thread.
Sessions = Callable[[], Sequence[SessionRow]]


def no_sessions() -> Sequence[SessionRow]:
    """Of an engine without a server."""
    return ()


@dataclass(frozen=True, slots=True)
class StreamRow:
    """What a slot's session sends at one moment, and what its client says that it has; *reply_us* is when the client said it."""

    state: str
    sent: str
    written: str | None = None
    flushed: str | None = None
    applied: str | None = None
    reply_us: int | None = None


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A replication slot at one moment; positions as pg_lsn prints them. *pid* is the session that uses it."""

    name: str
    restart: str
    confirmed: str
    pid: int | None
    temporary: bool
    stream: StreamRow | None = None


#: The slots there are now; for any thread.
SlotRows = Callable[[], Sequence[SlotRow]]


#: Of the versions at which published views are read, the number that a stream may begin behind, and the newest that has been given.
#: For any thread.
Numbering = Callable[[Mapping[str, VersionId]], tuple[int, int]]


def by_version(read: Mapping[str, VersionId]) -> tuple[int, int]:
    """Where each view counts for itself."""
    numbers = [version.version for version in read.values()]
    return min(numbers, default=0), max(numbers, default=0)


def no_slots() -> Sequence[SlotRow]:
    """Where nothing is replicated."""
    return ()


def replication_slots(slots: Sequence[SlotRow]) -> pa.Table:
    """pg_replication_slots."""
    return table("pg_catalog", "pg_replication_slots", map(_slot, slots))


def _slot(slot: SlotRow) -> Row:
    return {
        "slot_name": slot.name, "plugin": "pgoutput", "slot_type": "logical", "datoid": DATABASE_OID, "database": DATABASE,
        "temporary": slot.temporary, "active": slot.pid is not None, "active_pid": slot.pid, "restart_lsn": slot.restart,
        "confirmed_flush_lsn": slot.confirmed, "wal_status": "reserved", "two_phase": False,
    }  # fmt: skip


def replication(slots: Sequence[SlotRow], sessions: Sequence[SessionRow], own: str | None) -> pa.Table:
    """pg_stat_replication, as activity(): of others' streams only that they are there. Lags are not measured."""
    known = {session.pid: session for session in sessions}
    streams = ((known[slot.pid], slot.stream) for slot in slots if slot.stream and slot.pid in known)
    return table("pg_catalog", "pg_stat_replication", [_stream(session, stream, own) for session, stream in streams])


def _stream(session: SessionRow, stream: StreamRow, own: str | None) -> Row:
    if not _is_told(session, own):
        return {"pid": session.pid}
    return _client(session) | {
        "pid": session.pid, "state": stream.state, "sent_lsn": stream.sent, "write_lsn": stream.written,
        "flush_lsn": stream.flushed, "replay_lsn": stream.applied, "sync_priority": 0, "sync_state": "async",
        "reply_time": stream.reply_us,
    }  # fmt: skip


def _is_told(session: SessionRow, own: str | None) -> bool:
    """May the user *own* know more of it than that it is there?"""
    return own in (None, session.user)


def _client(session: SessionRow) -> Row:
    return {
        "usesysid": role_oid(session.user), "usename": session.user, "application_name": session.application_name,
        "client_addr": session.client_address or None, "client_port": session.client_port, "backend_start": session.started_us,
    }  # fmt: skip


def activity(sessions: Sequence[SessionRow], queries: Mapping[int, Running], own: str | None) -> pa.Table:
    """pg_stat_activity as the user *own* sees it, None: one who may read everything; *queries* by the session's number."""
    return table("pg_catalog", "pg_stat_activity", [_session(s, queries.get(s.pid), own) for s in sessions])


def _session(session: SessionRow, query: Running | None, own: str | None) -> Row:
    row: Row = {"datid": DATABASE_OID, "datname": DATABASE, "pid": session.pid, "backend_type": "client backend"}
    if not _is_told(session, own):
        return row | {"query": HIDDEN}
    active = query is not None and query.ended_us is None
    return row | _client(session) | {
        "xact_start": session.transaction_us or (query.started_us if active and query else None),
        "query_start": query.started_us if query else None,
        "state_change": session.started_us if query is None else query.ended_us or query.started_us,
        "state": "active" if active else _STATES[session.status], "query": query.sql if query else "",
    }  # fmt: skip


def database(sessions: Sequence[SessionRow], counts: Counts) -> pa.Table:
    """pg_stat_database: sessions, and the process's statements, each as a transaction; nothing else is counted, which is 0."""
    columns = RELATIONS["pg_catalog", "pg_stat_database"].columns
    row: Row = {column.name: 0 for column in columns if column.type.pg is INT8}
    row |= {
        "datid": DATABASE_OID, "datname": DATABASE, "numbackends": len(sessions),
        "xact_commit": counts.answered, "xact_rollback": counts.errors.total(),
    }  # fmt: skip
    return table("pg_catalog", "pg_stat_database", [row])


def gssapi(sessions: Sequence[SessionRow]) -> pa.Table:
    """pg_stat_gssapi: no session uses it."""
    rows = [{"pid": session.pid, "gss_authenticated": False, "encrypted": False} for session in sessions]
    return table("pg_catalog", "pg_stat_gssapi", rows)


def tls(sessions: Sequence[SessionRow], own: str | None) -> pa.Table:
    """pg_stat_ssl, as activity(): of others' sessions only that they are there. Serial numbers of certificates are not told."""
    return table("pg_catalog", "pg_stat_ssl", [_tls(session, own) for session in sessions])


def _tls(session: SessionRow, own: str | None) -> Row:
    if not _is_told(session, own):
        return {"pid": session.pid}
    return {"pid": session.pid, "ssl": session.tls is not None} | ({} if session.tls is None else asdict(session.tls))


def cursors(held: Held) -> pa.Table:
    """pg_cursors. A cursor that was declared without SCROLL goes forward only here, whatever its query."""
    return table("pg_catalog", "pg_cursors", (asdict(cursor) | {"creation_time": cursor.made_us} for cursor in held.cursors))


def prepared_statements(held: Held) -> pa.Table:
    """pg_prepared_statements. Plans are not counted."""
    plans = {"generic_plans": 0, "custom_plans": 0}
    rows = (asdict(s) | plans | {"prepare_time": s.made_us, "parameter_types": list(s.parameter_oids)} for s in held.statements)
    return table("pg_catalog", "pg_prepared_statements", rows)


# -------------------------------------------------------------------------------------------------------------- tables

#: The relations that show_tables makes.
OF_TABLES: Final = frozenset({"pg_stat_user_tables", "pg_stat_all_tables"})
#: Those that count nothing: one row for each view, or for each key.
NOTHING_OF_TABLES: Final = frozenset({"pg_statio_user_tables", "pg_statio_all_tables"})
NOTHING_OF_INDEXES: Final = frozenset({
    "pg_stat_user_indexes", "pg_stat_all_indexes", "pg_statio_user_indexes", "pg_statio_all_indexes",
})  # fmt: skip
_NEVER: Final = dict.fromkeys((
    "seq_scan", "seq_tup_read", "idx_scan", "idx_tup_fetch", "n_tup_ins", "n_tup_upd", "n_tup_del", "n_tup_hot_upd", "n_dead_tup",
    "n_mod_since_analyze", "n_ins_since_vacuum", "vacuum_count", "autovacuum_count", "analyze_count", "autoanalyze_count",
), 0)  # fmt: skip


def show_tables(name: str, state: CatalogState, rows: Mapping[str, int | None]) -> pa.Table:
    """One row per view; *rows* are their live rows, None where a shard's node has not said."""
    shown: list[dict[str, Any]] = [
        _NEVER | {"relid": view.oid, "schemaname": "public", "relname": view.name, "n_live_tup": rows.get(view.name)}
        for view in state.views
    ]
    return table("pg_catalog", name, shown)


def show_nothing(name: str, state: CatalogState) -> pa.Table:
    """One row per view, or per key, with a 0 for whatever could be counted and is not."""
    relation = RELATIONS["pg_catalog", name]
    zeros: dict[str, Any] = {column.name: 0 for column in relation.columns if column.type.pg is INT8}
    shown: list[dict[str, Any]] = []
    for view in state.views if name in NOTHING_OF_TABLES else state.keyed:
        known = {"relid": view.oid, "schemaname": "public", "relname": view.name}
        shown.append(zeros | known | {"indexrelid": view.index_oid, "indexrelname": view.key_name})
    return table("pg_catalog", name, shown)
