"""Function calls: scalar functions, casts written as calls, set-returning functions; aggregates and windows go elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.errors import GroupingFault, SyntaxFault, UndefinedFunction, UndefinedSchema, Unsupported, WrongObjectType
from planner.parse.syntax import ColumnName, FuncCall, Grouping, Literal, Node, Parameter, ValueFunction
from planner.postgres.bind import aggregates, hypothetical, logic, sharding, whole_rows, windows
from planner.postgres.bind.coerce import convert_args, explicit_cast, settle, type_of
from planner.postgres.bind.parts import bind, refuse_sets_within, resolve_function
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.table_calls import bind_table_call
from planner.postgres.functions.casts import can_cast
from planner.postgres.functions.refused import HYPOTHETICAL
from planner.postgres.functions.registry import Resolution, functions_named
from planner.tree.bound import Call, Cast, Const, Expr
from planner.tree.catalog import SCHEMAS
from planner.tree.types import BY_NAME, DATE, INT4, NAME, TEXT, TIME, TIMESTAMP, TIMESTAMPTZ, UNKNOWN, SqlType, is_record


def bind_call(scope: Scope, node: FuncCall) -> Expr:
    """name(args …). Raises Unsupported."""
    schema, name = _split_name(node)
    node = whole_rows.with_rows_in_array(scope, by_position(without_result(scope, node)))
    _check_form(node)
    is_hypothetical = node.within_group is not None and name in HYPOTHETICAL
    if node.over is not None:
        if is_hypothetical:
            raise Unsupported(f"OVER is not supported for ordered-set aggregate {name}", position=node.pos)
        return windows.bind_window_call(scope, node, schema, name)
    mark, sets = len(scope.positions), scope.set_calls
    if is_hypothetical or aggregates.is_aggregate(schema, name):
        with scope.within("aggregate"):
            args = bind_args(scope, node)
        if is_hypothetical:
            aggregate = hypothetical.bind_hypothetical(scope, node, args, mark)
        else:
            aggregate = aggregates.bind_aggregate(scope, node, schema, name, args, mark)
        refuse_sets_within(scope, sets, "aggregate")
        return aggregate
    args = bind_args(scope, node)
    if (cast := _cast_call(scope, schema, name, node, args)) is not None:
        return cast
    if sharding.is_shard_for_key(scope, schema, name):
        return sharding.bind_shard_for_key(scope, node, args)
    found = resolve_function(name, schema, [type_of(a) for a in args], node.pos)
    return _scalar(scope, node, found, args)


def _split_name(node: FuncCall) -> tuple[str | None, str]:
    *schema, name = node.name
    if len(schema) > 1:
        raise Unsupported(f"cross-database references are not implemented: {'.'.join(node.name)}", position=node.pos)
    if schema and schema[0] not in SCHEMAS:
        raise UndefinedSchema(f'schema "{schema[0]}" does not exist', position=node.pos)
    if schema == ["public"]:
        raise UndefinedFunction(f"function {'.'.join(node.name)} does not exist", position=node.pos)
    return (schema[0] if schema else None), name


def _check_form(node: FuncCall) -> None:
    if node.variadic:
        raise Unsupported("VARIADIC arguments are not supported", position=node.pos)
    if node.named:
        raise Unsupported("named arguments are not supported", position=node.pos)


def without_result(scope: Scope, node: FuncCall) -> FuncCall:
    """The call without parameters of type void: JDBC's {?= call f(?)} is f($1, $2), the first of which is where the result goes."""
    args = tuple(a for a in node.args if not (isinstance(a, Parameter) and scope.context.is_void(a.number)))
    return node if len(args) == len(node.args) else replace(node, args=args)


def bind_args(scope: Scope, node: FuncCall) -> tuple[Expr, ...]:
    """The arguments, not converted yet. Raises Unsupported."""
    if whole_rows.takes_rows(node):
        return tuple(whole_rows.bind_argument(scope, node, a) for a in node.args)
    for arg in node.args:
        if isinstance(arg, ColumnName) and arg.star:
            raise Unsupported("whole-row arguments are not supported", position=arg.pos)
    return tuple(bind(scope, a) for a in node.args)


def _cast_call(scope: Scope, schema: str | None, name: str, node: FuncCall, args: tuple[Expr, ...]) -> Expr | None:
    """float8(x), text(x) …: the name of a type called as a function is a cast."""
    if len(args) != 1 or schema not in (None, "pg_catalog") or node.star or node.distinct:
        return None
    target, source = BY_NAME.get(name), type_of(args[0])
    if target is None or is_record(source) or any(f.args == (source,) for f in functions_named(name, schema)):
        return None
    if not can_cast(source, target, "explicit"):
        return None
    return explicit_cast(scope, args[0], SqlType(target), node.args[0], node.pos)


def _scalar(scope: Scope, node: FuncCall, found: Resolution, args: tuple[Expr, ...]) -> Expr:
    function = found.function
    shown = f"{'.'.join(node.name)}"
    if function.kind == "window":
        raise WrongObjectType(f"window function {shown} requires an OVER clause", position=node.pos)
    for present, words in (
        (node.star, f"{shown}(*) specified, but {shown} is not an aggregate function"),
        (node.distinct, f"DISTINCT specified, but {shown} is not an aggregate function"),
        (node.within_group is not None, f"WITHIN GROUP specified, but {shown} is not an aggregate function"),
        (bool(node.order_by), f"ORDER BY specified, but {shown} is not an aggregate function"),
        (node.filter is not None, f"FILTER specified, but {shown} is not an aggregate function"),
    ):
        if present:
            raise WrongObjectType(words, position=node.pos)
    if function.name == "pg_typeof" and isinstance(args[0], Const) and type_of(args[0]) is UNKNOWN:
        return Const(UNKNOWN.oid, SqlType(found.result))
    converted = convert_args(scope, found, args, node.args)
    if function.name == "set_config" and scope.context.asks_settings:
        return logic.coalesce(converted[1], Const("", SqlType(TEXT)))
    if function.kind == "table":
        return bind_table_call(scope, node, function, converted, found.result)
    return Call(function, converted, SqlType(found.result))


# ---------------------------------------------------------------------------------------------------- CURRENT_DATE and its like


def bind_value_function(scope: Scope, node: ValueFunction) -> Expr:
    """Functions without parentheses. Raises Unsupported."""
    settings = scope.context.settings
    match node.name:
        case "current_user" | "session_user" | "user" | "current_role":
            # Who asks is not known while a view is defined.
            return _no_args(node, node.name) if scope.context.defining else Const(settings.user, SqlType(NAME))
        case "current_catalog":
            return Const(settings.database, SqlType(NAME))
        case "current_schema":
            return _no_args(node, "current_schema")
    typmod = -1 if node.precision is None else min(node.precision, 6)
    target = {
        "current_date": DATE, "current_timestamp": TIMESTAMPTZ, "localtimestamp": TIMESTAMP, "localtime": TIME,
    }.get(node.name)  # fmt: skip
    if target is None:
        raise Unsupported("type time with time zone is not supported", position=node.pos)
    now = _no_args(node, "now")
    if target is TIME:
        now = Cast(now, SqlType(TIMESTAMP), implicit=True)
    return Cast(now, SqlType(target, typmod), implicit=True) if target is not TIMESTAMPTZ or typmod != -1 else now


def _no_args(node: ValueFunction, name: str) -> Expr:
    found = resolve_function(name, "pg_catalog", [], node.pos)
    return Call(found.function, (), SqlType(found.result))


def bind_grouping(scope: Scope, node: Grouping) -> Expr:
    """GROUPING(a, b), an aggregate as to where it may stand; that its arguments are grouped is checked once that is known.

    Raises GroupingFault.
    """
    clause = "FILTER" if "filter" in scope.inside else scope.clause
    if clause not in ("", "HAVING", "ORDER BY", "DISTINCT ON"):
        raise GroupingFault(f"grouping operations are not allowed in {clause}", position=node.pos)
    if "aggregate" in scope.inside:
        raise GroupingFault("aggregate function calls cannot be nested", position=node.pos)
    with scope.within("aggregate"):
        args = tuple(settle(scope, bind(scope, a), a) for a in node.args)
    scope.aggregates.append(node.pos)
    return Call(logic.syntax("grouping"), args, SqlType(INT4))


# ----------------------------------------------------------------------------------------------------- named arguments

#: make_interval(days => 10) is make_interval(0, 0, 0, 10).
#: Functions whose arguments have names, and the value of each one that may be missing, as pg_proc has them.
_NAMES: Final[dict[str, tuple[tuple[str, str | None], ...]]] = {
    "make_interval": tuple((name, "0") for name in ("years", "months", "weeks", "days", "hours", "mins", "secs")),
    "make_date": tuple((name, None) for name in ("year", "month", "day")),
    "make_time": tuple((name, None) for name in ("hour", "min", "sec")),
    "make_timestamp": tuple((name, None) for name in ("year", "month", "mday", "hour", "min", "sec")),
    "make_timestamptz": tuple((name, None) for name in ("year", "month", "mday", "hour", "min", "sec")),
}


def by_position(node: FuncCall) -> FuncCall:
    """The call with its named arguments where they belong; the same where it has none, or names are not known of its function.

    Raises SyntaxFault, UndefinedFunction.
    """
    parameters = _NAMES.get(node.name[-1])
    if not node.named or parameters is None:
        return node
    plain = len(node.args) - len(node.named)
    given: dict[str, Node] = {}
    for name, argument in zip(node.named, node.args[plain:], strict=True):
        if name in given:
            raise SyntaxFault(f'argument name "{name}" used more than once', position=node.pos)
        given[name] = argument
    args = list(node.args[:plain])
    for name, default in parameters[plain:]:
        if name in given:
            args.append(given.pop(name))
        elif default is not None:
            args.append(Literal("integer", default, node.pos))
        else:
            raise _no_function(node)
    if given:
        raise _no_function(node)
    return replace(node, args=tuple(args), named=())


def _no_function(node: FuncCall) -> UndefinedFunction:
    return UndefinedFunction(
        f"function {'.'.join(node.name)} with these argument names does not exist",
        position=node.pos,
        hint="No function matches the given name and argument types. You might need to add explicit type casts.",
    )
