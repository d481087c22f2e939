"""Trino's tokens of a statement, within limits; and those that are an error told as such."""

from __future__ import annotations

import re
from typing import Any, Final

from sqlglot.dialects import Trino
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import Token as SqlglotToken
from sqlglot.tokenizer_core import TokenType

from planner.errors import SyntaxFault, TooComplex
from planner.parse.limits import NESTING_DEPTH_MAX, STATEMENT_BYTES_MAX
from planner.presto.limits import CHAIN_TOKENS_MAX, PREFIXES_MAX, TOKENS_MAX

#: sqlglot's tokens: .token_type, .text, and where they are: the text's characters .start to .end, both included.
Token = Any

_OPENING: Final = frozenset((TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.CASE))
_CLOSING: Final = frozenset((TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.END))
_PREFIXES: Final = frozenset((TokenType.NOT, TokenType.DASH, TokenType.PLUS, TokenType.TILDE))
_BREAKS: Final = frozenset(
    (
        TokenType.COMMA,
        TokenType.AND,
        TokenType.OR,
        TokenType.WHEN,
        TokenType.SELECT,
        TokenType.FROM,
        TokenType.JOIN,
        TokenType.WHERE,
    )
)
#: sqlglot makes one token of all that follows these at the start of a statement; they are hidden from it.
_COMMAND: Final = re.compile(
    r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*(EXPLAIN|SHOW|DESCRIBE|DESC|EXECUTE|PREPARE|DEALLOCATE|USE|SET|RESET|START|COMMIT|ROLLBACK)\b",
    re.IGNORECASE | re.DOTALL,
)

_PREPARE: Final = re.compile(r"\s+(PREPARE)\b", re.IGNORECASE)


def tokenize(text: str) -> list[Token]:
    """The tokens of the one statement of *text*, without a semicolon at its end. Raises SyntaxFault, TooComplex."""
    if len(text.encode()) > STATEMENT_BYTES_MAX:
        raise TooComplex(f"a statement may have {STATEMENT_BYTES_MAX} bytes")
    found = _COMMAND.match(text)
    spans = [] if found is None else [found.span(1)]
    if found is not None and found[1].upper() == "DEALLOCATE" and (more := _PREPARE.match(text, found.end())):
        spans.append(more.span(1))
    hidden = " " * spans[-1][1] + text[spans[-1][1] :] if spans else text
    try:
        tokens: list[Token] = Trino().tokenize(hidden)
    except TokenError as error:
        raise SyntaxFault("unterminated string, quoted name or comment") from error
    tokens[:0] = [SqlglotToken(TokenType.VAR, text[begin:end], 1, end, begin, end - 1) for begin, end in spans]
    while tokens and tokens[-1].token_type == TokenType.SEMICOLON:
        tokens.pop()
    if not tokens:
        raise SyntaxFault("there is no statement")
    _check(tokens)
    return tokens


def _check(tokens: list[Token]) -> None:
    """Refuse what recursion could not get through, before anything recurses."""
    if len(tokens) > TOKENS_MAX:
        raise TooComplex(f"a statement may have {TOKENS_MAX} tokens")
    depth = prefixes = chain = 0
    for token in tokens:
        kind = token.token_type
        depth += (kind in _OPENING) - (kind in _CLOSING)
        prefixes = prefixes + 1 if kind in _PREFIXES else 0
        chain = 0 if kind in _BREAKS else chain + 1
        if depth > NESTING_DEPTH_MAX or prefixes > PREFIXES_MAX or chain > CHAIN_TOKENS_MAX:
            raise TooComplex("the statement is nested too deeply", position=token.start + 1)
        if kind == TokenType.SEMICOLON:
            raise unexpected(token)


def unexpected(token: Token) -> SyntaxFault:
    """What is wrong is here."""
    return SyntaxFault(f"mismatched input '{token.text}'", position=token.start + 1)
