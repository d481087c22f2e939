"""Which of PostgreSQL's functions, operators and casts the catalog shows: those that a query here may use.

facts.txt has them for all types served; the planner's allow-list is what decides. Functions that pg_type,
pg_cast, pg_operator and pg_aggregate name are shown too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.relations import NAMESPACES, RELATIONS, fixed_rows
from planner.postgres.functions.casts import can_cast
from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.function import ANY, Function
from planner.tree.types import ARRAY_OF, BY_OID, REGPROC

#: The registry's names of operators that are spelled as words in it.
_SYMBOLS: Final = {"like": "~~", "not_like": "!~~", "ilike": "~~*", "not_ilike": "!~~*"}
#: Schemas of functions by OID.
SCHEMAS: Final = {NAMESPACES[name]: name for name in ("pg_catalog", "information_schema")}
#: pg_class's names of the catalogs that comments are about, by OID.
CLASS_NAMES: Final = {relation.oid: relation.name for relation in RELATIONS.values()}
_PG_NODE_TREE: Final = 194


def _argument_lists(function: Function) -> Iterator[tuple[int, ...]]:
    """proargtypes that stand for the function in pg_proc: one per number of arguments that may be left out."""
    oids = [a.oid for a in function.args]
    if function.variadic and function.args[-1] is not ANY and function.args[-1] in ARRAY_OF:
        oids[-1] = ARRAY_OF[function.args[-1]].oid
    for count in range(len(oids) - function.defaults, len(oids) + 1):
        yield tuple(oids[:count])
    if function.name == "pg_get_expr":
        yield (_PG_NODE_TREE, *oids[1:])


@cache
def _functions() -> frozenset[int]:
    """Those that a query may call."""
    wanted = {(f.schema, f.name, args) for f in ALL if not f.operator for args in _argument_lists(f)}
    rows = fixed_rows("pg_proc").select(["oid", "proname", "pronamespace", "proargtypes"]).to_pylist()
    named = {row["oid"]: (SCHEMAS.get(row["pronamespace"]), row["proname"], tuple(row["proargtypes"])) for row in rows}
    return frozenset(oid for oid, signature in named.items() if signature in wanted)


@cache
def _shown_functions() -> frozenset[int]:
    """Those, and what other catalogs name: they read, write and cast the types' values, or are behind operators and aggregates."""
    shown = {*_functions(), *allowed_rows("pg_cast")["castfunc"].to_pylist()}
    for name in ("pg_type", "pg_am", "pg_operator", "pg_aggregate"):
        for column in RELATIONS["pg_catalog", name].columns:
            if column.type.pg is REGPROC:
                shown.update(allowed_rows(name)[column.name].to_pylist())
    return frozenset(shown)


@cache
def _operators() -> frozenset[int]:
    wanted = {(_SYMBOLS.get(f.name, f.name), *(a.oid for a in f.args)) for f in ALL if f.operator and f.schema != "syntax"}
    rows = fixed_rows("pg_operator").select(["oid", "oprname", "oprleft", "oprright"]).to_pylist()
    named = {row["oid"]: (row["oprname"], *(o for o in (row["oprleft"], row["oprright"]) if o)) for row in rows}
    return frozenset(oid for oid, signature in named.items() if signature in wanted)


def _is_cast(row: dict[str, Any]) -> bool:
    source, target = BY_OID.get(row["castsource"]), BY_OID.get(row["casttarget"])
    return source is not None and target is not None and can_cast(source, target, "explicit")


def _is_described(row: dict[str, Any]) -> bool:
    match CLASS_NAMES[row["classoid"]]:
        case "pg_proc":
            return row["objoid"] in _shown_functions()
        case "pg_operator":
            return row["objoid"] in _operators()
        case "pg_language" | "pg_collation" as name:
            return row["objoid"] in fixed_rows(name)["oid"].to_pylist()
        case "pg_namespace":
            return row["objoid"] in NAMESPACES.values()
    return True


_KEPT: Final[dict[str, Callable[[dict[str, Any]], bool]]] = {
    "pg_proc": lambda row: row["oid"] in _shown_functions(),
    "pg_aggregate": lambda row: row["aggfnoid"] in _functions(),
    "pg_operator": lambda row: row["oid"] in _operators(),
    "pg_amop": lambda row: row["amopopr"] in _operators(),
    "pg_cast": _is_cast,
    "pg_description": _is_described,
}


@cache
def allowed_rows(name: str) -> pa.Table:
    """The rows that a relation of pg_catalog has whatever the views are."""
    rows = fixed_rows(name)
    keep = _KEPT.get(name)
    return rows if keep is None else rows.filter(pa.array([keep(row) for row in rows.to_pylist()], pa.bool_()))
