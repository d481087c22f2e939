"""Arguments of EXECUTE: what Postgres allows there, and that each fits the parameter it is for.

They are expressions of nothing but constants: no relation, no subquery, no aggregate, and only what could be assigned to the type.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any, Final

from planner.errors import DatatypeMismatch, PlanError, UndefinedParameter, Unsupported
from planner.parse import parse
from planner.parse.syntax import Literal, Parameter, QueryNode
from planner.postgres.bind import bind
from planner.postgres.functions.casts import can_cast
from planner.tree.catalog import MemoryCatalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import SqlType, display_name
from planner.tree.walk import nodes

_BEFORE: Final = "VALUES ("
_NOTHING: Final = MemoryCatalog([])


def check_argument(text: str, offset: int, number: int, target: SqlType, settings: PlanSettings) -> None:
    """Raise what EXECUTE refuses its argument *number* (from 1) with; *offset* characters stand before it."""
    (statement,) = parse(f"{_BEFORE}{text})")
    assert isinstance(statement, SelectStatement), "VALUES is a query"
    position = offset + 1
    _check_parts(statement.tree, position)
    try:
        (column,) = bind(statement, _NOTHING, (), settings).columns
    except PlanError as error:
        error.message = error.message.replace("in VALUES", "in EXECUTE parameters")
        error.position = None if error.position is None else error.position + offset - len(_BEFORE)
        raise
    if not _is_string(statement.tree) and not can_cast(column.type.pg, target.pg, "assignment"):
        source, wanted = display_name(column.type.pg), display_name(target.pg)
        raise DatatypeMismatch(
            f"parameter ${number} of type {source} cannot be coerced to the expected type {wanted}",
            position=position,
            hint="You will need to rewrite or cast the expression.",
        )


def check_no_parameters(query: SelectStatement) -> None:
    """Raise what a query with $1 in it gets where nobody can give a value, as in a Query message; positions are the query's."""
    parameters = (node for node in nodes(query.tree) if isinstance(node, Parameter))
    first = min(parameters, key=lambda node: node.pos, default=None)
    if first is not None:
        raise UndefinedParameter(f"there is no parameter ${first.number}", position=first.pos)


def _check_parts(tree: Any, position: int) -> None:
    for node in nodes(tree):
        if isinstance(node, QueryNode) and node is not tree:
            raise Unsupported("cannot use subquery in EXECUTE parameter", position=position)
        if isinstance(node, Parameter):
            raise UndefinedParameter(f"there is no parameter ${node.number}", position=position)


def _is_string(tree: Any) -> bool:
    """Is it a string and nothing else, which takes any type?"""
    literals = [node for node in nodes(tree) if is_dataclass(node) and not isinstance(node, QueryNode)]
    return isinstance(literals[-1], Literal) and literals[-1].kind in ("string", "null") and len(literals) == 2
