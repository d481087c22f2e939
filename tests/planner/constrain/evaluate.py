"""What a bound condition is for one row, the slow way: three-valued logic over exact numbers. Shares no code with the planner."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta, tzinfo
from decimal import Decimal
from fractions import Fraction
from typing import Any

from planner.tree import bound as b
from planner.tree.values import Interval

Row = tuple[Any, ...]
DAY = 86_400_000_000
EPOCH = datetime(1970, 1, 1)
_INFINITE_TIMES = [2**63 - 1, -(2**63)]
INFINITIES = {"date": [2**31 - 1, -(2**31)], "timestamp": _INFINITE_TIMES, "timestamptz": _INFINITE_TIMES}
INSTANTS = {"date": 0, "timestamp": 1, "timestamptz": 2}


class Evaluator:
    """One row's values by (source, column), parameters and the session zone."""

    def __init__(self, row: dict[tuple[int, int], Any], params: Row, zone: tzinfo) -> None:
        self.row, self.params, self.zone = row, params, zone

    def truth(self, expr: b.Expr) -> bool | None:
        value = self.value(expr)
        assert value is None or isinstance(value, bool)
        return value

    def value(self, expr: b.Expr) -> Any:
        match expr:
            case b.Const(value):
                return value
            case b.Param(index):
                return self.params[index]
            case b.ColumnRef(source, column):
                return self.row[source, column]
            case b.Cast(operand, to):
                return self.cast(self.value(operand), operand.type.pg.name, to.pg.name)
            case b.InList(operand, items, negated):
                found = any3([self.compare("=", operand, i) for i in items])
                return not3(found) if negated else found
            case b.AnyAll():
                return self.any_all(expr)
            case b.Call():
                return self.call(expr)
        raise AssertionError(expr)

    def call(self, expr: b.Call) -> Any:
        name, args = expr.name, expr.args
        match name:
            case "and":
                return not3(any3([not3(self.truth(a)) for a in args]))
            case "or":
                return any3([self.truth(a) for a in args])
            case "not":
                return not3(self.truth(args[0]))
            case "is_null" | "is_unknown":
                return self.value(args[0]) is None
            case "is_true":
                return self.value(args[0]) is True
            case "is_false":
                return self.value(args[0]) is False
            case "is_distinct" | "is_not_distinct":
                nulls = [self.value(a) is None for a in args]
                same = nulls[0] and nulls[1] if any(nulls) else self.compare("=", args[0], args[1])
                return same if name == "is_not_distinct" else not same
            case "like":
                return like(*(self.value(a) for a in args))
            case "starts_with":
                text, prefix = (self.value(a) for a in args)
                return None if text is None or prefix is None else text.startswith(prefix)
            case "date_trunc":
                return self.truncate(self.value(args[0]), self.value(args[1]), args[1].type.pg.name)
        return self.compare(name, *args)

    def any_all(self, expr: b.AnyAll) -> bool | None:
        values = self.value(expr.array)
        if values is None:
            return None
        element = b.SqlType(expr.array.type.pg.element)
        results = [self.compare(expr.function.name, expr.operand, b.Const(v, element)) for v in values]
        return not3(any3([not3(r) for r in results])) if expr.all else any3(results)

    def compare(self, name: str, left: b.Expr, right: b.Expr) -> bool | None:
        if isinstance(left, b.Row) and isinstance(right, b.Row):
            return self.compare_rows(name, left.items, right.items)
        a, c = self.value(left), self.value(right)
        if a is None or c is None:
            return None
        types = left.type.pg.name, right.type.pg.name
        if types[0] in INSTANTS and types[0] != types[1]:
            wide = max(types, key=INSTANTS.__getitem__)
            a, c = self.cast(a, types[0], wide), self.cast(c, types[1], wide)
        x, y = order_key(a), order_key(c)
        return {"=": x == y, "<>": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[name]

    def compare_rows(self, name: str, left: tuple[b.Expr, ...], right: tuple[b.Expr, ...]) -> bool | None:
        equals = [self.compare("=", a, c) for a, c in zip(left, right, strict=True)]
        if name in ("=", "<>"):
            same = not3(any3([not3(e) for e in equals]))
            return same if name == "=" else not3(same)
        for a, c, equal in zip(left, right, equals, strict=True):
            if equal is not True:
                return None if equal is None else self.compare(name, a, c)
        return "=" in name

    def cast(self, value: Any, source: str, target: str) -> Any:
        if value is None or source == target:
            return value
        if source in INSTANTS and value in INFINITIES[source]:
            return INFINITIES[target][INFINITIES[source].index(value)]
        match source, target:
            case _, "float8":
                return float(value)
            case _, "int2" | "int4" | "int8" | "numeric":
                return value
            case "date", "timestamp":
                return value * DAY
            case "date", "timestamptz":
                return self.to_instant(value * DAY)
            case "timestamp", "timestamptz":
                return self.to_instant(value)
            case "timestamp", "date":
                return value // DAY
            case "timestamptz", "timestamp":
                return self.to_local(value)
            case "timestamptz", "date":
                return self.to_local(value) // DAY
        raise AssertionError((source, target))

    def to_local(self, us: int) -> int:
        moment = (EPOCH + timedelta(microseconds=us)).replace(tzinfo=UTC)
        return micros(moment.astimezone(self.zone).replace(tzinfo=None) - EPOCH)

    def to_instant(self, us: int) -> int:
        """Skipped and repeated local times as Postgres reads them: with the smaller offset."""
        local = (EPOCH + timedelta(microseconds=us)).replace(tzinfo=self.zone)
        offsets = [local.utcoffset(), local.replace(fold=1).utcoffset()]
        return us - micros(min(o for o in offsets if o is not None))

    def truncate(self, unit: str, us: int | None, kind: str) -> int | None:
        if us is None:
            return None
        local = EPOCH + timedelta(microseconds=self.to_local(us) if kind == "timestamptz" else us)
        start = {
            "hour": local.replace(minute=0, second=0, microsecond=0),
            "day": local.replace(hour=0, minute=0, second=0, microsecond=0),
            "week": (local - timedelta(days=local.weekday())).replace(hour=0, minute=0, second=0, microsecond=0),
            "month": local.replace(day=1, hour=0, minute=0, second=0, microsecond=0),
            "year": local.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0),
        }[unit]
        found = micros(start - EPOCH)
        return self.to_instant(found) if kind == "timestamptz" else found


def micros(of: timedelta) -> int:
    return of // timedelta(microseconds=1)


def any3(values: list[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False


def not3(value: bool | None) -> bool | None:
    return None if value is None else not value


def order_key(value: Any) -> Any:
    """Something that Python orders as Postgres orders the value."""
    match value:
        case bool():
            return value
        case str():
            return value.encode()
        case bytes():
            return value
        case Interval(months, days, us):
            return (1, Fraction((months * 30 + days) * DAY + us))
        case list():
            return [(v is None, 0 if v is None else order_key(v)) for v in value]
        case int() | Fraction():
            return (1, Fraction(value))
        case float() | Decimal():
            if value != value:
                return (3, 0)
            if math.isinf(value):
                return (2, 0) if value > 0 else (0, 0)
            return (1, Fraction(value))
    raise AssertionError(value)


def like(text: str | None, pattern: str | None, escape: str | None = "\\") -> bool | None:
    if text is None or pattern is None or escape is None:
        return None
    regex, at = "", 0
    while at < len(pattern):
        character = pattern[at]
        if character == escape:
            at += 1
            regex += re.escape(pattern[at])
        else:
            regex += {"%": ".*", "_": "."}.get(character, re.escape(character))
        at += 1
    return re.fullmatch(regex, text, re.DOTALL) is not None
