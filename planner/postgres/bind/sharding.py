"""tidegate.shard_for_key(view, key …): its values are checked against the view's key where the view is a constant."""

from __future__ import annotations

from collections.abc import Sequence

from planner.errors import DatatypeMismatch, UndefinedFunction, UndefinedTable
from planner.parse.syntax import FuncCall, Node
from planner.postgres.bind.coerce import coerce, coerce_to, settle, type_of
from planner.postgres.bind.parts import location
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.casts import can_cast
from planner.postgres.functions.sharding import SHARD_FOR_KEY
from planner.postgres.functions.udf.sharding import check_count
from planner.tree.bound import Call, Const, Expr
from planner.tree.types import INT4, JSONB, TEXT, UNKNOWN, SqlType, column_type, display_name
from statestore.schema import Column, ViewSchema


def is_shard_for_key(scope: Scope, schema: str | None, name: str) -> bool:
    """Does a call mean this function?"""
    named = schema == "tidegate" or (schema is None and "tidegate" in scope.context.settings.search_path)
    return named and name == SHARD_FOR_KEY.name


def bind_shard_for_key(scope: Scope, node: FuncCall, args: Sequence[Expr]) -> Expr:
    """The call. Raises UndefinedFunction, UndefinedTable, DatatypeMismatch, and what literals of the key's types raise."""
    if len(args) < 2:
        shown = ", ".join(display_name(type_of(a)) for a in args)
        raise UndefinedFunction(
            f"function tidegate.shard_for_key({shown}) does not exist",
            position=node.pos,
            hint="It takes the name of a view and the values of its shard key.",
        )
    view = coerce(scope, args[0], TEXT, node.args[0])
    if isinstance(view, Const) and isinstance(view.value, str):
        schema = _schema(scope, view.value, node.args[0])
        try:
            check_count(schema, len(args) - 1)
        except UndefinedFunction as error:
            error.position = node.pos
            raise
        values = [_checked(scope, *each) for each in zip(args[1:], node.args[1:], schema.key_columns, strict=False)]
    else:
        values = [settle(scope, a, n) for a, n in zip(args[1:], node.args[1:], strict=True)]
    return Call(SHARD_FOR_KEY, (view, *values), SqlType(INT4))


def _schema(scope: Scope, name: str, node: Node) -> ViewSchema:
    found = scope.context.catalog.relation("public", name)
    if found is None or found.view is None:
        raise UndefinedTable(f'view "{name}" does not exist', position=location(node))
    return found.view


def _checked(scope: Scope, value: Expr, node: Node, column: Column) -> Expr:
    """The value in the column's type; one that SQL cannot compare with it is refused."""
    target, source = column_type(column.type), type_of(value)
    if source is UNKNOWN and (target.pg.is_array or target.pg is JSONB):
        return settle(scope, value, node)
    if not can_cast(source, target.pg, "assignment"):
        raise DatatypeMismatch(
            f'column "{column.name}" is of type {display_name(target.pg)} but expression is of type {display_name(source)}',
            position=location(node),
            hint="You will need to rewrite or cast the expression.",
        )
    return coerce_to(scope, value, target, node, "assignment")
