"""sqlglot's tree → calls of functions with what may follow them, and window definitions with their frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlglot import exp

from planner.errors import WindowingFault
from planner.parse.lexer import STRING
from planner.parse.sql.marks import CallMark
from planner.parse.sql.tree import check
from planner.parse.sql.windows import has_base, is_column
from planner.parse.syntax import CastExpr, FrameClause, FrameEnd, FuncCall, Literal, Node, Sort, TypeName, WindowDef

if TYPE_CHECKING:
    from planner.parse.sql.read_expressions import TreeReader


def function(reader: TreeReader, node: exp.Expr, call: CallMark, pos: int) -> Node:
    """A function's call; the cursor is behind its opening parenthesis. Raises SyntaxFault."""
    cursor = reader.cursor
    layers = []
    while type(node) is not exp.Anonymous:
        check(cursor, node)
        layers.append(node)
        node = node.this
    check(cursor, node)
    star = cursor.take_symbol("*")
    distinct = cursor.take_word("distinct", "all") == "distinct"
    nodes, order = node.expressions, None
    if nodes and isinstance(nodes[-1], exp.Order):
        order = nodes[-1]
        nodes = [*nodes[:-1], order.this]
    args, named, variadic = _arguments(reader, nodes)
    order_pos, sorts = cursor.pos, _order(reader, order)
    cursor.expect_symbol(")")
    if call.literal is not None:
        if named[1:]:
            raise cursor.error("type modifier cannot have parameter name", int(named[0]))
        if order is not None:
            raise cursor.error("type modifier cannot have ORDER BY", order_pos)
        if star or distinct or variadic or not args:
            cursor.fail()
        cursor.at += 1
        return CastExpr(call.literal, TypeName(call.name, args, 0, pos), pos)
    within = condition = over = None
    for layer in reversed(layers):
        if isinstance(layer, exp.WithinGroup):
            _refuse_within(reader, multiple=order is not None, distinct=distinct, variadic=variadic)
            within = _within(reader, layer)
        elif isinstance(layer, exp.Filter):
            condition = _filter(reader, layer)
        else:
            cursor.expect_word("over")
            over = definition(reader, layer)
    return FuncCall(
        call.name, args, pos, star, distinct, variadic, sorts, within, condition, over, tuple(named[1:])
    )  # fmt: skip


def _arguments(reader: TreeReader, nodes: list[exp.Expr]) -> tuple[tuple[Node, ...], list[str], bool]:
    """The arguments; where the first named one stands, and the names; is the last one VARIADIC?"""
    cursor, named, variadic = reader.cursor, [""], False
    args: list[Node] = []
    for node in nodes:
        if args:
            if variadic:
                cursor.fail()
            cursor.expect_symbol(",")
        variadic = cursor.take_word("variadic") is not None
        if cursor.ahead().value in ("=>", ":=") and cursor.is_function_name():
            named[0] = named[0] or str(cursor.pos)
            named.append(cursor.advance().value)
            cursor.advance()
        args.append(reader.expression(node))
    return tuple(args), named, variadic


def _order(reader: TreeReader, node: exp.Expr | None) -> tuple[Sort, ...]:
    if node is None:
        return ()
    check(reader.cursor, node)
    reader.cursor.expect_words("order", "by")
    return reader.sort(node.expressions)


def _refuse_within(reader: TreeReader, *, multiple: bool, distinct: bool, variadic: bool) -> None:
    for what, found in (("multiple ORDER BY clauses", multiple), ("DISTINCT", distinct), ("VARIADIC", variadic)):
        if found:
            raise reader.cursor.error(f"cannot use {what} with WITHIN GROUP", reader.cursor.pos)


def _within(reader: TreeReader, node: exp.Expr) -> tuple[Sort, ...]:
    cursor = reader.cursor
    cursor.expect_words("within", "group")
    cursor.expect_symbol("(")
    found = _order(reader, node.expression)
    cursor.expect_symbol(")")
    return found


def _filter(reader: TreeReader, node: exp.Expr) -> Node:
    cursor = reader.cursor
    cursor.expect_word("filter")
    cursor.expect_symbol("(")
    cursor.expect_word("where")
    found = reader.expression(node.expression.this)
    cursor.expect_symbol(")")
    return found


# --------------------------------------------------------------------------------------------------------------------- windows


def definition(reader: TreeReader, node: exp.Expr, name: str | None = None) -> WindowDef:
    """A name, or (…), of OVER and of an entry of WINDOW, which has a *name*."""
    cursor, pos = reader.cursor, reader.cursor.pos
    check(cursor, node)
    if not cursor.is_symbol("("):
        return WindowDef(None, (), (), None, pos, reader.name(node.args["alias"]))
    cursor.at += 1
    base = reader.name(node.args["alias"]) if has_base(cursor) else None
    partition: tuple[Node, ...] = ()
    if cursor.take_word("partition"):
        cursor.expect_word("by")
        partition = reader.several(node.args.get("partition_by") or [])
    order = _order(reader, node.args.get("order"))
    spec = node.args.get("spec")
    frame = _frame(reader, spec) if spec is not None else None
    cursor.expect_symbol(")")
    return WindowDef(base, partition, order, frame, pos, name)


_UNITS: Final = ("rows", "range", "groups")


def _frame(reader: TreeReader, spec: exp.Expr) -> FrameClause:
    cursor, pos = reader.cursor, reader.cursor.pos
    check(cursor, spec)
    unit = cursor.expect_word(*_UNITS)
    between = None if is_column(cursor.ahead()) else cursor.take_word("between")
    start = _frame_end(reader, spec.args["start"])
    end = FrameEnd("current row", None, start.pos)
    if between:
        cursor.expect_word("and")
        end = _frame_end(reader, spec.args["end"])
    _check_frame(start, end, cursor.base, between=between is not None)
    exclude = ""
    if cursor.take_word("exclude"):
        exclude = cursor.expect_word("current", "no", "group", "ties")
        if cursor.take_word("row", "others"):
            exclude = "current row" if exclude == "current" else ""
    return FrameClause(unit, start, end, exclude, pos)  # type: ignore[arg-type]


def _frame_end(reader: TreeReader, value: exp.Expr | str) -> FrameEnd:
    cursor, pos = reader.cursor, reader.cursor.pos
    if isinstance(value, exp.Expr):
        # The parentheses are not the statement's.
        offset = reader.expression(value.this)
        return FrameEnd(cursor.expect_word("preceding", "following"), offset, pos)  # type: ignore[arg-type]
    if cursor.take_words("current", "row"):
        return FrameEnd("current row", None, pos)
    cursor.expect_word("unbounded")
    return FrameEnd(f"unbounded {cursor.expect_word('preceding', 'following')}", None, pos)  # type: ignore[arg-type]


def _check_frame(start: FrameEnd, end: FrameEnd, base: int, *, between: bool) -> None:
    """Frames that end before they start."""
    if start.kind == "unbounded following":
        raise WindowingFault("frame start cannot be UNBOUNDED FOLLOWING", position=start.pos + base)
    if end.kind == "unbounded preceding":
        raise WindowingFault("frame end cannot be UNBOUNDED PRECEDING", position=end.pos + base)
    if start.kind == "current row" and end.kind == "preceding":
        raise WindowingFault("frame starting from current row cannot have preceding rows", position=end.pos + base)
    if start.kind == "following" and not between:
        raise WindowingFault("frame starting from following row cannot end with current row", position=start.pos + base)
    if start.kind == "following" and end.kind in ("preceding", "current row"):
        raise WindowingFault("frame starting from following row cannot have preceding rows", position=end.pos + base)


# ------------------------------------------------------------------------------------------------------------------- special calls
# The calls that PostgreSQL's grammar makes of SQL's own spellings: EXTRACT, SUBSTRING, TRIM …

#: Calls → what may be between their arguments; those that may have commas only as well take any number of them.
SPECIAL: Final[dict[str, frozenset[tuple[str, ...]]]] = {
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


def special(reader: TreeReader, node: exp.Expr, kind: str, pos: int) -> FuncCall:
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
    if not cursor.is_symbol(")") or not (commas or trimmed or tuple(separators) in SPECIAL[kind]):
        cursor.fail()
    cursor.at += 1
    return _made(kind, tuple(args), separators, side, pos)


def _comma(reader: TreeReader) -> str:
    reader.cursor.expect_symbol(",")
    return ","


def _made(name: str, args: tuple[Node, ...], separators: list[str], side: str, pos: int) -> FuncCall:
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
        return FuncCall((name,), args, pos)
    return FuncCall(("pg_catalog", name), args, pos)
