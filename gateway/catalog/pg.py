"""Rows of pg_catalog's relations, as PostgreSQL 15 would have them for a table with the view's columns and primary key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import pyarrow as pa

from gateway.catalog import dependencies
from gateway.catalog.allowed import allowed_rows
from gateway.catalog.oids import derived_oid
from gateway.catalog.relations import (
    DATABASE,
    DATABASE_OID,
    DATABASE_OWNER,
    DATABASE_OWNER_OID,
    KINDS,
    NAMESPACES,
    OWNER,
    OWNER_OID,
    RELATIONS,
    ROW_TYPES,
    TYPE_ROWS,
    Row,
    fixed_rows,
    table,
)
from gateway.catalog.state import STARTED_US, CatalogState, DefinedEntry, ViewEntry
from planner.postgres.deparse.words import identifier
from planner.tree.catalog import Relation
from planner.tree.types import ARRAY_OF, RECORD, SqlType

_UTF8: Final = 6
_DEFAULT_TABLESPACE: Final = 1663
_HEAP, _BTREE = 2, 403
_CLASS_CLASS: Final = 1259
#: Default btree operator classes by type OID; arrays have that of anyarray.
_OPERATOR_CLASSES: Final = {row["opcintype"]: row["oid"] for row in fixed_rows("pg_opclass").to_pylist() if row["opcdefault"]}
_ANYARRAY: Final = 2277
#: A role whose name an ACL writes without quotes.
_PLAIN_ROLE: Final = re.compile(r"[A-Za-z0-9_]*")


def _classes(state: CatalogState) -> Iterator[Row]:
    """Views, their key indexes, and the system relations."""
    for entry in state.everything:
        row = _view_class(entry) if isinstance(entry, ViewEntry) else _defined_class(entry)
        yield row | {"relacl": _acl(state.grantee) if entry.granted is None else None}
    yield from map(_index_class, state.keyed)
    yield from map(_system_class, RELATIONS.values())


def _acl(grantee: str) -> list[str]:
    """What the owner and a user, or everybody, may do with a relation: read it."""
    return [f"{OWNER}=r/{OWNER}", *_column_acl(grantee)]


def _column_acl(grantee: str) -> list[str]:
    """As PostgreSQL writes an aclitem."""
    quoted = grantee if _PLAIN_ROLE.fullmatch(grantee) else '"' + grantee.replace('"', '""') + '"'
    return [f"{quoted}=r/{OWNER}"]


def _class(name: str, oid: int, namespace: str, kind: str, columns: int) -> Row:
    return {
        "oid": oid, "relname": name, "relnamespace": NAMESPACES[namespace], "relowner": OWNER_OID, "relkind": kind,
        "relfilenode": oid, "relpersistence": "p", "relreplident": "n", "relnatts": columns, "reltuples": -1.0,
        "relispopulated": True,
    }  # fmt: skip


def _view_class(view: ViewEntry) -> Row:
    row = _class(view.name, view.oid, "public", "r", len(view.schema.columns))
    return row | {"reltype": view.type_oid, "relam": _HEAP, "relhasindex": bool(view.schema.key), "relreplident": "d"}


def _index_class(view: ViewEntry) -> Row:
    row = _class(view.key_name, view.index_oid, "public", "i", len(view.schema.key))
    # An index that nobody has analyzed says so with these numbers, a table with -1 rows.
    return row | {"relam": _BTREE, "relpages": 1, "reltuples": 0.0}


def _defined_class(view: DefinedEntry) -> Row:
    row = _class(view.name, view.oid, "public", "v", len(view.relation.columns))
    return row | {"reltype": view.type_oid, "relfilenode": 0, "relhasrules": True}


def _system_class(relation: Relation) -> Row:
    kind = KINDS[relation.oid]
    return _class(relation.name, relation.oid, relation.schema, kind, len(relation.columns)) | {
        "reltype": ROW_TYPES[relation.oid], "relam": _HEAP if kind == "r" else 0, "relacl": _acl(""),
    }  # fmt: skip


def _all_attributes(state: CatalogState) -> Iterator[Row]:
    """Columns of views, of their key indexes, and of the system relations."""
    for entry in state.everything:
        granted = entry.granted or ()
        if isinstance(entry, ViewEntry):
            rows = _attributes(entry.relation, entry.primary_key)
            yield from _index_attributes(entry)
        else:
            # PostgreSQL knows dimensions of tables' columns alone.
            rows = (row | {"attndims": 0} for row in _attributes(entry.relation, ()))
        yield from (row | {"attacl": _column_acl(state.grantee)} if row["attname"] in granted else row for row in rows)
    for relation in RELATIONS.values():
        yield from _attributes(relation, ())


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


def _types(state: CatalogState) -> pa.Table:
    """PostgreSQL's types, and those of the rows of views and system relations, which no value has."""
    record = TYPE_ROWS[RECORD.oid] | {"typtype": "c", "typcategory": "C", "typarray": 0}
    of_views = [("public", v.name, v.oid, v.type_oid) for v in state.everything]
    of_system = [(r.schema, r.name, r.oid, ROW_TYPES[r.oid]) for r in RELATIONS.values()]
    rows = [
        record | {"oid": number, "typname": name, "typrelid": oid, "typnamespace": NAMESPACES[schema]}
        for schema, name, oid, number in (*of_views, *of_system)
        if number not in TYPE_ROWS
    ]
    return pa.concat_tables([fixed_rows("pg_type"), table("pg_catalog", "pg_type", rows)])


def _index(view: ViewEntry) -> Row:
    types = [view.relation.columns[n - 1].type.pg for n in view.key_numbers]
    count = len(types)
    return {
        "indexrelid": view.index_oid, "indrelid": view.oid, "indnatts": count, "indnkeyatts": count, "indisunique": True,
        "indisprimary": bool(view.primary_key), "indnullsnotdistinct": not view.primary_key, "indimmediate": True,
        "indisvalid": True, "indisready": True, "indislive": True,
        "indkey": view.key_numbers, "indcollation": [TYPE_ROWS[pg.oid]["typcollation"] for pg in types],
        "indclass": [_OPERATOR_CLASSES.get(_ANYARRAY if pg in ARRAY_OF.values() else pg.oid, 0) for pg in types],
        "indoption": [0] * count,
    }  # fmt: skip


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
    yield from ((entry.oid, 0, entry.comment) for entry in state.defined if entry.comment)


def constraint_definition(view: ViewEntry) -> str:
    """PRIMARY KEY (a, b)."""
    kind = "PRIMARY KEY" if view.primary_key else "UNIQUE NULLS NOT DISTINCT"
    return f"{kind} ({', '.join(map(identifier, view.schema.key))})"


def index_definition(view: ViewEntry, *, qualified: bool) -> str:
    """CREATE UNIQUE INDEX … of the view's key."""
    on = f"public.{identifier(view.name)}" if qualified else identifier(view.name)
    columns = ", ".join(map(identifier, view.schema.key))
    nulls = "" if view.primary_key else " NULLS NOT DISTINCT"
    return f"CREATE UNIQUE INDEX {identifier(view.key_name)} ON {on} USING btree ({columns}){nulls}"


def _descriptions(state: CatalogState) -> pa.Table:
    """Comments of views and columns, and those of PostgreSQL's types, functions …"""
    rows = [{"objoid": o, "classoid": _CLASS_CLASS, "objsubid": n, "description": c} for o, n, c in comments(state)]
    return pa.concat_tables([allowed_rows("pg_description"), table("pg_catalog", "pg_description", rows)])


def _namespaces(_state: CatalogState) -> Iterator[Row]:
    for name, oid in NAMESPACES.items():
        number, owner = owner_of(name)
        acl = None if name == "pg_toast" else [f"{owner}=UC/{owner}", f"=U/{owner}"]
        yield {"oid": oid, "nspname": name, "nspowner": number, "nspacl": acl}


def owner_of(namespace: str) -> tuple[int, str]:
    """OID and name of a schema's owner."""
    return (DATABASE_OWNER_OID, DATABASE_OWNER) if namespace == "public" else (OWNER_OID, OWNER)


def _database(_state: CatalogState) -> tuple[Row, ...]:
    """The one database."""
    return ({
        "oid": DATABASE_OID, "datname": DATABASE, "datdba": OWNER_OID, "encoding": _UTF8, "datlocprovider": "c",
        "datallowconn": True, "datconnlimit": -1, "dattablespace": _DEFAULT_TABLESPACE, "datcollate": "C", "datctype": "C",
    },)  # fmt: skip


def _tables(state: CatalogState) -> Iterator[Row]:
    """The views, and the system's own tables."""
    named = [("public", view.name, bool(view.schema.key)) for view in state.views]
    named += [(r.schema, r.name, False) for r in RELATIONS.values() if KINDS[r.oid] == "r"]
    same = {"tableowner": OWNER} | dict.fromkeys(("hasrules", "hastriggers", "rowsecurity"), False)
    return ({"schemaname": s, "tablename": n, "hasindexes": i} | same for s, n, i in named)


def _views(state: CatalogState) -> Iterator[Row]:
    """Those defined by SQL, and the system's own; what jobs publish are tables here."""
    named: list[tuple[str, str, str | None]] = [("public", view.name, view.text) for view in state.defined]
    named += [(r.schema, r.name, None) for r in RELATIONS.values() if KINDS[r.oid] == "v"]
    return ({"schemaname": s, "viewname": n, "viewowner": OWNER, "definition": d} for s, n, d in named)


def _indexes(state: CatalogState) -> Iterator[Row]:
    """The views' keys."""
    for v in state.keyed:
        yield {
            "schemaname": "public",
            "tablename": v.name,
            "indexname": v.key_name,
            "indexdef": index_definition(v, qualified=True),
        }


def _publications(state: CatalogState) -> Iterator[Row]:
    """TRUNCATE is not sent, unless the configuration says so."""
    sent = dict.fromkeys(("pubinsert", "pubupdate", "pubdelete"), True)
    for name in state.publications:
        yield {"oid": derived_oid("publication", name), "pubname": name, "pubowner": OWNER_OID} | sent


def _publication_relations(state: CatalogState) -> Iterator[Row]:
    for name, views in state.publications.items():
        publication = derived_oid("publication", name)
        for view in views:
            oid = derived_oid("publication relation", f"{name}\0{view.name}")
            yield {"oid": oid, "prpubid": publication, "prrelid": view.oid, "prattrs": view.granted_numbers}


def _publication_tables(state: CatalogState) -> Iterator[Row]:
    for name, views in state.publications.items():
        for view in views:
            columns = [column.name for column in view.relation.columns if view.granted is None or column.name in view.granted]
            yield {"pubname": name, "schemaname": "public", "tablename": view.name, "attnames": columns}


#: PostgreSQL's small caches, by name.
_SLRUS: Final = ("CommitTs", "MultiXactMember", "MultiXactOffset", "Notify", "Serial", "Subtrans", "Xact", "other")


def _nothing(name: str) -> Row:
    """A row of statistics in which nothing is counted."""
    return {column.name: 0 for column in RELATIONS["pg_catalog", name].columns}


BUILDERS: Final[dict[str, Callable[[CatalogState], Iterable[Row] | pa.Table]]] = {
    "pg_attribute": _all_attributes,
    "pg_class": _classes,
    "pg_constraint": lambda state: map(_constraint, state.keyed),
    "pg_database": _database,
    "pg_depend": dependencies.dependencies,
    "pg_description": _descriptions,
    "pg_index": lambda state: map(_index, state.keyed),
    "pg_indexes": _indexes,
    "pg_namespace": _namespaces,
    "pg_publication": _publications,
    "pg_publication_rel": _publication_relations,
    "pg_publication_tables": _publication_tables,
    "pg_rewrite": dependencies.rules,
    # Nothing is written, archived or in recovery.
    "pg_stat_archiver": lambda _state: [{"archived_count": 0, "failed_count": 0, "stats_reset": STARTED_US}],
    "pg_stat_bgwriter": lambda _state: [_nothing("pg_stat_bgwriter") | {"stats_reset": STARTED_US}],
    "pg_stat_database_conflicts": lambda _state: [
        _nothing("pg_stat_database_conflicts") | {"datid": DATABASE_OID, "datname": DATABASE}
    ],
    "pg_stat_slru": lambda _state: [_nothing("pg_stat_slru") | {"name": name, "stats_reset": STARTED_US} for name in _SLRUS],
    "pg_stat_wal": lambda _state: [_nothing("pg_stat_wal") | {"stats_reset": STARTED_US}],
    "pg_tables": _tables,
    "pg_type": _types,
    "pg_views": _views,
}
