"""set_config(name, value, is_local) in a query: the only function with an effect, and that on the session alone.

The session applies the calls that stand in a query's text before it answers; computed names and values are refused. Beside
current_setting it does so once the answer is made, and set_config gives back what it is given: asyncpg asks and sets in one query.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planner.errors import Unsupported
from planner.parse.syntax import CastExpr, FuncCall, Literal, Parameter
from planner.tree.statement import SelectStatement
from planner.tree.values import Value
from planner.tree.walk import nodes

#: Statements without this word are not looked at.
NAME: Final = "set_config"
_ASKING: Final = "current_setting"
#: The setting that pg_dump gives a value, if there is one, before it looks at anything.
_OF_DUMPS: Final = "restrict_nonsystem_relation_kind"
#: What to do in place of a dump.
COPY_INSTEAD: Final = "COPY gives the rows of a view: COPY (SELECT …) TO STDOUT, or \\copy in psql."


@dataclass(frozen=True, slots=True)
class SetConfig:
    """One call with its values; a *value* of None stands for the default, as in PostgreSQL."""

    name: str
    value: str | None
    local: bool


def set_config_calls(statement: SelectStatement, params: Sequence[Value]) -> tuple[SetConfig, ...]:
    """The calls in a query, in the order of its text. Raises Unsupported."""
    if NAME not in statement.text.lower():
        return ()
    if _OF_DUMPS in statement.text:
        raise Unsupported("dumps are not supported", hint=COPY_INSTEAD)
    found = tuple(_call(node, params) for node in nodes(statement.tree) if _is_call(node, NAME))
    names = {call.name.lower() for call in found}
    if len(names) < len(found):
        raise Unsupported(f"{NAME} of one name twice in a statement is not supported")
    if asks_settings(statement):
        _check_order(statement, names, params)
    return found


def asks_settings(statement: SelectStatement) -> bool:
    """Is there a call of current_setting in front of one of set_config?"""
    text = statement.text.lower()
    if NAME not in text or _ASKING not in text:
        return False
    asks = [_is_call(node, _ASKING) for node in nodes(statement.tree) if _is_call(node, _ASKING) or _is_call(node, NAME)]
    return not all(asks[asks.index(True) :]) if True in asks else False


def _check_order(statement: SelectStatement, names: set[str], params: Sequence[Value]) -> None:
    """Raise Unsupported where current_setting may ask for what set_config has set before."""
    behind = False
    for node in nodes(statement.tree):
        behind = behind or _is_call(node, NAME)
        is_asking = behind and isinstance(node, FuncCall) and _is_call(node, _ASKING)
        if is_asking and str(_constant(node.args[0], params)).lower() in names:
            message = f"{_ASKING} of what {NAME} sets, in front and behind, is not supported"
            raise Unsupported(message, position=node.pos, hint="Ask in a statement of its own.")


def _is_call(node: object, name: str) -> bool:
    return isinstance(node, FuncCall) and node.name[-1] == name and (name != NAME or len(node.args) == 3)


def _call(node: object, params: Sequence[Value]) -> SetConfig:
    assert isinstance(node, FuncCall)
    name, value, local = (_constant(arg, params) for arg in node.args)
    if name is None:
        raise Unsupported("set_config of NULL is not supported", position=node.pos)
    return SetConfig(str(name), None if value is None else str(value), str(local).lower() in ("true", "t", "on", "1"))


def _constant(node: object, params: Sequence[Value]) -> Value:
    match node:
        case CastExpr(operand=operand):
            return _constant(operand, params)
        case Literal(kind="null"):
            return None
        case Literal(text=text):
            return text
        case Parameter(number=number):
            return params[number - 1]
    raise Unsupported(f"{NAME} of a computed value, or beside {_ASKING} of one, is not supported", hint="Use SET.")
