"""Which views may be followed by whom, and from which version on. Each published view is a publication of its name, beside those
that the configuration makes of several.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gateway.access.grants import Columns
from gateway.catalog.guard import allows_key, denied
from gateway.contract.bounds import NONE
from gateway.contract.engine import QueryContext
from gateway.engine.engine import ReadEngine
from planner.errors import PermissionDenied, UndefinedObject
from planner.postgres.deparse.words import identifier
from statestore.node import ViewVersion
from statestore.schema import ViewSchema
from statestore.version_id import VersionId


def published(engine: ReadEngine, publications: Iterable[str]) -> dict[str, ViewVersion]:
    """The newest versions of the views of *publications*, by name. Raises UndefinedObject (42704); ShardRestoring."""
    found: dict[str, ViewVersion] = {}
    for publication in publications:
        views = engine.catalog.state.publications.get(publication)
        if views is None:
            raise UndefinedObject(
                f'publication "{publication}" does not exist',
                hint="Each view that a job publishes is a publication of its name, and each [publication] of the configuration is "
                "one; tables of checkpoints and views in SQL are none.",
            )
        if missing := sorted({*engine.catalog.state.groups.get(publication, ())} - {view.name for view in views}):
            raise UndefinedObject(
                f'publication "{publication}" is of view "{missing[0]}", which does not exist',
                hint="Publish it first, or take it out of [publication] in the configuration.",
            )
        found |= {view.name: engine.store.current(view.name) for view in views}
    return found


def granted_columns(engine: ReadEngine, user: str, schema: ViewSchema) -> Columns:
    """The columns of the publication, as for PostgreSQL's column lists; None: all. Raises PermissionDenied where the key is not
    among them."""
    grants = engine.catalog.guard.of(user)
    if grants is None:
        return None
    if not grants.reaches(schema.name):
        raise denied(schema.name)
    if not allows_key(schema, grants):
        raise PermissionDenied(
            f"permission denied for table {schema.name}",
            detail=f"A subscriber tells rows apart by the key, and user {user} may not read all columns of it.",
        )
    return grants.columns(schema.name)


def positions(engine: ReadEngine, at: QueryContext | None) -> dict[str, VersionId]:
    """The version of every published view: as a transaction with that context reads it, or the newest."""
    served, found = engine.store.views(), {}
    for entry in engine.catalog.state.views:
        if entry.is_published and (newest := served.get(entry.name)) is not None:
            found[entry.name] = newest.id if at is None else engine.selected(entry.name, at)
    return found


def snapshot_name(engine: ReadEngine, user: str, at: Mapping[str, VersionId]) -> str:
    """What SET TRANSACTION SNAPSHOT takes to read these versions, of the views that the user may read: their list, as
    tidegate.read_version has it. Nothing has to be held, and every node knows it."""
    grants = engine.catalog.guard.of(user)
    shown = sorted(view for view in at if grants is None or grants.reaches(view))
    return ", ".join(f"{identifier(view)}={at[view].version}" for view in shown) or NONE
