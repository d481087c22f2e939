"""The calls that PostgreSQL's grammar makes of SQL's own spellings."""

from __future__ import annotations

from typing import Final

from planner.parse.sql.marks import Call
from planner.parse.syntax import CastExpr, FunctionCall, Literal, Node, TypeName

_TRIMS: Final = {"both": "btrim", "leading": "ltrim", "trailing": "rtrim"}


def special(call: Call, args: tuple[Node, ...]) -> FunctionCall:
    """The calls that PostgreSQL's grammar makes of SQL's own spellings, in its argument order."""
    name, separators = call.kind, call.separators
    if name == "position":
        args = (args[1], args[0])
    elif name == "substring" and separators == ["for"]:
        # Without FROM, Postgres takes FOR's value as int4 and starts at 1.
        args = (args[0], Literal("integer", "1", 0), CastExpr(args[1], TypeName(("pg_catalog", "int4"), (), 0, 0), 0))
    elif name == "substring" and separators == ["for", "from"]:
        args = (args[0], args[2], args[1])
    elif name == "trim":
        name = _TRIMS[call.side]
        # trim(FROM a) has as many separators as arguments.
        leading = 0 if len(args) == len(separators) else separators.index("from") + 1 if "from" in separators else 0
        args = (*args[leading:], *args[:leading])
    if name in ("substring", "overlay") and set(separators) <= {","}:
        return FunctionCall((name,), args, call.pos)
    return FunctionCall(("pg_catalog", name), args, call.pos)
