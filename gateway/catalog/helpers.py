"""The helper relations that catalog functions look into (planner.postgres.functions.catalog_macros describes them)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar, cast

import pyarrow as pa

from gateway.catalog.allowed import CLASS_NAMES, SCHEMAS, allowed_rows
from gateway.catalog.facts import ANSWERS
from gateway.catalog.pg import comments, constraint_definition, index_definition
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
    copied_rows,
)
from gateway.catalog.state import CatalogState, ViewEntry
from planner.postgres.deparse.words import identifier
from planner.postgres.functions.catalog_macros import QUERY
from planner.postgres.functions.udf.strings import quote_ident
from planner.postgres.functions.udf.type_names import regtype_text
from planner.tree.catalog import schemas_along

_RELATION: Final = pa.schema([
    ("oid", pa.int64()), ("namespace", pa.int64()), ("name", pa.string()), ("kind", pa.string()), ("visible", pa.bool_()),
    ("shown", pa.string()), ("identity", pa.int64()), ("published", pa.bool_()),
])  # fmt: skip
T = TypeVar("T")

#: What search_path is at first, whoever asks.
_USUAL_PATH: Final = ("pg_catalog", "public")
_OURS: Final = "tidegate"
_SCHEMA_NAMES: Final = {oid: name for name, oid in NAMESPACES.items()}
_NAMED: Final = pa.schema([("kind", pa.string()), ("oid", pa.int64()), ("name", pa.string())])
_DEFINITION: Final = pa.schema([("oid", pa.int64()), ("part", pa.int32()), ("pretty", pa.string()), ("plain", pa.string())])
_COMMENT: Final = pa.schema([("class", pa.string()), ("oid", pa.int64()), ("part", pa.int32()), ("text", pa.string())])
_KEYWORD: Final = pa.schema([
    ("word", pa.string()), ("catcode", pa.string()), ("barelabel", pa.bool_()), ("catdesc", pa.string()), ("baredesc", pa.string()),
])  # fmt: skip
_PROCEDURE: Final = pa.schema([
    ("oid", pa.int64()), ("arguments", pa.string()), ("identity", pa.string()), ("result", pa.string()),
])  # fmt: skip


def tables(state: CatalogState) -> dict[str, pa.Table]:
    """All of them, by name."""
    return {
        "relation": relations(state), "named": named(), "called": called(), "definition": _table(_DEFINITION, _definitions(state)),
        "comment": _table(_COMMENT, _comments(state)), "keyword": _keywords(), "procedure": _procedures(),
    }  # fmt: skip


@cache
def _keywords() -> pa.Table:
    return _table(_KEYWORD, [(word, code, bare == "t", *rest) for word, code, bare, *rest in copied_rows(ANSWERS["keyword"])])


@cache
def _procedures() -> pa.Table:
    shown = set(allowed_rows("pg_proc")["oid"].to_pylist())
    rows = [(int(oid or 0), *texts) for oid, *texts in copied_rows(ANSWERS["procedure"])]
    return _table(_PROCEDURE, [row for row in rows if row[0] in shown])


def _comments(state: CatalogState) -> list[tuple[Any, ...]]:
    rows = allowed_rows("pg_description").to_pylist()
    fixed = [(CLASS_NAMES[row["classoid"]], row["objoid"], row["objsubid"], row["description"]) for row in rows]
    return [*fixed, *(("pg_class", *comment) for comment in comments(state))]


def _table(schema: pa.Schema, rows: list[tuple[Any, ...]]) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema)


def relations(state: CatalogState) -> pa.Table:
    """What regclass prints of everything; made once, as results with regclass in text ask for it in the event loop."""
    return _made_once(state, "relation", lambda: _table(_RELATION, _relations(state)))


def _made_once(state: CatalogState, name: str, make: Callable[[], T]) -> T:
    if name not in state.made:
        state.made[name] = make()
    return cast(T, state.made[name])


def shown_along(state: CatalogState, search_path: Sequence[str]) -> dict[int, str] | None:
    """What regclass prints of everything where the search path is not the usual one; None where relations() has it.

    Our own schema is always told, though it may be on the path, be it as that of a user of its name.
    """
    path = tuple(schema for schema in schemas_along(search_path) if schema != _OURS)
    if path == _USUAL_PATH:
        return None
    rows, first = _relations(state), dict[str, int]()
    for schema in path:
        for oid, namespace, name, *_ in rows:
            if namespace == NAMESPACES[schema]:
                first.setdefault(name, oid)
    return {oid: _shown(namespace, shown, first.get(name) == oid) for oid, namespace, name, _, _, shown, *_ in rows}


def row_types(state: CatalogState, search_path: Sequence[str]) -> dict[int, str]:
    """What the types of relations' rows are called, by their numbers: as the relations."""
    along = shown_along(state, search_path)
    if along is not None:
        return _row_types(state, along)
    return _made_once(state, "row types", lambda: _row_types(state, {oid: shown for oid, *_, shown, _, _ in _relations(state)}))


def _row_types(state: CatalogState, shown: Mapping[int, str]) -> dict[int, str]:
    types = ROW_TYPES | {view.oid: view.type_oid for view in state.everything}
    return {number: shown[oid] for oid, number in types.items()}


def _shown(namespace: int, shown: str, found: bool) -> str:
    """With its schema, or without it where it is *found* so."""
    schema = f"{_SCHEMA_NAMES[namespace]}."
    bare = shown.removeprefix(schema)
    return bare if found else schema + bare


def _relations(state: CatalogState) -> list[tuple[Any, ...]]:
    public = NAMESPACES["public"]
    rows: list[tuple[Any, ...]] = []
    for view in state.everything:
        # A view named like a system table is hidden by it, as pg_catalog comes first on the search path.
        visible = ("pg_catalog", view.name) not in RELATIONS
        shown = identifier(view.name) if visible else f"public.{identifier(view.name)}"
        kind, identity = ("r", view.index_oid if view.primary_key else None) if isinstance(view, ViewEntry) else ("v", None)
        published = isinstance(view, ViewEntry) and view.is_published
        rows.append((view.oid, public, view.name, kind, visible, shown, identity, published))
    rows += [(keyed.index_oid, public, keyed.key_name, "i", True, identifier(keyed.key_name), None, False) for keyed in state.keyed]
    for relation in RELATIONS.values():
        visible = relation.schema == "pg_catalog"
        shown = relation.name if visible else f"{relation.schema}.{relation.name}"
        rows.append((relation.oid, NAMESPACES[relation.schema], relation.name, KINDS[relation.oid], visible, shown, None, False))
    return rows


@cache
def named() -> pa.Table:
    """(kind, number, name) of roles, schemas and the database."""
    rows: list[tuple[Any, ...]] = [("role", OWNER_OID, OWNER), ("database", DATABASE_OID, DATABASE)]
    rows += [("namespace", oid, name) for name, oid in NAMESPACES.items()]
    rows += [("role", DATABASE_OWNER_OID, DATABASE_OWNER)]
    return _table(_NAMED, rows)


def _definitions(state: CatalogState) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = [(view.oid, QUERY, view.text, view.text) for view in state.defined]
    for view in state.keyed:
        key = constraint_definition(view)
        rows.append((view.constraint_oid, 0, key, key))
        rows.append((view.index_oid, 0, index_definition(view, qualified=False), index_definition(view, qualified=True)))
        rows += [(view.index_oid, n, identifier(name), identifier(name)) for n, name in enumerate(view.schema.key, 1)]
    return rows


# -------------------------------------------------------------------------------------------------------------- called
# Functions, operators, collations and text search objects as regproc, regoperator … print them; all catalogs have the same.

_VISIBLE: Final = "pg_catalog"
#: What has a name and no arguments: the relation, and the columns with name and schema.
_PLAIN: Final = {"collation": ("pg_collation", "coll"), "config": ("pg_ts_config", "cfg"), "dictionary": ("pg_ts_dict", "dict")}


@cache
def called() -> pa.Table:
    """(kind, number, name), the kind being the type's name without its reg."""
    return _table(_NAMED, list(_rows()))


def _rows() -> Iterator[tuple[str, int, str]]:
    # Of names with several meanings some are not served here. They are still several: nobody should take one for the only one.
    several = {kind: frozenset(ANSWERS[f"several {kind}"].split()) for kind in ("proc", "oper")}
    for row in allowed_rows("pg_proc").select(["oid", "proname", "pronamespace", "proargtypes"]).to_pylist():
        name, schema = quote_ident(row["proname"]), SCHEMAS[row["pronamespace"]]
        yield "proc", row["oid"], _qualified(name, schema, shown=row["proname"] in several["proc"])
        arguments = ",".join(map(regtype_text, row["proargtypes"]))
        yield "procedure", row["oid"], f"{_qualified(name, schema)}({arguments})"
    for row in allowed_rows("pg_operator").select(["oid", "oprname", "oprleft", "oprright"]).to_pylist():
        left = regtype_text(row["oprleft"]) if row["oprleft"] else "NONE"
        yield "oper", row["oid"], _qualified(row["oprname"], _VISIBLE, shown=row["oprname"] in several["oper"])
        yield "operator", row["oid"], f"{row['oprname']}({left},{regtype_text(row['oprright'])})"
    for kind, (relation, prefix) in _PLAIN.items():
        for row in allowed_rows(relation).select(["oid", f"{prefix}name"]).to_pylist():
            yield kind, row["oid"], quote_ident(row[f"{prefix}name"])


def _qualified(name: str, schema: str, *, shown: bool = False) -> str:
    return f"{schema}.{name}" if shown or schema != _VISIBLE else name
