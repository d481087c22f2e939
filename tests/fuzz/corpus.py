"""Statements that the tests have of clients, dashboards, people who try to break out, and PostgreSQL's own manual, as trees."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tests.clients import questions
from tests.cluster import hand_written
from tests.gateway.differential import QUERIES
from tests.hostile.escapes import TEXTS
from tests.planner.harness import CASES

#: What sqlglot raises for text or trees that make no sense to it.
GENERATOR_FAULTS: Final = (SqlglotError, AttributeError, TypeError, ValueError, RecursionError)
_TESTS: Final = Path(__file__).parents[1]
#: With one statement a line.
_LINES: Final = ("gateway/function_errors.sql", "planner/types/sql/*.sql")
#: With semicolons.
_SCRIPTS: Final = ("clients/psql/*.sql",)
#: For escapes: none of these is there.
_NOWHERE: Final = {"file": "/nowhere/secret.csv", "url": "http://127.0.0.1:1/x.csv", "out": "/nowhere/out", "env": "NOWHERE"}


def _texts() -> Iterable[str]:
    yield from QUERIES
    for path in sorted(CASES.glob("*.sql")):
        yield from path.read_text().split(";\n")
    for pattern in _LINES:
        for path in sorted(_TESTS.glob(pattern)):
            yield from path.read_text().splitlines()
    for pattern in _SCRIPTS:
        for path in sorted(_TESTS.glob(pattern)):
            yield from path.read_text().split(";")
    yield from questions.QUESTIONS
    yield from hand_written.QUERIES
    for texts in TEXTS.values():
        yield from (text.format(**_NOWHERE) for text in texts)


@cache
def trees() -> tuple[exp.Expression, ...]:
    """What sqlglot makes of the statements that it reads."""
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
    found: list[exp.Expression] = []
    for sql in _texts():
        try:
            found += [tree for tree in sqlglot.parse(sql, dialect="postgres") if isinstance(tree, exp.Query)]
        except GENERATOR_FAULTS:
            continue
    return tuple(found)
