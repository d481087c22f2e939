"""Conditions that cannot be true for a row whose columns of some sources are all NULL: these turn outer joins into inner ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from planner.prune.constrain.comparisons import NEGATOR
from planner.prune.constrain.contexts import ColumnId, ConditionContext
from planner.tree.bound import Call, Cast, ColumnRef, Expr, InList, Join, JoinKind
from planner.tree.walk import columns_in, sources_of

_STRICT: Final = frozenset({*NEGATOR, "like", "not_like", "~~", "!~~", "starts_with", "^@"})


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a join: its sources, and the aliases through which outer conditions may mean its columns."""

    sources: frozenset[int]
    aliases: Mapping[ColumnId, Expr]

    def mentioned(self, condition: Expr) -> bool:
        """Does the condition refer to a column of this side?"""
        return any(self._has(column) for column in columns_in(condition))

    def _has(self, column: ColumnRef) -> bool:
        if column.source in self.sources:
            return True
        alias = self.aliases.get((column.source, column.column))
        return alias is not None and self.mentioned(alias)

    def rejects(self, condition: Expr) -> bool:
        """Is the condition never true when every column of this side is NULL? (False where that is not certain.)"""
        match condition:
            case Call(_, args):
                match condition.name:
                    case "and":
                        return any(self.rejects(a) for a in args)
                    case "or":
                        return all(self.rejects(a) for a in args)
                    case "not":
                        return self._rejects_negated(args[0])
                    case "is_true":
                        return self.rejects(args[0])
        return self._is_null(condition)

    def _rejects_negated(self, operand: Expr) -> bool:
        if isinstance(operand, Call) and operand.name == "is_null":
            return self._is_column(operand.args[0])
        return self._is_null(operand)

    def _is_null(self, condition: Expr) -> bool:
        """Is the condition NULL when every column of this side is?"""
        match condition:
            case Call(_, args) if condition.name in _STRICT:
                return any(self._is_column(a) for a in args)
            case InList(operand):
                return self._is_column(operand)
        return self._is_column(condition)

    def _is_column(self, expr: Expr) -> bool:
        """Is it a column of this side, or a cast of one, and so NULL too?"""
        while isinstance(expr, Cast):
            expr = expr.operand
        if not isinstance(expr, ColumnRef):
            return False
        if expr.source in self.sources:
            return True
        alias = self.aliases.get((expr.source, expr.column))
        return alias is not None and self._is_column(alias)

    def hidden(self, context: ConditionContext) -> ConditionContext:
        """What the context says without this side: the conditions and aliases that do not mention it."""
        conditions = tuple(c for c in context.conditions if not self.mentioned(c))
        return ConditionContext(conditions, {name: expr for name, expr in context.aliases.items() if not self.mentioned(expr)})


def effective_kind(join: Join, context: ConditionContext) -> JoinKind:
    """The kind of join that remains when the conditions above it throw out rows that one side was made up of NULLs for."""
    left, right = (Side(sources_of(side), context.aliases) for side in (join.left, join.right))
    keeps_left = join.kind in (JoinKind.LEFT, JoinKind.FULL) and not any(right.rejects(c) for c in context.conditions)
    keeps_right = join.kind in (JoinKind.RIGHT, JoinKind.FULL) and not any(left.rejects(c) for c in context.conditions)
    match keeps_left, keeps_right:
        case True, True:
            return JoinKind.FULL
        case True, False:
            return JoinKind.LEFT
        case False, True:
            return JoinKind.RIGHT
        case _:
            return JoinKind.INNER
