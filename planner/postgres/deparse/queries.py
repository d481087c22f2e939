"""Queries: WITH, SELECT, VALUES, set operations."""

from __future__ import annotations

from collections.abc import Sequence

from planner.postgres.deparse import relations, selects, spelling
from planner.postgres.deparse.calls import direction_of
from planner.postgres.deparse.piece import choose
from planner.postgres.deparse.spelling import WRITERS, column_variants, query
from planner.postgres.deparse.words import identifier
from planner.postgres.deparse.writer import Writer
from planner.tree import bound as b


def _query(writer: Writer, of: b.Query, *, plain: frozenset[int], side: bool) -> str:
    if isinstance(of, b.SetOp):
        body = _set_operation(writer, of)
        order = _set_order(of)
    elif (values := _values(of, plain)) is not None:
        with writer.inside(of):
            body = relations.values(writer, values)
            order = selects.order_by(writer, of)
    else:
        with writer.inside(of):
            body = selects.select(writer, of, plain, side=side)
            order = selects.order_by(writer, of)
    return f"{_with(writer, of)}{body}{order}{_limit(writer, of)}"


def _values(of: b.Select, plain: frozenset[int]) -> b.Values | None:
    """The rows of a bare VALUES."""
    from_ = of.from_
    if not isinstance(from_, b.Values) or from_.alias != "*VALUES*" or of.where is not None or of.grouped or len(of.items) == 0:
        return None
    if of.distinct or of.distinct_on or [c.name for c in of.columns] != [f"column{i + 1}" for i in range(len(from_.columns))]:
        return None
    items = [i.operand if n in plain and isinstance(i, b.Cast) else i for n, i in enumerate(of.items)]
    refs = [(r.source, r.column) for r in items if isinstance(r, b.ColumnRef)]
    if refs != [(from_.source, n) for n in range(len(of.items))]:
        return None
    return from_ if all(isinstance(k.expr, b.ColumnRef) for k in of.order_by) else None


def _limit(writer: Writer, of: b.Query) -> str:
    found = ""
    for word, expr in (("LIMIT", of.limit), ("OFFSET", of.offset)):
        if expr is None:
            continue
        known = writer.known(expr)
        if isinstance(known, b.Const):
            found += "" if known.value is None else f" {word} {known.value}"
        else:
            found += f" {word} {spelling.text(writer, expr)}"
    return found


# --------------------------------------------------------------------------------------------------------------------- WITH


def _with(writer: Writer, of: b.Query) -> str:
    if not of.with_:
        return ""
    word = "WITH RECURSIVE" if any(c.recursive for c in of.with_) else "WITH"
    return f"{word} {', '.join(_cte(writer, c) for c in of.with_)} "


def _cte(writer: Writer, cte: b.Cte) -> str:
    names = writer.names.cte_columns[cte.cte]
    listed = "" if names == tuple(c.name for c in cte.query.columns) else f"({', '.join(map(identifier, names))})"
    hint = {None: "", True: " MATERIALIZED", False: " NOT MATERIALIZED"}[cte.materialized]
    if cte.recursive and isinstance(cte.query, b.SetOp):
        body = f"{_with(writer, cte.query)}{_set_operation(writer, cte.query, recursive=True)}"
    else:
        body = query(writer, cte.query)
    return f"{identifier(writer.names.ctes[cte.cte])}{listed} AS{hint} ({body})"


# ----------------------------------------------------------------------------------------------------------- set operations


def _set_operation(writer: Writer, of: b.SetOp, *, recursive: bool = False) -> str:
    plain = _plain_columns(writer, of, recursive=recursive)
    left = _side(writer, of, of.left, plain[0], is_left=True, side=not recursive)
    right = _side(writer, of, of.right, plain[1], is_left=False, side=True)
    return f"{left} {of.op.upper()}{' ALL' if of.all else ''} {right}"


def _side(writer: Writer, of: b.SetOp, inner: b.Query, plain: frozenset[int], *, is_left: bool, side: bool) -> str:
    written = query(writer, inner, plain=plain, side=side)
    return f"({written})" if _needs_parentheses(of, inner, is_left=is_left) else written


def _needs_parentheses(of: b.SetOp, inner: b.Query, *, is_left: bool) -> bool:
    if inner.order_by or inner.limit is not None or inner.offset is not None or inner.with_:
        return True
    if not isinstance(inner, b.SetOp):
        return False
    tighter = inner.op == "intersect" and of.op != "intersect"
    return not (tighter or (is_left and (inner.op == "intersect") == (of.op == "intersect")))


def _plain_columns(writer: Writer, of: b.SetOp, *, recursive: bool) -> tuple[frozenset[int], frozenset[int]]:
    """Which columns of either side the operation itself converts to the common type."""
    sides: tuple[set[int], set[int]] = (set(), set())
    for index, column in enumerate(of.columns):
        left = column_variants(writer, of.left, index)
        options = [left[-1:] if recursive else left, column_variants(writer, of.right, index)]
        found = choose(options, spelling.meets(column.type.pg))
        for plain, piece, variants in zip(sides, found or (), options, strict=False):
            if piece is not variants[-1]:
                plain.add(index)
    return frozenset(sides[0]), frozenset(sides[1])


def _set_order(of: b.SetOp) -> str:
    names = [c.name for c in of.columns]
    if not of.order_by:
        return ""
    keys = [
        f"{_set_key(names, column)}{direction_of(descending=descending, nulls_first=nulls_first)}"
        for column, descending, nulls_first in of.order_by
    ]
    return f" ORDER BY {', '.join(keys)}"


def _set_key(names: Sequence[str], column: int) -> str:
    name = names[column]
    return str(column + 1) if names.count(name) > 1 or name == selects.UNNAMED else identifier(name)


WRITERS.update({b.Select: _query, b.SetOp: _query})
