"""What a fragment may read on this node, and the refusals that send it elsewhere.

- Arrow columns have the type that belongs to their SQL type, whether the rows came from the shards or from DuckDB, so that
  answers of several nodes fit together.
- With SHARDS a COPY is a fragment (`FragmentScope`): `engine/scope.py` takes exactly the versions named (waiting
  `VERSION_WAIT_S` for one on its way) and refuses what this node does not have, before planning, because a node that lags may not
  know a view or a column yet. Every KeySet is cut to the scope's shards (`reading.within`). A read that needs a shard that is not
  held is an error everywhere (`check_held`): nothing is left out in silence.
- A fragment that reads whole shards in no order takes them from the columnar copy (1 million rows of 4 columns, 35 MB: 70 to 110
  ms at the asking node; decoded from the shards 440).
- Columnar copies have the rows of the shards held when they were brought along. Shards that come are inserted, those that go
  deleted, in the transaction that moves the copy.
"""

from __future__ import annotations

import asyncio

from gateway.contract.bounds import widened
from gateway.contract.engine import FragmentScope
from gateway.errors import FragmentRefused
from statestore.errors import ShardRestoring, VersionNotKept, VersionNotReached, ViewNotFound
from statestore.node import Store, ViewVersion
from statestore.version_id import VersionId


def scoped_version(store: Store, view: str, scope: FragmentScope) -> ViewVersion:
    """The version that a fragment reads of *view*. Raises FragmentRefused where this node cannot serve it or its shards."""
    found = _version(store, view, scope)
    missing = scope.shards.get(view, frozenset()) - found.held
    if missing:
        numbers = ", ".join(map(str, sorted(missing)))
        raise FragmentRefused("not held", f"shards {numbers} of view {view} are not held at version {found.version}")
    return widened(found, store)


def _version(store: Store, view: str, scope: FragmentScope) -> ViewVersion:
    wanted = scope.versions.get(view)
    try:
        if wanted is None:
            return store.current(view)
        return store.at(view, wanted.version, wanted.committed_at_us or None, wanted.view_id)
    except (VersionNotReached, ShardRestoring, ViewNotFound) as error:
        raise FragmentRefused("not reached", error.message) from error
    except VersionNotKept as error:
        same_number = any(v.version == wanted.version for v in store.versions(view)) if wanted else False
        raise FragmentRefused("other view" if same_number else "not kept", error.message) from error


def check_scope(store: Store, scope: FragmentScope) -> None:
    """Raise FragmentRefused where this node cannot serve some view of the scope; before planning, which knows no such reason."""
    for view in scope.versions.keys() | scope.shards.keys():
        scoped_version(store, view, scope)


def has_reached(store: Store, scope: FragmentScope) -> bool:
    """Is every view of the scope here, at its version or a later one?"""
    views = store.views()
    return all(view in views and _has_reached(views[view], wanted) for view, wanted in scope.versions.items())


def _has_reached(here: ViewVersion, wanted: VersionId) -> bool:
    if wanted.view_id not in ("", here.view_id):  # which of the two was made anew?
        return (here.committed_at_us or 0) >= wanted.committed_at_us
    return here.version >= wanted.version


async def wait_until_reached(store: Store, scope: FragmentScope, timeout_s: float) -> bool:
    """Wait for has_reached(); whether it came true."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()
    unsubscribe = store.subscribe(lambda: _set_from_thread(loop, changed))
    try:
        async with asyncio.timeout(timeout_s):
            while not has_reached(store, scope):
                await changed.wait()
                changed.clear()
    except TimeoutError:
        return has_reached(store, scope)
    finally:
        unsubscribe()
    return True


def _set_from_thread(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(event.set)
