"""The calls that PostgreSQL's grammar makes of SQL's own spellings: EXTRACT, SUBSTRING, TRIM …"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlglot import exp

from planner.parse.lexer import STRING
from planner.parse.syntax import CastExpr, FunctionCall, Literal, Node, TypeName

if TYPE_CHECKING:
    from planner.parse.sql.read_expressions import Reader

#: Calls → what may be between their arguments; those that may have commas only as well take any number of them.
KINDS: Final[dict[str, frozenset[tuple[str, ...]]]] = {
    "position": frozenset({("in",)}),
    "substring": frozenset({("from",), ("for",), ("from", "for"), ("for", "from"), ("similar", "escape")}),
    "overlay": frozenset({("placing", "from"), ("placing", "from", "for")}),
    "extract": frozenset({("from",)}),
    "trim": frozenset(),
    "normalize": frozenset({(), (",",)}),
}
_COMMAS: Final = frozenset({"substring", "overlay", "trim"})
_WORDS: Final = ("in", "from", "for", "similar", "escape", "placing")
_TRIMS: Final = {"both": "btrim", "leading": "ltrim", "trailing": "rtrim"}


def call(reader: Reader, node: exp.Expr, kind: str, pos: int) -> FunctionCall:
    """The call, in PostgreSQL's argument order; the cursor is behind its opening parenthesis."""
    cursor = reader.cursor
    args: list[Node] = []
    separators: list[str] = []
    side = (cursor.take_word("both", "leading", "trailing") or "both") if kind == "trim" else ""
    if kind == "extract":
        at = cursor.pos
        args.append(Literal("string", cursor.advance().value if cursor.token.kind == STRING else cursor.label(), at))
    for inner in node.expressions:
        if args or (kind == "trim" and cursor.is_word("from")):
            separators.append(cursor.take_word(*_WORDS) or _comma(reader))
        args.append(reader.expression(inner))
    if kind == "normalize" and cursor.take_symbol(","):
        at = cursor.pos
        separators.append(",")
        args.append(Literal("string", cursor.expect_word("nfc", "nfd", "nfkc", "nfkd"), at))
    commas = kind in _COMMAS and set(separators) <= {","}
    trimmed = kind == "trim" and separators.count("from") == 1 and set(separators) <= {",", "from"}
    if not cursor.is_symbol(")") or not (commas or trimmed or tuple(separators) in KINDS[kind]):
        cursor.fail()
    cursor.at += 1
    return _made(kind, tuple(args), separators, side, pos)


def _comma(reader: Reader) -> str:
    reader.cursor.expect_symbol(",")
    return ","


def _made(name: str, args: tuple[Node, ...], separators: list[str], side: str, pos: int) -> FunctionCall:
    if name == "position":
        args = (args[1], args[0])
    elif name == "substring" and separators == ["for"]:
        # Without FROM, Postgres takes FOR's value as int4 and starts at 1.
        args = (args[0], Literal("integer", "1", 0), CastExpr(args[1], TypeName(("pg_catalog", "int4"), (), 0, 0), 0))
    elif name == "substring" and separators == ["for", "from"]:
        args = (args[0], args[2], args[1])
    elif name == "trim":
        name = _TRIMS[side]
        # trim(FROM a) has as many separators as arguments.
        leading = 0 if len(args) == len(separators) else separators.index("from") + 1 if "from" in separators else 0
        args = (*args[leading:], *args[:leading])
    if name in ("substring", "overlay") and set(separators) <= {","}:
        return FunctionCall((name,), args, pos)
    return FunctionCall(("pg_catalog", name), args, pos)
