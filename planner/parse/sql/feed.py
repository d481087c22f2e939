"""The tokens for sqlglot while they are made, and where in the statement the making stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, NoReturn

from sqlglot.tokenizer_core import Token, TokenType

from planner.errors import SyntaxFault, TooComplex
from planner.parse.cursor import Cursor
from planner.parse.limits import EXPRESSION_DEPTH_MAX
from planner.parse.sql.marks import Call, Head, Leaf, Limit, Mark, SortKey, Unconditional, Window


class Want(Enum):
    """What the next token has to begin."""

    OPERAND = auto()
    TARGET = auto()
    GROUP = auto()
    TABLE = auto()
    QUERY = auto()
    #: An operand is complete: an operator, a label, or what closes or goes on behind it.
    MORE = auto()
    #: As MORE, without operators and labels.
    CLOSED = auto()


class Stage(Enum):
    """How far a query has come."""

    START = 0
    WITH = 1
    TARGETS = 2
    FROM = 3
    WHERE = 4
    GROUP = 5
    HAVING = 6
    WINDOW = 7
    #: VALUES and parenthesised queries, behind which only set operations and the tail can stand.
    BODY = 8
    ORDER = 9
    TAIL = 10


@dataclass(slots=True)
class Level:
    """One pair of brackets, or a CASE. *closing* is what sqlglot gets for the closing one."""

    kind: str
    call: Call | None = None
    closing: tuple[TokenType, ...] = (TokenType.R_PAREN,)
    bracket: str = ")"
    stage: Stage = Stage.START
    #: A special call whose words may separate arguments here; see calls.
    syntax: str = ""
    window: Window | None = None
    #: The ORDER BY entry at hand.
    sort: SortKey | None = None
    #: A LIKE whose ESCAPE may still come.
    escapable: bool = False
    #: Operators since the last AND, OR or comma.
    operators: int = 0
    #: Precedences of the operators whose right operand is not complete, from the loosest to the tightest.
    pending: list[int] = field(default_factory=list)
    #: BETWEENs whose AND has not come.
    betweens: int = 0
    #: Did the name at hand go on behind a star, as in t.*.a?
    improper: bool = False
    #: Set operations so far, and where the one stands whose right operand comes next.
    operations: int = 0
    operation: int = 0
    #: The clauses behind the query; those of the query in parentheses that is all of it; the fault of one given twice.
    tail: list[str] = field(default_factory=list)
    inner: frozenset[str] = frozenset()
    repeated: SyntaxFault | None = None
    limit: Limit | None = None
    #: Where the select list's entries start.
    targets: list[int] | None = None
    # FROM: joins that still need their ON, the CROSS or NATURAL JOIN at hand, and joins so far.
    conditions: int = 0
    unconditional: Unconditional | None = None
    joins: int = 0
    #: The FROM item that this query is; *leaf* until its first SELECT takes it.
    subquery: Leaf | None = None
    leaf: Leaf | None = None
    #: The SELECT, VALUES or TABLE at hand.
    head: Head | None = None
    #: Is the query an operand of a set operation, or all of the query around it?
    nested: bool = False
    #: Where its WITH stands.
    with_: int = 0
    #: Has the entry of the select list its label?
    labelled: bool = False
    #: May commas follow?
    is_list: bool = True

    @property
    def is_b_expr(self) -> bool:
        """Is this an expression without AND, OR, NOT, IN, LIKE … (gram.y's b_expr): in POSITION, and from BETWEEN to AND?"""
        return self.betweens > 0 or self.syntax == "position"


_NUMBER: Final = TokenType.NUMBER
_IDENTIFIER: Final = TokenType.IDENTIFIER


class Feed:
    """Collects sqlglot's tokens. Their *col* is the number of the token in the statement they come from."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.out: list[Token] = []
        self.marks: list[Mark] = []
        self.levels: list[Level] = []
        self.want = Want.QUERY
        #: The call that has just been closed, which may go on with FILTER and OVER.
        self.closed: Call | None = None
        #: May a subscript or field selection follow?
        self.selectable = False
        #: Is the operand that is complete a row, which OVERLAPS may follow?
        self.row = False
        #: Where the join stands whose right side comes next.
        self.join = 0

    @property
    def level(self) -> Level:
        """The innermost level."""
        return self.levels[-1]

    def emit(self, *kinds: TokenType, text: str = "") -> None:
        """Tokens that say themselves what they are."""
        at = self.cursor.at
        for kind in kinds:
            self.out.append(Token(kind, text or kind.name, 1, at))

    def atom(self, mark: Mark) -> None:
        """An operand of one token."""
        self.out.append(Token(_NUMBER, str(len(self.marks)), 1, self.cursor.at))
        self.marks.append(mark)

    def name(self, mark: Mark) -> None:
        """A name."""
        self.out.append(Token(_IDENTIFIER, str(len(self.marks)), 1, self.cursor.at))
        self.marks.append(mark)

    def operand(self, mark: Mark, *, selectable: bool = False) -> None:
        """A whole operand."""
        self.atom(mark)
        self.more(selectable=selectable)

    def more(self, *, selectable: bool = False, closed: Call | None = None, row: bool = False) -> None:
        """An operand is complete."""
        self.want = Want.MORE
        self.selectable = selectable
        self.closed = closed
        self.row = row

    def open(self, level: Level, want: Want = Want.OPERAND) -> None:
        """Go into brackets."""
        self.levels.append(level)
        self.want = want

    def incomplete(self) -> NoReturn:
        """An expression ends here whose BETWEEN has no AND, or which is the first of a clause given twice."""
        if self.level.repeated is not None and not self.level.betweens:
            raise self.level.repeated
        self.cursor.fail()

    def new_expression(self) -> None:
        """What was counted and remembered of an expression at this level has ended with it."""
        level = self.level
        level.escapable, level.operators, level.betweens = False, 0, 0
        level.pending.clear()

    def count_operator(self) -> None:
        """Refuse chains that cannot be within the limit before sqlglot reads them."""
        level = self.level
        level.operators += 1
        if level.operators > EXPRESSION_DEPTH_MAX:
            position = self.cursor.token.start + 1
            raise TooComplex(f"an expression may be {EXPRESSION_DEPTH_MAX} levels deep", position=position)
