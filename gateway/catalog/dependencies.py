"""What views defined by SQL read, as PostgreSQL notes it: a rule _RETURN each, and the rule's dependencies on columns.

A view that reads no column of another relation (count(*)) depends on the relation as a whole, and otherwise on the columns alone.
What depends on pinned objects (types, functions, system relations) is noted nowhere, as there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gateway.catalog.relations import DATABASE, NAMESPACES, Row
from gateway.catalog.state import CatalogState, DefinedEntry, ViewEntry
from planner.postgres.mentioned import mentioned
from planner.tree.catalog import Relation

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


def rules(state: CatalogState) -> Iterator[Row]:
    """pg_rewrite: the views' rules. Nobody could read the tree of their queries, so it is empty."""
    same = {"rulename": "_RETURN", "ev_type": _ON_SELECT, "ev_enabled": _ALWAYS, "is_instead": True}
    trees = {"ev_qual": _EMPTY_TREE, "ev_action": _EMPTY_TREE}
    return ({"oid": v.rule_oid, "ev_class": v.oid} | same | trees for v in state.defined)


def dependencies(state: CatalogState) -> Iterator[Row]:
    """pg_depend: views on what they read, keys on their columns, everything on its schema."""
    public = (_NAMESPACE, NAMESPACES["public"], 0)
    for entry in state.everything:
        yield _depends((_CLASS, entry.oid), public, _NORMAL)
    for view in state.keyed:
        yield from _of_key(view)
    for defined in state.defined:
        yield from _of_rule(defined)


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


def view_usage(state: CatalogState, *, columns: bool) -> Iterator[Row]:
    """The relations that each view reads, or the columns that it mentions."""
    for view in state.defined:
        for relation, numbers in reads(view):
            row = {
                "view_catalog": DATABASE, "view_schema": "public", "view_name": view.name, "table_catalog": DATABASE,
                "table_schema": relation.schema, "table_name": relation.name,
            }  # fmt: skip
            yield from ({"column_name": relation.columns[n - 1].name} | row for n in numbers) if columns else (row,)
