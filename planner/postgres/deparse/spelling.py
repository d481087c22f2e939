"""How an expression or a query is spelled: what writes each kind its own module puts into WRITERS.

All spellings of an expression come the plainest first; the last one binds to exactly the expression's type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from planner.errors import DatatypeMismatch
from planner.postgres.deparse.literals import quoted
from planner.postgres.deparse.piece import Piece, Precedence, Variants, choose
from planner.postgres.deparse.writer import Writer
from planner.postgres.functions.casts import select_common_type
from planner.tree import bound as b
from planner.tree.types import TEXT, UNKNOWN, PgType, SqlType

WRITERS: Final[dict[type, Callable[..., Any]]] = {}
NO_COLUMNS: Final[frozenset[int]] = frozenset()


def query(writer: Writer, of: b.Query, *, plain: frozenset[int] = NO_COLUMNS, side: bool = False) -> str:
    """The query's text. Columns in *plain* are left for what stands around the query to convert; as the *side* of a set
    operation, literals would be as well."""
    return cast(str, WRITERS[type(of)](writer, of, plain=plain, side=side))


def variants(writer: Writer, expr: b.Expr) -> Variants:
    """All spellings; the last one binds to exactly the expression's type."""
    expr = writer.known(expr)
    return cast(Variants, WRITERS[type(expr)](writer, expr))


def exact(writer: Writer, expr: b.Expr) -> Piece:
    """The spelling that needs nothing around it to be understood."""
    return variants(writer, expr)[-1]


def text(writer: Writer, expr: b.Expr) -> str:
    """The exact spelling where anything may stand."""
    return exact(writer, expr).sql


def settled(writer: Writer, expr: b.Expr) -> Piece:
    """Where what is still unknown becomes text."""
    first = variants(writer, expr)[0]
    if first.pg is UNKNOWN and expr.type == SqlType(TEXT):
        return first
    return exact(writer, expr)


def quoted_constant(writer: Writer, expr: b.Expr) -> Piece:
    """A constant with its type, also where a plain number would do."""
    known = writer.known(expr)
    assert isinstance(known, b.Const)
    return quoted(known)


def chosen(writer: Writer, exprs: Sequence[b.Expr], fits: Callable[[tuple[PgType, ...]], bool]) -> list[Piece]:
    """The plainest spellings whose types *fits* all together; the exact ones where none do."""
    options = [variants(writer, e) for e in exprs]
    return choose(options, fits) or [o[-1] for o in options]


def shared(writer: Writer, exprs: Sequence[b.Expr], target: PgType) -> list[Piece]:
    """Expressions that are all converted to their common type *target* (CASE, COALESCE, VALUES …)."""
    return chosen(writer, exprs, meets(target))


def meets(target: PgType) -> Callable[[Sequence[PgType]], bool]:
    """Have given types the common type *target*?"""
    return lambda types: common(types) is target


def common(types: Sequence[PgType]) -> PgType | None:
    """The common type, None where there is none."""
    try:
        return select_common_type(types, "")
    except DatatypeMismatch:
        return None


def row(items: Sequence[Piece], pg: PgType) -> Piece:
    """(a, b); ROW(…) where parentheses alone would mean something else."""
    listed = ", ".join(i.sql for i in items)
    return Piece(f"({listed})" if len(items) > 1 else f"ROW({listed})", Precedence.PRIMARY, pg, "row")


def column_variants(writer: Writer, of: b.Query, index: int) -> Variants:
    """How a query's column can be given to what stands around it: as it is, or converted already."""
    column = Piece("", Precedence.PRIMARY, of.columns[index].type.pg)
    if isinstance(of, b.SetOp) or of.distinct or of.distinct_on or of.order_by:
        return (column,)
    item = writer.known(of.items[index])
    with writer.inside(of):
        found = variants(writer, item)
    if len(found) == 1 or (found[0].pg is UNKNOWN and of.group_by):
        return (column,)
    return found[0], column
