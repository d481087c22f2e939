"""Operators and operands in a row → expressions, by PostgreSQL's precedence table.

The operands come from sqlglot's tree, the operators from the statement's tokens between them, so that sqlglot's own precedence is
never asked, nor what it makes of NOT IN, IS NOT, ESCAPE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlglot import exp

from planner.errors import SyntaxFault
from planner.parse import syntax
from planner.parse.sql.marks import AND, COMPARE, IS, MATCH, MINUS, NONE, NOT, OR, OTHER, CallMark, LeafMark, OperatorMark

if TYPE_CHECKING:
    from planner.parse.sql.read_expressions import TreeReader

_NOT_ASSOCIATIVE: Final = (IS, COMPARE, MATCH)
#: What an operator that is not associative makes, if it has an operand on its right.
_UNCHAINED: Final = (syntax.OperatorCall, syntax.Between, syntax.Distinct)
_SIGNED: Final = ("integer", "number")
#: How many fields a row beside OVERLAPS has.
_OVERLAPPING: Final = 2


class Climb:
    """One row of operands, the last one first. The cursor is at the first token, and goes on behind the last one."""

    def __init__(self, reader: TreeReader, operands: list[exp.Expr]) -> None:
        self.reader = reader
        self.cursor = reader.cursor
        self.marks = reader.marks
        self.operands = operands

    def whole(self) -> syntax.Node:
        """All of the row."""
        found = self._expression(OR)
        if self.operands or self._next() is not None:
            self.cursor.fail()
        return found

    def _expression(self, level: int) -> syntax.Node:
        """Operators that bind at least as tightly as *level*."""
        cursor = self.cursor
        cursor.enter()
        depth = cursor.depth
        mark = self.marks.get(cursor.at)
        if isinstance(mark, LeafMark):
            after = self.marks.get(mark.end)
            if after is None or (isinstance(after, OperatorMark) and after.level < level):
                cursor.depth = depth - 1
                return self.reader.leaf(self._take())
        left = self._prefixed()
        refused = NONE
        while (operator := self._next()) is not None and operator.level >= level:
            if operator.level == refused:
                cursor.fail()
            cursor.enter()
            left = self._infix(left, operator)
            refused = operator.level if isinstance(left, _UNCHAINED) and operator.level in _NOT_ASSOCIATIVE else NONE
        cursor.depth = depth - 1
        return left

    def _next(self) -> OperatorMark | None:
        mark = self.marks.get(self.cursor.at)
        return mark if isinstance(mark, OperatorMark) else None

    # ---------------------------------------------------------------------------------------------------------------- operands

    def _prefixed(self) -> syntax.Node:
        cursor = self.cursor
        operator = self._next()
        if operator is None:
            return self._primary()
        pos = cursor.pos
        cursor.at += operator.length
        if operator.word == "not":
            return syntax.Not(self._expression(NOT), pos)
        if operator.word == "sign":
            return _signed(operator, self._expression(MINUS), pos)
        return syntax.OperatorCall(operator.name, None, self._expression(OTHER + 1), pos, operator.schema)

    def _take(self) -> exp.Expr:
        if not self.operands:
            self.cursor.fail()
        return self.operands.pop()

    def _primary(self) -> syntax.Node:
        """An operand with its subscripts and field selections."""
        cursor = self.cursor
        found = self.reader.operand(self._take())
        while (mark := self.marks.get(cursor.at)) is not None:
            pos = cursor.pos
            if isinstance(mark, OperatorMark):
                if mark.word == "overlaps":
                    return self._overlaps(found, mark)
                if mark.word != "select":
                    break
                cursor.at += mark.length
                found = syntax.FieldAccess(found, mark.name, pos)
            elif isinstance(mark, CallMark) and mark.kind == "index":
                found = syntax.Subscripts(found, self._indexes(), pos)
            else:
                break
        return found

    def _overlaps(self, left: syntax.Node, operator: OperatorMark) -> syntax.Node:
        """(a, b) OVERLAPS (c, d) is a call with the fields of both rows."""
        pos = self.cursor.pos
        if not isinstance(left, syntax.RowExpr):
            self.cursor.fail()
        self.cursor.at += operator.length
        right = self.reader.operand(self._take())
        if not isinstance(right, syntax.RowExpr):
            self.cursor.fail()
        for side, row in (("left", left), ("right", right)):
            if len(row.items) != _OVERLAPPING:
                message = f"wrong number of parameters on {side} side of OVERLAPS expression"
                raise SyntaxFault(message, position=row.pos)
        return syntax.FuncCall(("pg_catalog", "overlaps"), (*left.items, *right.items), pos)

    def _indexes(self) -> tuple[syntax.Index, ...]:
        indexes = []
        while isinstance(mark := self.marks.get(self.cursor.at), CallMark) and mark.kind == "index":
            indexes.append(self.reader.index(self._take()))
        return tuple(indexes)

    # --------------------------------------------------------------------------------------------------------------- operators

    def _infix(self, left: syntax.Node, operator: OperatorMark) -> syntax.Node:
        cursor = self.cursor
        word, pos = operator.word, cursor.pos
        cursor.at += operator.length
        if word == "op":
            return self._operator(left, operator, pos)
        if word in ("and", "or"):
            return self._chain(left, operator, pos)
        if word == "cast":
            assert operator.type is not None
            return syntax.CastExpr(left, operator.type, pos)
        if word == "collate":
            return syntax.Collate(left, operator.parts, pos)
        if word == "at":
            return syntax.FuncCall(("pg_catalog", "timezone"), (self._expression(operator.level + 1), left), pos)
        if word == "is distinct":
            return syntax.Distinct(left, self._expression(IS + 1), operator.negated, pos)
        if word.startswith("is "):
            return syntax.IsTest(left, word[3:], operator.negated, pos)  # type: ignore[arg-type]
        return self._match(left, operator, pos)

    def _operator(self, left: syntax.Node, operator: OperatorMark, pos: int) -> syntax.Node:
        mark = self.marks.get(self.cursor.at)
        if isinstance(mark, CallMark) and mark.kind in ("any", "all"):
            listed = self.reader.listed(self._take())
            array = listed[0] if isinstance(listed, tuple) else listed
            return syntax.Quantified(left, operator.name, mark.kind == "all", array, pos)
        right = self._expression(operator.level + 1)
        if operator.level == MATCH:
            right = self._escaped("like_escape", right, pos)
        return syntax.OperatorCall(operator.name, left, right, pos, operator.schema)

    def _chain(self, left: syntax.Node, first: OperatorMark, pos: int) -> syntax.Node:
        """a AND b AND …: one node, however long."""
        args = [left, self._expression(first.level + 1)]
        while (operator := self._next()) is not None and operator.word == first.word:
            self.cursor.at += operator.length
            args.append(self._expression(first.level + 1))
        return syntax.BoolOp(first.word, tuple(args), pos)  # type: ignore[arg-type]

    def _match(self, left: syntax.Node, operator: OperatorMark, pos: int) -> syntax.Node:
        cursor, negated = self.cursor, operator.negated
        if operator.word == "in":
            listed = self.reader.listed(self._take())
            items, query = (listed, None) if isinstance(listed, tuple) else ((), listed)
            return syntax.In(left, items, query, negated, pos)
        if operator.word == "between":
            low = self._expression(IS)
            between = self._next()
            if between is None or between.level != AND:
                cursor.fail()
            cursor.at += between.length
            return syntax.Between(left, low, self._expression(MATCH + 1), negated, operator.name == "symmetric", pos)
        if operator.word != "similar":
            # OVERLAPS, behind something else than a row.
            cursor.at -= 1
            cursor.fail()
        pattern = self._expression(MATCH + 1)
        escaped = self._escaped("similar_to_escape", pattern, pos)
        if escaped is pattern:
            escaped = syntax.FuncCall(("pg_catalog", "similar_to_escape"), (pattern,), pos)
        return syntax.OperatorCall("!~" if negated else "~", left, escaped, pos)

    def _escaped(self, function: str, pattern: syntax.Node, pos: int) -> syntax.Node:
        following = self._next()
        if following is None or following.word != "escape":
            return pattern
        self.cursor.at += following.length
        return syntax.FuncCall(("pg_catalog", function), (pattern, self._expression(MATCH + 1)), pos)


def _signed(sign: OperatorMark, operand: syntax.Node, pos: int) -> syntax.Node:
    if sign.name == "-" and isinstance(operand, syntax.Literal) and operand.kind in _SIGNED:
        text = operand.text[1:] if operand.text.startswith("-") else f"-{operand.text}"
        return syntax.Literal(operand.kind, text, pos)
    return syntax.OperatorCall(sign.name, None, operand, pos)
