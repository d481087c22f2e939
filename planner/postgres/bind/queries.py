"""Queries: WITH around a SELECT, VALUES or set operation."""

from __future__ import annotations

from dataclasses import replace

from planner.parse.syntax import Query as QueryNode
from planner.parse.syntax import SelectCore, SetOperation, ValuesCore
from planner.postgres.bind import ctes, numbering, select, setops, ties, values
from planner.postgres.bind.parts import BINDERS
from planner.postgres.bind.scope import Scope
from planner.tree.bound import Query


def _bind(parent: Scope | None, node: QueryNode, *, settle: bool, scope: Scope | None) -> Query:
    level = scope or Scope(parent.context, parent) if parent is not None else scope
    assert level is not None
    if node.with_ties:
        ties.check_count(node)
    with_ = ctes.bind_with(level, node)
    query = _bind_body(level, node, settle=settle or node.with_ties)
    if node.with_ties:
        query = ties.with_ties(level, query)
    if numbering.depends_on_outer(query):
        query = numbering.numbered(level, query)
    return replace(query, with_=(*with_, *query.with_)) if with_ else query


def _bind_body(scope: Scope, node: QueryNode, *, settle: bool) -> Query:
    match node.body:
        case SelectCore():
            return select.bind_select(scope, node, node.body, settle=settle)
        case ValuesCore():
            return values.bind_values(scope, node, node.body, settle=settle)
        case SetOperation():
            return setops.bind_set_operation(scope, node, node.body, settle=settle)


BINDERS[QueryNode] = _bind
