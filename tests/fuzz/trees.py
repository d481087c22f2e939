"""Random SQL: trees of sqlglot's, taken from statements that clients and tests send, recombined and rendered for PostgreSQL."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Final

import duckdb
import sqlglot
from sqlglot import ErrorLevel, exp

from tests.fuzz.corpus import GENERATOR_FAULTS, trees
from tests.fuzz.places import PlacedMaker
from tests.fuzz.typed import NAMES, TypedMaker
from tests.gateway.query_maker import COLUMNS, QueryMaker

TABLES: Final = ("readings", "sensors")
_SENSORS: Final = ("id", "kind", "rate")
TYPES: Final = (
    "int", "int2", "int8", "float4", "float8", "numeric", "numeric(5,2)", "text", "varchar(3)", "char(2)", "bool", "date",
    "timestamp", "timestamptz", "time", "interval", "bytea", "json", "jsonb", "uuid", "int[]", "text[]", "oid", "regclass",
    "numeric(38,10)", "name",
)  # fmt: skip
VALUES: Final = (
    "0", "1", "-1", "2147483648", "9223372036854775807", "-9223372036854775808", "1e308", "1e-320", "9" * 60, "0." + "0" * 40 + "1",
    "NULL", "true", "''", "'a'", "'JFK'", "'%_\\'", "'NaN'", "'infinity'", "'-infinity'", "'" + "x" * 3000 + "'", "'{1,2,NULL}'",
    "'{\"a\": [1, {\"b\": null}]}'", "'2020-02-30'", "'4714-11-24 BC'", "'294276-12-31'", "'1 mon -3 days'",
    "'\u2603\U0001f600'", "'(('", "'[a-'", "'00:00:60'", "'\\xdeadbeef'", "DATE '2013-07-01'",
    "TIMESTAMPTZ '2013-07-01 05:00:00+00'", "INTERVAL '1 day'", "ARRAY[1, 2]", "ARRAY[]::INT[]", "ARRAY[NULL, 'x']",
    "ROW(1, 'a')", "$$q$$", "1.5::NUMERIC", "'1'::JSONB", "'f'::BOOLEAN", "1::SMALLINT", "B'101'",
)  # fmt: skip
DEPTH_MAX: Final = 60
#: Of statements so many are an expression in a place.
PLACED: Final = 0.25


@cache
def duckdb_functions() -> tuple[str, ...]:
    """Names that DuckDB knows; most of them are nobody's business."""
    return tuple(
        sorted({name for (name,) in duckdb.sql("SELECT function_name FROM duckdb_functions()").fetchall() if name[0].isalpha()})
    )


@cache
def scalars() -> tuple[exp.Expression, ...]:
    """Every expression in them."""
    return tuple(node for tree in trees() for node in tree.find_all(exp.Condition) if _is_scalar(node))


def _is_scalar(node: exp.Expression) -> bool:
    return not isinstance(node.parent, exp.Table | exp.Interval) and node.arg_key not in ("alias", "kind", "unit", "to", "ifs")


@cache
def _parsed(value: str) -> exp.Expression:
    return sqlglot.parse_one(value, dialect="postgres")


@cache
def _type(name: str) -> exp.DataType:
    return exp.DataType.build(name, dialect="postgres", udt=True)


class TreeMaker:
    """Draws statements from a random source."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self._typed, self._placed = rng, TypedMaker(rng), PlacedMaker(rng)
        self._queries = QueryMaker(rng)

    def statement(self) -> str:
        """One statement; it may be nonsense."""
        while True:
            try:
                sql = self._rendered()
            except GENERATOR_FAULTS:
                continue  # it is sqlglot that this tree was nonsense to
            return self.rng.choice(("",) * 12 + ("EXPLAIN ", "EXPLAIN ANALYZE ", "DECLARE f CURSOR WITH HOLD FOR ")) + sql

    def _rendered(self) -> str:
        if self.rng.random() < PLACED:
            return self._placed.statement()
        tree = self._tree()
        for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2, 6))):
            tree = self.rng.choice((self._replace, self._replace, self._replace, self._reshape))(tree)
        return tree.sql(dialect="postgres", unsupported_level=ErrorLevel.IGNORE, copy=False)

    def _tree(self) -> exp.Expression:
        drawn = self.rng.random()
        if drawn < 0.2:
            return sqlglot.parse_one(self._queries.query(), dialect="postgres")
        if drawn < 0.7:
            return self._typed.select()
        tree = self.rng.choice(trees()).copy()
        if self.rng.random() < 0.8:
            self._settle(tree)
        return tree

    def _settle(self, tree: exp.Expression) -> None:
        """Most names become those of our tables."""
        names = [*COLUMNS, *_SENSORS]
        for table in list(tree.find_all(exp.Table)):
            if isinstance(table.this, exp.Identifier) and self.rng.random() < 0.8:
                table.set("this", exp.to_identifier(self.rng.choice(TABLES)))
                table.set("db", None)
        for column in list(tree.find_all(exp.Column)):
            if isinstance(column.this, exp.Identifier) and self.rng.random() < 0.8:
                column.set("this", exp.to_identifier(self.rng.choice(names)))
                column.set("table", None)

    # ------------------------------------------------------------------------------------------------------- expressions

    def _replace(self, tree: exp.Expression) -> exp.Expression:
        """Some expression is another one."""
        nodes = [node for node in tree.find_all(exp.Condition) if node is not tree and _is_scalar(node)]
        if nodes:
            node = self.rng.choice(nodes)
            node.replace(self._instead(node))
        return tree

    def _instead(self, node: exp.Expression) -> exp.Expression:
        ways: tuple[Callable[[exp.Expression], exp.Expression], ...] = (
            self._other,
            self._other,
            self._call,
            self._call,
            self._value,
            self._value,
            self._cast,
            self._wrapped,
            self._nested,
        )
        return self.rng.choice(ways)(node.copy())

    def _fitting(self, _: exp.Expression) -> exp.Expression:
        return self._typed.expression(self.rng.choice(("bool", "text", "int4", "timestamptz", "numeric")), 2)

    def _other(self, _: exp.Expression) -> exp.Expression:
        found = self.rng.choice(scalars()).copy()
        if self.rng.random() < 0.7:
            self._settle(exp.Paren(this=found))
        return found

    def _call(self, node: exp.Expression) -> exp.Expression:
        names = NAMES if self.rng.random() < 0.7 else duckdb_functions()
        arguments = [self._argument(node) for _ in range(self.rng.choice((0, 1, 1, 1, 2, 2, 3, 4)))]
        return exp.Anonymous(this=self.rng.choice(names), expressions=arguments)

    def _argument(self, node: exp.Expression) -> exp.Expression:
        match self.rng.randrange(4):
            case 0:
                return node.copy()
            case 1:
                return exp.column(self.rng.choice(list(COLUMNS)))
            case 2:
                return self._value(node)
            case _:
                return self._other(node)

    def _value(self, _: exp.Expression) -> exp.Expression:
        return _parsed(self.rng.choice(VALUES)).copy()

    def _cast(self, node: exp.Expression) -> exp.Expression:
        return exp.Cast(this=exp.Paren(this=node), to=_type(self.rng.choice(TYPES)).copy())

    def _wrapped(self, node: exp.Expression) -> exp.Expression:
        other = self._argument(node)
        one = exp.Paren(this=node)
        match self.rng.randrange(10):
            case 0:
                return exp.Case(ifs=[exp.If(this=one, true=other)])
            case 1:
                return exp.Coalesce(this=one, expressions=[other])
            case 2:
                return exp.Paren(this=exp.Not(this=one))
            case 3:
                return exp.Subquery(this=exp.select(one))
            case 4:
                return exp.Array(expressions=[one, other])
            case 5:
                return exp.Window(this=exp.Anonymous(this=self.rng.choice(NAMES), expressions=[one]))
            case 6:
                return exp.Paren(this=exp.In(this=one, expressions=[other, self._value(node)]))
            case 7:
                return exp.Filter(
                    this=exp.Anonymous(this=self.rng.choice(NAMES), expressions=[one]), expression=exp.Where(this=other)
                )
            case 8:
                return exp.Exists(this=self.rng.choice(trees()).copy())
            case _:
                kinds = (
                    exp.Add,
                    exp.Sub,
                    exp.Mul,
                    exp.Div,
                    exp.Mod,
                    exp.DPipe,
                    exp.Like,
                    exp.RegexpLike,
                    exp.EQ,
                    exp.LT,
                    exp.Pow,
                    exp.And,
                )
                return exp.Paren(this=self.rng.choice(kinds)(this=one, expression=exp.Paren(this=other)))

    def _nested(self, node: exp.Expression) -> exp.Expression:
        name = self.rng.choice(("abs", "upper", "coalesce", "to_json", "length", *self.rng.sample(NAMES, 3)))
        for _ in range(self.rng.choice((2, 5, 20, DEPTH_MAX))):
            node = exp.Anonymous(this=name, expressions=[node])
        return node

    # ------------------------------------------------------------------------------------------------------------ shapes

    def _reshape(self, tree: exp.Expression) -> exp.Expression:
        """The query is part of a larger one, or has another clause."""
        rng = self.rng
        other = rng.choice(trees()).copy()
        match rng.randrange(8):
            case 0:
                return exp.select("*").from_(exp.Subquery(this=tree, alias=exp.TableAlias(this=exp.to_identifier("q"))))
            case 1:
                return exp.select("*").from_("w").with_("w", as_=tree)
            case 2:
                return exp.Union(this=tree, expression=other, distinct=rng.random() < 0.5)
            case 3 if isinstance(tree, exp.Select):
                return tree.order_by(self._argument(exp.column("city")), append=False)
            case 4 if isinstance(tree, exp.Select):
                return tree.group_by(self._argument(exp.column("city")))
            case 5 if isinstance(tree, exp.Select):
                return tree.where(self._argument(exp.column("ok")))
            case 6 if isinstance(tree, exp.Select):
                return tree.limit(self._value(tree), copy=False)
            case _:
                return exp.select(exp.Subquery(this=tree), exp.Exists(this=other))
