"""Expressions as tests write them: one notation that gives both the bound tree and PostgreSQL's SQL text.

call("round", num("2.5"), int4(0))        op("+", int4(1), num("0.5"))        cast(text("12"), "int4")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from planner import bound as b
from planner.functions.declare import pg_type
from planner.functions.registry import builtin, resolve_function, resolve_operator
from planner.types import SqlType


@dataclass(frozen=True)
class E:
    """A bound expression and the same thing for PostgreSQL."""

    ir: b.Expr
    sql: str

    @property
    def type(self) -> SqlType:
        return self.ir.type


def sql_type(name: str, typmod: int = -1) -> SqlType:
    return SqlType(pg_type(name), typmod)


def const(value: Any, name: str, sql: str | None = None) -> E:
    """A typed constant; *sql* is its text for PostgreSQL where the value's own does not do."""
    text = str(value) if sql is None else sql
    quoted = "NULL" if value is None else "'" + text.replace("'", "''") + "'"
    return E(b.Const(value, sql_type(name)), f"{quoted}::{name}")


def int4(value: int | None) -> E:
    return const(value, "int4")


def int8(value: int | None) -> E:
    return const(value, "int8")


def num(value: str | None) -> E:
    return const(None if value is None else Decimal(value), "numeric", value)


def float8(value: float | None) -> E:
    return const(value, "float8", None if value is None else repr(value))


def text(value: str | None) -> E:
    return const(value, "text")


def _convert(arg: E, name: SqlType) -> b.Expr:
    return arg.ir if arg.type.pg is name.pg else b.Cast(arg.ir, name, implicit=True)


def call(name: str, *args: E) -> E:
    """A function call, resolved as binding does."""
    found = resolve_function(name, None, [a.type.pg for a in args])
    inner = tuple(_convert(a, SqlType(t)) for a, t in zip(args, found.args, strict=True))
    return E(b.Call(found.function, inner, SqlType(found.result)), f"{name}({', '.join(a.sql for a in args)})")


def op(name: str, *args: E) -> E:
    """A prefix or binary operator."""
    left = None if len(args) == 1 else args[0].type.pg
    found = resolve_operator(name, left, args[-1].type.pg)
    inner = tuple(_convert(a, SqlType(t)) for a, t in zip(args, found.args, strict=True))
    words = [name, args[0].sql] if len(args) == 1 else [args[0].sql, name, args[1].sql]
    return E(b.Call(found.function, inner, SqlType(found.result)), f"({' '.join(words)})")


def syntax(name: str, pattern: str, args: Sequence[E], result: str) -> E:
    """A builtin with PostgreSQL's spelling of it: ``"({0} IS NULL)"``."""
    tree = b.Call(builtin(name), tuple(a.ir for a in args), sql_type(result))
    return E(tree, pattern.format(*(a.sql for a in args)))


def cast(arg: E, name: str, typmod: int = -1, written: str | None = None) -> E:
    """arg::name; *written* is the type as PostgreSQL is to see it, with modifiers."""
    return E(b.Cast(arg.ir, sql_type(name, typmod)), f"({arg.sql})::{written or name}")
