"""Expressions as Python statements: every one leaves its value in a variable, None for NULL.

Arguments are all computed before a function looks at them, as in Postgres: a NULL does not hide that another one fails. AND, OR,
CASE and coalesce compute no more than they need. What does not depend on rows is computed once before them, unless it stands where
that may not be needed at all: it may fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from gateway.engine.rows.source import ProgramSource
from planner.postgres.functions.comparison import SYMBOLS
from planner.rows import documents
from planner.rows.expressions import (
    ASK,
    CONNECTIVES,
    DISTINCT,
    TESTED,
    TEXTS,
    Forms,
    comparable,
    equality,
    is_of_texts,
    like_parts,
    narrowed,
)
from planner.rows.forms import LIKES, comparison, range_of
from planner.rows.helpers import lower
from planner.rows.kinds import FLOAT, kind_of
from planner.rows.shared import is_costly, may_be_null
from planner.tree.bound import Aggregate, AnyAll, ArrayExpr, Call, Case, Cast, ColumnRef, Const, Expr, InList, Param, Subscript
from planner.tree.walk import inside

#: Each is compared with what is written.
_GIVEN_MAX: Final = 50


class Var(NamedTuple):
    """Where a value stands, and whether it may be None."""

    name: str
    nullable: bool = True


class Expressions:
    """Writes expressions into *source*. *given* are those whose variables are there already."""

    def __init__(self, source: ProgramSource, forms: Forms, given: Sequence[tuple[Expr, Var]] = ()) -> None:
        self._source = source
        self._forms = forms
        self._given = list(given)
        #: Is what is written now computed for every row?
        self._always = True

    def of(self, expr: Expr) -> Var:
        """The variable with the expression's value."""
        if isinstance(expr, Const):
            return self._written(expr)
        for known, var in self._given:
            if known == expr:
                return var
        if isinstance(expr, Const | Param | ColumnRef):
            return self._written(expr)
        is_early = self._is_early(expr)
        with self._place(is_early=is_early):
            found = self._written(expr)
        if self._always and len(self._given) < _GIVEN_MAX:
            self._given.append((expr, found))
        return found

    def _is_early(self, *exprs: Expr) -> bool:
        """Can they be computed before the rows?"""
        return self._always and not any(isinstance(e, ColumnRef | Aggregate) for expr in exprs for e in inside(expr))

    @contextmanager
    def _place(self, *, is_early: bool) -> Iterator[None]:
        """Where what is written meanwhile stands: before the rows, or here."""
        if is_early:
            with self._source.once(), self.sometimes():
                yield
        else:
            yield

    @contextmanager
    def sometimes(self) -> Iterator[None]:
        """What is written meanwhile is not always computed."""
        always, self._always = self._always, False
        try:
            yield
        finally:
            self._always = always

    def _written(self, expr: Expr) -> Var:
        before = self._forms.before_rows(expr)
        if before is not None:
            with self._source.once():
                self._source.line(f"{(name := self._source.variable())} = {self._source.constant(before.evaluate)}(params, now_us)")
            return Var(name)
        match expr:
            case Const(None):
                return Var("None")
            case Const(value):
                return Var(self._source.constant(value), nullable=False)
            case Param(index):
                return Var(f"p{index}")
            case ColumnRef(source, column):
                return Var(f"v{source}_{column}")
            case Cast():
                return self._cast(expr)
            case Case():
                return self._case(expr)
            case InList():
                return self._in_list(expr)
            case AnyAll():
                return self._any(expr)
            case ArrayExpr(items):
                self._source.line(f"{(name := self._source.variable())} = [{', '.join([self.of(item).name for item in items])}]")
                return Var(name, nullable=False)
            case Subscript(operand, lower):
                return self.strict("element({0}, {1})", (self.of(operand), self.of(lower)))
            case Call():
                return self._call(expr)
        raise TypeError(f"no row form of {type(expr).__name__}")

    def comparable(self, expr: Expr) -> Var:
        """The variable with the value, which is not NaN."""
        kind = kind_of(expr.type.pg) or ""
        form = comparable(kind)
        if isinstance(expr, ColumnRef) and kind == FLOAT:
            found = self.of(expr)
            self._source.line(f"if {found.name} != {found.name}: raise Leave")
            return found
        return self.of(expr) if form == "{0}" else self.strict(form, (self.of(expr),))

    def test(self, condition: Expr) -> str:
        """Source of whether the condition is true."""
        return self.plain(condition) or f"{self.of(condition).name} is True"

    def plain(self, condition: Expr) -> str | None:
        """The same where nothing in it can fail in Postgres: a column, parameters and constants compared, or NULL; or NOT that."""
        call, no = unnegated(condition)
        if call is None or not all(isinstance(arg, Const | Param | ColumnRef) for arg in call.args):
            return None
        if any(known in (call, condition) for known, _ in self._given):
            return None
        if is_null_test(call):
            return f"{self.of(call.args[0]).name} is {no}None"
        kinds = [kind_of(arg.type.pg) for arg in call.args]
        is_compared = call.function.operator and call.name in SYMBOLS and "interval" not in kinds
        form = comparison(call.name, *kinds) if is_compared else None
        if form is None:
            return None
        args = [self.of(arg) for arg in call.args]
        for index, arg in enumerate(args):
            form = form.replace(f"{{{index}}}", arg.name)
        return " and ".join([*(f"{arg.name} is not None" for arg in args if arg.nullable), no + form])

    def strict(self, form: str, args: Sequence[Var], bounds: tuple[int, int] | None = None) -> Var:
        """A form's value; None if any argument is. Outside *bounds* it is left to the general way."""
        if any(arg.name == "None" for arg in args):
            return Var("None")
        target, nullable = self._source.variable(), [a.name for a in args if a.nullable]
        self._source.costly |= is_costly(form)
        value = self._source.written(form)
        for index, arg in enumerate(args):
            value = value.replace(f"{{{index}}}", arg.name)
        if nullable:
            with self._source.block(f"if {' or '.join(f'{name} is None' for name in nullable)}:"):
                self._source.line(f"{target} = None")
            with self._source.block("else:"):
                self._assign(target, value, bounds)
        else:
            self._assign(target, value, bounds)
        return Var(target, bool(nullable) or may_be_null(form))

    def _assign(self, target: str, value: str, bounds: tuple[int, int] | None) -> None:
        self._source.line(f"{target} = {value}")
        if bounds is not None:
            self._source.line(f"if not {bounds[0]} <= {target} <= {bounds[1]}: raise Leave")

    def _cast(self, cast: Cast) -> Var:
        form = self._forms.cast(cast.operand.type, cast.type)
        assert form is not None, "is known"
        operand, bounds = self.of(cast.operand), narrowed(cast.operand.type, cast.type)
        return operand if form == "{0}" and bounds is None else self.strict(form, (operand,), bounds)

    def _call(self, call: Call) -> Var:
        name = call.name
        if documents.is_document(call):
            return self._document(call)
        if call.function is ASK:
            function, *values = (self.of(arg).name for arg in call.args)
            target = self._source.variable()
            self._source.line(f"{target} = {function}({', '.join(values)})")
            return Var(target)
        if call.function.schema == "syntax":
            return self._connective(call) if name in CONNECTIVES else self._choice(call)
        if name in LIKES and call.function.operator:
            like, operands = like_form(call, self._source)
            return self.strict(like, [self.of(operand) for operand in operands])
        if is_of_texts(call):
            return self._texts(call)
        form = self._forms.form(call)
        assert form is not None, "is known"
        return self.strict(form, [self.of(arg) for arg in call.args], range_of(call.function))

    def _texts(self, call: Call) -> Var:
        """Of arguments of any types, some of which may be NULL."""
        names = [self.strict(self._forms.text(arg.type) or "", (self.of(arg),)).name for arg in call.args]
        target = self._source.variable()
        form = TEXTS[call.name]
        value = form.format(names[0], ", ".join(names[1:])) if "{1}" in form else form.format(", ".join(names))
        self._source.costly |= is_costly(value)
        self._source.line(f"{target} = {value}")
        return Var(target)

    def json(self, expr: Expr) -> Var:
        """The value's JSON."""
        form, value = self._forms.json(expr.type), self.of(expr)
        assert form is not None, "is known"
        return value if form == "{0}" else self.strict(form, (value,))

    def _document(self, call: Call) -> Var:
        parts = documents.parts(call)
        assert parts is not None, "is known"
        texts = [self.json(part) for part in parts]
        if call.name in documents.STRICT:
            return self.strict(documents.STRICT[call.name], texts)
        listed = ", ".join(f"'null' if {text.name} is None else {text.name}" if text.nullable else text.name for text in texts)
        form = self._source.written(documents.form(call)).replace("{}", f"[{listed}]")
        self._source.costly |= is_costly(form)
        target = self._source.variable()
        self._source.line(f"{target} = {form.replace('{template}', self._source.constant(documents.template(call)))}")
        absent = documents.absence(call)
        return Var(target, nullable=False) if absent is None else self._when(f"{self.of(absent).name} is True", "None", target)

    def _connective(self, call: Call) -> Var:
        if call.name in ("and", "or"):
            return self._chain(call.args, absorbing=str(call.name == "or"))
        operand = self.of(call.args[0])
        if call.name == "not":
            return self.strict("not {0}", (operand,))
        target = self._source.variable()
        self._source.line(f"{target} = {operand.name} is {TESTED[call.name]}")
        return Var(target, nullable=False)

    def _chain(self, args: Sequence[Expr], absorbing: str) -> Var:
        """AND and OR: from the left, up to the first that decides."""
        neutral = str(absorbing == "False")
        target = self._source.variable()
        self._source.line(f"{target} = {self.of(args[0]).name}")
        for arg in args[1:]:
            with self._source.block(f"if {target} is not {absorbing}:"), self.sometimes():
                value = self.of(arg).name
                with self._source.block(f"if {value} is {absorbing} or {target} is {neutral}:"):
                    self._source.line(f"{target} = {value}")
        return Var(target)

    def _choice(self, call: Call) -> Var:
        if call.name == "coalesce":
            return self._first(call.args)
        args = [self.of(arg) for arg in call.args]
        kind = kind_of(call.args[0].type.pg)
        assert kind is not None, "is known"
        if call.name in DISTINCT:
            return self._distinct(args, kind, call.name)
        if call.name == "nullif":
            same = self.strict(equality(kind), args)
            return self._when(f"{same.name} is True", "None", args[0].name)
        found, symbol = args[0], ">" if call.name == "greatest" else "<"
        form = comparison(symbol, kind, kind)
        assert form is not None, "one kind compares"
        for arg in args[1:]:
            better = self.strict(form, (arg, found))
            found = self._when(f"{better.name} is True or {found.name} is None", arg.name, found.name)
        return found

    def _when(self, condition: str, value: str, otherwise: str) -> Var:
        target = self._source.variable()
        self._source.line(f"{target} = {value} if {condition} else {otherwise}")
        return Var(target)

    def _distinct(self, args: Sequence[Var], kind: str, name: str) -> Var:
        one, other = (arg.name for arg in args)
        same = self.strict(equality(kind), args)
        negated = "not " if name == "is_distinct" else ""
        target = self._source.variable()
        self._source.line(f"{target} = {negated}({same.name} is True or ({one} is None and {other} is None))")
        return Var(target, nullable=False)

    def _first(self, args: Sequence[Expr]) -> Var:
        target = self._source.variable()
        self._source.line(f"{target} = {self.of(args[0]).name}")
        for arg in args[1:]:
            with self._source.block(f"if {target} is None:"), self.sometimes():
                self._source.line(f"{target} = {self.of(arg).name}")
        return Var(target)

    def _case(self, case: Case) -> Var:
        target = self._source.variable()
        self._branches(target, case.whens, case.otherwise)
        return Var(target)

    def _branches(self, target: str, whens: Sequence[tuple[Expr, Expr]], otherwise: Expr | None) -> None:
        if not whens:
            self._source.line(f"{target} = {'None' if otherwise is None else self.of(otherwise).name}")
            return
        (condition, result), *rest = whens
        with self._source.block(f"if {self.of(condition).name} is True:"), self.sometimes():
            self._source.line(f"{target} = {self.of(result).name}")
        with self._source.block("else:"), self.sometimes():
            self._branches(target, rest, otherwise)

    def _any(self, expr: AnyAll) -> Var:
        """Nothing is in an empty array, not even NULL."""
        operand, target = self.comparable(expr.operand).name, self._source.variable()
        with self._place(is_early=self._is_early(expr.array)):
            array = self.strict("listed({0})", (self.of(expr.array),)).name
        rest = f"None if {operand} is None else True if {operand} in {array} else None if None in {array} else False"
        self._source.line(f"{target} = None if {array} is None else False if not {array} else {rest}")
        return self.strict("not {0}", (Var(target),)) if expr.all else Var(target)

    def _in_list(self, expr: InList) -> Var:
        operand = self.comparable(expr.operand)
        target = self._source.variable()
        items = [item.value for item in expr.items if isinstance(item, Const)]
        if len(items) == len(expr.items):
            found = f"{operand.name} in {self._source.constant(frozenset(v for v in items if v is not None))}"
            unknown = "None" if None in items else "False"
        else:
            with self._place(is_early=self._is_early(*expr.items)):
                names = [self.comparable(item).name for item in expr.items]
                values = self._source.variable()
                self._source.line(f"{values} = ({', '.join(names)},)")
            found = f"{operand.name} in {values}"
            unknown = f"None if None in {values} else False"
        self._source.line(f"{target} = None if {operand.name} is None else True if {found} else {unknown}")
        return self.strict("not {0}", (Var(target),)) if expr.negated else Var(target)


def like_form(call: Call, source: ProgramSource) -> tuple[str, tuple[Expr, ...]]:
    """The form of LIKE or ILIKE, and what it takes: a constant pattern without backslashes is a constant of *source*."""
    negated, parts = "not " if call.name.startswith("not_") else "", like_parts(call.args[1])
    has_case = not call.name.endswith("ilike")
    if parts is None:
        return f"{negated}like_pattern({'{0}, {1}' if has_case else 'lower({0}), lower({1})'})", call.args
    value = "{0}" if has_case else "lower({0})"
    return negated + _like(value, parts if has_case else tuple(map(lower, parts)), source), call.args[:1]


def _like(value: str, parts: tuple[str, ...], source: ProgramSource) -> str:
    """Does it have these *parts*, with anything between them? Python's own methods find what stands at an end, or anywhere."""
    match parts:
        case (part,) | (part, "") if "_" in part:
            pattern = re.compile("".join("." if letter == "_" else re.escape(letter) for letter in part), re.DOTALL)
            return f"{source.constant(pattern.fullmatch if len(parts) == 1 else pattern.match)}({value}) is not None"
        case (whole,):
            return f"{value} == {source.constant(whole)}"
        case (first, "") if "_" not in first:
            return f"{value}.startswith({source.constant(first)})"
        case ("", last) if "_" not in last:
            return f"{value}.endswith({source.constant(last)})"
        case ("", middle, "") if "_" not in middle:
            return f"{source.constant(middle)} in {value}"
    return f"like({value}, {source.constant(parts)})"


def is_null_test(call: Call) -> bool:
    """Is it IS NULL?"""
    return call.function.schema == "syntax" and call.name == "is_null"


def unnegated(condition: Expr) -> tuple[Call | None, str]:
    """The call itself, and "not " where that is negated."""
    if isinstance(condition, Call) and condition.function.schema == "syntax" and condition.name == "not":
        inner = condition.args[0]
        return inner if isinstance(inner, Call) else None, "not "
    return condition if isinstance(condition, Call) else None, ""
