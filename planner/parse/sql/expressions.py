"""sqlglot's tree → expressions: operands, calls, windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlglot import exp

from planner.parse.cursor import Cursor
from planner.parse.sql.climb import Climb, Item
from planner.parse.sql.marks import Call, Limit, Mark, Operator, SortKey, Window
from planner.parse.sql.special import special
from planner.parse.syntax import (
    ArrayLiteral,
    CaseExpr,
    CastExpr,
    ColumnName,
    Conditional,
    FrameClause,
    FrameEnd,
    FunctionCall,
    Grouping,
    GroupingSets,
    Literal,
    Node,
    Query,
    RowExpr,
    Sort,
    SubqueryExpr,
    TypeName,
    ValueFunction,
    WindowDef,
)

_SUBQUERIES: Final = {"query": "scalar", "exists": "exists", "subarray": "array"}


class Reader:
    """Reads the tree of one statement. *read_query* reads its queries."""

    def __init__(self, cursor: Cursor, marks: list[Mark], read_query: Callable[[Reader, exp.Expr], Query]) -> None:
        self.cursor = cursor
        self.marks = marks
        self._read_query = read_query

    def query(self, node: exp.Expr) -> Query:
        """A query in parentheses: a level for each of them."""
        self.cursor.enter()
        found = self._read_query(self, node)
        self.cursor.depth -= 1
        return found

    def mark(self, node: exp.Expr) -> Item:
        """What a term stands for; the term itself if it has no mark of its own."""
        if isinstance(node, exp.Literal):
            return self.marks[int(node.args["this"])]  # type: ignore[return-value]
        if isinstance(node, (exp.Column, exp.Anonymous)):
            return self.marks[int(node.args["this"].args["this"])]  # type: ignore[return-value]
        return node

    def named(self, node: exp.Expr | None) -> Mark | None:
        """The mark of an identifier."""
        return None if node is None else self.marks[int(node.args["this"])]

    def name(self, node: exp.Expr) -> str:
        """A plain name."""
        mark = self.named(node)
        assert isinstance(mark, ColumnName)
        return mark.parts[-1]

    # -------------------------------------------------------------------------------------------------------------- expressions

    def expression(self, node: exp.Expr) -> Node:
        """A whole expression."""
        if isinstance(node, exp.Add):
            return self._climb(terms(node))
        mark = self.mark(node)
        self.cursor.enter()
        found = self.operand(node, mark)
        self.cursor.depth -= 1
        return found

    def _climb(self, row: list[exp.Expr]) -> Node:
        return Climb(self, row).whole()

    def several(self, nodes: list[exp.Expr]) -> tuple[Node, ...]:
        """Several. Plain constants take the short way."""
        found = []
        for node in nodes:
            mark = self.marks[int(node.args["this"])] if isinstance(node, exp.Literal) else None
            found.append(mark if isinstance(mark, Literal) else self.expression(node))
        return tuple(found)

    def sort(self, nodes: list[exp.Expr]) -> tuple[Sort, ...]:
        """ORDER BY entries, each with its SortKey in front."""
        keys = []
        for node in nodes:
            first, *row = terms(node.this)
            key = self.mark(first)
            assert isinstance(key, SortKey)
            keys.append(Sort(self._climb(row), key.descending, key.nulls_first, key.using, key.pos))
        return tuple(keys)

    def limit(self, node: exp.Expr) -> tuple[Limit, Node]:
        """The expression of a LIMIT or OFFSET."""
        first, *row = terms(node.args["expression"])
        mark = self.mark(first)
        assert isinstance(mark, Limit)
        return mark, self._climb(row)

    def fail_behind(self, node: exp.Expr, operator: Operator | None) -> None:
        """BETWEEN without its AND: the error is where the AND should be."""
        if operator is not None:
            self.cursor.at = operator.at
        self.cursor.fail()

    # ----------------------------------------------------------------------------------------------------------------- operands

    def operand(self, node: exp.Expr, mark: Item) -> Node:
        """One operand."""
        if isinstance(mark, Call):
            return self.call(node, mark)
        if isinstance(mark, exp.Expr):
            return self._function(node)
        assert not isinstance(mark, (Operator, Window))
        return mark  # type: ignore[return-value]

    def call(self, node: exp.Expr, call: Call) -> Node:
        """Brackets of any kind."""
        kind, pos = call.kind, call.pos
        if kind == "call":
            return self._function(node)
        if kind in _SUBQUERIES:
            return SubqueryExpr(_SUBQUERIES[kind], self.query(node.expressions[0]), pos)  # type: ignore[arg-type]
        if kind == "case":
            return self._case(node.expressions[0], call)
        if kind == "value":
            return ValueFunction(call.name[0], call.precision, pos)
        args = self.several(node.expressions)
        if kind == "paren":
            return args[0] if len(args) == 1 else RowExpr(args, pos)
        if kind == "row":
            return RowExpr(args, pos)
        if kind == "array":
            return ArrayLiteral(args, pos)
        if kind == "cast":
            assert call.type is not None
            return CastExpr(args[0], call.type, pos)
        if kind == "grouping":
            return Grouping(args, pos)
        if kind in ("coalesce", "greatest", "least", "nullif"):
            return Conditional(kind, args, pos)  # type: ignore[arg-type]
        return special(call, args)

    def _case(self, node: exp.Expr, call: Call) -> Node:
        operand, default = node.args.get("this"), node.args.get("default")
        whens = tuple((self.expression(i.this), self.expression(i.args["true"])) for i in node.args["ifs"])
        return CaseExpr(
            self.expression(operand) if operand else None,
            whens,
            self.expression(default) if default else None,
            call.pos,
            tuple(call.when_pos),
        )

    # -------------------------------------------------------------------------------------------------------------------- calls

    def _function(self, node: exp.Expr) -> Node:
        """A function's call with what follows it."""
        over = within = condition = None
        while not isinstance(node, exp.Anonymous):
            if isinstance(node, exp.Window):
                over = self.window(node)
            elif isinstance(node, exp.Filter):
                condition = self.expression(node.expression.this)
            else:
                assert isinstance(node, exp.WithinGroup), node
                within = self.sort(node.expression.expressions)
            node = node.this
        call = self.mark(node)
        assert isinstance(call, Call)
        nodes: list[exp.Expr] = node.expressions
        order: tuple[Sort, ...] = ()
        if nodes and isinstance(nodes[-1], exp.Order):
            order = self.sort(nodes[-1].expressions)
            nodes = [*nodes[:-1], nodes[-1].this]
        args = self.several(nodes)
        if call.literal is not None:
            return CastExpr(call.literal, TypeName(call.name, args, 0, call.pos), call.pos)
        return FunctionCall(
            call.name, args, call.pos, call.star, call.distinct, call.variadic, order, within, condition, over, tuple(call.named)
        )  # fmt: skip

    def window(self, node: exp.Expr) -> WindowDef:
        """OVER name, OVER (…), or an entry of WINDOW (without its name)."""
        mark = self.named(node.args["alias"])
        if isinstance(mark, ColumnName):
            return WindowDef(None, (), (), None, mark.pos, mark.parts[0])
        assert isinstance(mark, Window)
        order = node.args.get("order")
        return WindowDef(
            mark.base,
            self.several(node.args.get("partition_by") or []),
            self.sort(order.expressions) if order else (),
            self._frame(node.args["spec"], mark) if mark.unit else None,
            mark.pos,
        )

    def _frame(self, spec: exp.Expr, mark: Window) -> FrameClause:
        ends = [self._frame_end(e, spec.args[n]) for e, n in zip(mark.ends, ("start", "end"), strict=False)]
        if len(ends) == 1:
            ends.append(FrameEnd("current row", None, ends[0].pos))
        return FrameClause(mark.unit, ends[0], ends[1], mark.exclude, mark.frame_pos)  # type: ignore[arg-type]

    def _frame_end(self, end: tuple[str, int], node: exp.Expr) -> FrameEnd:
        kind, pos = end
        offset = self.expression(node) if kind in ("preceding", "following") else None
        return FrameEnd(kind, offset, pos)  # type: ignore[arg-type]

    def group_item(self, node: exp.Expr) -> Node | GroupingSets:
        """An expression, or ROLLUP, CUBE, GROUPING SETS, ()."""
        call = self.mark(node)
        if not isinstance(call, Call) or call.kind not in ("rollup", "cube", "sets", "empty"):
            return self.expression(node)
        items: tuple[Node | GroupingSets, ...] = ()
        if call.kind == "sets":
            items = tuple(self.group_item(n) for n in node.expressions)
        elif call.kind != "empty":
            items = self.several(node.expressions)
        return GroupingSets(call.kind, items, call.pos)  # type: ignore[arg-type]


def terms(node: exp.Expr) -> list[exp.Expr]:
    """The terms of a sum, from left to right."""
    row = []
    while isinstance(node, exp.Add):
        row.append(node.args["expression"])
        node = node.args["this"]
    row.append(node)
    row.reverse()
    return row
