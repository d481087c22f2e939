"""COPY (query) TO STDOUT and COPY view [(columns)] TO STDOUT. Nothing is copied in (25006), or to a file or program (0A000)."""

from __future__ import annotations

from planner.errors import DuplicateColumn, PlanError, ReadOnly, SyntaxFault, UndefinedParameter, Unsupported
from planner.parse.copy_options import SETTINGS, Options, read_delimiters, read_options
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import END, IDENT, PARAM, STRING, SYMBOL, Token, tokenize
from planner.parse.prepared import inner_query
from planner.parse.sql.parser import parse_select
from planner.parse.subscribe import subscribe
from planner.tree.statement import CopyStatement, SelectStatement, SubscribeStatement


def copy(cursor: TokenCursor) -> CopyStatement:
    """COPY … TO STDOUT. Raises ReadOnly, Unsupported, SyntaxFault."""
    start = cursor.advance().start
    _refuse_from(cursor, start + 1)
    binary = cursor.take_word("binary") is not None and not cursor.is_symbol("(")
    query = _inner_query(cursor) if cursor.is_symbol("(") else _whole_view(cursor)
    cursor.expect_word("to")
    _stdout(cursor, start + 1)
    options = Options(format="binary" if binary else None)
    is_view = isinstance(query, SelectStatement) and query.offset == 0
    options = read_options(cursor, read_delimiters(cursor, options) if is_view else options)
    if is_view and cursor.is_word("where"):
        hint = "Try the COPY (SELECT ... WHERE ...) TO variant."
        raise SyntaxFault("WHERE clause not allowed with COPY TO", position=cursor.token.start + 1, hint=hint)
    cursor.expect_end()
    return CopyStatement(
        cursor.text[start : cursor.tokens[-2].end],
        query,
        options.form(),
        options.versions or {},
        options.shards,
        {name: text for name in SETTINGS if (text := getattr(options, name)) is not None},
        options.timeout_ms,
        bool(options.keys),
    )


def _refuse_from(cursor: TokenCursor, position: int) -> None:
    """COPY … FROM writes."""
    depth = 0
    for token in cursor.tokens[cursor.at :]:
        depth += (token.value == "(") - (token.value == ")") if token.kind == SYMBOL else 0
        if depth == 0 and token.kind == IDENT and token.value == "from":
            raise ReadOnly("cannot execute COPY FROM: tidegate is read-only", position=position)
        if depth == 0 and token.kind == IDENT and token.value == "to":
            return


def _stdout(cursor: TokenCursor, position: int) -> None:
    if cursor.token.kind == STRING or cursor.is_word("program"):
        target = "a file" if cursor.token.kind == STRING else "a program"
        raise Unsupported(f"COPY TO {target} is not supported", position=position, hint="Use COPY … TO STDOUT.")
    # Postgres takes both words and means the same by them.
    cursor.expect_word("stdout", "stdin")


def _inner_query(cursor: TokenCursor) -> SelectStatement | SubscribeStatement:
    """The query in the parentheses that come next, or the SUBSCRIBE."""
    opening = cursor.at
    closing = _closing(cursor)
    end = cursor.tokens[closing]
    inside = [*cursor.tokens[opening + 1 : closing], Token(END, end.value, end.start, end.end)]
    inner = TokenCursor(cursor.text, inside, inside[0].start)
    query = subscribe(inner) if inner.is_word("subscribe") else inner_query(inner)
    inner.expect_end()
    cursor.at = closing
    cursor.expect_symbol(")")
    for token in inside:
        if token.kind == PARAM:
            raise UndefinedParameter(f"there is no parameter {cursor.text[token.start : token.end]}", position=token.start + 1)
    return query


def _closing(cursor: TokenCursor) -> int:
    """Where the parenthesis that comes next is closed; the statement's end if it is not."""
    depth = 0
    for at in range(cursor.at, len(cursor.tokens)):
        token = cursor.tokens[at]
        if token.kind == SYMBOL:
            depth += (token.value == "(") - (token.value == ")")
        if depth == 0 or token.kind == END:
            break
    return at


def _whole_view(cursor: TokenCursor) -> SelectStatement:
    """A view's columns as a query, which says nothing about positions in the client's text."""
    name = cursor.qualified_name()
    names = cursor.name_list() if cursor.is_symbol("(") else ()
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise DuplicateColumn(f'column "{twice[0]}" specified more than once')
    columns = ", ".join(map(_quoted, names)) or "*"
    try:
        text = f"SELECT {columns} FROM {'.'.join(map(_quoted, name))}"
        return parse_select(TokenCursor(text, tokenize(text), 0))
    except PlanError as error:
        error.position = None
        raise


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))
