# ruff: noqa: E501 - prose of a page
"""The page of functions: what is served and what is refused, from the registry, the parser and the list of refused names."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from types import ModuleType
from typing import Final

from planner.postgres.functions import (
    aggregates,
    arithmetic,
    arrays,
    binary_strings,
    comparison,
    datetimes,
    documents,
    general,
    hashes,
    mathematics,
    refused,
    regex,
    signals,
    tables,
    templates,
    text,
    windows,
)
from planner.postgres.functions.function import ANY, Function
from planner.tree.types import display_name

#: Families in the order of the page. Functions over the system catalog are not listed: pg_proc has them.
FAMILIES: Final[tuple[tuple[str, ModuleType], ...]] = (
    ("Comparison", comparison), ("Arithmetic and bits", arithmetic), ("Mathematics", mathematics), ("Text", text),
    ("Regular expressions", regex), ("Bytes", binary_strings), ("Dates and times", datetimes),
    ("Values by templates", templates), ("JSON", documents), ("Arrays", arrays), ("Aggregates", aggregates),
    ("Windows", windows), ("Sets of rows", tables), ("Any values", general), ("Hashes", hashes), ("Sessions", signals),
)  # fmt: skip
_SPELLED: Final = {"like": "~~, LIKE", "not_like": "!~~, NOT LIKE", "ilike": "~~*, ILIKE", "not_ilike": "!~~*, NOT ILIKE"}

_TOP: Final = """# Functions, operators and statements

Made from the code by `python -m tests.tools.references`. What is here answers as PostgreSQL 15 does: the tests compare
each family with it. What PostgreSQL has and is not here is refused: by name (0A000, with a hint) if it is in the last table, else as unknown (42883).
Functions over the system catalog are listed by `SELECT proname FROM pg_proc`.
"""
_STATEMENTS: Final = """## Statements

| statement | forms |
|---|---|
| `SELECT`, `VALUES`, `TABLE`, `WITH` | joins of all kinds, LATERAL, subqueries, set operations, DISTINCT ON, GROUPING SETS, CUBE, ROLLUP, FILTER, windows with frames, recursive WITH, ROWS FROM, TABLESAMPLE, row comparisons, rows as values (whole rows, fields of them, arrays of them), OVERLAPS, hypothetical-set aggregates (`rank(2) WITHIN GROUP (ORDER BY x)`), LIMIT, FETCH FIRST, WITH TIES |
| `EXPLAIN` | ANALYZE, VERBOSE, FORMAT text and json; `EXPLAIN EXECUTE` |
| `DECLARE`, `FETCH`, `MOVE`, `CLOSE` | BINARY, SCROLL, NO SCROLL, WITH HOLD; every direction with SCROLL, forward without |
| `PREPARE`, `EXECUTE`, `DEALLOCATE` | types, arguments that are expressions of constants |
| `BEGIN`, `COMMIT`, `ROLLBACK`, `SAVEPOINT`, `RELEASE` | isolation levels, AND CHAIN |
| `SET`, `SHOW`, `RESET`, `DISCARD` | LOCAL, SESSION, TIME ZONE, TRANSACTION, SESSION CHARACTERISTICS, ALL |
| `COPY … TO STDOUT` | of a query or a view, its columns; text, csv, binary, arrow |
| `UNLISTEN` | does nothing, for nobody listens |

Refused as writes (25006): INSERT, UPDATE, DELETE, MERGE, TRUNCATE, CREATE, ALTER, DROP, GRANT, REVOKE, COMMENT, VACUUM, ANALYZE, REINDEX, CLUSTER,
REFRESH, LOCK, LISTEN, NOTIFY, COPY FROM, SELECT … FOR UPDATE and INTO, two-phase commit. Refused by name (0A000): CALL, DO, LOAD, CHECKPOINT, COPY to files and
programs, EXPLAIN DECLARE, SET CONSTRAINTS, TABLESAMPLE of system relations, in views defined by SQL and by columns or subqueries, SEARCH and CYCLE, rows without fields, records of different types in one column or array, comparing records with numeric fields but by =, GROUP BY or ORDER BY of what they are made of, records in COPY's arrow format, column definition lists in ROWS FROM, grouping sets over one expression under two names, RANGE with an infinite offset,
VARIADIC, set-returning functions in what windows of grouped queries are partitioned or ordered by, where that is no group, collations other than C, system columns, backward FETCH without SCROLL, text of bytea and floats made in a query under a bytea_output or extra_float_digits that is not the default, timetz, bit, money, geometric, network
and range types, arrays of several dimensions, numeric NaN and infinities in expressions, 'now' and 'today' as parameters.
"""


def _symbol(name: str) -> str:
    return _SPELLED.get(name, name).replace("|", "\\|")


def _arguments(function: Function) -> str:
    types = ["any" if a is ANY else display_name(a) for a in function.args]
    if function.variadic:
        types[-1] += " …"
    optional = function.defaults
    shown = [f"{t}?" if i >= len(types) - optional else t for i, t in enumerate(types)]
    return ", ".join(shown)


def _operator_rows(functions: list[Function]) -> list[str]:
    rows = []
    for name, group in groupby(sorted(functions, key=lambda f: f.name), key=lambda f: f.name):
        pairs = sorted({" · ".join(display_name(a) for a in f.args) for f in group})
        rows.append(f"| `{_symbol(name)}` | {'; '.join(pairs)} |")
    return rows


def _function_rows(functions: list[Function]) -> list[str]:
    by_name: dict[str, list[Function]] = defaultdict(list)
    for function in functions:
        by_name[function.name].append(function)
    rows = []
    for name in sorted(by_name):
        results: dict[str, list[str]] = defaultdict(list)
        for f in by_name[name]:
            result = ", ".join(f"{n} {display_name(t)}" for n, t in f.columns) or display_name(f.result)
            within = " WITHIN GROUP" if f.within_group else ""
            results[result].append(f"({_arguments(f)}){within}")
        shown = "; ".join(f"{' '.join(args)} → {result}" for result, args in results.items())
        rows.append(f"| `{name}` | {shown} |")
    return rows


def _family(title: str, module: ModuleType) -> str:
    functions: list[Function] = [f for f in module.FUNCTIONS if f.schema == "pg_catalog" and f.name.isascii()]
    operators = [f for f in functions if f.operator]
    others = [f for f in functions if not f.operator]
    lines = [f"## {title}", ""]
    if operators:
        lines += ["| operator | of |", "|---|---|", *_operator_rows(operators), ""]
    if others:
        lines += ["| function | arguments → result |", "|---|---|", *_function_rows(others), ""]
    return "\n".join(lines)


def _refused() -> str:
    by_hint: dict[str, list[str]] = defaultdict(list)
    for name, hint in refused.FUNCTIONS.items():
        by_hint[hint].append(f"`{name}`")
    for symbol, hint in refused.OPERATORS.items():
        by_hint[hint].append(f"`{symbol}`")
    by_hint["A read-only server has no such effects (25006)."] = [f"`{n}`" for n in sorted(refused.WRITES)]
    rows = [f"| {', '.join(names)} | {hint} |" for hint, names in by_hint.items()]
    return "\n".join(["## Refused by name", "", "| function or operator | why, or what instead |", "|---|---|", *rows, ""])


def reference() -> str:
    """The whole page."""
    return "\n".join([_TOP, _STATEMENTS, *(_family(title, module) for title, module in FAMILIES), _refused()])
