"""Roles as the session's user sees them: itself, the owner of everything, and PostgreSQL's role that owns schema public.

Other users are not shown: who may log in is not told to those who ask before they have logged in (see gateway.access.scram), so
neither to everybody who has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import pyarrow as pa

from gateway.catalog.oids import derived_oid
from gateway.catalog.relations import DATABASE_OWNER, DATABASE_OWNER_OID, OWNER, OWNER_OID, Row, table

_FIXED: Final = {OWNER: OWNER_OID, DATABASE_OWNER: DATABASE_OWNER_OID}
_PASSWORD: Final = "********"
_ROLE: Final[Row] = {
    "rolsuper": False, "rolinherit": True, "rolcreaterole": False, "rolcreatedb": False,
    "rolbypassrls": False, "rolconnlimit": -1,
}  # fmt: skip
_USER: Final[Row] = dict.fromkeys(("usecreatedb", "usesuper", "usebypassrls"), False) | {"userepl": True, "passwd": _PASSWORD}


def role_oid(name: str) -> int:
    """The number of a user, the same on every node and after a restart."""
    return _FIXED.get(name) or derived_oid("role", name)


def role_numbers(user: str) -> Mapping[str, int]:
    """The roles that *user* sees, by name."""
    return _FIXED | {user: role_oid(user)}


def _roles(user: str) -> Iterator[Row]:
    for name, number in role_numbers(user).items():
        enters = name != DATABASE_OWNER  # and may replicate, then: that needs no attribute
        yield _ROLE | {"oid": number, "rolname": name, "rolcanlogin": enters, "rolreplication": enters}


def _enabled(user: str) -> list[str]:
    # The database's owner is a member of the role that owns schema public.
    return [user, DATABASE_OWNER] if user == OWNER else [user]


#: What role_table makes.
ROLE_TABLES: Final = frozenset({
    ("pg_catalog", "pg_roles"), ("pg_catalog", "pg_authid"), ("pg_catalog", "pg_user"), ("pg_catalog", "pg_group"),
    ("information_schema", "enabled_roles"), ("information_schema", "applicable_roles"),
})  # fmt: skip


def role_table(schema: str, name: str, user: str) -> pa.Table:
    """One of ROLE_TABLES as *user* sees it."""
    rows: list[Row] = []
    match name:
        case "pg_roles":
            rows = [role | {"rolpassword": _PASSWORD} for role in _roles(user)]
        case "pg_authid":
            rows = list(_roles(user))
        case "pg_user":
            rows = [_USER | {"usename": r["rolname"], "usesysid": r["oid"]} for r in _roles(user) if r["rolcanlogin"]]
        case "pg_group":
            rows = [{"groname": r["rolname"], "grosysid": r["oid"], "grolist": []} for r in _roles(user) if not r["rolcanlogin"]]
        case "enabled_roles":
            rows = [{"role_name": role} for role in _enabled(user)]
        case "applicable_roles":
            rows = [{"grantee": user, "role_name": role, "is_grantable": "NO"} for role in _enabled(user) if role != user]
    return table(schema, name, rows)
