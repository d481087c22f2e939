"""The allow-list: every function and operator a query may call. What is not here does not exist.

    resolve_function("lower", None, [TEXT])        → Resolution(function, args=(TEXT,), result=TEXT)
    resolve_operator("+", INT4, NUMERIC)           → Resolution(function, args=(NUMERIC, NUMERIC), result=NUMERIC)
    builtin("and")                                 → the Function of a connective or other syntax

Raises UndefinedFunction or AmbiguousFunction with Postgres's wording. Callers then cast each argument to ``args[i]``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from planner.errors import AmbiguousFunction, PermissionDenied, ReadOnly, UndefinedFunction, Unsupported
from planner.postgres.functions import refused
from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.function import Function
from planner.postgres.functions.resolve import Resolution, choose
from planner.tree.types import UNKNOWN, PgType, display_name

__all__ = ["Function", "Resolution", "builtin", "functions_named", "resolve_function", "resolve_operator"]

_NONE: Final = "No {} matches the given name and argument types. You might need to add explicit type casts."
_NO_PREFIX_OPERATOR: Final = "No operator matches the given name and argument type. You might need to add an explicit type cast."
_MANY: Final = "Could not choose a best candidate {}. You might need to add explicit type casts."


def _by_name(functions: Iterable[Function]) -> dict[str, tuple[Function, ...]]:
    table: dict[str, list[Function]] = defaultdict(list)
    for function in functions:
        table[function.name].append(function)
    return {name: tuple(found) for name, found in table.items()}


FUNCTIONS: Final = _by_name(f for f in ALL if not f.operator)
OPERATORS: Final = _by_name(f for f in ALL if f.operator)

#: Postgres's operator symbols under which the IR's word-named operators are asked for too.
_SYMBOLS: Final = {"~~": "like", "!~~": "not_like", "~~*": "ilike", "!~~*": "not_ilike", "!=": "<>"}


def functions_named(name: str, schema: str | None = None) -> tuple[Function, ...]:
    """All overloads of a function."""
    found = FUNCTIONS.get(name, ())
    return tuple(f for f in found if schema is None or f.schema == schema)


def resolve_function(name: str, schema: str | None, arg_types: Sequence[PgType], position: int | None = None) -> Resolution:
    """The function that a call means; UNKNOWN stands for literals and parameters without a type.

    Scalar, aggregate, window and table functions share one namespace: the caller looks at ``function.kind``. count(*) is
    "count" with no arguments. For percentile_cont and its like pass direct and WITHIN GROUP arguments together. Raises
    UndefinedFunction, AmbiguousFunction, and for what PostgreSQL has besides Unsupported or ReadOnly.
    """
    found = choose(functions_named(name, schema), arg_types)
    if len(found) == 1:
        return found[0]
    called = f"{schema}.{name}" if schema else name
    shown = f"function {called}({', '.join(display_name(a) for a in arg_types)})"
    if found:
        raise AmbiguousFunction(f"{shown} is not unique", position=position, hint=_MANY.format("function"))
    if not schema or schema == "pg_catalog":
        _refuse(name, position)
    raise UndefinedFunction(f"{shown} does not exist", position=position, hint=_NONE.format("function"))


def _refuse(name: str, position: int | None) -> None:
    """Raise ReadOnly, PermissionDenied or Unsupported where PostgreSQL has a function that is not served."""
    if name in refused.WRITES:
        raise ReadOnly(f"cannot execute {name}(): tidegate is read-only", position=position)
    if name in refused.OF_SUPERUSERS:
        raise PermissionDenied(f"permission denied for function {name}")
    if name in refused.FUNCTIONS:
        raise Unsupported(f"function {name} is not supported", position=position, hint=refused.FUNCTIONS[name])


def resolve_operator(operator: str, left: PgType | None, right: PgType, position: int | None = None) -> Resolution:
    """The operator that ``left operator right`` means; *left* is None for prefix operators.

    Raises AmbiguousFunction, UndefinedFunction, Unsupported.
    """
    actual = (right,) if left is None else (left, right)
    overloads = OPERATORS.get(_SYMBOLS.get(operator, operator), ())
    found = _with_equal_types(overloads, actual) or choose(overloads, actual)
    if len(found) == 1:
        return found[0]
    shown = f"{'' if left is None else display_name(left) + ' '}{operator} {display_name(right)}"
    if found:
        raise AmbiguousFunction(f"operator is not unique: {shown}", position=position, hint=_MANY.format("operator"))
    if operator in refused.OPERATORS:
        raise Unsupported(f"operator {operator} is not supported", position=position, hint=refused.OPERATORS[operator])
    hint = _NO_PREFIX_OPERATOR if left is None else _NONE.format("operator")
    raise UndefinedFunction(f"operator does not exist: {shown}", position=position, hint=hint)


def _with_equal_types(overloads: Sequence[Function], actual: tuple[PgType, ...]) -> list[Resolution]:
    """An unknown literal beside a known type is tried as that type first, as Postgres's binary_oper_exact does."""
    if len(actual) != 2 or (actual[0] is UNKNOWN) == (actual[1] is UNKNOWN):
        return []
    known = actual[1] if actual[0] is UNKNOWN else actual[0]
    return [Resolution(f, f.args, f.result) for f in overloads if f.args == (known, known)]


def builtin(name: str) -> Function:
    """The one Function behind syntax: "and" "or" "not" "is_null" "is_true" "is_false" "is_unknown" "coalesce" "nullif" …

    "is_distinct" and "is_not_distinct" take their operands already converted to one type.
    """
    return BUILTINS[name]


BUILTINS: Final = {f.name: f for f in ALL if f.schema == "syntax"}
