"""sqlglot's tree → expressions: operands, calls, windows.

The tree says what is in what; the cursor goes over the statement's own tokens in step with it, for positions, operators and the
words that sqlglot did not see. Wherever the two do not agree the statement is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from sqlglot import exp

from planner.parse import syntax
from planner.parse.cursor import TokenCursor
from planner.parse.sql import read_calls, read_queries
from planner.parse.sql.climb import Climb
from planner.parse.sql.marks import CallMark, LeafMark, Mark, ReadMark
from planner.parse.sql.tree import check, operands, refuse
from planner.parse.sql.words import any_operator

_SUBQUERIES: Final = {"exists": "exists", "subarray": "array"}
_CONDITIONALS: Final = frozenset({"coalesce", "greatest", "least", "nullif"})
_SETS: Final = frozenset({"rollup", "cube", "sets", "empty"})
_LEAVES: Final = (exp.Literal, exp.Column)


class TreeReader:
    """Reads the tree of one statement."""

    def __init__(self, cursor: TokenCursor, marks: dict[int, Mark]) -> None:
        self.cursor = cursor
        self.marks = marks

    def mark(self, node: exp.Expr) -> Mark | None:
        """The mark of a leaf or call; the cursor has to be at it."""
        text: object = node
        while isinstance(text, exp.Expr):
            text = text.args.get("this")
        at = self.cursor.at
        if text != str(at):
            self.cursor.fail()
        return self.marks.get(at)

    def items(self, nodes: Iterable[exp.Expr]) -> Iterator[exp.Expr]:
        """The nodes, with the commas of the statement between them."""
        for number, node in enumerate(nodes):
            if number:
                self.cursor.expect_symbol(",")
            yield node

    def name(self, node: exp.Expr) -> str:
        """A plain name; the cursor goes on."""
        self.mark(node)
        return self.cursor.advance().value

    def read(self) -> Any:
        """What the pass has read from here on."""
        mark = self.marks.get(self.cursor.at)
        if not isinstance(mark, ReadMark):
            self.cursor.fail()
        self.cursor.at = mark.end
        return mark.value

    # -------------------------------------------------------------------------------------------------------------- expressions

    def expression(self, node: exp.Expr | None) -> syntax.Node:
        """A whole expression."""
        if node is None:
            self.cursor.fail()
        if type(node) in _LEAVES:
            mark = self.marks.get(self.cursor.at)
            if isinstance(mark, LeafMark) and mark.end not in self.marks:
                return self.leaf(node)
        return Climb(self, operands(self.cursor, node)).whole()

    def several(self, nodes: list[exp.Expr]) -> tuple[syntax.Node, ...]:
        """Several, with commas between them."""
        return tuple([self.expression(node) for node in self.items(nodes)])

    def sort(self, nodes: list[exp.Expr]) -> tuple[syntax.Sort, ...]:
        """ORDER BY entries."""
        cursor = self.cursor
        keys: list[syntax.Sort] = []
        for node in self.items(nodes):
            check(cursor, node)
            pos = cursor.pos
            found = self.expression(node.this)
            order = cursor.take_word("asc", "desc", "using")
            using = any_operator(cursor) if order == "using" else None
            nulls = cursor.take_word("nulls") and cursor.expect_word("first", "last")
            keys.append(syntax.Sort(found, order == "desc", nulls == "first" if nulls else None, using, pos))
        return tuple(keys)

    # ----------------------------------------------------------------------------------------------------------------- operands

    def leaf(self, node: exp.Expr) -> syntax.Node:
        """An operand that is one leaf."""
        cursor = self.cursor
        mark = self.marks.get(cursor.at)
        if not isinstance(mark, LeafMark) or node.name != str(cursor.at):
            cursor.fail()
        cursor.at = mark.end
        return mark.node

    def operand(self, node: exp.Expr) -> syntax.Node:
        """One operand."""
        cursor, kind, pos = self.cursor, type(node), self.cursor.pos
        if kind in _LEAVES:
            return self.leaf(node)
        check(cursor, node)
        if kind is exp.Paren:
            cursor.expect_symbol("(")
            found = self.expression(node.this)
            cursor.expect_symbol(")")
            return found
        if kind is exp.Tuple:
            return syntax.RowExpr(self._bracketed(node.expressions), pos)
        if kind is exp.Subquery:
            return syntax.SubqueryExpr("scalar", self.subquery(node), pos)
        if kind is exp.Case:
            return self._case(node, pos)
        if kind in (exp.Anonymous, exp.Window, exp.Filter, exp.WithinGroup):
            return self.call(node)
        refuse(cursor, kind.__name__)

    def _bracketed(self, nodes: list[exp.Expr], closing: str = ")") -> tuple[syntax.Node, ...]:
        self.cursor.at += 1
        found = self.several(nodes)
        self.cursor.expect_symbol(closing)
        return found

    def subquery(self, node: exp.Expr | None) -> syntax.QueryNode:
        """A query in parentheses, which *node* is or has in it."""
        cursor = self.cursor
        cursor.expect_symbol("(")
        cursor.enter()
        inner = node.this if isinstance(node, exp.Subquery) else node
        if not isinstance(inner, exp.Query):
            cursor.fail()
        found = read_queries.query(self, inner)
        cursor.depth -= 1
        cursor.expect_symbol(")")
        return found

    def _case(self, node: exp.Expr, pos: int) -> syntax.CaseExpr:
        cursor = self.cursor
        cursor.expect_word("case")
        operand = None if cursor.is_word("when") else self.expression(node.args.get("this"))
        whens, when_pos = [], []
        for branch in node.args["ifs"]:
            check(cursor, branch)
            when_pos.append(cursor.pos)
            cursor.expect_word("when")
            condition = self.expression(branch.this)
            cursor.expect_word("then")
            whens.append((condition, self.expression(branch.args.get("true"))))
        if not whens:
            cursor.fail()
        otherwise = self.expression(node.args.get("default")) if cursor.take_word("else") else None
        cursor.expect_word("end")
        return syntax.CaseExpr(operand, tuple(whens), otherwise, pos, tuple(when_pos))

    # -------------------------------------------------------------------------------------------------------------------- calls

    def call(self, node: exp.Expr) -> syntax.Node:
        """A call of any kind."""
        pos = self.cursor.pos
        call = self.mark(node)
        if isinstance(call, LeafMark):
            self.cursor.at = call.end
            return call.node
        if not isinstance(call, CallMark):
            self.cursor.fail()
        kind, self.cursor.at = call.kind, call.end
        if kind == "call":
            return read_calls.function(self, node, call, pos)
        if type(node) is not exp.Anonymous:
            self.cursor.fail()
        if kind in _SUBQUERIES:
            return syntax.SubqueryExpr(_SUBQUERIES[kind], self.subquery(node.expressions[0]), pos)  # type: ignore[arg-type]
        if kind == "array":
            self.cursor.at -= 1
            return syntax.ArrayLiteral(self._bracketed(node.expressions, "]"), pos)
        if kind in read_calls.SPECIAL:
            return read_calls.special(self, node, kind, pos)
        if kind == "cast":
            found = self.expression(node.expressions[0])
            type_ = self.read()
            self.cursor.expect_symbol(")")
            return syntax.CastExpr(found, type_, pos)
        if kind in ("row", "grouping") or kind in _CONDITIONALS:
            self.cursor.at -= 1
            args = self._bracketed(node.expressions)
            if kind == "row":
                return syntax.RowExpr(args, pos)
            return syntax.Grouping(args, pos) if kind == "grouping" else self._conditional(kind, args, pos)
        self.cursor.fail()

    def _conditional(self, kind: str, args: tuple[syntax.Node, ...], pos: int) -> syntax.Conditional:
        if not args or (kind == "nullif" and len(args) != 2):
            self.cursor.at -= 1
            self.cursor.fail()
        return syntax.Conditional(kind, args, pos)  # type: ignore[arg-type]

    def listed(self, node: exp.Expr) -> tuple[syntax.Node, ...] | syntax.QueryNode:
        """What is in the parentheses behind IN, ANY or ALL, which sqlglot has twice."""
        call = self.mark(node)
        assert isinstance(call, CallMark)
        self.cursor.at = call.end
        if call.items:
            return call.items
        (inner,) = node.expressions or (None,)
        if isinstance(inner, exp.Subquery):
            return self.subquery(inner)
        if isinstance(inner, exp.Paren):
            return self._bracketed([inner.this])
        if not isinstance(inner, exp.Tuple) or call.kind != "in":
            self.cursor.fail()
        return self._bracketed(inner.expressions)

    def index(self, node: exp.Expr) -> syntax.Index:
        """[lower], [lower:upper]."""
        cursor, bounds = self.cursor, list(node.expressions)
        self.mark(node)
        cursor.expect_symbol("[")
        lower = None if cursor.is_symbol(":") else self.expression(bounds.pop(0) if bounds else None)
        sliced = cursor.take_symbol(":")
        upper = self.expression(bounds.pop(0)) if bounds else None
        cursor.expect_symbol("]")
        return syntax.Index(lower, upper, sliced)

    def group_item(self, node: exp.Expr) -> syntax.Node | syntax.GroupingSets:
        """An expression, or ROLLUP, CUBE, GROUPING SETS, ()."""
        cursor, pos = self.cursor, self.cursor.pos
        call = self.marks.get(cursor.at)
        if not isinstance(call, CallMark) or call.kind not in _SETS or type(node) is not exp.Anonymous:
            return self.expression(node)
        self.mark(node)
        cursor.at = call.end
        if call.kind == "empty":
            return syntax.GroupingSets("empty", (), pos)
        read = self.group_item if call.kind == "sets" else self.expression
        items = [read(inner) for inner in self.items(node.expressions)]
        cursor.expect_symbol(")")
        return syntax.GroupingSets(call.kind, tuple(items), pos)  # type: ignore[arg-type]
