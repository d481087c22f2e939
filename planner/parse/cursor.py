"""Walking over one statement's tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from planner.errors import SyntaxFault, TooComplex
from planner.parse.keywords import NOT_COLUMN_NAME, NOT_FUNCTION_NAME, PAIRS, RESERVED
from planner.parse.lexer import END, IDENT, INTEGER, QUOTED, STRING, SYMBOL, Token, fault
from planner.parse.limits import EXPRESSION_DEPTH_MAX


class TokenCursor:
    """The tokens of one statement, an END token last. *base* is the offset its positions count from."""

    def __init__(self, text: str, tokens: Sequence[Token], base: int) -> None:
        self.text = text
        self.tokens = tokens
        self.base = base
        self.at = 0
        self.depth = 0
        #: Highest parameter number seen.
        self.parameters = 0

    # ------------------------------------------------------------------------------------------------------------- looking

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    @property
    def pos(self) -> int:
        """The next token's 1-based position in the statement."""
        return self.tokens[self.at].start - self.base + 1

    def ahead(self, count: int = 1) -> Token:
        """The token *count* after the next one; END beyond the last."""
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def is_word(self, *words: str) -> bool:
        """Is the next token one of these keywords?"""
        token = self.tokens[self.at]
        return token.kind == IDENT and token.value in words

    def is_words(self, *words: str) -> bool:
        """Are the next tokens these keywords, in order?"""
        tokens = self.tokens[self.at : self.at + len(words)]
        return [t.value for t in tokens if t.kind == IDENT] == [*words]

    def is_pair(self) -> bool:
        """Does the next token make one keyword with the one behind it?"""
        token = self.tokens[self.at]
        if token.kind != IDENT or token.value not in PAIRS:
            return False
        after = self.ahead()
        return after.kind == IDENT and after.value in PAIRS[token.value]

    def is_symbol(self, symbol: str) -> bool:
        """Is the next token this symbol?"""
        token = self.tokens[self.at]
        return token.kind == SYMBOL and token.value == symbol

    def begins_query(self) -> bool:
        """Does a query begin here?"""
        return self.is_symbol("(") or self.is_word("select", "values", "table", "with")

    # -------------------------------------------------------------------------------------------------------------- moving

    def advance(self) -> Token:
        """The next token, and go on."""
        token = self.tokens[self.at]
        if token.kind != END:
            self.at += 1
        return token

    def take_word(self, *words: str) -> str | None:
        """Go past one of these keywords, if it is next."""
        token = self.tokens[self.at]
        if token.kind == IDENT and token.value in words:
            self.at += 1
            return token.value
        return None

    def take_words(self, *words: str) -> bool:
        """Go past all of these keywords, if they are next in this order."""
        if self.is_words(*words):
            self.at += len(words)
            return True
        return False

    def take_symbol(self, symbol: str) -> bool:
        """Go past this symbol, if it is next."""
        token = self.tokens[self.at]
        if token.kind == SYMBOL and token.value == symbol:
            self.at += 1
            return True
        return False

    # ----------------------------------------------------------------------------------------------------------- expecting

    def expect_word(self, *words: str) -> str:
        """Go past one of these keywords or fail."""
        return self.take_word(*words) or self.fail()

    def expect_words(self, *words: str) -> None:
        """Go past all of these keywords, in order, or fail at the first that is not there."""
        for word in words:
            self.expect_word(word)

    def expect_symbol(self, symbol: str) -> None:
        """Go past this symbol or fail."""
        if not self.take_symbol(symbol):
            self.fail()

    def expect_end(self) -> None:
        """Fail unless this is the statement's end."""
        if self.token.kind != END:
            self.fail()

    def expect_string(self) -> str:
        """The value of a string literal."""
        if self.token.kind != STRING:
            self.fail()
        return self.advance().value

    def expect_integer(self) -> int:
        """The value of an integer literal."""
        if self.token.kind != INTEGER:
            self.fail()
        return int(self.advance().value)

    def fail(self, message: str = "syntax error") -> NoReturn:
        """Raise Postgres's error at the next token."""
        token = self.token
        end_of_text = token.kind == END and token.start >= len(self.text)
        raise fault(self.text, len(self.text) if end_of_text else token.start, max(token.end, token.start + 1), message)

    def error(self, message: str, pos: int, hint: str | None = None) -> SyntaxFault:
        """A SyntaxFault of its own wording at a position in the statement."""
        return SyntaxFault(message, position=pos + self.base, hint=hint)

    # --------------------------------------------------------------------------------------------------------------- names

    def _name(self, excluded: frozenset[str]) -> str:
        token = self.tokens[self.at]
        if token.kind == QUOTED or (token.kind == IDENT and token.value not in excluded and not self.is_pair()):
            self.at += 1
            return token.value
        self.fail()

    def column_name(self) -> str:
        """A name of a column, table, cursor … (ColId)."""
        return self._name(NOT_COLUMN_NAME)

    def label(self) -> str:
        """Any word at all (ColLabel)."""
        return self._name(frozenset())

    def word(self) -> str:
        """Any word but a reserved one (NonReservedWord)."""
        return self._name(RESERVED)

    def is_column_name(self) -> bool:
        """Could the next token be a ColId?"""
        token = self.tokens[self.at]
        return token.kind == QUOTED or (token.kind == IDENT and token.value not in NOT_COLUMN_NAME and not self.is_pair())

    def is_function_name(self) -> bool:
        """Could the next token be a type_function_name?"""
        token = self.tokens[self.at]
        return token.kind == QUOTED or (token.kind == IDENT and token.value not in NOT_FUNCTION_NAME and not self.is_pair())

    def qualified_name(self) -> tuple[str, ...]:
        """a, a.b, a.b.c …"""
        parts = [self.column_name()]
        while self.take_symbol("."):
            parts.append(self.label())
        return tuple(parts)

    def name_list(self) -> tuple[str, ...]:
        """(a, b, …), the parentheses included."""
        self.expect_symbol("(")
        names = [self.column_name()]
        while self.take_symbol(","):
            names.append(self.column_name())
        self.expect_symbol(")")
        return tuple(names)

    # --------------------------------------------------------------------------------------------------------------- depth

    def enter(self) -> None:
        """One level deeper into an expression. Raises TooComplex beyond the limit."""
        self.depth += 1
        if self.depth > EXPRESSION_DEPTH_MAX:
            raise TooComplex(f"an expression may be {EXPRESSION_DEPTH_MAX} levels deep", position=self.token.start + 1)
