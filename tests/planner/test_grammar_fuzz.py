"""What both grammars take is read alike: statements of the case files, with tokens dropped, doubled, swapped and put in.

Ours may take more than PostgreSQL's, as sqlglot does; it may name another token of a statement that both refuse; what it refuses
as a syntax error PostgreSQL refuses too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from planner.errors import PlanError, SyntaxFault
from planner.parse import parse
from planner.parse.lexer import tokenize
from tests.planner.harness import CASES, SETTINGS, Case, Reference, read_cases, reference_database, theirs
from tests.planner.respelling import ROWS, answers, respelled
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres
MUTANTS = 600
#: No mutant that both take runs longer; a join of everything with everything may.
TIMEOUT_S = 5
#: What Postgres's grammar reads further than ours, or refuses in other words, and why that is left so.
_KNOWN = re.compile(
    r"column definition list"  # column definition lists are refused as unsupported or as a syntax error
    r"|frame (start|end)"  # its grammar refuses a frame that ends before it starts before it reads on to the syntax error
)
_SYNTAX_ERROR = "42601"
#: The SQLSTATE of what runs into the timeout.
_CANCELED = "57014"
_WORDS = """
and or not in is like between case when then else end array row exists all any distinct from where group by order limit offset with
as union on join left natural using over partition filter within cast interval date timestamp at time zone collate null true ( ) [ ]
, . :: - + * = < current_date lateral values table only
"""


@pytest.fixture(scope="module")
def reference(postgres_dsn: str) -> Iterator[Reference]:
    with reference_database(postgres_dsn, "grammar") as found:
        found.connection.execute(f"SET statement_timeout = '{TIMEOUT_S}s'".encode())
        for statement in ROWS:
            found.connection.execute(statement.encode())
        yield found


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


def _our_fault(sql: str) -> PlanError | None:
    try:
        parse(sql)
    except PlanError as error:
        return error
    return None


def _difference(sql: str, reference: Reference) -> str | None:
    """What the two make of *sql*, where they may not differ. Other errors than the grammar's are none of its business."""
    fault, outcome = _our_fault(sql), theirs(Case("mutant", sql), reference.connection)
    if fault is not None:
        refused = outcome.sqlstate == _SYNTAX_ERROR or _KNOWN.search(outcome.message or "")
        return None if refused or not isinstance(fault, SyntaxFault) else f"ours: {fault.message}\nPostgres: {outcome.message}"
    if outcome.sqlstate is not None:
        return None
    text = respelled(sql, reference.catalog, SETTINGS)
    if text is None:
        return None
    expected, found = answers(reference.connection, sql, text)
    # A row of a table has the table's type there, and is a record here.
    same = found[0] == expected[0] if isinstance(found, tuple) and isinstance(expected, tuple) else found == expected
    return None if same or _CANCELED in (found, expected) else f"ours: {text}\n{found}\nPostgres: {expected}"


def test_mutants_are_read_alike(reference: Reference) -> None:
    seed = seed_for("grammar fuzz")
    source, pool = random.Random(seed), _pool()
    words = [*_WORDS.split(), *(t for tokens in pool for t in tokens if t != ";")]
    for _ in range(MUTANTS):
        sql = _mutant(source, source.choice(pool), words)
        difference = _difference(sql, reference)
        assert difference is None, f"TIDEGATE_SEED={seed}: {sql}\n{difference}"
