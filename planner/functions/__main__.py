"""Prints the supported functions and operators as a Markdown table: ``python -m planner.functions``."""

from __future__ import annotations

from planner.functions.catalogue import ALL
from planner.functions.function import Function, display_name


def row(function: Function) -> str:
    """One line of the table."""
    kind = "operator" if function.operator else function.kind
    return f"| {kind} | `{function.signature()}` | {display_name(function.result)} | {function.volatility} |"


def table() -> str:
    """All of it, sorted by kind and name."""
    entries = sorted((f for f in ALL if f.schema != "syntax"), key=lambda f: (f.operator, f.kind, f.name, f.signature()))
    return "\n".join(["| kind | signature | result | volatility |", "|---|---|---|---|", *map(row, entries)])


if __name__ == "__main__":
    print(table())
