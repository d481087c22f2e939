"""Expressions of constants alone become constants, and what constants decide is left out, as Postgres does it while it plans: one
that fails does so though there be no rows. Here it stays as it is then, and the query is no program's. Calls that the session
answers are replaced, too (session_values.py). Rows are compared by their columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.registry import resolve_operator
from planner.rows.expressions import TESTED, Forms, is_of_constants, narrowed
from planner.rows.forms import range_of
from planner.rows.helpers import LEAVES, NAMES
from planner.rows.kinds import OPAQUE, is_partial, kind_of
from planner.rows.moments import compared_as
from planner.rows.row_values import by_columns
from planner.rows.session_values import SessionValues
from planner.rows.shared import Leave
from planner.tree.bound import ArrayExpr, Call, Case, Cast, Const, Expr, InList, Query
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
        if isinstance(node, InList):
            return _in_list(with_parts(node, visit))
        if isinstance(node, Case):
            return _case(with_parts(node, visit))
        if not isinstance(node, Call | Cast):
            return None
        if isinstance(node, Call) and (said := session.of(node)) is not None:
            return said
        made = _aligned(with_parts(node, visit), forms)
        if isinstance(made, Call) and made.function.schema == "syntax":
            return _syntax(made)
        try:
            return _constant(made, forms)
        except LEAVES:
            return made

    return changed(query, visit)


def _array(array: ArrayExpr) -> Expr:
    """A constant, where it is of constants in one dimension."""
    values = [item.value for item in array.items if isinstance(item, Const) and not item.type.pg.is_array]
    return Const(values, array.type) if len(values) == len(array.items) else array


def _syntax(call: Call) -> Expr:
    """What constants decide, or say nothing to, in AND, OR, NOT, coalesce and IS."""
    if any(map(is_of_constants, call.args)):
        return call  # one that fails does so
    match call.name, call.args:
        case "and" | "or", args:
            return _connective(call, args, absorbing=call.name == "or")
        case "coalesce", args:
            return _coalesce(call, args)
        case "not", (Const(value),):
            return Const(None if value is None else not value, call.type)
        case name, (Const(value),) if name in TESTED:
            return Const(value is TESTED[name], call.type)
    return call


def _connective(call: Call, args: Sequence[Expr], *, absorbing: bool) -> Expr:
    known = {arg.value for arg in args if isinstance(arg, Const)}
    if absorbing in known:
        return Const(absorbing, call.type)
    rest = list[Expr](arg for arg in args if not isinstance(arg, Const))
    if None in known:
        rest.append(Const(None, call.type))
    if len(rest) < 2:
        return rest[0] if rest else Const(not absorbing, call.type)
    return replace(call, args=tuple(rest))


def _coalesce(call: Call, args: Sequence[Expr]) -> Expr:
    rest = [arg for arg in args if not isinstance(arg, Const) or arg.value is not None]
    end = next((at for at, arg in enumerate(rest) if isinstance(arg, Const)), len(rest))
    rest = rest[: end + 1]
    if len(rest) < 2:
        return _of_type(rest[0] if rest else Const(None, call.type), call)
    return replace(call, args=tuple(rest))


def _case(case: Case) -> Expr:
    whens, otherwise = list[tuple[Expr, Expr]](), case.otherwise
    for condition, result in case.whens:
        if is_of_constants(condition):
            return case  # it fails
        if not isinstance(condition, Const):
            whens.append((condition, result))
        elif condition.value is True:
            otherwise = result
            break
    if whens:
        return replace(case, whens=tuple(whens), otherwise=otherwise)
    return _of_type(Const(None, case.type) if otherwise is None else otherwise, case)


def _of_type(expr: Expr, whole: Case | Call) -> Expr:
    """*expr* in place of *whole*, whose type may have another modifier."""
    return expr if expr.type == whole.type else whole


def _in_list(node: InList) -> Expr:
    kind, items = kind_of(node.operand.type.pg), [item.value for item in node.items if isinstance(item, Const)]
    if not isinstance(node.operand, Const) or len(items) < len(node.items):
        return node
    if kind is None or kind in OPAQUE or is_partial(kind) or any(kind_of(item.type.pg) != kind for item in node.items):
        return node
    value = node.operand.value
    found = None if value is None else True if value in items else None if None in items else False
    return Const(found if found is None else found is not node.negated, node.type)


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
