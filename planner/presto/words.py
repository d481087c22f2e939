"""A cursor over the tokens of a statement that is no query: words, names, constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlglot.tokenizer_core import TokenType

from planner.errors import SyntaxFault
from planner.presto.tokens import Token, unexpected

_END: Final = ""


class PrestoTokens:
    """*level* is how many EXECUTEs are around the statement."""

    def __init__(self, text: str, tokens: Sequence[Token], level: int = 0) -> None:
        self.text, self.tokens, self.level = text, tokens, level
        self._at = 0

    @property
    def at_end(self) -> bool:
        """Is there nothing left?"""
        return self._at >= len(self.tokens)

    @property
    def token(self) -> Token:
        """The present token, the last one at the end."""
        return self.tokens[min(self._at, len(self.tokens) - 1)]

    @property
    def remaining(self) -> Sequence[Token]:
        """The tokens from the present one on."""
        return self.tokens[self._at :]

    @property
    def rest(self) -> str:
        """The text from the present token on. Raises SyntaxFault."""
        if self.at_end:
            raise self._unfinished()
        return self.text[self.token.start : self.tokens[-1].end + 1]

    def peek(self, ahead: int = 0) -> str:
        """The present token in capitals if it is a word or symbol; "" for strings, quoted names and the end."""
        at = self._at + ahead
        if at >= len(self.tokens) or self.tokens[at].token_type in (TokenType.STRING, TokenType.IDENTIFIER):
            return _END
        return str(self.tokens[at].text).upper()

    def take(self) -> Token:
        """The present token; on to the next. Raises SyntaxFault."""
        if self.at_end:
            raise self._unfinished()
        token = self.token
        self._at += 1
        return token

    def skip(self, *words: str) -> bool:
        """Go past these words, if they are what comes."""
        if any(self.peek(ahead) != word for ahead, word in enumerate(words)):
            return False
        self._at += len(words)
        return True

    def expect(self, *words: str) -> None:
        """These words have to come. Raises SyntaxFault."""
        for word in words:
            if not self.skip(word):
                raise self._unfinished() if self.at_end else unexpected(self.token)

    def end(self) -> None:
        """Nothing may come. Raises SyntaxFault."""
        if not self.at_end:
            raise unexpected(self.token)

    def name(self) -> str:
        """A name, in small letters unless it is quoted. Raises SyntaxFault."""
        token = self.take()
        if token.token_type == TokenType.IDENTIFIER:
            return str(token.text)
        if token.token_type == TokenType.STRING or not str(token.text).isidentifier():
            raise unexpected(token)
        return str(token.text).lower()

    def names(self) -> tuple[str, ...]:
        """Names with dots between."""
        found = [self.name()]
        while self.skip("."):
            found.append(self.name())
        return tuple(found)

    def dotted(self) -> str:
        """The same as one text."""
        return ".".join(self.names())

    def string(self) -> str:
        """A constant text. Raises SyntaxFault."""
        token = self.take()
        if token.token_type != TokenType.STRING:
            raise unexpected(token)
        return str(token.text)

    def value(self) -> str:
        """A constant at the end of the statement: a text, a number, true or false. Raises SyntaxFault."""
        sign = "-" if self.skip("-") else ""
        token = self.take()
        self.end()
        if token.token_type == TokenType.STRING and not sign:
            return str(token.text)
        if token.token_type == TokenType.NUMBER or (str(token.text).lower() in ("true", "false") and not sign):
            return f"{sign}{token.text}".lower()
        raise unexpected(token)

    def _unfinished(self) -> SyntaxFault:
        return SyntaxFault("mismatched input '<EOF>'", position=len(self.text) + 1)
