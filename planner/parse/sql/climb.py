"""Operators and operands in a row → expressions, by PostgreSQL's precedence table.

sqlglot hands over each expression between two brackets or clauses as one sum, whose terms are operands and operators by turns;
its own precedence is not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlglot import exp

from planner.errors import SyntaxFault
from planner.parse.sql.marks import AND, CAST, COMPARE, IS, MATCH, MINUS, NONE, NOT, OR, OTHER, Call, Operator, Selection
from planner.parse.syntax import (
    Between,
    BoolOp,
    CastExpr,
    Collate,
    Distinct,
    FieldAccess,
    FunctionCall,
    In,
    Index,
    IsTest,
    Literal,
    Node,
    Not,
    OperatorCall,
    Quantified,
    RowExpr,
    Subscripts,
)

if TYPE_CHECKING:
    from planner.parse.sql.expressions import Reader

#: A term: an operand still to be read, or what its mark says.
Item = exp.Expr | Operator | Selection | Call | Node
_NOT_ASSOCIATIVE: Final = (IS, COMPARE, MATCH)
#: What an operator that is not associative makes, if it has an operand on its right.
_UNCHAINED: Final = (OperatorCall, Between, Distinct)
_SIGNED: Final = ("integer", "number")
#: How many fields a row beside OVERLAPS has.
_OVERLAPPING: Final = 2


class Climb:
    """One row of terms."""

    def __init__(self, reader: Reader, terms: list[exp.Expr]) -> None:
        self.reader = reader
        self.cursor = reader.cursor
        self.terms = terms
        self.items = [reader.mark(term) for term in terms]
        self.at = 0

    def whole(self) -> Node:
        """All of the row."""
        found = self._expression(OR)
        if self.at < len(self.items):
            self._fail(self.items[self.at])
        return found

    def _fail(self, item: object) -> None:
        assert isinstance(item, Operator), item
        self.cursor.at = item.at
        self.cursor.fail()

    def _expression(self, level: int) -> Node:
        """Operators that bind at least as tightly as *level*."""
        self.cursor.enter()
        depth = self.cursor.depth
        left = self._prefixed()
        refused = NONE
        while (operator := self._next()) is not None and operator.level >= level:
            if operator.level == refused:
                self._fail(operator)
            self.cursor.enter()
            left = self._infix(left, operator)
            refused = operator.level if isinstance(left, _UNCHAINED) and operator.level in _NOT_ASSOCIATIVE else NONE
        self.cursor.depth = depth - 1
        return left

    def _next(self) -> Operator | None:
        if self.at == len(self.items):
            return None
        item = self.items[self.at]
        assert isinstance(item, Operator), item
        return item

    # ---------------------------------------------------------------------------------------------------------------- operands

    def _prefixed(self) -> Node:
        item = self.items[self.at]
        if not isinstance(item, Operator):
            return self._primary()
        self.at += 1
        if item.word == "not":
            return Not(self._expression(NOT), item.pos)
        if item.word == "sign":
            return _signed(item, self._expression(MINUS))
        return OperatorCall(item.name, None, self._expression(OTHER + 1), item.pos, item.schema)

    def _primary(self) -> Node:
        """An operand with its subscripts and field selections."""
        found = self.reader.operand(self.terms[self.at], self.items[self.at])
        self.at += 1
        while self.at < len(self.items):
            item = self.items[self.at]
            if isinstance(item, Selection):
                found = FieldAccess(found, item.name, item.pos)
                self.at += 1
            elif isinstance(item, Call) and item.kind == "index":
                found = Subscripts(found, self._indexes(), item.pos)
            else:
                break
        if isinstance(after := self._ahead(), Operator) and after.word == "overlaps":
            return self._overlaps(found, after)
        return found

    def _ahead(self) -> Item | None:
        return self.items[self.at] if self.at < len(self.items) else None

    def _overlaps(self, left: Node, operator: Operator) -> Node:
        """(a, b) OVERLAPS (c, d) is a call with the fields of both rows."""
        right = self.reader.operand(self.terms[self.at + 1], self.items[self.at + 1])
        self.at += 2
        assert isinstance(left, RowExpr)
        assert isinstance(right, RowExpr)
        for side, row in (("left", left), ("right", right)):
            if len(row.items) != _OVERLAPPING:
                message = f"wrong number of parameters on {side} side of OVERLAPS expression"
                raise SyntaxFault(message, position=row.pos)
        return FunctionCall(("pg_catalog", "overlaps"), (*left.items, *right.items), operator.pos)

    def _indexes(self) -> tuple[Index, ...]:
        indexes = []
        while self.at < len(self.items):
            item = self.items[self.at]
            if not isinstance(item, Call) or item.kind != "index":
                break
            bounds = [self.reader.expression(a) for a in self.terms[self.at].expressions]
            lower = bounds.pop(0) if item.lower or not item.slice else None
            indexes.append(Index(lower, bounds[0] if bounds else None, item.slice))
            self.at += 1
        return tuple(indexes)

    # --------------------------------------------------------------------------------------------------------------- operators

    def _infix(self, left: Node, operator: Operator) -> Node:
        self.at += 1
        word, pos = operator.word, operator.pos
        if word == "op":
            return self._operator(left, operator)
        if word in ("and", "or"):
            return self._chain(left, operator)
        if word == "cast":
            assert operator.type is not None
            return CastExpr(left, operator.type, pos)
        if word == "collate":
            return Collate(left, operator.parts, pos)
        if word == "at":
            return FunctionCall(("pg_catalog", "timezone"), (self._expression(operator.level + 1), left), pos)
        if word == "is distinct":
            return Distinct(left, self._expression(IS + 1), operator.negated, pos)
        if word.startswith("is "):
            return IsTest(left, word[3:], operator.negated, pos)  # type: ignore[arg-type]
        return self._match(left, operator)

    def _operator(self, left: Node, operator: Operator) -> Node:
        item = self.items[self.at]
        if isinstance(item, Call) and item.kind in ("any", "all"):
            term = self.terms[self.at].expressions[0]
            self.at += 1
            right = self.reader.query(term) if item.query else self.reader.expression(term)
            return Quantified(left, operator.name, item.kind == "all", right, operator.pos)
        right = self._expression(operator.level + 1)
        if operator.level == MATCH:
            right = self._escaped("like_escape", right, operator)
        return OperatorCall(operator.name, left, right, operator.pos, operator.schema)

    def _chain(self, left: Node, first: Operator) -> Node:
        """a AND b AND …: one node, however long."""
        args = [left, self._expression(first.level + 1)]
        while (operator := self._next()) is not None and operator.word == first.word:
            self.at += 1
            args.append(self._expression(first.level + 1))
        return BoolOp(first.word, tuple(args), first.pos)  # type: ignore[arg-type]

    def _match(self, left: Node, operator: Operator) -> Node:
        negated, pos = operator.negated, operator.pos
        if operator.word == "in":
            return self._in(left, operator)
        if operator.word == "between":
            low = self._expression(IS)
            between = self._next()
            if between is None or between.level != AND:
                self.reader.fail_behind(self.terms[self.at - 1], between)
            self.at += 1
            return Between(left, low, self._expression(MATCH + 1), negated, operator.name == "symmetric", pos)
        if operator.word == "similar":
            pattern = self._escaped("similar_to_escape", self._expression(MATCH + 1), operator)
            if not isinstance(pattern, FunctionCall) or pattern.pos != pos or pattern.name[-1] != "similar_to_escape":
                pattern = FunctionCall(("pg_catalog", "similar_to_escape"), (pattern,), pos)
            return OperatorCall("!~" if negated else "~", left, pattern, pos)
        self._fail(operator)
        return left

    def _escaped(self, function: str, pattern: Node, operator: Operator) -> Node:
        following = self._next()
        if following is None or following.word != "escape":
            return pattern
        self.at += 1
        return FunctionCall(("pg_catalog", function), (pattern, self._expression(MATCH + 1)), operator.pos)

    def _in(self, left: Node, operator: Operator) -> Node:
        term, item = self.terms[self.at], self.items[self.at]
        self.at += 1
        assert isinstance(item, Call)
        if item.query:
            return In(left, (), self.reader.query(term.expressions[0]), operator.negated, operator.pos)
        items = item.items or self.reader.several(term.expressions)
        return In(left, items, None, operator.negated, operator.pos)


def _signed(sign: Operator, operand: Node) -> Node:
    if sign.name == "-" and isinstance(operand, Literal) and operand.kind in _SIGNED:
        text = operand.text[1:] if operand.text.startswith("-") else f"-{operand.text}"
        return Literal(operand.kind, text, sign.pos)
    return OperatorCall(sign.name, None, operand, sign.pos)


__all__ = ["CAST", "Climb"]
