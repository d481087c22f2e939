"""The grammar takes what PostgreSQL's takes: statements of the case files, with tokens dropped, doubled, swapped and put in."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import psycopg
import pytest

from planner.errors import PlanError
from planner.parse import parse
from planner.parse.lexer import tokenize
from tests.planner.harness import CASES, Case, Outcome, create_tables, read_cases, theirs
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres
MUTANTS = 400
_SYNTAX = re.compile(r"syntax error|unterminated|trailing junk|zero-length")
_SYNTAX_ERROR = "42601"
#: What Postgres's grammar reads further than ours, or refuses in other words, and why that is left so.
_KNOWN = (
    r"column definition list",  # column definition lists are refused as unsupported or as a syntax error
)
_WORDS = """
and or not in is like between case when then else end array row exists all any distinct from where group by order limit offset with
as union on join left natural using over partition filter within cast interval date timestamp at time zone collate null true ( ) [ ]
, . :: - + * = < current_date lateral values table only
"""


@pytest.fixture(scope="module")
def connection(postgres_dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE grammar")
    with psycopg.connect(postgres_dsn, dbname="grammar", autocommit=True) as connection:
        create_tables(connection)
        yield connection
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("DROP DATABASE grammar")


def _pool() -> list[list[str]]:
    found = []
    for path in sorted(CASES.glob("*.sql")):
        for case in read_cases(path):
            try:
                found.append([case.sql[t.start : t.end] for t in tokenize(case.sql)][:-1])
            except PlanError:
                continue
    return [tokens for tokens in found if 1 < len(tokens) <= 40]


def _mutant(source: random.Random, tokens: list[str], words: list[str]) -> str:
    tokens = list(tokens)
    for _ in range(source.choice((1, 1, 2, 3))):
        at = source.randrange(len(tokens))
        match source.choice(("drop", "put in", "replace", "double", "swap")):
            case "drop" if len(tokens) > 1:
                del tokens[at]
            case "put in":
                tokens.insert(at, source.choice(words))
            case "replace":
                tokens[at] = source.choice(words)
            case "double":
                tokens.insert(at, tokens[at])
            case _:
                other = source.randrange(len(tokens))
                tokens[at], tokens[other] = tokens[other], tokens[at]
    return " ".join(tokens)


def _our_fault(sql: str) -> str | None:
    try:
        parse(sql)
    except PlanError as error:
        return error.message
    return None


def _is_refused(sql: str, reference: Outcome) -> bool:
    """Is it a syntax error of the statement, and not of a text in it, as 'x 1'::regtype is? That stands elsewhere than it says."""
    message = reference.message or ""
    if _SYNTAX.match(message) is None or reference.position is None:
        return False
    near = re.search(r'at or near "(.*)"$', message, re.DOTALL)
    return sql.startswith(near[1], reference.position - 1) if near else reference.position > len(sql)


def _difference(sql: str, connection: psycopg.Connection) -> str | None:
    """What the two grammars make of *sql*, if it is not the same. Other errors than the grammar's are none of its business."""
    mine, reference = _our_fault(sql), theirs(Case("mutant", sql), connection)
    message = reference.message or ""
    if (mine is not None and not _SYNTAX.match(mine)) or any(re.search(known, message) for known in _KNOWN):
        return None
    if mine is not None and reference.sqlstate == _SYNTAX_ERROR:
        return None  # in words of its own, where a rule's action refuses before the fault further on is met
    return None if (mine is not None) == _is_refused(sql, reference) else f"ours: {mine}\nPostgres: {message}"


def test_both_refuse_the_same_mutants(connection: psycopg.Connection) -> None:
    seed = seed_for("grammar fuzz")
    source, pool = random.Random(seed), _pool()
    words = [*_WORDS.split(), *(t for tokens in pool for t in tokens if t != ";")]
    for _ in range(MUTANTS):
        sql = _mutant(source, source.choice(pool), words)
        difference = _difference(sql, connection)
        assert difference is None, f"TIDEGATE_SEED={seed}: {sql}\n{difference}"
