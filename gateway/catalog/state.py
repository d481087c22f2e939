"""What the catalog shows, for one generation: the views with their OIDs, and those that are defined by SQL over them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from gateway.access.grants import Columns
from gateway.catalog.oids import OidBook
from gateway.catalog.relations import RELATIONS
from planner.errors import PlanError
from planner.postgres.definitions import DefinedView, bound_definitions, not_ready
from planner.tree.catalog import Relation, view_relation
from statestore.schema import NAME_BYTES_MAX, ViewSchema

#: Since when the process runs, and counts: in microseconds since 1970.
STARTED_US: Final = time.time_ns() // 1000
_PRIMARY_SUFFIX: Final = "_pkey"
_UNIQUE_SUFFIX: Final = "_key"


@dataclass(frozen=True)
class ViewEntry:
    """A view as the catalog knows it: relation, its rows' type, index and constraint of its key, and the columns granted to who
    sees it."""

    schema: ViewSchema
    relation: Relation
    type_oid: int
    index_oid: int
    constraint_oid: int
    granted: Columns = None

    @property
    def name(self) -> str:
        """The view's name."""
        return self.schema.name

    @property
    def oid(self) -> int:
        """The view's OID."""
        return self.relation.oid

    @property
    def is_published(self) -> bool:
        """Does a job publish it? Then it can be replicated; a state table cannot."""
        return self.schema.state_rows is None

    @cached_property
    def key_name(self) -> str:
        """Name of index and constraint, cut as Postgres cuts it."""
        suffix = _PRIMARY_SUFFIX if self.primary_key else _UNIQUE_SUFFIX
        room = NAME_BYTES_MAX - len(suffix)
        return self.name.encode()[:room].decode(errors="ignore") + suffix

    @cached_property
    def primary_key(self) -> tuple[str, ...]:
        """The key, unless it is a state table's and may hold NULL: then it is UNIQUE NULLS NOT DISTINCT, which is what it is."""
        holds_null = not self.schema.ordered and any(column.nullable for column in self.schema.key_columns)
        return () if holds_null else self.schema.key

    @property
    def granted_numbers(self) -> list[int] | None:
        """attnum of each column that is granted, if not all are."""
        if self.granted is None:
            return None
        return [i for i, column in enumerate(self.relation.columns, 1) if column.name in self.granted]

    @cached_property
    def key_numbers(self) -> list[int]:
        """attnum of each key column, in key order."""
        return [i + 1 for i in self.schema.key_ordinals]


@dataclass(frozen=True)
class DefinedEntry:
    """A view defined by SQL that can be read: PostgreSQL's views, relkind v, without keys of their own.

    *sql* is its query as it was written, *type_oid* the number of its rows' type, *rule_oid* that of its rule _RETURN; *granted* as
    of a ViewEntry.
    """

    relation: Relation
    sql: str
    comment: str
    type_oid: int
    rule_oid: int
    granted: Columns = None

    @property
    def name(self) -> str:
        """The view's name."""
        return self.relation.name

    @property
    def oid(self) -> int:
        """The view's OID."""
        return self.relation.oid

    @property
    def text(self) -> str:
        """What pg_get_viewdef gives: the query behind a blank, with its semicolon."""
        return f" {self.sql.strip()};"


@dataclass(frozen=True)
class CatalogState:
    """Immutable. *relations* are the views, *defined* among them; system relations are the same in every state.

    *unready* says of the other definitions why they cannot be read.
    """

    generation: int
    views: tuple[ViewEntry, ...]
    relations: Mapping[str, Relation] = field(default_factory=dict)
    defined: tuple[DefinedEntry, ...] = ()
    unready: Mapping[str, PlanError] = field(default_factory=dict)
    #: Publications of the configuration: of each, its views' names.
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: To whom its views are granted: the user who sees it, or everybody.
    grantee: str = ""
    #: What is made of it once.
    made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def everything(self) -> tuple[ViewEntry | DefinedEntry, ...]:
        """All of schema public."""
        return (*self.views, *self.defined)

    @cached_property
    def by_name(self) -> Mapping[str, ViewEntry]:
        """The views, without those that are defined."""
        return {view.name: view for view in self.views}

    @cached_property
    def publications(self) -> Mapping[str, Sequence[ViewEntry]]:
        """By name: of each published view, and of those of a group that are there."""
        published = {view.name: view for view in self.views if view.is_published}
        groups = {name: [published[view] for view in views if view in published] for name, views in self.groups.items()}
        return {**{name: [view] for name, view in published.items()}, **groups}

    @cached_property
    def keyed(self) -> tuple[ViewEntry, ...]:
        """The views that have a key: a state table may have none."""
        return tuple(view for view in self.views if view.schema.key)

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """See planner.tree.catalog.Catalog."""
        if schema == "public":
            return self._public(name)
        if schema is not None:
            return RELATIONS.get((schema, name))
        return RELATIONS.get(("pg_catalog", name)) or self._public(name)

    def _public(self, name: str) -> Relation | None:
        found = self.relations.get(name)
        if found is None and name in self.unready:
            raise not_ready(name, self.unready[name])
        return found


def make_state(
    generation: int,
    schemas: Mapping[str, ViewSchema],
    book: OidBook,
    before: CatalogState | None = None,
    definitions: Sequence[DefinedView] = (),
    groups: Mapping[str, Sequence[str]] | None = None,
) -> CatalogState:
    """The state that shows these views. Entries of views that have not changed are taken from the state *before*.

    A definition stands for its name alone: a view of that name is read by other definitions as little as by clients.
    """
    known = {e.name: e for e in before.views} if before else {}
    hidden = {view.name for view in definitions}
    shown = (item for item in sorted(schemas.items()) if item[0] not in hidden)
    entries = tuple(_entry(schema, book, known.get(name)) for name, schema in shown)
    state = CatalogState(generation, entries, {e.name: e.relation for e in entries}, groups=groups or {})
    return _with_definitions(state, definitions, book) if definitions else state


def _with_definitions(state: CatalogState, definitions: Sequence[DefinedView], book: OidBook) -> CatalogState:
    bound = bound_definitions(definitions, state, lambda name: book.oid("view", name))
    entries = (
        DefinedEntry(
            bound.relations[view.name], view.sql, view.comment, book.oid("row type", view.name), book.oid("rule", view.name)
        )
        for view in definitions
        if view.name in bound.relations
    )
    defined = tuple(sorted(entries, key=lambda entry: entry.name))
    return replace(state, relations={**state.relations, **bound.relations}, defined=defined, unready=bound.reasons)


def _entry(schema: ViewSchema, book: OidBook, known: ViewEntry | None) -> ViewEntry:
    if known is not None and known.schema is schema:
        return known
    name = schema.name
    relation = view_relation(schema, book.oid("view", name))
    return ViewEntry(schema, relation, book.oid("row type", name), book.oid("index", name), book.oid("constraint", name))
