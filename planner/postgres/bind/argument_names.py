"""Named arguments: make_interval(days => 10) as make_interval(0, 0, 0, 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.errors import SyntaxFault, UndefinedFunction
from planner.parse.syntax import FunctionCall, Literal, Node

#: Functions whose arguments have names, and the value of each one that may be missing, as pg_proc has them.
_NAMES: Final[dict[str, tuple[tuple[str, str | None], ...]]] = {
    "make_interval": tuple((name, "0") for name in ("years", "months", "weeks", "days", "hours", "mins", "secs")),
    "make_date": tuple((name, None) for name in ("year", "month", "day")),
    "make_time": tuple((name, None) for name in ("hour", "min", "sec")),
    "make_timestamp": tuple((name, None) for name in ("year", "month", "mday", "hour", "min", "sec")),
    "make_timestamptz": tuple((name, None) for name in ("year", "month", "mday", "hour", "min", "sec")),
}


def by_position(node: FunctionCall) -> FunctionCall:
    """The call with its named arguments where they belong; the same where it has none, or names are not known of its function."""
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


def _no_function(node: FunctionCall) -> UndefinedFunction:
    return UndefinedFunction(
        f"function {'.'.join(node.name)} with these argument names does not exist",
        position=node.pos,
        hint="No function matches the given name and argument types. You might need to add explicit type casts.",
    )
