"""Operators bind as in PostgreSQL: an expression, and what we made of it in full parentheses, are the same view to Postgres."""

from __future__ import annotations

import random
from collections.abc import Iterator

import psycopg
import pytest

from planner.errors import SyntaxFault
from planner.parse import parse
from planner.parse.syntax import (
    Between,
    BoolOp,
    CastExpr,
    ColumnName,
    Distinct,
    In,
    IsTest,
    Node,
    Not,
    OperatorCall,
    SelectCore,
)
from planner.tree.statement import SelectStatement
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres
EXPRESSIONS = 1_500
#: Every operator takes and gives booleans, so that any expression has a type.
_INFIX = ("+", "-", "*", "/", "%", "^", "||", "->", "<@", "!~", "&&", "=", "<", ">=", "<>", "and", "or")
_PREFIX = ("-", "+", "@", "~", "not")
_CREATED = ("+", "-", "*", "/", "%", "^", "||", "->", "<@", "!~", "&&", "~~", "!~~", "~~*", "!~~*")
_LIKE = ("like", "not like", "ilike", "not ilike")
_TESTS = ("is null", "is not true", "isnull", "notnull", "is unknown", "is false")


@pytest.fixture(scope="module")
def connection(postgres_dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA precedence")
        connection.execute("SET search_path = precedence")
        connection.execute("CREATE TABLE t (a bool, b bool, c bool, d bool)")
        connection.execute("CREATE FUNCTION two(bool, bool) RETURNS bool LANGUAGE sql AS 'SELECT $1'")
        connection.execute("CREATE FUNCTION one(bool) RETURNS bool LANGUAGE sql AS 'SELECT $1'")
        for name in _CREATED:
            connection.execute(f"CREATE OPERATOR {name} (FUNCTION = two, LEFTARG = bool, RIGHTARG = bool)".encode())
        for name in _PREFIX[:-1]:
            connection.execute(f"CREATE OPERATOR {name} (FUNCTION = one, RIGHTARG = bool)".encode())
        yield connection
        connection.execute("DROP SCHEMA precedence CASCADE")


def _expression(source: random.Random, depth: int) -> str:
    if depth == 0:
        return source.choice("abcd")

    def part() -> str:
        return _expression(source, source.randrange(depth))

    match source.randrange(12):
        case 0:
            return f"{source.choice(_PREFIX)} {part()}"
        case 1:
            return f"{part()} {source.choice(_TESTS)}"
        case 2:
            return f"{part()} is {source.choice(('', 'not '))}distinct from {part()}"
        case 3:
            return f"{part()} {source.choice(('', 'not '))}between {source.choice(('', 'symmetric '))}{part()} and {part()}"
        case 4:
            return f"{part()} {source.choice(('', 'not '))}in ({part()}, {part()})"
        case 5:
            return f"{part()} {source.choice(_LIKE)} {part()}"
        case 6:
            return f"{part()} :: bool"
        case 7:
            return f"({part()})"
        case _:
            return f"{part()} {source.choice(_INFIX)} {part()}"


def _spelled(node: Node) -> str:
    """The expression with parentheses around every operator's operands."""
    match node:
        case ColumnName(parts):
            return parts[0]
        case OperatorCall(name, None, right):
            return f"({name} {_spelled(right)})"
        case OperatorCall(name, left, right):
            assert left is not None
            return f"({_spelled(left)} {name} {_spelled(right)})"
        case BoolOp(op, args):
            return "(" + f" {op} ".join(_spelled(a) for a in args) + ")"
        case Not(operand):
            return f"(not {_spelled(operand)})"
        case IsTest(operand, test, negated):
            return f"({_spelled(operand)} is {'not ' if negated else ''}{test})"
        case Distinct(left, right, negated):
            return f"({_spelled(left)} is {'not ' if negated else ''}distinct from {_spelled(right)})"
        case Between(operand, low, high, negated, symmetric):
            words = f"{'not ' if negated else ''}between {'symmetric ' if symmetric else ''}"
            return f"({_spelled(operand)} {words}{_spelled(low)} and {_spelled(high)})"
        case In(operand, items, None, negated):
            return f"({_spelled(operand)} {'not ' if negated else ''}in ({', '.join(_spelled(i) for i in items)}))"
        case CastExpr(operand, _):
            return f"({_spelled(operand)}::bool)"
    raise AssertionError(node)


def _ours(expression: str) -> str | None:
    try:
        (statement,) = parse(f"select {expression} as x from t")
    except SyntaxFault:
        return None
    assert isinstance(statement, SelectStatement)
    body = statement.tree.body
    assert isinstance(body, SelectCore)
    return _spelled(body.targets[0].expr)


def _view(connection: psycopg.Connection, expression: str) -> str | None:
    """How Postgres understands it; None for a syntax error."""
    try:
        connection.execute(f"CREATE OR REPLACE VIEW v AS SELECT {expression} AS x FROM t".encode())
    except psycopg.errors.SyntaxError:
        return None
    (found,) = connection.execute("SELECT pg_get_viewdef('v'::regclass)").fetchone() or ("",)
    return str(found)


def test_operators_bind_as_in_postgres(connection: psycopg.Connection) -> None:
    seed = seed_for("precedence")
    source = random.Random(seed)
    accepted = 0
    for _ in range(EXPRESSIONS):
        expression = _expression(source, 5)
        spelled, view = _ours(expression), _view(connection, expression)
        assert spelled is not None or view is None, f"TIDEGATE_SEED={seed}: {expression}\nours: {spelled}\nPostgres: {view}"
        if spelled is not None and view is not None:
            accepted += 1
            assert _view(connection, spelled) == view, f"TIDEGATE_SEED={seed}: {expression}\nours: {spelled}\nPostgres: {view}"
    assert accepted > EXPRESSIONS // 3
