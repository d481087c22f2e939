"""sqlglot's tree → FROM items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

from sqlglot import exp

from planner.parse import syntax
from planner.parse.sql.marks import CallMark, LeafMark, ReadMark
from planner.parse.sql.tree import check

if TYPE_CHECKING:
    from planner.parse.sql.read_expressions import TreeReader

_Kind = Literal["inner", "left", "right", "full", "cross"]
_SIDES: Final[dict[str | None, _Kind]] = {"left": "left", "right": "right", "full": "full"}
#: An item, or an item's ON or USING.
_Part = tuple[str, "exp.Expr | list[exp.Expr]"]


def from_list(reader: TreeReader, node: exp.Expr) -> tuple[syntax.FromNode, ...]:
    """The FROM items of a SELECT."""
    from_ = node.args["from_"]
    check(reader.cursor, from_)
    parts = [*_parts(reader, from_.this)]
    for join in node.args.get("joins") or ():
        parts += _join_parts(reader, join)
    parts.reverse()
    items = [_joined(reader, parts)]
    while reader.cursor.take_symbol(","):
        items.append(_joined(reader, parts))
    if parts:
        reader.cursor.fail()
    return tuple(items)


def _parts(reader: TreeReader, node: exp.Expr) -> Iterator[_Part]:
    """An item, with the joins that sqlglot gives to it: b in a JOIN b JOIN c ON … ON …"""
    yield "item", node
    for join in node.args.get("joins") or ():
        yield from _join_parts(reader, join)


def _join_parts(reader: TreeReader, join: exp.Expr) -> Iterator[_Part]:
    check(reader.cursor, join)
    yield from _parts(reader, join.this)
    for word in ("on", "using"):
        if join.args.get(word) is not None:
            yield word, join.args[word]


def _joined(reader: TreeReader, parts: list[_Part]) -> syntax.FromNode:
    """Joins, up to a comma or what follows FROM. *parts* are those to come, the last one first."""
    cursor = reader.cursor
    found = _item(reader, parts)
    waiting: list[tuple[syntax.FromNode, _Kind, int]] = []
    while cursor.is_word("join", "inner", "left", "right", "full", "cross", "natural", "on", "using"):
        pos = cursor.pos
        if parts and parts[-1][0] != "item":
            if not waiting:
                cursor.fail()
            left, kind, at = waiting.pop()
            found = _conditional(reader, (left, found), kind, at, parts.pop())
            continue
        unconditional = cursor.take_word("cross", "natural")
        kind = _kind(reader)
        if unconditional:
            right = _item(reader, parts)
            natural = unconditional == "natural"
            found = syntax.JoinFrom(kind if natural else "cross", found, right, None, None, natural, pos)
        else:
            waiting.append((found, kind, pos))
            found = _item(reader, parts)
    if waiting:
        cursor.fail()
    return found


def _kind(reader: TreeReader) -> _Kind:
    cursor = reader.cursor
    side = cursor.take_word("inner", "left", "right", "full")
    cursor.take_word("outer")
    cursor.expect_word("join")
    return _SIDES.get(side, "inner")


def _conditional(
    reader: TreeReader, sides: tuple[syntax.FromNode, syntax.FromNode], kind: _Kind, pos: int, part: _Part
) -> syntax.JoinFrom:
    cursor = reader.cursor
    word, condition = part
    cursor.expect_word(word)
    if isinstance(condition, list):
        names, alias = reader.read()
        return syntax.JoinFrom(kind, *sides, None, names, False, pos, using_alias=alias)
    return syntax.JoinFrom(kind, *sides, reader.expression(condition), None, False, pos)


# ----------------------------------------------------------------------------------------------------------------------- items


def _item(reader: TreeReader, parts: list[_Part]) -> syntax.FromNode:
    cursor = reader.cursor
    if not parts or parts[-1][0] != "item":
        cursor.fail()
    node = parts.pop()[1]
    assert isinstance(node, exp.Expr)
    check(cursor, node)
    pos, lateral = cursor.pos, cursor.take_word("lateral") is not None
    if isinstance(node, exp.Subquery):
        return _bracketed(reader, node, pos, lateral=lateral)
    only = cursor.take_word("only") is not None
    pos = cursor.pos if only else pos
    inner = node.this
    mark = reader.mark(inner)
    if isinstance(mark, LeafMark) and isinstance(mark.node, syntax.ColumnName):
        cursor.at = mark.end
        found = syntax.TableName(mark.node.parts, _alias(reader, node)[0], pos)
        return _sampled(reader, found, parts) if cursor.is_word("tablesample") else found
    call = reader.operand(inner)
    ordinality = cursor.take_words("with", "ordinality")
    alias, definitions = _alias(reader, node)
    return syntax.FunctionFrom(call, alias, ordinality, lateral, pos, definitions)


def _sampled(reader: TreeReader, found: syntax.TableName, parts: list[_Part]) -> syntax.TableName:
    """TABLESAMPLE, whose method and seed are items to sqlglot."""
    cursor = reader.cursor
    cursor.expect_word("tablesample")
    pos = cursor.pos
    method, args = _sample_call(reader, parts)
    seed = None
    if cursor.is_word("repeatable"):
        _, seeds = _sample_call(reader, parts)
        seed = seeds[0] if seeds else cursor.fail()
    return replace(found, sample=syntax.Sample(method.name, args, seed, pos))


def _sample_call(reader: TreeReader, parts: list[_Part]) -> tuple[CallMark, tuple[syntax.Node, ...]]:
    node = parts.pop()[1]
    assert isinstance(node, exp.Expr)
    call = reader.mark(node.this)
    assert isinstance(call, CallMark)
    reader.cursor.at = call.end
    found = reader.several(node.this.expressions)
    reader.cursor.expect_symbol(")")
    return call, found


def _bracketed(reader: TreeReader, node: exp.Expr, pos: int, *, lateral: bool) -> syntax.FromNode:
    """(query) or a join in parentheses."""
    cursor = reader.cursor
    if not _is_join(node):
        found = reader.subquery(node)
        alias, _ = _alias(reader, node)
        if alias is None:
            what, example = ("VALUES", "VALUES") if isinstance(found.body, syntax.ValuesCore) else ("subquery", "SELECT")
            hint = f"For example, FROM ({example} ...) [AS] foo."
            raise cursor.error(f"{what} in FROM must have an alias", pos, hint=hint)
        return syntax.SubqueryFrom(found, alias, lateral, pos)
    cursor.enter()
    cursor.expect_symbol("(")
    parts = [*_parts(reader, node.this)]
    parts.reverse()
    joined = _joined(reader, parts)
    if parts or not isinstance(joined, syntax.JoinFrom):
        cursor.fail()
    cursor.expect_symbol(")")
    cursor.depth -= 1
    alias, _ = _alias(reader, node)
    return replace(joined, alias=alias) if alias is not None else joined


def _is_join(node: exp.Expr) -> bool:
    """Are these parentheses around joins, and not around a query?"""
    inner = node.this
    if isinstance(inner, exp.Subquery):
        return bool(inner.args.get("joins") or inner.args.get("alias")) or _is_join(inner)
    return not isinstance(inner, exp.Query)


def _alias(reader: TreeReader, node: exp.Expr) -> tuple[syntax.Alias | None, tuple[syntax.ColumnDefinition, ...]]:
    """An item's alias, and the columns that are declared of a function."""
    if (alias := node.args.get("alias")) is not None:
        check(reader.cursor, alias)
    elif not isinstance(reader.marks.get(reader.cursor.at), ReadMark):
        return None, ()
    found: tuple[syntax.Alias | None, tuple[syntax.ColumnDefinition, ...]] = reader.read()
    return found
