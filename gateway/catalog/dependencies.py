"""What views defined by SQL read, as PostgreSQL notes it: a rule _RETURN each, and the rule's dependencies on columns.

A view that reads no column of another relation (count(*)) depends on the relation as a whole, and otherwise on the columns alone.
What depends on pinned objects (types, functions, system relations) is noted nowhere, as there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.defined import DefinedEntry
from gateway.catalog.pg import DATABASE, NAMESPACES
from gateway.catalog.relations import table
from gateway.catalog.state import CatalogState, ViewEntry
from planner.postgres.mentioned import mentioned
from planner.tree.catalog import Relation

Row = dict[str, Any]

_CLASS: Final = 1259
_NAMESPACE: Final = 2615
_CONSTRAINT: Final = 2606
_REWRITE: Final = 2618
_INTERNAL, _NORMAL, _AUTO = "i", "n", "a"
#: pg_rewrite's letter for rules on SELECT, and that for rules that are always there.
_ON_SELECT: Final = "1"
_ALWAYS: Final = "O"
_EMPTY_TREE: Final = "<>"


def reads(view: DefinedEntry) -> Iterator[tuple[Relation, list[int]]]:
    """The relations that a view reads, and the numbers of the columns, in order; none for a relation of which no column is read."""
    if view.relation.definition is None:
        return
    found: dict[int, tuple[Relation, set[int]]] = {}
    for relation, columns in mentioned(view.relation.definition.query, view.relation.definition.uses):
        found.setdefault(relation.oid, (relation, set()))[1].update(position + 1 for position in columns)
    for relation, numbers in found.values():
        yield relation, sorted(numbers)


def pg_rewrite(state: CatalogState) -> pa.Table:
    """The views' rules. Nobody could read the tree of their queries, so it is empty."""
    same = {"rulename": "_RETURN", "ev_type": _ON_SELECT, "ev_enabled": _ALWAYS, "is_instead": True}
    trees = {"ev_qual": _EMPTY_TREE, "ev_action": _EMPTY_TREE}
    return table("pg_catalog", "pg_rewrite", ({"oid": v.rule_oid, "ev_class": v.oid} | same | trees for v in state.defined))


def pg_depend(state: CatalogState) -> pa.Table:
    """Views on what they read, keys on their columns, everything on its schema."""
    public = (_NAMESPACE, NAMESPACES["public"], 0)
    rows = [_depends((_CLASS, entry.oid), public, _NORMAL) for entry in state.everything]
    for view in state.keyed:
        rows.extend(_of_key(view))
    for defined in state.defined:
        rows.extend(_of_rule(defined))
    return table("pg_catalog", "pg_depend", rows)


def _of_key(view: ViewEntry) -> Iterator[Row]:
    for number in view.key_numbers:
        yield _depends((_CONSTRAINT, view.constraint_oid), (_CLASS, view.oid, number), _AUTO)
    yield _depends((_CLASS, view.index_oid), (_CONSTRAINT, view.constraint_oid, 0), _INTERNAL)


def _of_rule(view: DefinedEntry) -> Iterator[Row]:
    rule = (_REWRITE, view.rule_oid)
    yield _depends(rule, (_CLASS, view.oid, 0), _INTERNAL)
    yield _depends(rule, (_CLASS, view.oid, 0), _NORMAL)
    for relation, numbers in reads(view):
        for number in numbers or (0,):
            yield _depends(rule, (_CLASS, relation.oid, number), _NORMAL)


def _depends(what: tuple[int, int], on: tuple[int, int, int], kind: str) -> Row:
    return {
        "classid": what[0], "objid": what[1], "objsubid": 0, "refclassid": on[0], "refobjid": on[1], "refobjsubid": on[2],
        "deptype": kind,
    }  # fmt: skip


def view_table_usage(state: CatalogState) -> pa.Table:
    """The relations that each view reads."""
    rows = (_usage(view, relation) for view in state.defined for relation, _ in reads(view))
    return table("information_schema", "view_table_usage", rows)


def view_column_usage(state: CatalogState) -> pa.Table:
    """The columns that each view mentions."""
    rows = (
        _usage(view, relation) | {"column_name": relation.columns[number - 1].name}
        for view in state.defined
        for relation, numbers in reads(view)
        for number in numbers
    )
    return table("information_schema", "view_column_usage", rows)


def _usage(view: DefinedEntry, relation: Relation) -> Row:
    return {
        "view_catalog": DATABASE, "view_schema": "public", "view_name": view.name, "table_catalog": DATABASE,
        "table_schema": relation.schema, "table_name": relation.name,
    }  # fmt: skip


_Builder = Callable[[CatalogState], pa.Table]
BUILDERS: Final[dict[str, _Builder]] = {"pg_rewrite": pg_rewrite, "pg_depend": pg_depend}
INFORMATION_BUILDERS: Final[dict[str, _Builder]] = {"view_table_usage": view_table_usage, "view_column_usage": view_column_usage}
