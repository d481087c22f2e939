"""Expressions over whole columns: each leaves a list with its value for every row, None for NULL, in a third of a loop's time.

Everything is computed of all rows. Where a form leaves, rows are looked at one by one (`execution.py`), which also has the order of
CASE, AND and coalesce. Columns are taken to hold no NULL first, for whose values `map` is enough, and only then to hold some.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from decimal import Decimal
from typing import Final, NamedTuple

from gateway.engine.keyed.stored_columns import scale_of
from gateway.engine.rows.expressions import Expressions, like_form
from gateway.engine.rows.source import ProgramSource
from planner.postgres.functions.comparison import SYMBOLS
from planner.rows.expressions import TESTED, Forms, comparable, equality, is_of_texts, narrowed
from planner.rows.forms import LIKES, comparison, range_of
from planner.rows.joins import JoinedRelation
from planner.rows.kinds import FLOAT, INT, NUMERIC, is_partial, kind_of
from planner.rows.local_times import NEAR_US
from planner.rows.moments import is_whole_field
from planner.rows.numbers import floor_by
from planner.rows.shared import is_costly, may_be_null
from planner.tree import types as t
from planner.tree.bound import Call, Case, Cast, ColumnRef, Const, Expr, InList
from planner.tree.walk import columns_in
from statestore.decimals import unscaled

#: Python's functions of operators.
_OPERATIONS: Final = {"+": "add", "-": "sub", "*": "mul"}
_DECIMAL: Final = "Decimal("
_SECONDS: Final = ").scaleb(-6)"
#: Fraction digits of constants that are computed with as integers.
_SCALE_MAX: Final = 40


class NotVectorized(Exception):
    """Rows have to be looked at one by one."""


class Vector(NamedTuple):
    """The name of a list, or of one value for all rows, never None; numerics may be integers, with *scale* fraction digits."""

    name: str
    scale: int | None = None
    nullable: bool = False
    is_scalar: bool = False


class Vectors:
    """Writes them into *source*, over the columns v<n>_<i> of source *first*. All raise NotVectorized."""

    def __init__(self, source: ProgramSource, forms: Forms, first: JoinedRelation, *, nullable: bool) -> None:
        """*nullable*: may columns hold NULL?"""
        self._source, self._forms, self._nullable = source, forms, nullable
        self._first, self._view = first.source, first.view
        self._scalars = Expressions(source, forms)
        self._given: list[tuple[Expr, Vector]] = []
        #: The columns that must not be NULL.
        self.present = set[int]()

    def forget(self) -> None:
        """There are fewer rows from here on."""
        self._given = [(expr, found) for expr, found in self._given if found.is_scalar]

    def column(self, column: ColumnRef) -> Vector:
        """A column as it is, with its NULLs. Raises NotVectorized for another source's."""
        if column.source != self._first:
            raise NotVectorized
        scale = None if self._view is None else scale_of(self._view.columns[column.column].type)
        return Vector(f"v{column.source}_{column.column}", scale, nullable=True)

    def of(self, expr: Expr) -> Vector:
        """The expression's values."""
        if isinstance(expr, Const):
            return self._scalar(expr)
        for known, vector in self._given:
            if known == expr:
                return vector
        has_columns = any(True for _ in columns_in(expr))
        found = self._written(expr) if has_columns else self._scalar(expr)
        self._given.append((expr, found))
        return found

    def values(self, expr: Expr) -> Vector:
        """The same as they go out: numerics are Decimals."""
        return self._decimals(self.of(expr))

    def comparable(self, expr: Expr) -> Vector:
        """Values that Python compares as Postgres does; numerics are integers where that says as much."""
        found, kind = self.of(expr), kind_of(expr.type.pg) or ""
        if kind == FLOAT:
            with self._source.once() if found.is_scalar else nullcontext():
                self._source.line(f"numbers({f'({found.name},)' if found.is_scalar else found.name})")
            return found
        return found if found.scale is not None else self._mapped(comparable(kind), [found])

    def all_true(self, vectors: Sequence[Vector]) -> Vector:
        """Which rows have true in all of them; in others it may be None, too."""
        if len(vectors) == 1:
            return vectors[0]
        return self._lenient(" and ".join(f"{{{at}}}" for at in range(len(vectors))), vectors, nullable=True)

    def _scalar(self, expr: Expr) -> Vector:
        value = self._scalars.of(expr)
        if value.name == "None":
            raise NotVectorized
        if value.nullable:
            with self._source.once():
                self._source.line(f"if {value.name} is None: raise LookupError")
        return Vector(value.name, is_scalar=True)

    def _written(self, expr: Expr) -> Vector:
        match expr:
            case ColumnRef():
                if not self._nullable:
                    self.present.add(expr.column)
                return self.column(expr)._replace(nullable=self._nullable)
            case Cast():
                return self._cast(expr)
            case Case(whens, otherwise):
                return self._case(whens, otherwise)
            case InList():
                return self._in_list(expr)
            case Call(function) if function.schema == "syntax":
                return self._syntax(expr)
            case Call() if expr.name in LIKES and expr.function.operator:
                form, args = like_form(expr, self._source)
                return self._mapped(form, [self.of(arg) for arg in args])
            case Call() if not is_of_texts(expr):
                return self._call(expr)
        raise NotVectorized

    def _cast(self, cast: Cast) -> Vector:
        found, (kind, target) = self.of(cast.operand), (kind_of(cast.operand.type.pg), cast.type)
        if kind == INT and target.pg is t.NUMERIC and target.typmod == -1:
            return found._replace(scale=0)
        form, bounds = self._forms.cast(cast.operand.type, target), narrowed(cast.operand.type, target)
        if form is None:
            raise NotVectorized
        return found if form == "{0}" and bounds is None else self._mapped(form, [found], bounds)

    def _call(self, call: Call) -> Vector:
        form, kinds = self._forms.form(call), [kind_of(arg.type.pg) for arg in call.args]
        if form is None:
            raise NotVectorized
        if call.name == "floor" and (floored := self._floored_quotient(call.args[0])) is not None:
            return floored
        if call.function.operator and len(kinds) == 2:
            if kinds == [INT, INT] and call.name in _OPERATIONS:
                found = self._operation(call.name, [self.of(arg) for arg in call.args])
                return self._within(found, range_of(call.function))
            if kinds == [FLOAT, FLOAT] and call.name in _OPERATIONS:
                return self._of_floats(call)
            if kinds == [FLOAT, FLOAT] and call.name in SYMBOLS:
                return self._mapped(comparison(call.name, INT, INT) or "", [self.comparable(arg) for arg in call.args])
            if kinds == [NUMERIC, NUMERIC] and (call.name in _OPERATIONS or call.name in SYMBOLS):
                numbers = [self._number(arg) for arg in call.args]
                if all(number.scale is not None for number in numbers):
                    return self._of_numerics(call.name, *numbers)
        args = [self.of(arg) for arg in call.args]
        if form.startswith(_DECIMAL) and form.endswith(_SECONDS):
            return self._mapped(form[len(_DECIMAL) : -len(_SECONDS)], args)._replace(scale=6)
        if is_whole_field(call) and form.startswith(_DECIMAL):
            return self._mapped(form[len(_DECIMAL) : -1], args)._replace(scale=0)
        return self._mapped(form, args, range_of(call.function))

    def _operation(self, name: str, args: Sequence[Vector]) -> Vector:
        """Of numbers as Python has them."""
        if any(arg.nullable for arg in args):
            return self._mapped(f"{{0}} {name} {{1}}", args)
        return self._line(f"list(map({_OPERATIONS[name]}, {_operands(args)}))")

    def _of_floats(self, call: Call) -> Vector:
        """One of two operands may be integers that are to be floats, which Python makes of them as Postgres does."""
        args = list(call.args)
        for at, arg in enumerate(args):
            if isinstance(arg, Cast) and kind_of(arg.operand.type.pg) == INT:
                args[at] = arg.operand
                break
        vectors = [self.of(arg) for arg in args]
        found = self._operation(call.name, vectors)
        self._source.line(f"all_finite({found.name})")
        if call.name == "*":
            self._source.line(f"no_underflow({found.name}, {_operands(vectors)})")
        return found

    def _floored_quotient(self, expr: Expr) -> Vector | None:
        """Of the floor() of a numeric divided by a constant above 0, without the quotient's digits; None of what else it is of."""
        if not isinstance(expr, Call) or not expr.function.operator or expr.name != "/" or not isinstance(expr.args[1], Const):
            return None
        divisor = expr.args[1].value
        if not isinstance(divisor, Decimal) or not divisor.is_finite() or divisor <= 0 or not isinstance(expr.args[0], Call):
            return None
        number, by = self.of(expr.args[0]), self._number(expr.args[1])
        if number.scale is None or by.scale is None:
            return None
        floor = self._source.constant(floor_by(number.scale, unscaled(divisor, by.scale), by.scale))
        return self._mapped(f"{floor}({{0}})", [number._replace(scale=None)])._replace(scale=0)

    def _number(self, expr: Expr) -> Vector:
        """A numeric; constants are integers, too."""
        if not isinstance(expr, Const) or not isinstance(value := expr.value, Decimal):
            return self.of(expr)
        exponent = value.as_tuple().exponent
        if not isinstance(exponent, int) or not -_SCALE_MAX <= exponent <= 0:
            return self.of(expr)
        return Vector(self._source.constant(unscaled(value, -exponent)), -exponent, is_scalar=True)

    def _of_numerics(self, name: str, left: Vector, right: Vector) -> Vector:
        assert left.scale is not None, "is known"
        assert right.scale is not None, "is known"
        scale = left.scale + right.scale
        if name != "*":
            scale = max(left.scale, right.scale)
            left, right = self._scaled(left, scale), self._scaled(right, scale)
        integers = [vector._replace(scale=None) for vector in (left, right)]
        if name in SYMBOLS:
            return self._mapped(comparison(name, INT, INT) or "", integers)
        return self._operation(name, integers)._replace(scale=scale)

    def _scaled(self, vector: Vector, scale: int) -> Vector:
        assert vector.scale is not None, "is known"
        if vector.scale == scale:
            return vector
        factor = 10 ** (scale - vector.scale)
        if not vector.is_scalar:
            return self._mapped(f"{{0}} * {factor}", [vector._replace(scale=None)])._replace(scale=scale)
        with self._source.once():
            return self._line(f"{vector.name} * {factor}")._replace(scale=scale, is_scalar=True)

    def _syntax(self, call: Call) -> Vector:
        name, args = call.name, call.args
        if name in TESTED:
            tested = self.column(args[0]) if isinstance(args[0], ColumnRef) else self.of(args[0])
            return self._mapped(f"{{0}} is {TESTED[name]}", [tested._replace(scale=None, nullable=False)])
        vectors = [self.values(arg) for arg in args]
        if name in ("and", "or"):
            return self._connected(name, vectors)
        if name == "not":
            return self._mapped("not {0}", vectors)
        kinds = {kind_of(arg.type.pg) or "" for arg in args}
        if name == "coalesce":
            form = "".join(f"{{{at}}} if {{{at}}} is not None else " for at in range(len(args)))
            return self._lenient(f"{form}None", vectors, nullable=all(vector.nullable for vector in vectors))
        if name == "nullif" and len(kinds) == 1:
            differs = f"{{0}} is None or {{1}} is None or not ({equality(*kinds)})"
            return self._lenient(f"{{0}} if {differs} else None", vectors, nullable=True)
        raise NotVectorized

    def _connected(self, name: str, vectors: Sequence[Vector]) -> Vector:
        each = [f"{{{at}}}" for at in range(len(vectors))]
        if not any(vector.nullable for vector in vectors):
            return self._mapped(f" {name} ".join(each), vectors)
        values, (decides, otherwise) = f"({', '.join(each)})", ("False", "True") if name == "and" else ("True", "False")
        form = f"{decides} if {decides} in {values} else None if None in {values} else {otherwise}"
        return self._lenient(form, vectors, nullable=True)

    def _case(self, whens: Sequence[tuple[Expr, Expr]], otherwise: Expr | None) -> Vector:
        args = [vector for condition, result in whens for vector in (self.of(condition), self.values(result))]
        form = "".join(f"{{{at + 1}}} if {{{at}}} else " for at in range(0, len(args), 2))
        if otherwise is None:
            return self._lenient(f"{form}None", args, nullable=True)
        last = self.values(otherwise)
        return self._lenient(f"{form}{{{len(args)}}}", [*args, last], nullable=any(v.nullable for v in (*args[1::2], last)))

    def _lenient(self, form: str, args: Sequence[Vector], *, nullable: bool) -> Vector:
        """Of a form that takes None."""
        return self._mapped(form, [arg._replace(nullable=False) for arg in args])._replace(nullable=nullable)

    def _in_list(self, expr: InList) -> Vector:
        items = [self.of(item) for item in expr.items]
        if is_partial(kind_of(expr.operand.type.pg) or "") or not all(item.is_scalar for item in items):
            raise NotVectorized
        found = self._source.variable()
        with self._source.once():
            self._source.line(f"{found} = frozenset(({', '.join(item.name for item in items)},))")
        return self._mapped(f"{{0}} {'not in' if expr.negated else 'in'} {found}", [self.of(expr.operand)])

    def _decimals(self, vector: Vector) -> Vector:
        if vector.scale is None:
            return vector
        made = f"from_unscaled({{0}}, {vector.scale})"
        return self._mapped(made, [vector._replace(scale=None)])

    def _mapped(self, form: str, args: Sequence[Vector], bounds: tuple[int, int] | None = None) -> Vector:
        """A form's value for each row; None where an argument is."""
        if form == "{0}":
            return self._within(args[0], bounds)
        self._source.costly |= is_costly(form)
        nullable, form = may_be_null(form), self._source.written(form)
        args = [self._decimals(arg) for arg in args]
        columns = {arg.name: arg for arg in args if not arg.is_scalar}
        if not columns:
            raise NotVectorized
        each = {name: f"y{at}" for at, name in enumerate(columns)}
        for index, arg in enumerate(args):
            if not arg.is_scalar and (near := f"near({{{index}}})") in form:
                form = form.replace(near, f"{{{index}}}")
                self._within(arg, (-NEAR_US, NEAR_US))
            form = form.replace(f"{{{index}}}", each.get(arg.name, arg.name))
        if absent := [f"{each[name]} is None" for name, arg in columns.items() if arg.nullable]:
            form = f"None if {' or '.join(absent)} else {form}"
        names = ", ".join(columns)
        rows = f"for y0 in {names}" if len(columns) == 1 else f"for {', '.join(each.values())} in zip({names})"
        found = self._line(f"[{form} {rows}]")._replace(nullable=nullable or bool(absent))
        return self._within(found, bounds)

    def _within(self, vector: Vector, bounds: tuple[int, int] | None) -> Vector:
        if bounds is not None:
            self._source.line(f"in_range({vector.name}, {bounds[0]}, {bounds[1]})")
        return vector

    def _line(self, value: str) -> Vector:
        name = self._source.variable()
        self._source.line(f"{name} = {value}")
        return Vector(name)


def _operands(vectors: Sequence[Vector]) -> str:
    """What map() takes of each row."""
    return ", ".join(f"repeat({vector.name})" if vector.is_scalar else vector.name for vector in vectors)
