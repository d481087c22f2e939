"""information_schema's tables of privileges: what is granted to the user who asks, and to everybody, as PostgreSQL shows it.

Others' grants are theirs to see, as there. Where nothing is guarded, everybody may read everything, and so may who asks: programs
look for their own user. Of system relations nothing is said here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pyarrow as pa

from gateway.access.grants import EVERY_VIEW, PUBLIC, Columns, Grants
from gateway.catalog.relations import DATABASE, OWNER, RELATIONS
from gateway.catalog.state import CatalogState

_SCHEMA: Final = "information_schema"
#: How PostgreSQL writes everybody.
_EVERYBODY: Final = "PUBLIC"
_OF_COLUMNS: Final = ("column_privileges", "role_column_grants")
#: Those of roles that one has; everybody is none.
_OF_ROLES: Final = ("role_table_grants", "role_column_grants")
GRANT_TABLES: Final = frozenset({"table_privileges", "column_privileges", *_OF_ROLES})
#: What every row says.
_SAME: Final = {
    "grantor": OWNER, "table_catalog": DATABASE, "table_schema": "public", "privilege_type": "SELECT", "is_grantable": "NO",
    "with_hierarchy": "YES",
}  # fmt: skip


def grant_table(name: str, state: CatalogState, grants: Grants | None, user: str) -> pa.Table:
    """The rows of one of GRANT_TABLES that *user* sees; *grants* None: everything is granted to everybody and to the user."""
    grantees, views, columns = [], [], []
    for grantee, view, column in _rows(name, state, grants, user):
        grantees.append(grantee)
        views.append(view)
        columns.append(column)
    varying = {"grantee": grantees, "table_name": views, "column_name": columns}
    # Column by column: there may be tens of thousands of rows.
    return pa.table({
        c.name: pa.array(varying[c.name], pa.string()) if c.name in varying else pa.repeat(pa.scalar(_SAME[c.name]), len(views))
        for c in RELATIONS[_SCHEMA, name].columns
    })  # fmt: skip


def _rows(name: str, state: CatalogState, grants: Grants | None, user: str) -> Iterator[tuple[str, str, str]]:
    """(grantee, view, column, or "")"""
    roles = [] if name in _OF_ROLES else [(_EVERYBODY, PUBLIC)]
    roles += [] if user == PUBLIC else [(user, user)]
    for grantee, role in roles:
        for view in state.everything:
            granted = _granted(grants, role, view.name)
            if name not in _OF_COLUMNS:
                yield from [(grantee, view.name, "")] if granted is None else []
                continue
            for column in view.relation.columns:
                if granted is None or column.name in granted:
                    yield grantee, view.name, column.name


def _granted(grants: Grants | None, role: str, view: str) -> Columns:
    """What is granted to just that role."""
    if grants is None or (role, EVERY_VIEW) in grants.entries:
        return None
    return grants.entries.get((role, view), frozenset())


def unguarded(name: str, state: CatalogState) -> pa.Table:
    """The rows of one of GRANT_TABLES where nothing is guarded."""
    return grant_table(name, state, None, PUBLIC)
