"""System tables in DuckDB: those of one catalog generation are made once and shared, those that are of the moment per query."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final

import duckdb
import pyarrow as pa

from gateway.access.grants import Grants, UserGrants
from gateway.catalog import helpers, information, pg, statistics, status
from gateway.catalog.allowed import allowed_rows
from gateway.catalog.facts import ROWS
from gateway.catalog.grant_tables import GRANT_TABLES, grant_table
from gateway.catalog.guard import allows_key, visible
from gateway.catalog.lag import NO_TOPIC_ENDS, TopicEnds
from gateway.catalog.privileges import privileges
from gateway.catalog.relations import OWNER, RELATIONS, table
from gateway.catalog.roles import ROLE_TABLES, role_oid, role_table
from gateway.catalog.settings import settings
from gateway.catalog.state import STARTED_US, CatalogState
from gateway.catalog.zones import timezone_names
from gateway.contract.bounds import since
from gateway.contract.engine import ReadSettings, SessionInfo, Snapshot
from gateway.contract.overview import Overview
from gateway.engine.recent import Recent
from planner.postgres.functions import catalog_macros as functions
from planner.postgres.functions import sharding
from planner.postgres.functions.udf.sharding import NOT_TOLD, sharding_text
from planner.tree.query_plan import QueryPlan, SystemRead
from statestore.errors import CorruptFile, StateStoreError, ViewNotFound
from statestore.node import Store, ViewVersion
from statestore.schema import RangePartitioning, ViewSchema
from statestore.version_id import VersionId
from statestore.views.manifest import Manifest

#: Manifests kept in memory for tidegate.versions.
MANIFESTS_KEPT_MAX: Final = 10_000
#: System tables kept as users with few grants see them.
SEEN_MAX: Final = 200


#: For queries that ask for none.
NO_OVERVIEW: Final = Overview()
_OF_TABLES: Final = frozenset(("pg_catalog", name) for name in statistics.OF_TABLES)
_OF_CONTENTS: Final = _OF_TABLES | {("tidegate", "views"), ("tidegate", "shards")}
_OF_NODES: Final = _OF_CONTENTS | {("tidegate", "nodes")}


def reads_overview(plan: QueryPlan) -> bool:
    """Does the plan read a table that shows something of all nodes?"""
    return any((r.relation.schema, r.relation.name) in _OF_NODES for r in plan.system_reads)


def reads_contents(plan: QueryPlan) -> bool:
    """Does the plan read a table that shows what is in every shard?"""
    return any((r.relation.schema, r.relation.name) in _OF_CONTENTS for r in plan.system_reads)


def generation_table(state: CatalogState, schema: str, name: str) -> pa.Table:
    """The rows of a system relation that only change with the generation."""
    build = (pg.BUILDERS if schema == "pg_catalog" else information.BUILDERS).get(name)
    if build is None:
        return allowed_rows(name) if schema == "pg_catalog" and name in ROWS else table(schema, name, ())
    made = build(state)
    return made if isinstance(made, pa.Table) else table(schema, name, made)


class SystemTables:
    """The shared tables, in DuckDB's schema sys. Any thread."""

    def __init__(self, database: duckdb.DuckDBPyConnection, like: SystemTables | None = None) -> None:
        #: Whom tidegate.views asks how far the topics go.
        self.topic_ends: TopicEnds = NO_TOPIC_ENDS if like is None else like.topic_ends
        #: Whom pg_stat_activity shows.
        self.sessions: statistics.Sessions = statistics.no_sessions if like is None else like.sessions
        #: What pg_replication_slots shows.
        self.slots: statistics.SlotRows = statistics.no_slots if like is None else like.slots
        #: What pg_current_wal_lsn() tells.
        self.numbering: statistics.Numbering = statistics.by_version if like is None else like.numbering
        self._database = database
        self._lock = threading.Lock()
        self._helpers_of = -1
        self._generation_of: dict[tuple[str, str], int] = {}
        self._manifests: dict[tuple[str, int, int], Manifest] = {}
        self._seen: OrderedDict[tuple[object, ...], pa.Table] = OrderedDict()

    def manifest(self, store: Store, current: ViewVersion, version: int) -> Manifest | None:
        """A manifest, which never changes, from memory where it was read before; None when it is gone or unreadable."""
        view = current.schema.name
        key = (view, current.incarnation, version)
        found = self._manifests.get(key)
        if found is None:
            try:
                found = store.manifest(view, version)
            except (CorruptFile, ViewNotFound):
                return None
            if found.view_id not in (None, current.view_id):
                return None  # the view is being made anew
            if len(self._manifests) < MANIFESTS_KEPT_MAX:
                self._manifests[key] = found
        return found

    def refresh_helpers(self, state: CatalogState) -> None:
        """Bring what catalog functions look into to *state*."""
        with self._lock:
            if self._helpers_of < state.generation:
                with self._database.cursor() as cursor:
                    cursor.execute("BEGIN TRANSACTION")
                    for name, rows in helpers.tables(state).items():
                        cursor.register("rows", rows)
                        cursor.execute(f"DELETE FROM sys.{name}")
                        cursor.execute(f"INSERT INTO sys.{name} SELECT * FROM rows")
                    cursor.execute("COMMIT")
                self._helpers_of = state.generation

    def ensure(self, state: CatalogState, schema: str, name: str) -> str:
        """The name in DuckDB of a relation's table, at *state* or later."""
        target = f'sys."{schema}.{name}"'
        with self._lock:
            if self._generation_of.get((schema, name), -1) < state.generation:
                with self._database.cursor() as cursor:
                    cursor.register("rows", generation_table(state, schema, name))
                    cursor.execute(f"CREATE OR REPLACE TABLE {target} AS SELECT * FROM rows")
                self._generation_of[schema, name] = state.generation
        return target

    def seen(self, state: CatalogState, schema: str, name: str) -> pa.Table:
        """The rows of a relation at *state*, which is what one user sees; kept for the last SEEN_MAX asked for."""
        key = (state.generation, state.grantee, schema, name)
        return self._kept(key, lambda: generation_table(state, schema, name))

    def granted(self, state: CatalogState, grants: Grants | None, user: str, name: str) -> pa.Table:
        """The rows of one of GRANT_TABLES that *user* sees. Other grants are another generation."""
        return self._kept((state.generation, user, name), lambda: grant_table(name, state, grants, user))

    def _kept(self, key: tuple[object, ...], made: Callable[[], pa.Table]) -> pa.Table:
        with self._lock:
            rows = self._seen.get(key)
            if rows is None:
                rows = self._seen[key] = made()
            self._seen.move_to_end(key)
            while len(self._seen) > SEEN_MAX:
                self._seen.popitem(last=False)
        return rows


@dataclass(frozen=True, slots=True)
class SystemReads:
    """What one execution reads besides views. *versions* and *overview* are of the moment the execution began."""

    tables: SystemTables
    state: CatalogState
    store: Store
    versions: Mapping[str, ViewVersion]
    settings: ReadSettings
    session: SessionInfo
    overview: Overview
    recent: Recent
    #: What the user may read, where that is not everything.
    grants: UserGrants | None = None
    #: The catalog as it is, where *state* is what the user sees.
    whole: CatalogState | None = None
    #: What everybody may read, where that is not everything.
    guarding: Grants | None = None
    #: What the transaction has settled on.
    snapshot: Snapshot | None = None

    def seen(self) -> SystemReads:
        """The same without the views of which nothing is granted."""
        if self.guarding is None:
            return self
        if self.grants is None:
            return replace(self, state=replace(self.state, grantee=self.session.user), whole=self.state)
        state = visible(self.state, self.grants, self.session.user)
        # Not what a definition of that name hides: the grant is one of the definition.
        versions = {view.name: self.versions[view.name] for view in state.views if view.name in self.versions}
        return replace(self, state=state, whole=self.state, versions=versions)

    def open(self, cursor: duckdb.DuckDBPyConnection, plan: QueryPlan) -> dict[str, str]:
        """A relation's name for each slot of a system table."""
        self.tables.refresh_helpers(self.whole or self.state)
        return {read.slot: self._relation(cursor, read) for read in plan.system_reads}

    def _relation(self, cursor: duckdb.DuckDBPyConnection, read: SystemRead) -> str:
        schema, name = read.relation.schema, read.relation.name
        rows = self._of_the_moment(schema, name)
        if rows is None and not self.state.grantee:
            return self.tables.ensure(self.state, schema, name)
        if rows is None:
            rows = self.tables.seen(self.state, schema, name)
        cursor.register(read.slot, rows)
        return read.slot

    def _of_the_moment(self, schema: str, name: str) -> pa.Table | None:
        match schema, name:
            case "tidegate", "views":
                unready = {name: why for name, why in self.store.unready().items() if self._may_know(name)}
                return status.views(self.versions, self.overview, self.tables.topic_ends, self.state, self._at_root, unready)
            case "tidegate", "shards":
                return status.shards(self.versions, self.overview, self._tells_key)
            case "tidegate", "local_shards":
                return status.local_shards(self.versions, self._tells_key)
            case "tidegate", "queries":
                return self.recent.queries(self._own)
            case "tidegate", "fragments":
                return self.recent.fragments(self._own)
            case "tidegate", "nodes":
                return status.nodes(self.overview)
            case "tidegate", "versions":
                return status.versions(self.versions, self._manifest)
            case "tidegate", "state_tables":
                return status.state_tables(row for row in self.store.state_tables() if self._may_know(row.table))
            case "pg_catalog", "pg_cursors":
                return statistics.cursors(self.session.held())
            case "pg_catalog", "pg_prepared_statements":
                return statistics.prepared_statements(self.session.held())
            case "pg_catalog", "pg_timezone_names":
                return timezone_names(datetime.now(UTC))
            case "pg_catalog", "pg_settings":
                return settings(self.settings.values)
            case "pg_catalog", "pg_stat_activity":
                return statistics.activity(self.tables.sessions(), self.recent.last_by_session(), self._own)
            case "pg_catalog", "pg_stat_replication":
                return statistics.replication(self.tables.slots(), self.tables.sessions(), self._own)
            case "pg_catalog", "pg_replication_slots":
                return statistics.replication_slots(self.tables.slots())
            case "pg_catalog", "pg_stat_database":
                return statistics.database(self.tables.sessions(), self.recent.counts)
            case "information_schema", _ if name in GRANT_TABLES:
                return self.tables.granted(self.state, self.guarding, self.session.user, name)
            case _ if (schema, name) in ROLE_TABLES:
                return role_table(schema, name, self.session.user)
            case "pg_catalog", "pg_stat_gssapi":
                return statistics.gssapi(self.tables.sessions())
            case "pg_catalog", "pg_stat_ssl":
                return statistics.tls(self.tables.sessions(), self._own)
            case "pg_catalog", _ if name in statistics.NOTHING_OF_TABLES | statistics.NOTHING_OF_INDEXES:
                return statistics.show_nothing(name, self.state)
            case _ if (schema, name) in _OF_TABLES:
                return statistics.show_tables(name, self.state, status.row_counts(self.versions, self.overview))
            case _:
                return None

    def _hidden(self) -> list[int] | None:
        """The numbers of what the user does not see."""
        if self.whole is None:
            return None
        seen = self.state.relations
        found = [relation.oid for name, relation in self.whole.relations.items() if name not in seen]
        keys = ((view.index_oid, view.constraint_oid) for view in self.whole.views if view.name not in seen)
        return [*found, *chain.from_iterable(keys)]

    @property
    def _own(self) -> str | None:
        """Whose sessions and queries are shown; None: everybody's, for texts and errors tell nothing that may not be read."""
        return None if self.grants is None else self.session.user

    def _sharding_text(self, schema: ViewSchema) -> str:
        """The ends of ranges are keys."""
        ranges = isinstance(schema.partitioning, RangePartitioning)
        return sharding_text(schema) if not ranges or self._tells_key(schema) else NOT_TOLD

    def _tells_key(self, schema: ViewSchema) -> bool:
        return self.grants is None or allows_key(schema, self.grants)

    def _may_know(self, table: str | None) -> bool:
        return self.grants is None or (table is not None and self.grants.reaches(table))

    def _at_root(self, view: str) -> dict[str, Any]:
        """Columns of tidegate.views."""
        error, there, served = self.store.fault(view), self.store.at_root(view), self.versions.get(view)
        row: dict[str, Any] = {} if error is None else {"reason": since(self.store, view, error)}
        if error is not None and (since_us := self.store.read_at_us(view)):
            row["since"] = since_us
        if there is not None:
            behind = there.latest - (0 if served is None else served.version)
            row |= {"versions_behind": max(0, behind), "base_version": there.base}
            row |= {"bytes_live": there.bytes_live, "bytes_total": there.bytes_total}
        return row

    def _manifest(self, view: str, version: int) -> Manifest | None:
        current = self.versions[view]
        if current.group is None:
            return self.tables.manifest(self.store, current, version)
        try:
            return self.store.manifest(view, version)
        except (StateStoreError, OSError):
            return None

    def set_variables(self, cursor: duckdb.DuckDBPyConnection, sql: str) -> bool:
        """Set what the session's functions in *sql* look at; whether there are such functions, set or not."""
        told = self._set_who(cursor, sql)
        if "tidegate_" not in sql and not _calls(sql, functions.USING_VARIABLES):
            return told
        sizes = {e.oid: self.versions[e.name].bytes for e in self.state.views if e.name in self.versions}
        _set_map(cursor, "tidegate_settings", "MAP(VARCHAR, VARCHAR)", dict(self.settings.values))
        _set_map(cursor, "tidegate_sizes", "MAP(BIGINT, BIGINT)", sizes)
        _set(cursor, "tidegate_pid", "INTEGER", self.session.pid)
        self._set_of_views(cursor, sql)
        self._set_of_server(cursor, sql)
        return True

    def _set_who(self, cursor: duckdb.DuckDBPyConnection, sql: str) -> bool:
        """Who asks, and what that user sees; whether any function looks at it."""
        # The owner is among the helpers' roles, and what is not set is NULL: most statements need neither of these.
        if (naming := _calls(sql, functions.NAMING_ROLES)) and self.session.user != OWNER:
            _set(cursor, functions.USER, "VARCHAR", self.session.user)
            _set(cursor, functions.USER_NUMBER, "BIGINT", role_oid(self.session.user))
        path = self.settings.plan.search_path
        along = _calls(sql, functions.ALONG_PATH)
        if along and (shown := helpers.shown_along(self.whole or self.state, path)) is not None:
            _set_map(cursor, functions.SHOWN, "MAP(BIGINT, VARCHAR)", shown)
        if typing := _calls(sql, functions.CALLING_TYPES):
            types = helpers.row_types(self.state, path)
            text = "\0".join(["", *(f"{number}={name}" for number, name in types.items()), ""])
            _set(cursor, functions.ROW_TYPES, "VARCHAR", text)
        if (telling := _calls(sql, functions.TELLING)) and (hidden := self._hidden()) is not None:
            _set(cursor, functions.HIDDEN, "BIGINT[]", hidden)
        return telling or naming or along or typing

    def _set_of_views(self, cursor: duckdb.DuckDBPyConnection, sql: str) -> None:
        """How views are sharded, published and granted, and the versions that are read."""
        if sharding.VARIABLE in sql:
            texts = {e.name: self._sharding_text(e.schema) for e in self.state.views}
            _set_map(cursor, sharding.VARIABLE, "MAP(VARCHAR, VARCHAR)", texts)
        if "tg_published(" in sql:
            tables = {
                name: [{"relid": view.oid, "attrs": view.granted_numbers, "qual": None} for view in views]
                for name, views in self.state.publications.items()
            }
            kind = "MAP(VARCHAR, STRUCT(relid BIGINT, attrs SMALLINT[], qual VARCHAR)[])"
            _set_map(cursor, functions.PUBLISHED, kind, tables)
        if functions.ASKING_PRIVILEGES in sql:
            facts = None if self.guarding is None else privileges(self.guarding, self.whole or self.state)
            _set_map(cursor, "tidegate_grants", "MAP(VARCHAR, BOOLEAN)", facts)
        if _calls(sql, functions.FINDING_COLUMNS):
            every = (*RELATIONS.values(), *(self.whole or self.state).relations.values())
            columns = {relation.oid: [column.name for column in relation.columns] for relation in every}
            _set_map(cursor, functions.COLUMNS, "MAP(BIGINT, VARCHAR[])", columns)
        if functions.OLDEST in sql or functions.NEWEST in sql:
            oldest, newest = self.tables.numbering(self._published_at())
            _set(cursor, functions.OLDEST, "BIGINT", oldest)
            _set(cursor, functions.NEWEST, "BIGINT", newest)

    def _set_of_server(self, cursor: duckdb.DuckDBPyConnection, sql: str) -> None:
        if functions.ENDS in sql:
            _set_map(cursor, functions.ENDS, "MAP(VARCHAR, VARCHAR)", self._ends())
        if functions.STARTED in sql:
            _set(cursor, functions.STARTED, "BIGINT", STARTED_US)

    def _ends(self) -> dict[str, str]:
        """Addresses and ports of the session's socket, as far as it has any."""
        who = self.session
        ends = {
            "client_addr": who.client_address, "client_port": who.client_port,
            "server_addr": who.server_address, "server_port": who.server_port,
        }  # fmt: skip
        return {name: str(value) for name, value in ends.items() if value not in ("", -1)}

    def _published_at(self) -> dict[str, VersionId]:
        """The versions at which this transaction reads the published views."""
        bounds, found = self.settings.bounds, {}
        for view in self.state.views:
            if view.is_published and (newest := self.versions.get(view.name)) is not None:
                pinned = None if self.snapshot is None else self.snapshot.pinned(view.name)
                asked = 0 if bounds is None else bounds.read.of(newest)
                version = pinned.version if isinstance(pinned, ViewVersion | VersionId) else asked or newest.version
                found[view.name] = VersionId(version, 0, newest.view_id)
        return found


def _calls(sql: str, names: Iterable[str]) -> bool:
    """Does the SQL call one of these functions?"""
    return any(f"{name}(" in sql for name in names)


def _set(cursor: duckdb.DuckDBPyConnection, name: str, kind: str, value: object) -> None:
    cursor.execute(f"SET VARIABLE {name} = CAST($value AS {kind})", {"value": value})


def _set_map(cursor: duckdb.DuckDBPyConnection, name: str, kind: str, items: dict[Any, Any] | None) -> None:
    if items is None:
        cursor.execute(f"SET VARIABLE {name} = NULL")
        return
    keys, values = list(items), list(items.values())
    cursor.execute(f"SET VARIABLE {name} = CAST(map($k, $v) AS {kind})", {"k": keys, "v": values})
