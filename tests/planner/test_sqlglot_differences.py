"""What sqlglot would change silently, a line each, and how it is read: as PostgreSQL's raw parse tree has it.

planner/parse/sql/__init__.py says what sqlglot is given instead.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from sqlglot import exp

from planner.errors import Unsupported
from planner.parse import parse
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import tokenize
from planner.parse.sql.tree import check
from planner.tree.statement import SelectStatement

#: What is written, what sqlglot makes of it if it sees that, and how it is read.
EXPRESSIONS = [
    # literals and names
    ("0.10", "a number without its spelling", "1:0.10"),
    ("interval(3) '1.2 s'", "a sum of intervals", "(cast '1.2 s' pg_catalog.interval 1:3)"),
    ("date 'x'", "a cast to another type's name", "(cast 'x' date)"),
    ('"Lower"(a)', "lower(a)", "(call Lower a)"),
    ("semi", "a kind of join", "semi"),
    ("+a", "a", "(+ a)"),
    # functions that it renames, or whose arguments it reorders or adds to
    ("strpos(a, b)", "position(b IN a)", "(call strpos a b)"),
    ("array_prepend(a, b)", "array_prepend(b, a)", "(call array_prepend a b)"),
    ("now()", "CURRENT_TIMESTAMP", "(call now)"),
    ("div(a, b)", "a cast", "(call div a b)"),
    ("to_timestamp(a)", "another function", "(call to_timestamp a)"),
    ("sha256(a)", "sha2(a, 256)", "(call sha256 a)"),
    ("unnest(a)", "explode(a)", "(call unnest a)"),
    ("generate_series(a, b, '1 day')", "an interval of the string", "(call generate_series a b '1 day')"),
    ("position(a IN b)", "strpos(b, a)", "(call pg_catalog.position b a)"),
    ("substring(a FOR b)", "substring(a, 1, b)", "(call pg_catalog.substring a 1:1 (cast b pg_catalog.int4))"),
    ("trim(LEADING a FROM b)", "a trim of its own", "(call pg_catalog.ltrim b a)"),
    ("extract(day FROM a)", "a field that is no string", "(call pg_catalog.extract 'day' a)"),
    # operators
    ("!!a", "NOT NOT a", "(!! a)"),
    ("|/ a", "sqrt(a)", "(|/ a)"),
    ("a -> b", "a JSON path", "(-> a b)"),
    ("a % b", "mod(a, b)", "(% a b)"),
    ("a ^ b", "power(a, b)", "(^ a b)"),
    ("a ~ b", "regexp_like(a, b)", "(~ a b)"),
    ("a NOT LIKE b", "a NOT LIKE b, or NOT a LIKE b", "(!~~ a b)"),
    ("a NOT IN (b)", "NOT a IN (b)", "(not in a b)"),
    ("NOT a IN (b)", "NOT a IN (b)", "(not (in a b))"),
    ("a IN (SELECT b)", "a query in parentheses more", "(in a (select b))"),
    ("a NOT BETWEEN b AND c", "NOT a BETWEEN b AND c", "(not between a b c)"),
    ("a IS NOT NULL", "NOT a IS NULL", "(is not null a)"),
    ("a NOTNULL", "NOT a IS NULL", "(is not null a)"),
    ("a = b IS NULL", "(a = b) IS NULL in parentheses of its own", "(is null (= a b))"),
    ("a LIKE b ESCAPE c", "nothing, as c is no string", "(~~ a (call pg_catalog.like_escape b c))"),
    ("a IS DISTINCT FROM b", "a <=> b", "(distinct a b)"),
    ("a AT TIME ZONE b", "an AT TIME ZONE of a", "(call pg_catalog.timezone b a)"),
    ("a + b AT TIME ZONE c", "a + b AT TIME ZONE c", "(+ a (call pg_catalog.timezone c b))"),
    ("a || b + c", "(a || b) + c or a || (b + c)", "(|| a (+ b c))"),
    ("- a ^ b", "-(a ^ b)", "(^ (- a) b)"),
    ("a BETWEEN b < c AND d", "nothing", "(between a (< b c) d)"),
    ("a IN (b) + c", "nothing", "(+ (in a b) c)"),
    ("a IS NULL::text", "a cast of NULL", "(cast (is null a) text)"),
    ("a COLLATE x", "a sum", "(collate a x)"),
    ("a::oid[]", "nothing", "(cast a oid[])"),
    ("CAST(a AS x.y)", "a type of its own", "(cast a x.y)"),
    ("a[1]", "a[0]", "(at a 1:1)"),
    ("a[1:]", "a[0:]", "(at a 1:1:)"),
]  # fmt: skip

#: The same of queries: PostgreSQL's reading is that of the other text, apart from where its parts stand.
QUERIES = [
    ("SELECT 1 INTERSECT SELECT 2 UNION SELECT 3", "(SELECT 1 INTERSECT SELECT 2) UNION SELECT 3"),
    ("SELECT 1 UNION SELECT 2 INTERSECT SELECT 3", "SELECT 1 UNION (SELECT 2 INTERSECT SELECT 3)"),
    ("SELECT 1 UNION VALUES (2)", "SELECT 1 UNION (VALUES (2))"),
    ("SELECT 1 UNION SELECT 2 ORDER BY 1 LIMIT 1", "(SELECT 1 UNION SELECT 2) ORDER BY 1 LIMIT 1"),
    ("WITH x AS (VALUES (1)) TABLE x", "WITH x AS ((VALUES (1))) (TABLE x)"),
    ("SELECT 1 LIMIT 5 % 3 OFFSET 1", "SELECT 1 OFFSET 1 LIMIT (5 % 3)"),
    ("SELECT 1 FROM a LEFT JOIN b NATURAL JOIN c ON d", "SELECT 1 FROM a LEFT JOIN (b NATURAL JOIN c) ON d"),
    ("SELECT 1 FROM a JOIN b CROSS JOIN c ON d", "SELECT 1 FROM a JOIN (b CROSS JOIN c) ON d"),
    ("SELECT 1 FROM a JOIN b JOIN c ON d ON e", "SELECT 1 FROM a JOIN (b JOIN c ON d) ON e"),
    ("SELECT 1 FROM a GROUP BY ROLLUP (a), b, ()", "SELECT 1 FROM a GROUP BY ROLLUP ((a)), (b), ()"),
    ("SELECT sum(a) OVER (ORDER BY b ASC) FROM t", "SELECT sum(a) OVER (ORDER BY (b)) FROM t"),
    ("SELECT sum(a) OVER (ROWS 1 PRECEDING) FROM t", "SELECT sum(a) OVER (ROWS (1) PRECEDING) FROM t"),
]  # fmt: skip


def _said(node: Any) -> str:
    """A syntax tree in few words."""
    kind, get = type(node).__name__, lambda name: _said(getattr(node, name))
    match kind:
        case "Literal":
            return f"'{node.text}'" if node.kind == "string" else f"1:{node.text}" if node.kind != "null" else "null"
        case "ColumnName":
            return ".".join(node.parts)
        case "TypeName":
            return " ".join([".".join(node.parts) + "[]" * node.dimensions, *map(_said, node.modifiers)])
        case "CastExpr":
            return f"(cast {get('operand')} {get('type')})"
        case "FuncCall":
            return f"({' '.join(['call', '.'.join(node.name), *map(_said, node.args)])})"
        case "OperatorCall":
            return f"({' '.join([node.name, *(_said(n) for n in (node.left, node.right) if n is not None)])})"
        case "Not":
            return f"(not {get('operand')})"
        case "IsTest":
            return f"(is {'not ' * node.negated}{node.test} {get('operand')})"
        case "In":
            what = _said(node.query.body.targets[0].expr) if node.query else " ".join(map(_said, node.items))
            return f"({'not ' * node.negated}in {get('operand')} {f'(select {what})' if node.query else what})"
        case "Between":
            return f"({'not ' * node.negated}between {get('operand')} {get('low')} {get('high')})"
        case "Distinct":
            return f"(distinct {get('left')} {get('right')})"
        case "Collate":
            return f"(collate {get('operand')} {'.'.join(node.collation)})"
        case "Subscripts":
            (index,) = node.indexes
            return f"(at {get('operand')} {_said(index.lower)}{':' * index.slice})"
    raise AssertionError(node)


def _tree(sql: str) -> Any:
    (statement,) = parse(sql)
    assert isinstance(statement, SelectStatement)
    return statement.tree


def _unplaced(node: Any) -> Any:
    """A tree without its positions."""
    if isinstance(node, tuple):
        return tuple(map(_unplaced, node))
    if is_dataclass(node) and not isinstance(node, type):
        return type(node).__name__, tuple(_unplaced(getattr(node, f.name)) for f in fields(node) if f.name != "pos")
    return node


@pytest.mark.parametrize(("sql", "there", "here"), EXPRESSIONS, ids=[sql for sql, _, _ in EXPRESSIONS])
def test_expressions_are_read_as_they_are_written(sql: str, there: str, here: str) -> None:
    assert _said(_tree(f"SELECT {sql}").body.targets[0].expr) == here, f"sqlglot has {there}"


@pytest.mark.parametrize(("sql", "same"), QUERIES, ids=[sql for sql, _ in QUERIES])
def test_queries_are_read_as_they_are_written(sql: str, same: str) -> None:
    assert _unplaced(_tree(sql)) == _unplaced(_tree(same))


@pytest.mark.parametrize(
    ("node", "named"),
    [
        (exp.Lateral(this=exp.column("a")), r"\(Lateral\)"),
        (exp.Select(expressions=[], qualify=exp.Qualify(this=exp.column("a"))), r"\(Select, qualify\)"),
        (exp.Like(this=exp.column("a"), expression=exp.column("b"), negate=True), r"\(Like, negate\)"),
    ],
)
def test_what_is_not_on_the_list_is_refused_by_name(node: exp.Expr, named: str) -> None:
    with pytest.raises(Unsupported, match=named):
        check(TokenCursor("x", tokenize("x"), 0), node)
