"""Rows of pg_catalog's relations, as PostgreSQL 15 would have them for a table with the view's columns and primary key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.allowed import allowed_rows
from gateway.catalog.defined import DefinedEntry, defined_comments
from gateway.catalog.definitions import index_definition
from gateway.catalog.relations import KINDS, RELATIONS, fixed_rows, table
from gateway.catalog.state import CatalogState, ViewEntry
from planner.tree.catalog import Relation
from planner.tree.types import ARRAY_OF, BY_OID, SqlType

Row = dict[str, Any]

OWNER_OID: Final = 10
OWNER: Final = "tidegate"
#: Whom PostgreSQL 15 lets own schema public.
DATABASE_OWNER_OID: Final = 6171
DATABASE_OWNER: Final = "pg_database_owner"
DATABASE: Final = "tidegate"
NAMESPACES: Final = {"pg_catalog": 11, "pg_toast": 99, "public": 2200, "information_schema": 13180, "tidegate": 15000}
#: The first that PostgreSQL gives to a database that is not its own: clients hide those below.
DATABASE_OID: Final = 16384
_UTF8: Final = 6
_DEFAULT_TABLESPACE: Final = 1663
_HEAP, _BTREE = 2, 403
_CLASS_CLASS: Final = 1259
#: Default btree operator classes of PostgreSQL 15 by type OID.
_OPERATOR_CLASSES: Final = {
    16: 424, 17: 428, 20: 3124, 21: 1979, 23: 1978, 25: 3126, 700: 1970, 701: 3123, 1082: 3122, 1114: 3128, 1184: 3127,
    1186: 2033, 1700: 3125,
}  # fmt: skip
_ARRAY_OPERATOR_CLASS: Final = 397


def _types() -> dict[int, Row]:
    return {row["oid"]: row for row in fixed_rows("pg_type").to_pylist()}


TYPE_ROWS: Final = _types()


def pg_class(state: CatalogState) -> pa.Table:
    """Views, their key indexes, and the system relations."""
    rows = [*map(_view_class, state.views), *map(_index_class, state.keyed), *map(_defined_class, state.defined)]
    rows += map(_system_class, RELATIONS.values())
    return table("pg_catalog", "pg_class", rows)


def _class(name: str, oid: int, namespace: str, kind: str, columns: int) -> Row:
    return {
        "oid": oid, "relname": name, "relnamespace": NAMESPACES[namespace], "relowner": OWNER_OID, "relkind": kind,
        "relfilenode": oid, "relpersistence": "p", "relreplident": "n", "relnatts": columns, "reltuples": -1.0,
        "relispopulated": True,
    }  # fmt: skip


def _view_class(view: ViewEntry) -> Row:
    row = _class(view.name, view.oid, "public", "r", len(view.schema.columns))
    return row | {"relam": _HEAP, "relhasindex": bool(view.schema.key), "relreplident": "d"}


def _index_class(view: ViewEntry) -> Row:
    row = _class(view.key_name, view.index_oid, "public", "i", len(view.schema.key))
    # An index that nobody has analyzed says so with these numbers, a table with -1 rows.
    return row | {"relam": _BTREE, "relpages": 1, "reltuples": 0.0}


def _defined_class(view: DefinedEntry) -> Row:
    return _class(view.name, view.oid, "public", "v", len(view.relation.columns)) | {"relfilenode": 0, "relhasrules": True}


def _system_class(relation: Relation) -> Row:
    kind = KINDS[relation.oid]
    return _class(relation.name, relation.oid, relation.schema, kind, len(relation.columns)) | {
        "relam": _HEAP if kind == "r" else 0
    }


def pg_attribute(state: CatalogState) -> pa.Table:
    """Columns of views, of their key indexes, and of the system relations."""
    rows: list[Row] = []
    for view in state.views:
        rows.extend(_attributes(view.relation, view.primary_key))
        rows.extend(_index_attributes(view))
    for defined in state.defined:
        # PostgreSQL knows dimensions of tables' columns alone.
        rows.extend(row | {"attndims": 0} for row in _attributes(defined.relation, ()))
    for relation in RELATIONS.values():
        rows.extend(_attributes(relation, ()))
    return table("pg_catalog", "pg_attribute", rows)


def _attributes(relation: Relation, key: tuple[str, ...]) -> Iterator[Row]:
    for number, column in enumerate(relation.columns, 1):
        never_null = not column.nullable or column.name in key
        yield _attribute(relation.oid, column.name, number, column.type) | {"attnotnull": never_null}


def _index_attributes(view: ViewEntry) -> Iterator[Row]:
    for position, number in enumerate(view.key_numbers, 1):
        column = view.relation.columns[number - 1]
        yield _attribute(view.index_oid, column.name, position, column.type)


def _attribute(relation_oid: int, name: str, number: int, type_: SqlType) -> Row:
    kind = TYPE_ROWS[type_.pg.oid]
    return {
        "attrelid": relation_oid, "attname": name, "atttypid": type_.pg.oid, "attstattarget": -1, "attlen": kind["typlen"],
        "attnum": number, "attndims": int(type_.pg.is_array), "attcacheoff": -1, "atttypmod": type_.typmod,
        "attbyval": kind["typbyval"], "attalign": kind["typalign"], "attstorage": kind["typstorage"], "attislocal": True,
        "attcollation": kind["typcollation"],
    }  # fmt: skip


def pg_index(state: CatalogState) -> pa.Table:
    """The key of every view."""
    return table("pg_catalog", "pg_index", map(_index, state.keyed))


def _index(view: ViewEntry) -> Row:
    types = [view.relation.columns[n - 1].type.pg for n in view.key_numbers]
    count = len(types)
    return {
        "indexrelid": view.index_oid, "indrelid": view.oid, "indnatts": count, "indnkeyatts": count, "indisunique": True,
        "indisprimary": bool(view.primary_key), "indnullsnotdistinct": not view.primary_key, "indimmediate": True,
        "indisvalid": True, "indisready": True, "indislive": True,
        "indkey": view.key_numbers, "indcollation": [TYPE_ROWS[pg.oid]["typcollation"] for pg in types],
        "indclass": [_ARRAY_OPERATOR_CLASS if pg in ARRAY_OF.values() else _OPERATOR_CLASSES.get(pg.oid, 0) for pg in types],
        "indoption": [0] * count,
    }  # fmt: skip


def pg_constraint(state: CatalogState) -> pa.Table:
    """The key of every view."""
    return table("pg_catalog", "pg_constraint", map(_constraint, state.keyed))


def _constraint(view: ViewEntry) -> Row:
    return {
        "oid": view.constraint_oid, "conname": view.key_name, "connamespace": NAMESPACES["public"],
        "contype": "p" if view.primary_key else "u",
        "convalidated": True, "conrelid": view.oid, "conindid": view.index_oid, "confupdtype": " ", "confdeltype": " ",
        "confmatchtype": " ", "conislocal": True, "connoinherit": True, "conkey": view.key_numbers,
    }  # fmt: skip


def comments(state: CatalogState) -> Iterator[tuple[int, int, str]]:
    """(view, attnum, comment) of every view (attnum 0) and column that has one."""
    for view in state.views:
        if view.schema.comment:
            yield view.oid, 0, view.schema.comment
        for number, column in enumerate(view.schema.columns, 1):
            if column.comment:
                yield view.oid, number, column.comment
    yield from defined_comments(state.defined)


def pg_description(state: CatalogState) -> pa.Table:
    """Comments of views and columns, and those of PostgreSQL's types, functions …"""
    rows = [{"objoid": o, "classoid": _CLASS_CLASS, "objsubid": n, "description": c} for o, n, c in comments(state)]
    return pa.concat_tables([allowed_rows("pg_description"), table("pg_catalog", "pg_description", rows)])


def pg_namespace(_state: CatalogState) -> pa.Table:
    """The four schemas."""
    rows = [{"oid": oid, "nspname": name, "nspowner": owner_of(name)[0], "nspacl": _acl(name)} for name, oid in NAMESPACES.items()]
    return table("pg_catalog", "pg_namespace", rows)


def owner_of(namespace: str) -> tuple[int, str]:
    """OID and name of a schema's owner."""
    return (DATABASE_OWNER_OID, DATABASE_OWNER) if namespace == "public" else (OWNER_OID, OWNER)


def _acl(namespace: str) -> list[str] | None:
    if namespace == "pg_toast":
        return None
    _, owner = owner_of(namespace)
    return [f"{owner}=UC/{owner}", f"=U/{owner}"]


def pg_database(_state: CatalogState) -> pa.Table:
    """The one database."""
    row = {
        "oid": DATABASE_OID, "datname": DATABASE, "datdba": OWNER_OID, "encoding": _UTF8, "datlocprovider": "c",
        "datallowconn": True, "datconnlimit": -1, "dattablespace": _DEFAULT_TABLESPACE, "datcollate": "C", "datctype": "C",
    }  # fmt: skip
    return table("pg_catalog", "pg_database", [row])


def pg_tables(state: CatalogState) -> pa.Table:
    """The views, and the system's own tables."""
    named = [("public", view.name, bool(view.schema.key)) for view in state.views]
    named += [(r.schema, r.name, False) for r in RELATIONS.values() if KINDS[r.oid] == "r"]
    false = dict.fromkeys(("hasrules", "hastriggers", "rowsecurity"), False)
    rows = [{"schemaname": s, "tablename": n, "tableowner": OWNER, "hasindexes": i} | false for s, n, i in named]
    return table("pg_catalog", "pg_tables", rows)


def pg_views(state: CatalogState) -> pa.Table:
    """Those defined by SQL, and the system's own; what jobs publish are tables here."""
    named: list[tuple[str, str, str | None]] = [("public", view.name, view.text) for view in state.defined]
    named += [(r.schema, r.name, None) for r in RELATIONS.values() if KINDS[r.oid] == "v"]
    rows = [{"schemaname": s, "viewname": n, "viewowner": OWNER, "definition": d} for s, n, d in named]
    return table("pg_catalog", "pg_views", rows)


def pg_indexes(state: CatalogState) -> pa.Table:
    """The views' keys."""
    rows = [
        {"schemaname": "public", "tablename": v.name, "indexname": v.key_name, "indexdef": index_definition(v, qualified=True)}
        for v in state.keyed
    ]
    return table("pg_catalog", "pg_indexes", rows)


BUILDERS: Final[dict[str, Callable[[CatalogState], pa.Table]]] = {
    builder.__name__: builder
    for builder in (
        pg_class, pg_attribute, pg_index, pg_constraint, pg_description, pg_namespace, pg_database,
        pg_tables, pg_views, pg_indexes,
    )
}  # fmt: skip
assert BY_OID.keys() <= TYPE_ROWS.keys(), "facts.py is older than planner.tree.types"
