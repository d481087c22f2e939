"""The catalog of a running node."""

from __future__ import annotations

from gateway.catalog.oids import OidBook
from gateway.catalog.state import CatalogState, make_state
from planner.catalog import Relation
from statestore.node import LocalStore


class LiveCatalog:
    """planner.catalog.Catalog over a LocalStore. For the event loop's thread; the states it hands out are for any."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store
        self._book = OidBook()
        self._state: CatalogState | None = None

    @property
    def generation(self) -> int:
        """Changes whenever any answer might."""
        return self._store.generation

    @property
    def state(self) -> CatalogState:
        """What the catalog shows now."""
        generation = self._store.generation
        if self._state is None or self._state.generation != generation:
            self._state = self._made(generation)
        return self._state

    def relation(self, schema: str | None, name: str) -> Relation | None:
        """See planner.catalog.Catalog."""
        return self.state.relation(schema, name)

    def _made(self, generation: int) -> CatalogState:
        # The number was read before the views: should they change between, the state is merely made once more.
        return make_state(generation, {name: v.schema for name, v in self._store.views().items()}, self._book, self._state)
