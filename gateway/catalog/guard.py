"""What a user may read, where statements are planned and where the catalog is shown.

    plan ─→ GuardedCatalog.relation()   a view of which nothing is granted: 42501 before anything of it is told
         ─→ check_columns()             every column that the statement mentions, read or not, as PostgreSQL does
    COPY ─→ check_key()                 KEYS gives the whole key, SHARDS tells rows apart by the shard key: reads of those columns
    system tables ─→ visible()          the catalog without the views that are not granted
                  ─→ allows_key()       what a shard holds is told to who may read the key

Plans are kept per user and generation. Other grants are another generation, so that prepared statements are planned, and refused,
anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from gateway.access.grants import Grants, UserGrants
from gateway.catalog.state import CatalogState, DefinedEntry, ViewEntry
from planner.errors import PermissionDenied, ViewNotReady
from planner.postgres.mentioned import mentioned
from planner.tree import bound as b
from planner.tree.catalog import Catalog, Relation
from statestore.errors import StateStoreError
from statestore.schema import ViewSchema

#: Users whose grants are kept at hand. Where users are trusted, clients may come under any name.
USERS_KEPT_MAX: Final = 10_000
T = TypeVar("T", ViewEntry, DefinedEntry)


class Guard:
    """The grants of one engine, *exempt* users of other nodes. For the event loop's thread."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """*changed* is called when the grants are others."""
        self._changed = changed
        self._grants: Grants | None = None
        self._exempt: frozenset[str] = frozenset()
        self._by_user: dict[str, UserGrants] = {}

    def set(self, grants: Grants | None, exempt: frozenset[str] = frozenset()) -> None:
        """From now on these count; None: everything is granted to everybody."""
        self._grants, self._exempt = grants, exempt
        self._by_user = {}
        self._changed()

    @property
    def grants(self) -> Grants | None:
        """What everybody may read; None: everything."""
        return self._grants

    def of(self, user: str) -> UserGrants | None:
        """What the user may read; None: everything."""
        if self._grants is None or user in self._exempt:
            return None
        found = self._by_user.get(user)
        if found is None:
            if len(self._by_user) >= USERS_KEPT_MAX:
                self._by_user = {}
            found = self._by_user[user] = self._grants.of(user)
        return None if found.every_view else found


@dataclass(frozen=True, slots=True)
class GuardedCatalog:
    """A catalog as one user may use it. Implements planner.tree.catalog.Catalog; for any thread if *catalog* is."""

    catalog: Catalog
    grants: UserGrants

    @property
    def generation(self) -> int:
        """See Catalog."""
        return self.catalog.generation

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """See Catalog. Raises PermissionDenied."""
        try:
            found = self.catalog.relation(schema, name)
        except (ViewNotReady, StateStoreError) as error:
            if self.grants.reaches(name):
                raise
            raise denied(name, "view" if isinstance(error, ViewNotReady) else "table") from None
        if found is not None and (found.view or found.definition) and not self.grants.reaches(found.name):
            raise denied(found.name, _kind(found))
        return found


def denied(view: str, kind: str = "table") -> PermissionDenied:
    """PostgreSQL's words; views that jobs publish are tables to clients."""
    return PermissionDenied(f"permission denied for {kind} {view}")


def _kind(relation: Relation) -> str:
    return "view" if relation.definition else "table"


def check_columns(bound: b.BoundQuery, grants: UserGrants) -> None:
    """Raises PermissionDenied for a view of which the statement mentions a column that is not granted.

    What a definition reads is its owner's business, who may read everything: of a view defined by SQL only its own columns count.
    """
    for relation, columns in mentioned(bound.query, bound.uses):
        if not grants.allows(relation.name, frozenset(relation.columns[position].name for position in columns)):
            raise denied(relation.name, _kind(relation))


def allows_key(schema: ViewSchema, grants: UserGrants) -> bool:
    """May the user read the whole key of a published view, or of a state table?"""
    return grants.allows(schema.name, frozenset(schema.key))


def check_key(schema: ViewSchema, columns: Iterable[str], grants: UserGrants) -> None:
    """Raises PermissionDenied where these columns of the key, or some, are not granted."""
    if not grants.allows(schema.name, frozenset(columns)):
        raise denied(schema.name)


def visible(state: CatalogState, grants: UserGrants, user: str) -> CatalogState:
    """The catalog without views of which nothing is granted to *user*; of others it tells which columns are."""

    def reached(entries: Iterable[T]) -> tuple[T, ...]:
        return tuple(replace(e, granted=grants.columns(e.name)) for e in entries if grants.reaches(e.name))

    entries, defined = reached(state.views), reached(state.defined)
    relations = {entry.name: entry.relation for entry in state.everything if grants.reaches(entry.name)}
    unready = {name: reason for name, reason in state.unready.items() if grants.reaches(name)}
    return CatalogState(state.generation, entries, relations, defined, unready, grantee=user)
