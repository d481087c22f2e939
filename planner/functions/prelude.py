"""What lowered SQL expects to find in DuckDB. The executor installs it once per database, before it locks the configuration."""

from __future__ import annotations

from typing import Any, Final, Protocol

from planner.functions import macros, macros_datetime, macros_text
from planner.functions.udf.all import UDFS
from planner.functions.udf.large import Ledger, NoLedger

_NO_LEDGER: Final = NoLedger()


class Connection(Protocol):
    """The part of a DuckDB connection that installing needs."""

    def execute(self, query: str) -> Any:
        """Run a statement."""

    def create_function(self, name: str, function: Any, parameters: Any, return_type: Any, *, null_handling: Any) -> Any:
        """Make a Python function callable from SQL."""


def install(connection: Connection, ledger: Ledger = _NO_LEDGER) -> None:
    """Create all macros and Python functions; visible to every cursor of the database."""
    for udf in UDFS:
        connection.create_function(udf.name, udf.guarded(ledger), list(udf.args), udf.result, null_handling="special")
    for macro in (*macros.MACROS, *macros_datetime.MACROS, *macros_text.MACROS):
        connection.execute(f"CREATE MACRO {macro}")
