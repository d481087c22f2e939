"""Random expressions whose types fit: functions and operators of the allow-list, columns and constants.

Of these most are planned and run, which is where the rest of the engine is; trees.py puts them where it likes.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from sqlglot import exp

from planner.postgres.functions import registry
from planner.postgres.functions.function import Function
from tests.gateway.query_maker import KEY

#: Columns of readings and what they are.
COLUMNS: Final = {
    "text": ("city", "word"), "int4": ("sensor",), "timestamptz": ("at",), "int2": ("small",), "int8": ("big",),
    "float8": ("temp",), "numeric": ("price",), "bool": ("ok",), "date": ("day",), "timestamp": ("local",),
}  # fmt: skip
CONSTANTS: Final = {
    "text": ("", "a", "JFK", "%_", "2013-07-01", "YYYY-MM-DD", "day", "[a-z]+", "UTC", "x" * 2000, "ä☃😀",
        "\\", "1", "{1,2}",
    ),
    "int2": ("0", "1", "-32768", "32767"), "int4": ("0", "1", "-1", "3", "2147483647", "-2147483648", "100000"),
    "int8": ("0", "1", "-1", "9223372036854775807", "-9223372036854775808"),
    "float8": ("0", "1.5", "-0.0", "NaN", "Infinity", "-Infinity", "1e308", "5e-324"), "float4": ("1.5", "NaN", "3.4e38", "1e-45"),
    "numeric": ("0", "1.5", "-1.005", "NaN", "9" * 40, "1e-30", "Infinity", "99999999.99"), "bool": ("true", "false"),
    "date": ("2013-07-01", "infinity", "4714-11-24 BC", "5874897-12-31", "0001-01-01", "2020-02-29"),
    "timestamp": ("2013-07-01 12:34:56.789", "infinity", "-infinity", "4714-11-24 00:00:00 BC", "294276-12-31 23:59:59.999999"),
    "timestamptz": ("2013-07-01 12:34:56.789+02", "infinity", "-infinity", "4714-11-24 00:00:00+00 BC", "294276-12-31 23:59:59+00"),
    "interval": ("1 day", "-1 mon 3 days -04:05:06.7", "178000000 years", "0", "1 microsecond"), "time": ("12:34:56", "24:00:00"),
    "json": ('{"a": [1, null, {"b": "c"}]}', "[]", "null", '"x"', "1e400"), "uuid": ("12345678-1234-5678-1234-567812345678",),
    "jsonb": ('{"a": [1, null, {"b": "c"}]}', "[]", "null", '"x"', "1.0"),
    "bytea": ("\\x", "\\x00ff", "abc"),
    "oid": ("0", "25", "4294967295"),
    "_int4": ("{}", "{1,NULL,3}", "{{1,2},{3,4}}"), "_text": ("{}", '{a,NULL,"b c"}', "{{a},{b}}"),
    "regclass": ("readings", "0"), "name": ("a",),
    "char": ("a",), "bpchar": ("a ",), "varchar": ("abc",), "_int8": ("{1}",), "_float8": ("{0.5}",), "_numeric": ("{1.5}",),
    "regtype": ("int4",),
}  # fmt: skip
_SYMBOL: Final = re.compile(r"[-+*/<>=~!@#%^&|`?]+")
_ANY: Final = ("int4", "text", "numeric", "timestamptz", "float8", "_int4")
_SAME: Final = ("anyelement", "anynonarray", "anycompatible")
_ANY_ARRAY: Final = ("_int4", "_text", "_numeric")
DEPTH_MAX: Final = 3


def _by_result(functions: Iterable[Function]) -> dict[str, list[Function]]:
    found = defaultdict(list)
    for function in functions:
        found[function.result.name].append(function)
    return dict(found)


#: They end or disturb the other clients of the same user, as they should.
_RUDE: Final = ("pg_cancel_backend", "pg_terminate_backend")
_FUNCTIONS: Final = [
    f for overloads in registry.FUNCTIONS.values() for f in overloads if f.schema != "syntax" and f.name not in _RUDE
]
NAMES: Final = sorted({f.name for f in _FUNCTIONS})
_SCALARS: Final = _by_result(f for f in _FUNCTIONS if f.kind == "scalar")
_FOLDING: Final = [f for f in _FUNCTIONS if f.kind in ("aggregate", "window") and not f.within_group]
_OPERATORS: Final = _by_result(
    f for overloads in registry.OPERATORS.values() for f in overloads if len(f.args) == 2 and _SYMBOL.fullmatch(f.name)
)


@cache
def _type(kind: str) -> exp.DataType:
    """What a constant is cast to."""
    name = f"{kind[1:]}[]" if kind.startswith("_") else '"char"' if kind == "char" else kind
    return exp.DataType.build(name, dialect="postgres", udt=True)


class TypedMaker:
    """Draws expressions from a random source."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def select(self) -> exp.Expression:
        """A query over readings with some of them."""
        rng = self.rng
        items = [self.expression(rng.choice(list(CONSTANTS)), DEPTH_MAX) for _ in range(rng.randrange(1, 4))]
        grouped = rng.random() < 0.25
        if grouped:
            items = [self._folded() for _ in items]
        if rng.random() < 0.2:
            items.append(exp.func("max", exp.cast(self._row(), "text")) if grouped else self._row())
        tree = exp.select(*(exp.alias_(item, f"c{i}", copy=False) for i, item in enumerate(items)), copy=False)
        tree.from_(exp.to_table("readings"), copy=False)
        if rng.random() < 0.5:
            tree.where(self.expression("bool", 2), copy=False)
        if not grouped:
            return self._ordered(tree, KEY).limit(rng.choice((0, 1, 5, 50)), copy=False)
        if rng.random() < 0.5:
            self._ordered(tree.group_by(exp.column("city"), copy=False), ("city",))
        return tree

    def _row(self) -> exp.Expression:
        """A record, of a whole row or of values."""
        if self.rng.random() < 0.2:
            return exp.column("readings")
        kinds = self.rng.choices(list(CONSTANTS), k=self.rng.randrange(1, 4))
        return exp.Anonymous(this="ROW", expressions=[self.expression(kind, 1) for kind in kinds])

    def _ordered(self, tree: exp.Select, columns: tuple[str, ...]) -> exp.Select:
        first = self.rng.random() < 0.5  # NULLS FIRST is not the order of the keys
        return tree.order_by(*(exp.Ordered(this=exp.column(name), nulls_first=first) for name in columns), copy=False)

    def _folded(self) -> exp.Expression:
        """An aggregate, or a window function."""
        function = self.rng.choice(_FOLDING)
        call = self._calling(function, 1)
        if function.kind == "window":
            return exp.Window(this=call, order=exp.Order(expressions=[exp.Ordered(this=exp.column("city"))]))
        if self.rng.random() < 0.3:
            return exp.Window(this=call, order=exp.Order(expressions=[exp.Ordered(this=exp.column("city"))]))
        return call

    def expression(self, kind: str, depth: int) -> exp.Expression:
        """One of type *kind*, if that is a type we have."""
        rng = self.rng
        kind = self._concrete(kind)
        ways: list[Callable[[str, int], exp.Expression]] = [self._leaf]
        if depth > 0:
            ways += [self._call] * 4 * (kind in _SCALARS) + [self._operator] * 2 * (kind in _OPERATORS) + [self._case]
        return rng.choice(ways)(kind, depth - 1)

    def _concrete(self, kind: str) -> str:
        if kind in ("anyarray", "anycompatiblearray"):
            return self.rng.choice(_ANY_ARRAY)
        return self.rng.choice(_ANY) if kind.startswith("any") or kind not in CONSTANTS else kind

    def _leaf(self, kind: str, _: int) -> exp.Expression:
        if kind in COLUMNS and self.rng.random() < 0.5:
            return exp.column(self.rng.choice(COLUMNS[kind]))
        value = exp.null() if self.rng.random() < 0.1 else exp.Literal.string(self.rng.choice(CONSTANTS[kind]))
        return exp.Cast(this=value, to=_type(kind).copy())

    def _call(self, kind: str, depth: int) -> exp.Expression:
        return self._calling(self.rng.choice(_SCALARS[kind]), depth)

    def _calling(self, function: Function, depth: int) -> exp.Expression:
        types = [type_.name for type_ in function.args]
        if function.defaults and self.rng.random() < 0.5:
            types = types[: -function.defaults]
        elif function.variadic:
            types += types[-1:] * self.rng.randrange(-1, 3)
        any_type = self.rng.choice(_ANY)  # polymorphic arguments have one type between them
        concrete = [any_type if type_ in _SAME else type_ for type_ in types]
        return exp.Anonymous(this=function.name, expressions=[self.expression(type_, depth) for type_ in concrete])

    def _operator(self, kind: str, depth: int) -> exp.Expression:
        function = self.rng.choice(_OPERATORS[kind])
        one, other = (exp.Paren(this=self.expression(side.name, depth)) for side in function.args)
        return exp.Paren(this=exp.Operator(this=one, operator=f"pg_catalog.{function.name}", expression=other))

    def _case(self, kind: str, depth: int) -> exp.Expression:
        condition, one, other = (self.expression(side, depth) for side in ("bool", kind, kind))
        if self.rng.random() < 0.5:
            return exp.Case(ifs=[exp.If(this=condition, true=one)], default=other)
        return self.rng.choice((exp.Coalesce, exp.Greatest))(this=one, expressions=[other])
