"""What lowered SQL expects to find in DuckDB. The executor installs it once per database, before it locks the configuration."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from planner.postgres.functions import catalog_macros, macros, macros_datetime, macros_text
from planner.postgres.functions.udf import apart, growing, sharding
from planner.postgres.functions.udf.elsewhere import Elsewhere
from planner.postgres.functions.udf.large import Ledger

_MACROS: Final = (*macros.MACROS, *macros_datetime.MACROS, *macros_text.MACROS)
_NO_LEDGER: Final = Ledger()
#: A name in front of a bracket, outside of texts and quoted names; and whether there is nothing in the brackets.
_CALL: Final = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\b([a-z]\w*)\((\)?)", re.ASCII)


def install(connection: Any, ledger: Ledger = _NO_LEDGER, elsewhere: Elsewhere | None = None) -> None:
    """Create all macros and Python functions in a DuckDB database; visible to every cursor of it."""
    for udf in apart.UDFS:
        _create(connection, udf.name, udf.stoppable(ledger, elsewhere), ("UBIGINT", *udf.args), udf.result)
    for udf in (*growing.HERE, *sharding.UDFS):
        _create(connection, udf.name, udf.guarded(ledger), udf.args, udf.result)
    for macro in _MACROS:
        create_macro(connection, macro)


def create_macro(connection: Any, macro: str) -> None:
    """Create one, which hands on the query's number where it calls Python functions."""
    connection.execute(f"CREATE MACRO {telling(macro, 'q_')}")


def _create(connection: Any, name: str, function: Any, args: tuple[str, ...], result: str) -> None:
    connection.create_function(name, function, list(args), result, null_handling="special")


def telling(sql: str, query: str) -> str:
    """SQL in which Python functions, and macros that call some, are told *query*, which is the query's number, or NULL."""
    names = _calling()

    def told(call: re.Match[str]) -> str:
        if call[1] not in names:
            return call[0]
        return f"{call[1]}({query})" if call[2] else f"{call[1]}({query}, "

    return _CALL.sub(told, sql)


@cache
def _calling() -> frozenset[str]:
    """Names of Python functions and of macros that call some."""
    found = {udf.name for udf in apart.UDFS}
    left = {text.partition("(")[0]: {call[1] for call in _CALL.finditer(text)} for text in (*_MACROS, *catalog_macros.MACROS)}
    while more := {name for name, called in left.items() if not found.isdisjoint(called - {name})} - found:
        found |= more
    return frozenset(found)
