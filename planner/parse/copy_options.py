"""COPY's options, in parentheses or in the words of before PostgreSQL 9.0, and what must hold between them.

Source: PostgreSQL 15, copy.c (ProcessCopyOptions). Tidegate's own: FORMAT arrow, VERSIONS, SHARDS, TIMEZONE, DATESTYLE,
INTERVALSTYLE, TIMEOUT_MS, KEYS.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from planner.errors import InvalidArgument, PlanError, SyntaxFault, Unsupported
from planner.parse.copy_lists import read_shards, read_versions
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import IDENT, INTEGER, NUMBER, QUOTED, STRING
from planner.tree.statement import CopyForm
from statestore.version_id import VersionId

#: Options that are settings, for the statement.
SETTINGS: Final = ("timezone", "datestyle", "intervalstyle")
_FORMATS: Final = ("text", "csv", "binary", "arrow")
_FOR_INPUT: Final = ("force_not_null", "force_null")
#: What a delimiter of text format cannot be, because the letter behind a backslash has a meaning.
_TAKEN: Final = frozenset("\\.abcdefghijklmnopqrstuvwxyz0123456789")


@dataclass(frozen=True, slots=True)
class Options:
    """What was said; None: nothing."""

    format: str | None = None
    delimiter: str | None = None
    null: str | None = None
    header: bool | None = None
    quote: str | None = None
    escape: str | None = None
    force_quote: tuple[str, ...] | None = ()
    force_not_null: tuple[str, ...] | None = ()
    force_null: tuple[str, ...] | None = ()
    versions: Mapping[str, VersionId] | None = None
    shards: Mapping[str, frozenset[int]] | None = None
    timezone: str | None = None
    datestyle: str | None = None
    intervalstyle: str | None = None
    timeout_ms: int | None = None
    keys: bool | None = None
    encoding: str | None = None
    freeze: bool | None = None

    def form(self) -> CopyForm:
        """The rows' form. Raises what ProcessCopyOptions does."""
        match self.format:
            case "arrow" | "binary":
                self._refuse_unused(self.format)
                return CopyForm(self.format)
            case "csv":
                return self._csv()
        return self._text()

    def _refuse_unused(self, format_: str) -> None:
        for name in ("delimiter", "null"):
            if getattr(self, name) is not None:
                raise SyntaxFault(f"cannot specify {name.upper()} in {format_.upper()} mode")
        if self.header:
            raise Unsupported(f"cannot specify HEADER in {format_.upper()} mode")
        self._refuse_csv_only()

    def _refuse_csv_only(self) -> None:
        for name in ("quote", "escape"):
            if getattr(self, name) is not None:
                raise Unsupported(f"COPY {name} available only in CSV mode")
        for name in ("force_quote", *_FOR_INPUT):
            if getattr(self, name) != ():
                raise Unsupported(f"COPY {name.replace('_', ' ')} available only in CSV mode")

    def _text(self) -> CopyForm:
        self._refuse_csv_only()
        form = CopyForm("text", _or(self.delimiter, "\t"), _or(self.null, "\\N"), bool(self.header))
        _check(form)
        if form.delimiter in _TAKEN:
            raise InvalidArgument(f'COPY delimiter cannot be "{form.delimiter}"')
        return form

    def _csv(self) -> CopyForm:
        quote = _or(self.quote, '"')
        delimiter, null, escape = _or(self.delimiter, ","), _or(self.null, ""), _or(self.escape, quote)
        form = CopyForm("csv", delimiter, null, bool(self.header), quote, escape, self.force_quote)
        _check(form)
        if len(quote.encode()) != 1:
            raise Unsupported("COPY quote must be a single one-byte character")
        if quote == form.delimiter:
            raise InvalidArgument("COPY delimiter and quote must be different")
        if len(form.escape.encode()) != 1:
            raise Unsupported("COPY escape must be a single one-byte character")
        for name in _FOR_INPUT:
            if getattr(self, name) != ():
                raise Unsupported(f"COPY {name.replace('_', ' ')} only available using COPY FROM")
        if quote in form.null:
            raise Unsupported("CSV quote character must not appear in the NULL specification")
        return form


def _or(said: str | None, default: str) -> str:
    return default if said is None else said


def _check(form: CopyForm) -> None:
    if len(form.delimiter.encode()) != 1:
        raise Unsupported("COPY delimiter must be a single one-byte character")
    if form.delimiter in "\r\n":
        raise InvalidArgument("COPY delimiter cannot be newline or carriage return")
    if "\r" in form.null or "\n" in form.null:
        raise InvalidArgument("COPY null representation cannot use newline or carriage return")
    if form.delimiter in form.null:
        raise Unsupported("COPY delimiter must not appear in the NULL specification")


# --------------------------------------------------------------------------------------------------------------- values


def _text_value(cursor: TokenCursor, name: str) -> str:
    sign = "-" if cursor.take_symbol("-") else ""
    if cursor.token.kind in (STRING, IDENT, QUOTED, INTEGER, NUMBER):
        return sign + cursor.advance().value
    raise SyntaxFault(f"{name} requires a parameter", position=cursor.token.start + 1)


def _flag(cursor: TokenCursor, name: str) -> bool:
    if cursor.is_symbol(",") or cursor.is_symbol(")"):
        return True
    value = _text_value(cursor, name).lower()
    if name == "header" and value == "match":
        raise Unsupported('cannot use "match" with HEADER in COPY TO')
    if value in ("true", "on", "1"):
        return True
    if value in ("false", "off", "0"):
        return False
    wanted = 'a Boolean value or "match"' if name == "header" else "a Boolean value"
    raise SyntaxFault(f"{name} requires {wanted}")


def _columns(cursor: TokenCursor, name: str) -> tuple[str, ...] | None:
    if cursor.take_symbol("*"):
        return None
    if not cursor.is_symbol("("):
        raise InvalidArgument(f'argument to option "{name}" must be a list of column names', position=cursor.token.start + 1)
    return cursor.name_list()


def _format(cursor: TokenCursor, name: str) -> str:
    value = _text_value(cursor, name)
    if value not in _FORMATS:
        raise InvalidArgument(f'COPY format "{value}" not recognized', hint="Use text, csv, binary or arrow.")
    return value


def _encoding(cursor: TokenCursor, name: str) -> str:
    position = cursor.tokens[cursor.at - 1].start + 1
    value = _text_value(cursor, name)
    known = re.sub(r"[^a-z0-9]", "", value.lower())
    if known in ("utf8", "unicode"):
        return value
    if _OTHER_ENCODINGS.fullmatch(known):
        raise Unsupported(f"conversion between UTF8 and {value} is not supported")
    raise InvalidArgument('argument to option "encoding" must be a valid encoding name', position=position)


def _milliseconds(cursor: TokenCursor, name: str) -> int:
    value = _text_value(cursor, name)
    if not value.isdecimal() or not 0 < int(value) < 2**31:
        raise InvalidArgument(f"{name} must be a number of milliseconds above 0", position=cursor.tokens[cursor.at - 1].start + 1)
    return int(value)


#: PostgreSQL's other encodings, without punctuation.
_OTHER_ENCODINGS: Final = re.compile(
    r"big5|eucjp|euccn|euckr|euctw|eucjis2004|gb18030|gbk|johab|koi8[ru]?|latin([1-9]|10)|muleinternal|sjis|shiftjis(2004)?|uhc"
    r"|iso8859[0-9]{1,2}|win(dows)?(866|874|949|950|125[0-8])|sqlascii"
)
_READERS: Final[dict[str, Callable[[TokenCursor, str], object]]] = {
    "format": _format, "delimiter": _text_value, "null": _text_value, "header": _flag, "quote": _text_value, "escape": _text_value,
    "force_quote": _columns, "force_not_null": _columns, "force_null": _columns, "encoding": _encoding, "freeze": _flag,
    "versions": lambda cursor, name: read_versions(_text_value(cursor, name)),
    "shards": lambda cursor, name: read_shards(_text_value(cursor, name)),
    **dict.fromkeys(SETTINGS, _text_value), "timeout_ms": _milliseconds, "keys": _flag,
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- lists


def read_options(cursor: TokenCursor, options: Options) -> Options:
    """[WITH] (option [value], …), or the old words, to the end of the statement. *options* is what was said before."""
    cursor.take_word("with")
    if cursor.is_symbol("("):
        return _listed(cursor, options)
    while cursor.is_word(*_OLD):
        position, word = cursor.token.start + 1, cursor.advance().value
        name, read = _OLD[word]
        options = _said(options, name, read(cursor), position)
    return options


def read_delimiters(cursor: TokenCursor, options: Options) -> Options:
    """[USING] DELIMITERS 'character', as before PostgreSQL 7.3; a query never had it."""
    using = cursor.take_word("using") is not None
    if not cursor.is_word("delimiters"):
        if using:
            cursor.fail()
        return options
    position = cursor.advance().start + 1
    return _said(options, "delimiter", cursor.expect_string(), position)


def _listed(cursor: TokenCursor, options: Options) -> Options:
    cursor.expect_symbol("(")
    while True:
        position, name = cursor.token.start + 1, cursor.label()
        if name not in _READERS:
            raise SyntaxFault(f'option "{name}" not recognized', position=position)
        options = _said(options, name, _value(cursor, name), position)
        if not cursor.take_symbol(","):
            break
    cursor.expect_symbol(")")
    return options


def _value(cursor: TokenCursor, name: str) -> object:
    try:
        return _READERS[name](cursor, name)
    except PlanError as error:
        error.position = error.position or cursor.tokens[max(cursor.at - 1, 0)].start + 1
        raise


def _said(options: Options, name: str, value: object, position: int) -> Options:
    if getattr(options, name) != getattr(_NOTHING, name):
        raise SyntaxFault("conflicting or redundant options", position=position)
    changes: dict[str, object] = {name: value}
    return replace(options, **changes)  # type: ignore[arg-type]


_NOTHING: Final = Options()


def _old_string(cursor: TokenCursor) -> str:
    cursor.take_word("as")
    return cursor.expect_string()


def _old_force(cursor: TokenCursor) -> tuple[str, ...] | None:
    cursor.expect_word("quote")
    if cursor.take_symbol("*"):
        return None
    names = [cursor.column_name()]
    while cursor.take_symbol(","):
        names.append(cursor.column_name())
    return tuple(names)


_OLD: Final[dict[str, tuple[str, Callable[[TokenCursor], object]]]] = {
    "binary": ("format", lambda _: "binary"),
    "csv": ("format", lambda _: "csv"),
    "header": ("header", lambda _: True),
    "delimiter": ("delimiter", _old_string),
    "null": ("null", _old_string),
    "quote": ("quote", _old_string),
    "escape": ("escape", _old_string),
    "force": ("force_quote", _old_force),
}
