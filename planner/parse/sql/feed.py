"""The tokens for sqlglot while they are made, and where in the statement the making stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, auto
from typing import Final

from sqlglot.tokenizer_core import Token, TokenType

from planner.errors import TooComplex
from planner.parse.cursor import TokenCursor
from planner.parse.limits import EXPRESSION_DEPTH_MAX
from planner.parse.sql.marks import CallMark, LeafMark, Mark
from planner.parse.syntax import ColumnName, Node, Parameter


class Expected(IntEnum):
    """What the next token has to begin."""

    OPERAND = auto()
    TABLE = auto()
    QUERY = auto()
    #: An operator, a clause, or what closes or goes on behind an operand.
    MORE = auto()
    #: As MORE, without operators and labels.
    CLOSED = auto()


@dataclass(slots=True)
class Bracket:
    """One pair of brackets, or a CASE. *closing* is what sqlglot gets for the closing one.

    *kind* is "query", "from" (a join in parentheses), "window", "case", or "list" for all with expressions in it; *role* what the
    brackets are of: what may separate arguments and what follows behind the closing one depend on it.
    """

    kind: str
    role: str = ""
    call: CallMark | None = None
    closing: tuple[TokenType, ...] = (TokenType.R_PAREN,)
    bracket: str = ")"
    #: The token of the opening bracket; of the query in parentheses that came last in it, and of what follows that.
    opened: int = -1
    query: tuple[int, int] = (-1, -1)
    #: The clause of a query, or "order" in front of what is sorted by.
    clause: str = ""
    #: A function's in FROM.
    table: bool = False
    #: What has come so far: of LIMIT, OFFSET and FETCH, or of the words between arguments.
    tail: list[str] = field(default_factory=list)
    #: Operators since the last AND, OR or comma; those of them that are prefixes.
    operators: int = 0
    prefixes: int = 0
    #: BETWEENs whose AND has not come.
    betweens: int = 0
    #: Joins that still need their ON, and joins so far.
    conditions: int = 0
    joins: int = 0
    #: Set operations so far.
    operations: int = 0

    def holds_query(self, at: int) -> bool:
        """Is all of it, up to the token *at*, a query in parentheses?"""
        return self.query == (self.opened + 1, at)


_TEXTS: Final = {kind: kind.name for kind in TokenType}
_NUMBER: Final = TokenType.NUMBER
_IDENTIFIER: Final = TokenType.IDENTIFIER


class Feed:
    """Collects sqlglot's tokens. Their *col* is the number of the statement's token that they come from."""

    def __init__(self, cursor: TokenCursor) -> None:
        self.cursor = cursor
        self.out: list[Token] = []
        self.marks: dict[int, Mark] = {}
        self.levels: list[Bracket] = []
        #: The innermost level.
        self.level = Bracket("")
        self.want = Expected.QUERY
        #: May a subscript or field selection follow?
        self.selectable = False

    def emit(self, *kinds: TokenType, text: str = "") -> None:
        """Tokens that say themselves what they are."""
        at = self.cursor.at
        for kind in kinds:
            self.out.append(Token(kind, text or _TEXTS[kind], 1, at))

    def take(self, *kinds: TokenType, text: str = "") -> None:
        """The same in the place of the next one of the statement's."""
        self.emit(*kinds, text=text)
        self.cursor.at += 1

    def operand(self, node: Node, at: int) -> None:
        """An operand of the tokens from *at* up to the cursor."""
        self.out.append(Token(_NUMBER, str(at), 1, at))
        self.marks[at] = LeafMark(node, self.cursor.at)
        self.want, self.selectable = Expected.MORE, isinstance(node, (ColumnName, Parameter))

    def name(self, mark: Mark | None, at: int) -> None:
        """A name, of the token *at*."""
        self.out.append(Token(_IDENTIFIER, str(at), 1, at))
        if mark is not None:
            self.marks[at] = mark

    def plain_name(self) -> None:
        """A name that is one token: of a column, table, window …"""
        at = self.cursor.at
        self.cursor.column_name()
        self.name(None, at)

    def bracket(self, level: Bracket, want: Expected = Expected.OPERAND) -> None:
        """Go into the bracket that has to come next."""
        self.emit(*[TokenType.L_PAREN] * len(level.closing))
        self.cursor.expect_symbol("[" if level.bracket == "]" else "(")
        self.open(level, want)

    def open(self, level: Bracket, want: Expected = Expected.OPERAND) -> None:
        """Go into the bracket in front of the cursor."""
        level.opened = self.cursor.at - 1
        self.levels.append(level)
        self.level, self.want = level, want

    def close(self) -> None:
        """Go out of the innermost bracket."""
        self.emit(*self.levels.pop().closing)
        self.cursor.at += 1
        self.level = self.levels[-1]

    def new_expression(self) -> None:
        """What was counted and remembered of an expression at this level has ended with it."""
        level = self.level
        level.operators = level.prefixes = level.betweens = 0

    def begin_expression(self) -> None:
        """An expression has to come."""
        self.new_expression()
        self.want = Expected.OPERAND

    def count_operator(self, *, prefix: bool = False) -> None:
        """Refuse chains that cannot be within the limit before sqlglot reads them; in prefixes it recurses. Raises TooComplex."""
        level = self.level
        level.operators += 1
        if level.operators > EXPRESSION_DEPTH_MAX or (
            prefix and sum(held.prefixes for held in self.levels) >= EXPRESSION_DEPTH_MAX
        ):
            position = self.cursor.token.start + 1
            raise TooComplex(f"an expression may be {EXPRESSION_DEPTH_MAX} levels deep", position=position)
        level.prefixes += prefix
