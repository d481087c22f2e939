"""Expressions of constants alone become constants, as Postgres makes them while it plans: one that fails does so though there be
no rows. Here it stays as it is then, and the query is no program's. Calls that the session answers are replaced, too
(session_values.py). Rows are compared by their columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.registry import resolve_operator
from planner.rows.expressions import Forms, narrowed
from planner.rows.forms import range_of
from planner.rows.helpers import LEAVES, NAMES
from planner.rows.moments import compared_as
from planner.rows.row_values import by_columns
from planner.rows.session_values import SessionValues
from planner.rows.shared import Leave
from planner.tree.bound import ArrayExpr, Call, Cast, Const, Expr, Query
from planner.tree.query_plan import PlanSettings
from planner.tree.types import SqlType
from planner.tree.walk import changed, with_parts
from statestore.codegen import compile_function

#: Characters and bytes of a constant that is computed with: some forms take a microsecond for each.
_LENGTH_MAX: Final = 10_000
_FORMS_KEPT_MAX: Final = 1_024


def folded(query: Query, settings: PlanSettings, session: SessionValues) -> Query:
    """The query with constants for what can be computed by row forms from constants, with what *session* says, and without
    comparisons of rows."""
    forms = Forms(settings, {})

    def visit(node: Any) -> Expr | None:
        if (compared := by_columns(node)) is not None:
            return changed(compared, visit)
        if isinstance(node, ArrayExpr):
            return _array(with_parts(node, visit))
        if not isinstance(node, Call | Cast):
            return None
        if isinstance(node, Call) and (said := session.of(node)) is not None:
            return said
        made = _aligned(with_parts(node, visit), forms)
        try:
            return _constant(made, forms)
        except LEAVES:
            return made

    return changed(query, visit)


def _array(array: ArrayExpr) -> Expr:
    """A constant, where it is of constants in one dimension."""
    values = [item.value for item in array.items if isinstance(item, Const) and not item.type.pg.is_array]
    return Const(values, array.type) if len(values) == len(array.items) else array


def _constant(expr: Call | Cast, forms: Forms) -> Const:
    """Raises what LEAVES lists, Leave where it is not of constants or has no form."""
    if isinstance(expr, Cast):
        form, args, bounds = forms.cast(expr.operand.type, expr.type), [expr.operand], narrowed(expr.operand.type, expr.type)
    else:
        form, args, bounds = forms.form(expr), list(expr.args), range_of(expr.function)
    values = [arg.value for arg in args if isinstance(arg, Const)]
    is_timed = form is not None and "matching()" in form
    if form is None or is_timed or len(values) < max(1, len(args)) or any(_is_long(value) for value in values):
        raise Leave
    if None in values:
        return Const(None, expr.type)
    found = _function(form, len(values))(*values)
    if bounds is not None and not bounds[0] <= found <= bounds[1]:
        raise Leave
    return Const(found, expr.type)


def _is_long(value: Any) -> bool:
    return isinstance(value, str | bytes | list) and len(value) > _LENGTH_MAX


def _aligned(expr: Call | Cast, forms: Forms) -> Call | Cast:
    """A constant date or time that is compared with one of another type, as of that type, if it is compared as that."""
    if not isinstance(expr, Call) or not expr.function.operator or expr.name not in SYMBOLS:
        return expr
    target = compared_as([arg.type.pg for arg in expr.args])
    if target is None:
        return expr
    try:
        left, right = (_constant(Cast(arg, SqlType(target)), forms) if isinstance(arg, Const) else arg for arg in expr.args)
    except LEAVES:
        return expr
    if left.type.pg is not target or right.type.pg is not target:
        return expr
    return replace(expr, function=resolve_operator(expr.name, target, target).function, args=(left, right))


@lru_cache(_FORMS_KEPT_MAX)
def _function(form: str, count: int) -> Callable[..., Any]:
    names = [f"a{i}" for i in range(count)]
    for i, name in enumerate(names):
        form = form.replace(f"{{{i}}}", name)
    return compile_function("folded", ", ".join(names), [f"return {form}"], NAMES)
