"""The catalog of a running node."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Final

from gateway.catalog.guard import Guard
from gateway.catalog.oids import OidBook
from gateway.catalog.state import CatalogState, make_state
from planner.errors import UndefinedFunction, UndefinedTable, ViewNotReady
from planner.postgres.definitions import DefinedView, not_ready
from planner.tree.catalog import SYSTEM_SCHEMAS, Relation
from statestore.errors import StateStoreError
from statestore.node import Store

#: Different missing relations that are logged.
MISSING_NOTED_MAX: Final = 1_000
#: Of such a name.
MISSING_LENGTH_MAX: Final = 200
#: What an error about a relation of the system begins with.
_OF_SYSTEM: Final = ('relation "pg_', *(f'relation "{schema}.' for schema in sorted(SYSTEM_SCHEMAS)))
_log: Final = logging.getLogger("tidegate.catalog")


class LiveCatalog:
    """planner.tree.catalog.Catalog over a Store. For the event loop's thread; the states it hands out are for any."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._book = OidBook()
        self._state: CatalogState | None = None
        self._missing: set[str] = set()
        self._unready: dict[str, str] = {}
        self._hiding: set[str] = set()
        self._definitions: tuple[DefinedView, ...] = ()
        self._groups: Mapping[str, Sequence[str]] = {}
        self._others_seen = 0
        #: Who may read what.
        self.guard = Guard(self._other_grants)

    @property
    def generation(self) -> int:
        """Changes whenever any answer might; only ever grows."""
        return self._store.generation + self._others_seen

    @property
    def state(self) -> CatalogState:
        """What the catalog shows now."""
        generation = self.generation
        if self._state is None or self._state.generation != generation:
            self._state = self._made(generation)
        return self._state

    def define(self, definitions: Sequence[DefinedView]) -> None:
        """From now on these views are there, as far as they fit the relations that are."""
        self._definitions = tuple(definitions)
        self._others_seen += 1

    def publish(self, groups: Mapping[str, Sequence[str]]) -> None:
        """From now on these are publications, each of several views, beside that of each view."""
        self._groups = groups
        self._others_seen += 1

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """See planner.tree.catalog.Catalog."""
        try:
            found = self.state.relation(schema, name)
        except ViewNotReady as error:
            fault = self._fault_under(name, frozenset())
            if fault is not None:
                error.detail, error.hint = fault.message, fault.hint
            raise
        if found is None and schema in (None, "public"):
            self._store.check_known(name)
        return found

    def _fault_under(self, name: str, seen: frozenset[str]) -> StateStoreError | None:
        """What is wrong, right now, with a checkpoint that a definition reads, be it through others."""
        view = next((view for view in self._definitions if view.name == name), None)
        for needed in sorted(view.reads) if view is not None and name not in seen else ():
            if needed in self.state.relations:
                continue
            try:
                self._store.check_known(needed)
            except StateStoreError as fault:
                return fault
            if (found := self._fault_under(needed, seen | {name})) is not None:
                return found
        return None

    def note_missing(self, error: UndefinedFunction | UndefinedTable) -> None:
        """Some client wants a system relation or a function that is not there: worth knowing, once."""
        name = error.message.removesuffix(" does not exist")[:MISSING_LENGTH_MAX]
        if isinstance(error, UndefinedTable) and not name.startswith(_OF_SYSTEM):
            return
        if name not in self._missing and len(self._missing) < MISSING_NOTED_MAX:
            self._missing.add(name)
            _log.warning("a client asked for %s, which does not exist here", name)

    def _other_grants(self) -> None:
        self._others_seen += 1

    def _made(self, generation: int) -> CatalogState:
        # The number was read before the views: should they change between, the state is merely made once more.
        schemas = {name: v.schema for name, v in self._store.views().items()}
        state = make_state(generation, schemas, self._book, self._state, self._definitions, self._groups)
        for name, reason in state.unready.items():
            self._note_unready(name, not_ready(name, reason).detail or "")
        for name in {view.name for view in self._definitions} & schemas.keys() - self._hiding:
            self._hiding.add(name)
            _log.warning("view %s of the configuration hides the view that is published, or the state table, of that name", name)
        return state

    def _note_unready(self, name: str, why: str) -> None:
        """Say once why a definition cannot be read; again where the reason is another."""
        if self._unready.get(name) != why:
            self._unready[name] = why
            _log.info("view %s of the configuration cannot be read yet: %s", name, why)
