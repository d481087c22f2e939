"""Which expressions the row executor computes: those whose every part has a row form, of types whose values Python has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NoReturn, TypeVar

from planner.postgres.functions.function import ANY, ANYNONARRAY, Function
from planner.prune.constrain.constants import Evaluate, Known, Params, value_of
from planner.prune.lean import is_direct
from planner.rows import documents
from planner.rows.casts import cast_form, text_form
from planner.rows.forms import LIKES, comparison, form_of
from planner.rows.gathering import GATHERING, gathered, is_computed
from planner.rows.kinds import FLOAT, INT, LEAST, NUMERIC, OPAQUE, TEXT, is_partial, kind_of
from planner.rows.local_times import near, near_date
from planner.rows.moments import moment_form
from planner.rows.patterns import matcher
from planner.rows.scales import fixed_scale
from planner.rows.stored import converter
from planner.tree.bound import Aggregate, AnyAll, ArrayExpr, Call, Case, Cast, ColumnRef, Const, Expr, InList, Param, Subscript
from planner.tree.query_plan import PlanSettings
from planner.tree.types import BOOL, DATE, TIMESTAMP, TIMESTAMPTZ, VARCHAR, SqlType
from planner.tree.types import TEXT as TEXT_TYPE
from planner.tree.walk import columns_in, inside, operands
from statestore.schema import ViewSchema

#: Deeper CASEs would be more than Python's parser takes, and are no small expressions.
BRANCHES_MAX: Final = 20
#: What IS tests for.
TESTED: Final = {"is_null": None, "is_unknown": None, "is_true": True, "is_false": False}
CONNECTIVES: Final = frozenset({"and", "or", "not", *TESTED})
DISTINCT: Final = {"is_distinct": "<>", "is_not_distinct": "="}
CHOICES: Final = frozenset({"coalesce", "greatest", "least", "nullif"})
#: Operators of regular expressions, where these are constants that have a matcher().
MATCHES: Final = {"~": "matches({0}, {1})", "!~": "not matches({0}, {1})"}
#: Functions of the texts of values of any types, some of which may be NULL.
TEXTS: Final = {"concat": "concatenated('', {})", "concat_ws": "concatenated({})", "format": "py_format({0}, [{1}])"}
T = TypeVar("T")


def _no_sql(*_: object) -> NoReturn:
    raise TypeError("has no SQL")


#: A parameter that is a function, and the values that it is asked with.
ASK: Final = Function("ask", (ANY,), ANY, _no_sql, schema="syntax", variadic=True, strict=False, volatility="volatile")


class Forms:
    """The forms under one session's settings."""

    __slots__ = ("_settings", "_views")

    def __init__(self, settings: PlanSettings, views: Mapping[int, ViewSchema | None]) -> None:
        """*views* are those that are read, by the numbers of their sources; None where that gives values as SQL has them."""
        self._settings = settings
        self._views = views

    @property
    def timezone(self) -> str:
        """The session's."""
        return self._settings.timezone

    def knows(self, expr: Expr, given: Sequence[Expr] | None = None) -> bool:
        """Can it be computed? With *given*, expressions whose values are there already, and no columns are but those among them."""
        if given is not None and expr in given:
            return True
        if is_of_constants(expr):
            return False  # it would be a constant (folding.py) if it could be computed
        return self._has_form(expr, given) or self._known(expr) is not None

    def before_rows(self, expr: Expr) -> Known | None:
        """The value of an expression without columns, where it has no form: of now(), parameters and intervals."""
        return None if self._has_form(expr, None) else self._known(expr)

    def _known(self, expr: Expr) -> Known | None:
        if kind_of(expr.type.pg) is None or any(True for _ in columns_in(expr)):
            return None
        known = value_of(expr, self._settings)
        if known is None or known.constant:
            return None
        near_to = {DATE: near_date, TIMESTAMP: near, TIMESTAMPTZ: near}.get(expr.type.pg)
        return known if near_to is None else replace(known, evaluate=_checked(known.evaluate, near_to))

    def _has_form(self, expr: Expr, given: Sequence[Expr] | None) -> bool:
        parts = None if _is_cut_short(expr) else self._parts(expr, given)
        return parts is not None and all(self.knows(part, given) for part in parts)

    def _parts(self, expr: Expr, given: Sequence[Expr] | None) -> Sequence[Expr] | None:
        """What has to have forms as well, where the expression itself has one; None where it has none."""
        match expr:
            case Const(value, type_):
                nested = isinstance(value, list) and any(isinstance(item, list) for item in value)
                return () if value is None or (kind_of(type_.pg) is not None and not nested) else None
            case Param(_, type_):
                return () if kind_of(type_.pg) is not None else None
            case ColumnRef(source, column, type=type_):
                return () if given is None and kind_of(type_.pg) is not None and self._is_made(source, column) else None
            case Cast(operand, type_):
                return (operand,) if self.cast(operand.type, type_) is not None else None
            case Case(whens, _, type_):
                return tuple(operands(expr)) if kind_of(type_.pg) is not None and len(whens) <= BRANCHES_MAX else None
            case InList(operand, items):
                kind = kind_of(operand.type.pg)
                compares = kind is not None and kind not in OPAQUE and all(kind_of(i.type.pg) == kind for i in items)
                return (operand, *items) if compares else None
            case Call():
                return self._parts_of_call(expr)
            case ArrayExpr(items, type_):
                element = None if type_.pg.element is None else kind_of(type_.pg.element)
                return items if element not in (None, "array") and all(kind_of(i.type.pg) == element for i in items) else None
            case AnyAll(operand, array=array):
                return (operand, array) if is_listed(expr) else None
            case Subscript(operand, lower, None):
                return (operand, lower) if (kind_of(operand.type.pg), kind_of(lower.type.pg)) == ("array", INT) else None
        return None

    def _parts_of_call(self, call: Call) -> Sequence[Expr] | None:
        args = call.args
        if documents.is_document(call):
            written, absent = documents.parts(call), documents.absence(call)
            if written is None or any(self.json(part.type) is None for part in written):
                return None
            return written if absent is None else (*written, absent)
        if call.function.schema == "syntax":
            return args if call.function is ASK or self._knows_syntax(call) else None
        if call.name in LIKES and call.function.operator:
            texts = args[:1] if like_parts(args[1]) is not None else args
            return texts if all(kind_of(arg.type.pg) == TEXT for arg in texts) else None
        if is_of_texts(call):
            return args if all(self.text(arg.type) is not None for arg in args) else None
        return args if self.form(call) is not None else None

    def _is_made(self, source: int, column: int) -> bool:
        """Is the stored value the SQL value, or is it known how that is made of it?"""
        view = self._views[source]
        return view is None or is_direct(stored := view.columns[column].type) or converter(stored) is not None

    def _knows_syntax(self, call: Call) -> bool:
        if call.name in CONNECTIVES:
            return True
        kinds = {kind_of(arg.type.pg) for arg in call.args}
        if len(kinds) != 1 or None in kinds or (call.name != "coalesce" and not kinds.isdisjoint(OPAQUE)):
            return False
        return call.name in DISTINCT or call.name in CHOICES

    def form(self, call: Call) -> str | None:
        """The form of a plain call."""
        special = moment_form(call, self._settings)
        if special is not None or any(kind_of(arg.type.pg) is None for arg in call.args):
            return special
        if call.name == "||" and ANYNONARRAY in call.function.args:
            texts = [self.cast(arg.type, SqlType(TEXT_TYPE)) for arg in call.args]
            return None if None in texts else f"{texts[0]} + {str(texts[1]).replace('{0}', '{1}')}"
        if call.function.operator and call.name in MATCHES and len(call.args) == 2:
            pattern = uncast(call.args[1])
            if isinstance(pattern, Const) and isinstance(pattern.value, str) and matcher(pattern.value) is not None:
                return MATCHES[call.name]
        if call.name in ("string_to_array", "array_to_string"):
            return self._joined_or_split(call)
        return form_of(call.function, self._settings)

    def _joined_or_split(self, call: Call) -> str | None:
        """Of arrays of texts by a constant that is not NULL."""
        values, separator, *null = call.args
        if null or not isinstance(separator, Const) or separator.value is None:
            return None
        if call.name == "string_to_array":
            return "pieces({0}, {1})"
        text = None if values.type.pg.element is None else text_form(values.type.pg.element, self._settings)
        return None if text is None else f"{{1}}.join([{text.replace('{0}', 'e')} for e in flat({{0}}) if e is not None])"

    def cast(self, source: SqlType, target: SqlType) -> str | None:
        """The form of a cast: "{0}" where the value stays."""
        return cast_form(source, target, self._settings)

    def text(self, type_: SqlType) -> str | None:
        """The form of a value's text."""
        return text_form(type_.pg, self._settings)

    def json(self, type_: SqlType) -> str | None:
        """The form of a value's JSON."""
        return documents.json_form(type_.pg, self._settings)

    def knows_aggregate(self, call: Aggregate) -> bool:
        """Can it be made of the values of few rows?"""
        if call.filter is not None and not self.knows(call.filter):
            return False
        if call.function.name in GATHERING:
            return self._gathers(call)
        if call.order_by:
            return False
        if call.distinct and call.function.name not in ("count", "sum", "avg"):
            return False
        if not call.args:
            return call.function.name == "count"
        kind = kind_of(call.args[0].type.pg)
        if len(call.args) != 1 or kind is None or not self.knows(call.args[0]):
            return False
        match call.function.name:
            case "count":
                return not (call.distinct and kind in OPAQUE)
            case "sum" | "avg" if call.distinct:
                return kind == INT
            case "sum" | "avg":
                return kind in (INT, NUMERIC, "interval") or call.args[0].type.pg.name == "float8"
            case "min" | "max" if kind == NUMERIC:
                return is_of_one_scale(call.args[0])
            case "min" | "max":
                return kind == "interval" or kind not in ("bool", "bytea", *OPAQUE)
            case "bool_and" | "bool_or" | "every":
                return call.args[0].type.pg is BOOL
        return False

    def _gathers(self, call: Aggregate) -> bool:
        name = call.function.name
        if not all(map(self.knows, gathered(call))) or not all(self.sorts(k.expr) and self.knows(k.expr) for k in call.order_by):
            return False
        if name in documents.AGGREGATES:
            is_key = name not in documents.OBJECTS or kind_of(call.args[0].type.pg) in (INT, TEXT)
            return is_key and not call.distinct and all(self.json(value.type) is not None for value in gathered(call))
        if name not in ("array_agg", "string_agg"):
            return is_computed(call)
        value, *rest = call.args
        kind = kind_of(value.type.pg)
        if kind in (None, "array"):
            return False
        if call.distinct and (kind in OPAQUE or is_partial(kind) or any(key.expr != value for key in call.order_by)):
            return False
        if name == "array_agg":
            return True
        return kind == TEXT and isinstance(rest[0], Const) and isinstance(rest[0].value, str)

    def identifies(self, expr: Expr) -> bool:
        """Have equal values one text?"""
        kind = kind_of(expr.type.pg)
        return kind is not None and kind not in OPAQUE and (not is_partial(kind) or is_of_one_scale(expr))

    def sorts(self, expr: Expr) -> bool:
        """Do Python's order and equality of its values say what Postgres's say?"""
        kind = kind_of(expr.type.pg)
        return kind is not None and kind not in OPAQUE

    def groups(self, expr: Expr) -> bool:
        """Can it be what a group's rows have in common?"""
        return self.sorts(expr) and (kind_of(expr.type.pg) != NUMERIC or is_of_one_scale(expr))


def _checked(evaluate: Evaluate, check: Callable[[int], int]) -> Evaluate:
    """The moment, which has to lie within what all calendars have."""

    def checked(params: Params, now_us: int) -> int | None:
        found = evaluate(params, now_us)
        return None if found is None else check(found)

    return checked


def is_of_constants(expr: Expr) -> bool:
    """Is it made of constants alone, but none itself?"""
    if isinstance(expr, Const):
        return False
    return all(isinstance(e, Const) or (not isinstance(e, Aggregate) and any(True for _ in operands(e))) for e in inside(expr))


def _is_cut_short(expr: Expr) -> bool:
    """Do constants in it make others needless? Postgres finds that while it plans, and may find that it is of constants alone."""
    match expr:
        case Case(whens):
            return any(isinstance(condition, Const) or is_of_constants(condition) for condition, _ in whens)
        case Call(function, args) if function.schema == "syntax" and function.name in ("and", "or"):
            return any(isinstance(arg, Const) and arg.value is (function.name == "or") for arg in args)
    return False


def each_once(exprs: Iterable[T]) -> tuple[T, ...]:
    """Those that are equal once; their constants need not be hashable."""
    found = list[T]()
    for expr in exprs:
        if expr not in found:
            found.append(expr)
    return tuple(found)


def narrowed(source: SqlType, target: SqlType) -> tuple[int, int] | None:
    """What a cast to an integer type has to be checked against: least and greatest."""
    if target.pg not in LEAST or (kind_of(source.pg) == INT and source.pg.length <= target.pg.length) or target.pg is source.pg:
        return None
    least = LEAST[target.pg]
    return least, -least - 1


def like_parts(pattern: Expr) -> tuple[str, ...] | None:
    """What stands between the % of a constant pattern without backslashes, with _ for any character; None for others."""
    pattern = uncast(pattern)
    if not isinstance(pattern, Const) or not isinstance(pattern.value, str) or "\\" in pattern.value:
        return None
    return tuple(pattern.value.split("%"))


def uncast(expr: Expr) -> Expr:
    """Without casts between text and varchar that change nothing."""
    while isinstance(expr, Cast) and expr.type.typmod == -1 and {expr.type.pg, expr.operand.type.pg} <= {TEXT_TYPE, VARCHAR}:
        expr = expr.operand
    return expr


def is_of_texts(call: Call) -> bool:
    """Is it concat or its like?"""
    return call.function.variadic and call.name in TEXTS


def is_of_one_scale(expr: Expr) -> bool:
    """Is it a numeric whose equal values all have one text?"""
    return fixed_scale(expr) is not None


def is_listed(expr: AnyAll) -> bool:
    """Is it = ANY or <> ALL of an array of values that Python compares?"""
    element = expr.array.type.pg.element
    kind = None if element is None else kind_of(element)
    if (expr.function.name, expr.all) not in (("=", False), ("<>", True)):
        return False
    return kind is not None and kind not in OPAQUE and kind_of(expr.operand.type.pg) == kind


def equality(kind: str) -> str:
    """The form of = within a kind."""
    form = comparison("=", kind, kind)
    assert form is not None, "one kind compares"
    return form


def comparable(kind: str) -> str:
    """The form of a value that Python compares as Postgres does."""
    return {FLOAT: "({0} if {0} == {0} else leave())", NUMERIC: "proper({0})"}.get(kind, "{0}")
