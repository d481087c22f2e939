"""What the planner asks about relations. The gateway implements Catalog; tests may use MemoryCatalog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from planner.tree.types import SqlType, column_type
from statestore.schema import ViewSchema

if TYPE_CHECKING:
    from planner.tree.bound import DefinitionUse, Query

SYSTEM_SCHEMAS: Final = frozenset(("pg_catalog", "information_schema", "tidegate"))
#: The schemas there are; others on the search path are passed over, as in Postgres.
SCHEMAS: Final = SYSTEM_SCHEMAS | {"public"}
#: PostgreSQL's settings that are none here and that only its superusers, and members of pg_read_all_settings, may look at.
SUPERUSERS_SETTINGS: Final = (
    "config_file", "data_directory", "extension_destdir", "external_pid_file", "hba_file", "ident_file", "jit_provider",
    "krb_server_keyfile", "log_directory", "log_filename", "primary_conninfo", "session_preload_libraries", "ssl_ciphers",
    "ssl_dh_params_file", "ssl_ecdh_curve", "ssl_max_protocol_version", "ssl_min_protocol_version", "ssl_passphrase_command",
    "unix_socket_directories",
)  # fmt: skip
MAY_NOT_EXAMINE: Final = "must be superuser or have privileges of pg_read_all_settings to examine"


@dataclass(frozen=True, slots=True)
class ColumnDef:
    """A column as SQL sees it; attnum is its position + 1.

    *text* marks a numeric of a fragment's rows that may come as text, because its values show different scales.
    """

    name: str
    type: SqlType
    nullable: bool = True
    text: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """What a view defined by SQL stands for: the text as it was written, and the query that binding made of it.

    The sources of *query* are numbered from 0 and fewer than *sources*, its WITH entries fewer than *ctes*. *uses* are the
    definitions that it reads.
    """

    sql: str
    query: Query
    sources: int
    ctes: int
    uses: tuple[DefinitionUse, ...] = ()


@dataclass(frozen=True)
class Relation:
    """Something that can stand in FROM. *view* is set for views (schema public), None for system tables.

    *definition* is set, and *view* is not, for views defined by SQL: binding puts their queries in their place, so that no later
    stage meets such a relation.
    """

    schema: str
    name: str
    oid: int
    columns: tuple[ColumnDef, ...]
    view: ViewSchema | None = None
    definition: Definition | None = None


class Catalog(Protocol):
    """The relations of one moment. *generation* changes whenever any answer might."""

    @property
    def generation(self) -> int:
        """Changes whenever any answer might."""

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """The relation of that name; without a schema, along the search path pg_catalog, public.

        Raises ViewNotReady for a view whose definition does not fit what there is.
        """


def schemas_along(search_path: Sequence[str]) -> tuple[str, ...]:
    """The schemas of the search path that there are, with pg_catalog in front unless it is among them."""
    path = search_path if "pg_catalog" in search_path else ("pg_catalog", *search_path)
    return tuple(schema for schema in path if schema in SCHEMAS)


def find_relation(catalog: Catalog, search_path: Sequence[str], name: str) -> Relation | None:
    """The first relation of that name along the search path, which begins with pg_catalog unless it names it elsewhere."""
    if "public" in search_path and SYSTEM_SCHEMAS.isdisjoint(search_path):
        return catalog.relation(None, name)
    known = (catalog.relation(schema, name) for schema in schemas_along(search_path))
    return next((found for found in known if found is not None), None)


def view_relation(view: ViewSchema, oid: int) -> Relation:
    """The relation that serves a view."""
    columns = tuple(ColumnDef(c.name, column_type(c.type), c.nullable) for c in view.columns)
    return Relation("public", view.name, oid, columns, view)


class MemoryCatalog:
    """A fixed set of relations."""

    def __init__(self, relations: list[Relation], generation: int = 1) -> None:
        self._by_name = {(r.schema, r.name): r for r in relations}
        self.generation = generation

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """See Catalog."""
        if schema is not None:
            return self._by_name.get((schema, name))
        return self._by_name.get(("pg_catalog", name)) or self._by_name.get(("public", name))
