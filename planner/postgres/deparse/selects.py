"""SELECT, clause by clause. ORDER BY, GROUP BY and DISTINCT ON are spelled so that they bind to what they were."""

from __future__ import annotations

from itertools import product
from typing import Final

from planner.postgres.deparse import relations, spelling
from planner.postgres.deparse.calls import direction
from planner.postgres.deparse.piece import Piece
from planner.postgres.deparse.words import identifier
from planner.postgres.deparse.writer import Writer
from planner.tree import bound as b
from planner.tree.walk import is_of_groups, nodes_in

#: What Postgres calls a column that has no name.
UNNAMED: Final = "?column?"
#: A CUBE of more is written as its grouping sets.
_CUBE_MAX: Final = 6


def select(writer: Writer, of: b.Select, plain: frozenset[int], *, side: bool) -> str:
    """SELECT … up to HAVING."""
    parts = ["SELECT"]
    if of.distinct:
        parts.append("DISTINCT")
    if of.distinct_on:
        parts.append(f"DISTINCT ON ({', '.join(_entry(writer, of, e, 'DISTINCT ON') for e in of.distinct_on)})")
    if of.items:
        parts.append(", ".join(_target(writer, of, i, plain, side=side) for i in range(len(of.items))))
    if of.from_ is not None:
        parts.append(f"FROM {relations.from_item(writer, of.from_)}")
    if of.where is not None:
        parts.append(f"WHERE {spelling.text(writer, of.where)}")
    if group := _group_by(writer, of):
        parts.append(f"GROUP BY {group}")
    if of.having is not None:
        parts.append(f"HAVING {spelling.text(writer, of.having)}")
    return " ".join(parts)


def _target(writer: Writer, of: b.Select, index: int, plain: frozenset[int], *, side: bool) -> str:
    """An output column, with AS where its name does not follow from the expression."""
    item, name = of.items[index], of.columns[index].name
    written = _item(writer, item, plain=index in plain, side=side)
    return written.sql if (written.label or UNNAMED) == name else f"{written.sql} AS {identifier(name)}"


def _item(writer: Writer, item: b.Expr, *, plain: bool, side: bool) -> Piece:
    if plain:
        return spelling.variants(writer, item)[0]
    return spelling.exact(writer, item) if side else spelling.settled(writer, item)


# ----------------------------------------------------------------------------------------------------------------- ORDER BY


def order_by(writer: Writer, of: b.Select) -> str:
    """ORDER BY, if any."""
    if not of.order_by:
        return ""
    return " ORDER BY " + ", ".join(_entry(writer, of, k.expr, "ORDER BY") + direction(k) for k in of.order_by)


def _entry(writer: Writer, of: b.Select, expr: b.Expr, what: str) -> str:
    """An entry of ORDER BY, GROUP BY or DISTINCT ON. In all but GROUP BY a name is an output column's first."""
    if isinstance(expr, b.ColumnRef):
        return _column(writer, of, expr, what)
    if expr in of.items:
        return _output(writer, of, of.items.index(expr), what)
    if isinstance(writer.known(expr), b.Const):
        return spelling.quoted_constant(writer, expr).sql
    return spelling.text(writer, expr)


def _column(writer: Writer, of: b.Select, ref: b.ColumnRef, what: str) -> str:
    name = writer.column_name(ref)
    hidden = any(c.name == name and item != ref for item, c in zip(of.items, of.columns, strict=True))
    return writer.qualified(ref) if hidden and what != "GROUP BY" else writer.column(ref)


def _output(writer: Writer, of: b.Select, index: int, what: str) -> str:
    """An output column that is no plain column: by the name it was given, by its expression, or by its position."""
    item, name = of.items[index], of.columns[index].name
    written = spelling.settled(writer, item)
    if (written.label or UNNAMED) == name:
        return written.sql if _may_repeat(writer, item) else str(index + 1)
    other = any(c.name == name and i != item for i, c in zip(of.items, of.columns, strict=True))
    hidden = what == "GROUP BY" and any(name in source.columns for source in writer.columns_here())
    return str(index + 1) if other or hidden or name == UNNAMED else identifier(name)


def _may_repeat(writer: Writer, item: b.Expr) -> bool:
    """Does the expression written again mean the same? Not a constant, which would be a position, nor a second subquery."""
    return not isinstance(writer.known(item), b.Const) and not any(isinstance(n, b.Subquery) for n in nodes_in(item))


# ----------------------------------------------------------------------------------------------------------------- GROUP BY


def _group_by(writer: Writer, of: b.Select) -> str:
    entries = [_entry(writer, of, e, "GROUP BY") for e in of.group_by]
    if of.grouping_sets is None:
        # Grouped without anything that says so: one group of all rows.
        return ", ".join(entries) if entries or not of.grouped or _is_aggregated(of) else "()"
    if of.grouping_sets == tuple(tuple(range(n)) for n in range(len(entries), -1, -1)) and entries:
        return f"ROLLUP ({', '.join(entries)})"
    if of.grouping_sets == ((),):
        return "()"
    if 0 < len(entries) <= _CUBE_MAX and of.grouping_sets == _cube(len(entries)):
        return f"CUBE ({', '.join(entries)})"
    sets = ", ".join(f"({', '.join(entries[i] for i in members)})" for members in of.grouping_sets)
    return f"GROUPING SETS ({sets})"


def _cube(width: int) -> tuple[tuple[int, ...], ...]:
    choices = product((True, False), repeat=width)
    return tuple(tuple(i for i, taken in enumerate(choice) if taken) for choice in choices)


def _is_aggregated(of: b.Select) -> bool:
    """Does an aggregate or HAVING make the query a grouped one?"""
    exprs = [*of.items, *(k.expr for k in of.order_by), *of.distinct_on]
    return of.having is not None or any(_has_aggregate(e) for e in exprs)


def _has_aggregate(expr: b.Expr) -> bool:
    return any(map(is_of_groups, nodes_in(expr)))
