"""Whether the names in tidegate.read_version and min_version, and in COPY's VERSIONS, are names of something.

What they may name: a published view, a table of an attached checkpoint, an attachment (all its tables). A user to whom something is
not granted is told what is told of names that there are not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gateway.access.grants import UserGrants
from gateway.catalog.dependencies import reads
from gateway.catalog.state import CatalogState
from gateway.errors import InvalidSetting
from planner.postgres.deparse.words import identifier
from statestore.errors import StateStoreError, ViewNotFound
from statestore.node import Store

#: Names that a hint lists.
_LISTED_MAX: Final = 20


def check_names(setting: str, names: Iterable[str], store: Store, state: CatalogState, grants: UserGrants | None) -> None:
    """Raise InvalidSetting for the first of *names* that is none. *grants* None: everything is granted."""
    for name in names:
        if not _is_known(name, store, state, grants):
            raise _unknown(setting, name, store, state, grants)


def _is_known(name: str, store: Store, state: CatalogState, grants: UserGrants | None) -> bool:
    if name in _attachments(store, grants):
        return True
    if _is_defined(name, state) or not _reaches(grants, name):
        return False
    try:
        store.current(name)
    except ViewNotFound:
        return False
    except StateStoreError:
        return True  # it is there, and cannot be read yet
    return True


def _is_defined(name: str, state: CatalogState) -> bool:
    """Such a view hides a published one of its name."""
    return name in state.unready or any(view.name == name for view in state.defined)


def _reaches(grants: UserGrants | None, name: str | None) -> bool:
    return grants is None or (name is not None and grants.reaches(name))


def _unknown(setting: str, name: str, store: Store, state: CatalogState, grants: UserGrants | None) -> InvalidSetting:
    what = f'invalid value for parameter "{setting}": '
    if _is_defined(name, state) and _reaches(grants, name):
        relations = {relation.name for view in state.defined if view.name == name for relation, _ in reads(view)}
        read = sorted(relations & _visible(store, grants))
        return InvalidSetting(
            f'{what}"{name}" is a view defined by SQL, which has no versions',
            hint=f"Name the views that it reads{': ' if read else ''}{_listed(read)}.",
        )
    there = sorted(_visible(store, grants) | _attachments(store, grants))
    return InvalidSetting(
        f'{what}there is no view or attachment "{name}"', hint=f"There are: {_listed(there)}." if there else "There are none."
    )


def _visible(store: Store, grants: UserGrants | None) -> set[str]:
    return {name for name in store.views() if _reaches(grants, name)}


def _attachments(store: Store, grants: UserGrants | None) -> set[str]:
    return {row.attachment for row in store.state_tables() if _reaches(grants, row.table)}


def _listed(names: list[str]) -> str:
    more = ", …" if len(names) > _LISTED_MAX else ""
    return ", ".join(map(identifier, names[:_LISTED_MAX])) + more
