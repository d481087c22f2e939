"""IN lists, rows IN lists, and IN (VALUES …)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

from planner.prune.constrain.comparisons import Comparison, comparison
from planner.prune.constrain.constants import Evaluate, Known, Params, value_of
from planner.prune.constrain.formula import ANYTHING, Formula, FormulaLeaf, FormulaShape, all_of, any_of
from planner.prune.constrain.operators import compare, compare_term
from planner.prune.constrain.terms import Term, TermScope, terms_of
from planner.prune.constrain.want import NEGATED, Polarity
from planner.prune.keyspace.column_set import EVERYTHING, ColumnSet
from planner.tree.bound import ColumnRef, Expr, Row, Select, Subquery, Values


def in_list(operand: Expr, items: Sequence[Expr], want: Polarity, scope: TermScope) -> Formula:
    """``operand IN (items)``; the operand may be a row."""
    if isinstance(operand, Row):
        return _in_rows(operand, items, want, scope)
    if terms := terms_of(operand, scope):
        known = [value_of(i, scope.settings) for i in items]
        if complete := [k for k in known if k is not None]:
            found = all_of([_in_values(t, complete, want, scope) for t in terms])
            if len(complete) == len(known):
                return found
            # Some items depend on rows: nothing is excluded by TRUE; for FALSE the others still have to differ.
            return Formula(found.boxes, False) if want is Polarity.FALSE else ANYTHING
        return ANYTHING
    return _as_comparisons(operand, items, want, scope)


def _as_comparisons(operand: Expr, items: Sequence[Expr], want: Polarity, scope: TermScope) -> Formula:
    parts = [compare("=", operand, i, want, scope) for i in items]
    return any_of(parts) if want in (Polarity.TRUE, Polarity.NOT_FALSE) else all_of(parts)


def _in_rows(operand: Row, items: Sequence[Expr], want: Polarity, scope: TermScope) -> Formula:
    if not all(isinstance(i, Row) for i in items) or want in (Polarity.NOT_TRUE, Polarity.NOT_FALSE):
        return ANYTHING
    return _as_comparisons(operand, items, want, scope)


def _in_values(term: Term, values: Sequence[Known], want: Polarity, scope: TermScope) -> Formula:
    sql_type = values[0].type
    how = comparison(term, sql_type.pg, scope.settings.timezone)
    if how is None or any(v.type.pg is not sql_type.pg for v in values):
        parts = [compare_term(term, "=", v, want, scope) for v in values]
        return any_of(parts) if want in (Polarity.TRUE, Polarity.NOT_FALSE) else all_of(parts)
    return _list_leaf(term, how, _Items(values)).formula(want)


#: EXPLAIN shows so many items of a list.
_SHOWN_MAX: Final = 10


class _Items:
    """The values of a list; constants are put together once."""

    def __init__(self, values: Sequence[Known]) -> None:
        more = f", … {len(values) - _SHOWN_MAX} more" if len(values) > _SHOWN_MAX else ""
        self.text = ", ".join(v.text for v in values[:_SHOWN_MAX]) + more
        self.inputs = tuple(v for v in values if not v.constant) or (values[0],)
        self.is_single = len(values) == 1
        bare = tuple(v.param for v in values if v.param is not None)
        listed = _parameters(bare) if len(bare) == len(values) > 1 else self.listed
        self.known = Known(listed, values[0].type, self.text, timeless=all(v.timeless for v in values))
        self._fixed = [v.evaluate((), 0) for v in values if v.constant and v.total]
        self._open = [v.evaluate for v in values if not (v.constant and v.total)]

    def listed(self, params: Params, now_us: int) -> list[Any]:
        """All values."""
        return [*self._fixed, *(e(params, now_us) for e in self._open)] if self._open else self._fixed


def _parameters(indexes: tuple[int, ...]) -> Evaluate:
    """The values of several parameters."""
    pick = itemgetter(*indexes)
    return lambda params, now_us: pick(params)


def _list_leaf(term: Term, how: Comparison, items: _Items) -> FormulaLeaf:
    """term IN (items)."""

    def false(params: Params, now_us: int) -> ColumnSet:
        found = how.solve_all("<>", items.listed(params, now_us))
        return EVERYTHING if found is None else found

    return FormulaLeaf(
        term.column,
        lambda params, now_us: how.solve_any("=", items.listed(params, now_us)),
        false,
        items.inputs,
        f"{term.column.name} IN ({items.text})",
        term.exact,
        FormulaShape.RANGES if term.steps else FormulaShape.SINGLE if items.is_single else FormulaShape.POINTS,
        values=None if term.steps else items.known,
        total=how.total,
    )


def in_values_query(expr: Subquery, want: Polarity, scope: TermScope) -> Formula:
    """operand IN (VALUES …) of known values is a list; every other subquery is left to the engine."""
    items = _value_rows(expr)
    if items is None or expr.operand is None:
        return ANYTHING
    return in_list(expr.operand, items, NEGATED[want] if expr.negated else want, scope)


def _value_rows(expr: Subquery) -> tuple[Expr, ...] | None:
    query = expr.query
    if expr.kind != "any" or expr.function is None or expr.function.name != "=" or not isinstance(query, Select):
        return None
    values = query.from_
    plain = query.where is None and not query.grouped and query.limit is None and query.offset is None and not query.distinct_on
    if not isinstance(values, Values) or not plain or len(query.items) != 1 or len(values.columns) != 1:
        return None
    item = query.items[0]
    if not isinstance(item, ColumnRef) or item.source != values.source:
        return None
    return tuple(row[0] for row in values.rows)
