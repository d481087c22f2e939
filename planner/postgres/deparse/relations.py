"""FROM: views and system tables, WITH references, subqueries, functions, VALUES, joins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planner.postgres.deparse import calls, spelling
from planner.postgres.deparse.naming import Source
from planner.postgres.deparse.piece import Piece
from planner.postgres.deparse.words import identifier
from planner.postgres.deparse.writer import Writer
from planner.tree import bound as b

_ORDINALITY: Final = "ordinality"
#: Every name of pg_catalog begins so; a view of such a name is found behind its schema only.
_SYSTEM_PREFIX: Final = "pg_"


def from_item(writer: Writer, item: b.From) -> str:
    """One item of FROM."""
    match item:
        case b.Join():
            return _join(writer, item)
        case b.Scan():
            named = writer.names.sources[item.source]
            written = _relation(writer, item)
            return written if named.alias == item.relation.name else f"{written} AS {identifier(named.alias)}"
        case b.CteRef():
            return _cte_reference(writer, item)
        case b.Derived():
            lateral = "LATERAL " if item.lateral else ""
            return f"{lateral}({spelling.query(writer, item.query)}){_alias(writer, item, [c.name for c in item.query.columns])}"
        case b.FunctionScan():
            return _function(writer, item)
        case b.Values():
            names = [f"column{i + 1}" for i in range(len(item.columns))]
            return f"({values(writer, item)}){_alias(writer, item, names)}"


def _alias(writer: Writer, item: Source, natural: Sequence[str]) -> str:
    """AS alias, with the columns' names where they are not those that the source has by itself."""
    named = writer.names.sources[item.source]
    listed = "" if named.columns == tuple(natural) else f"({', '.join(map(identifier, named.columns))})"
    return f" AS {identifier(named.alias)}{listed}"


def _relation(writer: Writer, scan: b.Scan) -> str:
    relation = scan.relation
    name = identifier(relation.name)
    behind = relation.name in writer.names.hidden_relations or relation.name.startswith(_SYSTEM_PREFIX)
    return f"{identifier(relation.schema)}.{name}" if behind or relation.schema != "public" else name


def _cte_reference(writer: Writer, item: b.CteRef) -> str:
    named = writer.names.sources[item.source]
    name, columns = writer.names.ctes[item.cte], writer.names.cte_columns[item.cte]
    if named.alias == name and named.columns == columns:
        return identifier(name)
    return f"{identifier(name)}{_alias(writer, item, columns)}"


def _join(writer: Writer, join: b.Join) -> str:
    left = from_item(writer, join.left)
    right = from_item(writer, join.right)
    if isinstance(join.right, b.Join):
        right = f"({right})"
    if join.kind is b.JoinKind.CROSS:
        return f"{left} CROSS JOIN {right}"
    word = "" if join.kind is b.JoinKind.INNER else f"{join.kind.value.upper()} "
    condition = "true" if join.condition is None else spelling.text(writer, join.condition)
    return f"{left} {word}JOIN {right} ON {condition}"


# ---------------------------------------------------------------------------------------------------------------- functions


def _function(writer: Writer, item: b.FunctionScan) -> str:
    result = item.columns[0].type
    args = calls.arguments(writer, item.function, item.args, result.pg)
    written = f"{calls.name_of(item.function)}({', '.join(a.sql for a in args)})"
    if item.ordinality:
        written += " WITH ORDINALITY"
    named = writer.names.sources[item.source]
    name, tail = item.function.name, (_ORDINALITY,) if item.ordinality else ()
    if item.function.columns:
        natural = (*(n for n, _ in item.function.columns), *tail)
        return written if named.alias == name and named.columns == natural else written + _alias(writer, item, natural)
    if named.alias == name and named.columns == (name, *tail):
        return written
    # A function of one column calls that column by the alias, too.
    return written + _alias(writer, item, (named.alias, *tail))


# ------------------------------------------------------------------------------------------------------------------- VALUES


def values(writer: Writer, item: b.Values) -> str:
    """VALUES (…), (…): a column's entries are plain or typed, all of them."""
    width = len(item.columns)
    columns: list[list[Piece]] = [
        spelling.shared(writer, [row[i] for row in item.rows], item.columns[i].type.pg) for i in range(width)
    ]
    rows = [", ".join(columns[i][n].sql for i in range(width)) for n in range(len(item.rows))]
    return f"VALUES {', '.join(f'({row})' for row in rows)}"
