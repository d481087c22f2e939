"""Expressions over whole columns: each leaves a list with its value for every row, at a third of what a row at a time takes.

No value here is NULL. Where a column that an expression takes holds one, or a form leaves, the rows are looked at one by one
(`execution.py`), which also decides what CASE and AND do not need: here everything is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from gateway.engine.keyed.stored_columns import scale_of
from gateway.engine.rows.expressions import Expressions, like_form
from gateway.engine.rows.source import ProgramSource
from planner.postgres.functions.comparison import SYMBOLS
from planner.rows.expressions import LIKES, Forms, comparable, is_of_texts, narrowed
from planner.rows.forms import comparison, range_of
from planner.rows.kinds import FLOAT, INT, NUMERIC, is_partial, kind_of
from planner.rows.local_times import NEAR_US
from planner.rows.moments import is_whole_field
from planner.rows.shared import is_costly, may_be_null
from planner.tree import types as t
from planner.tree.bound import Call, Case, Cast, ColumnRef, Const, Expr, InList
from planner.tree.walk import columns_in
from statestore.decimals import unscaled
from statestore.schema import ViewSchema

#: What `whole.py` has for an operation on whole columns.
_OF_FLOATS: Final = {"+": "float_sums", "-": "float_differences", "*": "float_products"}
_OF_INTEGERS: Final = {"+": "add", "-": "sub", "*": "mul"}
_TESTS: Final = {"is_null": "is None", "is_unknown": "is None", "is_true": "is True", "is_false": "is False"}
_DECIMAL: Final = "Decimal("
#: Fraction digits of constants that are computed with as integers.
_SCALE_MAX: Final = 40


class NotVectorized(Exception):
    """Rows have to be looked at one by one."""


class Vector(NamedTuple):
    """The name of a list, or of one value for all rows; numerics may be integers, with *scale* fraction digits."""

    name: str
    scale: int | None = None
    is_scalar: bool = False


class Vectors:
    """Writes them into *source*, over the columns v<n>_<i> of source *first*. All raise NotVectorized."""

    def __init__(self, source: ProgramSource, forms: Forms, first: int, view: ViewSchema) -> None:
        self._source, self._forms = source, forms
        self._first, self._view = first, view
        self._scalars = Expressions(source, forms)
        self._given: list[tuple[Expr, Vector]] = []
        #: The columns that must not be NULL.
        self.present = set[int]()

    def forget(self) -> None:
        """There are fewer rows from here on."""
        self._given = [(expr, found) for expr, found in self._given if found.is_scalar]

    def nullable(self, column: ColumnRef) -> Vector:
        """A column as it is, with its NULLs."""
        if column.source != self._first:
            raise NotVectorized
        return Vector(f"v{column.source}_{column.column}", scale_of(self._view.columns[column.column].type))

    def of(self, expr: Expr) -> Vector:
        """The expression's values, none of which is NULL."""
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
        if kind == FLOAT and not found.is_scalar:
            self._source.line(f"numbers({found.name})")
            return found
        return found if found.scale is not None else self._mapped(comparable(kind), [found])

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
                self.present.add(expr.column)
                return self.nullable(expr)
            case Cast():
                return self._cast(expr)
            case Case(whens, otherwise) if otherwise is not None:
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
        if call.function.operator and len(kinds) == 2:
            if kinds == [INT, INT] and call.name in _OF_INTEGERS:
                left, right = (self._repeated(self.of(arg)) for arg in call.args)
                found = self._line(f"list(map({_OF_INTEGERS[call.name]}, {left}, {right}))")
                return self._within(found, range_of(call.function))
            if kinds == [FLOAT, FLOAT] and call.name in _OF_FLOATS:
                left, right = (self._repeated(vector) for vector in self._floats(call.args))
                return self._line(f"{_OF_FLOATS[call.name]}({left}, {right})")
            if kinds == [NUMERIC, NUMERIC] and (call.name in _OF_INTEGERS or call.name in SYMBOLS):
                numbers = [self._number(arg) for arg in call.args]
                if all(number.scale is not None for number in numbers):
                    return self._of_numerics(call.name, *numbers)
        args = [self.of(arg) for arg in call.args]
        if is_whole_field(call) and form.startswith(_DECIMAL):
            return self._mapped(form[len(_DECIMAL) : -1], args)._replace(scale=0)
        return self._mapped(form, args, range_of(call.function))

    def _floats(self, args: Sequence[Expr]) -> list[Vector]:
        """Operands; one of two may be integers that are to be floats, which Python makes of them as Postgres does."""
        found = list(args)
        for at, arg in enumerate(args):
            if isinstance(arg, Cast) and kind_of(arg.operand.type.pg) == INT:
                found[at] = arg.operand
                break
        return [self.of(arg) for arg in found]

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
        if name in SYMBOLS:
            return self._mapped(comparison(name, INT, INT) or "", [v._replace(scale=None) for v in (left, right)])
        operands = f"{self._repeated(left)}, {self._repeated(right)}"
        return self._line(f"list(map({_OF_INTEGERS[name]}, {operands}))")._replace(scale=scale)

    def _scaled(self, vector: Vector, scale: int) -> Vector:
        assert vector.scale is not None, "is known"
        if vector.scale == scale:
            return vector
        factor = 10 ** (scale - vector.scale)
        if vector.is_scalar:
            with self._source.once():
                found = self._line(f"{vector.name} * {factor}")
        else:
            found = self._line(f"[y * {factor} for y in {vector.name}]")
        return found._replace(scale=scale, is_scalar=vector.is_scalar)

    def _syntax(self, call: Call) -> Vector:
        name, args = call.name, call.args
        if name in ("and", "or"):
            return self._mapped(f" {name} ".join(f"{{{i}}}" for i in range(len(args))), [self.of(arg) for arg in args])
        if name == "not":
            return self._mapped("not {0}", [self.of(args[0])])
        if name in _TESTS:
            tested = self.nullable(args[0]) if isinstance(args[0], ColumnRef) else self.of(args[0])
            return self._mapped(f"{{0}} {_TESTS[name]}", [tested._replace(scale=None)])
        if name == "coalesce" and len(args) == 2 and isinstance(args[0], ColumnRef) and kind_of(call.type.pg) != NUMERIC:
            return self._mapped("{1} if {0} is None else {0}", [self.nullable(args[0]), self.of(args[1])])
        raise NotVectorized

    def _case(self, whens: Sequence[tuple[Expr, Expr]], otherwise: Expr) -> Vector:
        args, form = list[Vector](), ""
        for condition, result in whens:
            form += f"{{{len(args) + 1}}} if {{{len(args)}}} else "
            args += [self.of(condition), self.values(result)]
        return self._mapped(f"{form}{{{len(args)}}}", [*args, self.values(otherwise)])

    def _in_list(self, expr: InList) -> Vector:
        kind, values = kind_of(expr.operand.type.pg) or "", [item.value for item in expr.items if isinstance(item, Const)]
        if is_partial(kind) or len(values) < len(expr.items) or None in values:
            raise NotVectorized
        found = self._source.constant(frozenset(values))
        return self._mapped(f"{{0}} {'not in' if expr.negated else 'in'} {found}", [self.of(expr.operand)])

    def _decimals(self, vector: Vector) -> Vector:
        if vector.scale is None:
            return vector
        made = f"from_unscaled({{0}}, {vector.scale})"
        return self._mapped(made, [vector._replace(scale=None)])

    def _mapped(self, form: str, args: Sequence[Vector], bounds: tuple[int, int] | None = None) -> Vector:
        """A form's value for each row."""
        if may_be_null(form):
            raise NotVectorized
        if form == "{0}":
            return args[0]
        self._source.costly |= is_costly(form)
        form = self._source.written(form)
        args = [self._decimals(arg) for arg in args]
        columns = list(dict.fromkeys(arg.name for arg in args if not arg.is_scalar))
        if not columns:
            raise NotVectorized
        each = {name: f"y{at}" for at, name in enumerate(columns)}
        for index, arg in enumerate(args):
            if not arg.is_scalar and (near := f"near({{{index}}})") in form:
                form = form.replace(near, f"{{{index}}}")
                self._within(arg, (-NEAR_US, NEAR_US))
            form = form.replace(f"{{{index}}}", each.get(arg.name, arg.name))
        rows = f"for y0 in {columns[0]}" if len(columns) == 1 else f"for {', '.join(each.values())} in zip({', '.join(columns)})"
        return self._within(self._line(f"[{form} {rows}]"), bounds)

    def _within(self, vector: Vector, bounds: tuple[int, int] | None) -> Vector:
        if bounds is not None:
            self._source.line(f"in_range({vector.name}, {bounds[0]}, {bounds[1]})")
        return vector

    def _repeated(self, vector: Vector) -> str:
        """What map() takes."""
        return f"repeat({vector.name})" if vector.is_scalar else vector.name

    def _line(self, value: str) -> Vector:
        name = self._source.variable()
        self._source.line(f"{name} = {value}")
        return Vector(name)
