"""What lowered SQL expects to find in DuckDB. The executor installs it once per database, before it locks the configuration."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Protocol

from planner.functions import catalog_macros, macros, macros_datetime, macros_text
from planner.functions.udf import apart, sharding
from planner.functions.udf.elsewhere import QUERY, Elsewhere
from planner.functions.udf.large import Ledger, NoLedger

_MACROS: Final = (*macros.MACROS, *macros_datetime.MACROS, *macros_text.MACROS)
_NO_LEDGER: Final = NoLedger()


class Connection(Protocol):
    """The part of a DuckDB connection that installing needs."""

    def execute(self, query: str) -> Any:
        """Run a statement."""

    def create_function(self, name: str, function: Any, parameters: Any, return_type: Any, *, null_handling: Any) -> Any:
        """Make a Python function callable from SQL."""


def install(connection: Connection, ledger: Ledger = _NO_LEDGER, elsewhere: Elsewhere | None = None) -> None:
    """Create all macros and Python functions; visible to every cursor of the database.

    With *elsewhere* a query that calls_python() has to have VARIABLE set.
    """
    for udf in apart.UDFS:
        if elsewhere is None:
            _create(connection, udf.name, udf.guarded(ledger), udf.args, udf.result)
            continue
        inner, parameters = f"{udf.name}_for_query", ", ".join(f"x{i}_" for i in range(len(udf.args)))
        _create(connection, inner, udf.stoppable(ledger, elsewhere), ("UBIGINT", *udf.args), udf.result)
        connection.execute(f"CREATE MACRO {udf.name}({parameters}) AS {inner}({QUERY}, {parameters})")
    for udf in sharding.UDFS:
        _create(connection, udf.name, udf.guarded(ledger), udf.args, udf.result)
    for macro in _MACROS:
        connection.execute(f"CREATE MACRO {macro}")


def _create(connection: Connection, name: str, function: Any, args: tuple[str, ...], result: str) -> None:
    connection.create_function(name, function, list(args), result, null_handling="special")


@cache
def _calling() -> tuple[str, ...]:
    """What names of functions and macros begin with that call Python functions."""
    found = ["py_"]
    left = {text.partition("(")[0]: text for text in (*_MACROS, *catalog_macros.MACROS)}
    while more := [name for name, text in left.items() if any(n in text.partition(")")[2] for n in found)]:
        found += more
        left = {name: text for name, text in left.items() if name not in more}
    return tuple(found)


def calls_python(sql: str) -> bool:
    """May there be a Python function in lowered SQL, or in a macro that it uses?"""
    return any(name in sql for name in _calling())
