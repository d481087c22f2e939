"""What the catalog shows, for one generation: the views with their OIDs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from gateway.catalog.oids import OidBook
from gateway.catalog.relations import RELATIONS
from planner.catalog import Relation, view_relation
from statestore.schema import NAME_BYTES_MAX, ViewSchema

_KEY_SUFFIX: Final = "_pkey"


@dataclass(frozen=True)
class ViewEntry:
    """A view as the catalog knows it: relation, primary key index and constraint."""

    schema: ViewSchema
    relation: Relation
    index_oid: int
    constraint_oid: int

    @property
    def name(self) -> str:
        """The view's name."""
        return self.schema.name

    @property
    def oid(self) -> int:
        """The view's OID."""
        return self.relation.oid

    @cached_property
    def key_name(self) -> str:
        """Name of index and constraint, cut as Postgres cuts it."""
        room = NAME_BYTES_MAX - len(_KEY_SUFFIX)
        return self.name.encode()[:room].decode(errors="ignore") + _KEY_SUFFIX

    @cached_property
    def key_numbers(self) -> list[int]:
        """attnum of each key column, in key order."""
        return [i + 1 for i in self.schema.key_ordinals]


@dataclass(frozen=True)
class CatalogState:
    """Immutable. *relations* are the views; system relations are the same in every state."""

    generation: int
    views: tuple[ViewEntry, ...]
    relations: Mapping[str, Relation] = field(default_factory=dict)

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """See planner.catalog.Catalog."""
        if schema == "public":
            return self.relations.get(name)
        if schema is not None:
            return RELATIONS.get((schema, name))
        return RELATIONS.get(("pg_catalog", name)) or self.relations.get(name)


def make_state(
    generation: int, schemas: Mapping[str, ViewSchema], book: OidBook, before: CatalogState | None = None
) -> CatalogState:
    """The state that shows these views. Entries of views that have not changed are taken from the state *before*."""
    known = {e.name: e for e in before.views} if before else {}
    entries = tuple(_entry(schema, book, known.get(name)) for name, schema in sorted(schemas.items()))
    return CatalogState(generation, entries, {e.name: e.relation for e in entries})


def _entry(schema: ViewSchema, book: OidBook, known: ViewEntry | None) -> ViewEntry:
    if known is not None and known.schema is schema:
        return known
    name = schema.name
    relation = view_relation(schema, book.oid("view", name))
    return ViewEntry(schema, relation, book.oid("index", name), book.oid("constraint", name))
