"""String functions."""

from __future__ import annotations

import base64
import re
import sys
from typing import AnyStr, Final

from planner.errors import InvalidArgument, InvalidEscape, LimitExceeded, NullNotAllowed, SubstringFault, SyntaxFault, Unsupported
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.large import check, check_doubled
from planner.postgres.literals.arrays import parse_array
from planner.postgres.literals.numbers import parse_integer
from planner.postgres.literals.strings import parse_bytea

_PLAIN_IDENTIFIER: Final = re.compile(r"[a-z_][a-z0-9_]*")
#: Key words that quote_ident quotes: reserved ones, and those that may not be column names everywhere.
_KEYWORDS_TEXT: Final = """
all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char
character check coalesce collate collation column concurrently constraint create cross current_catalog current_date
current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do
else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike
in initially inner inout int integer intersect interval into is isnull join lateral leading least left like limit
localtime localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only or order
out outer overlaps overlay placing position precision primary real references returning right row select session_user
setof similar smallint some substring symmetric table tablesample then time timestamp to trailing treat trim true union
unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists
xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable
"""
_KEYWORDS: Final = frozenset(_KEYWORDS_TEXT.split())


def translate(text: str, source: str, target: str) -> str:
    """Each character of *source* becomes that of *target* at its place, or goes."""
    table: dict[int, str | None] = {}
    for i, character in enumerate(source):
        table.setdefault(ord(character), target[i] if i < len(target) else None)
    return text.translate(table)


def split_part(text: str, delimiter: str, field: int) -> str:
    """Field *field*, from 1, or from the end when negative. Raises InvalidArgument."""
    if field == 0:
        raise InvalidArgument("field position must not be zero")
    parts = text.split(delimiter) if delimiter else [text]
    index = field - 1 if field > 0 else len(parts) + field
    return parts[index] if 0 <= index < len(parts) else ""


def initcap(text: str) -> str:
    """First letters of words in upper case, others in lower; letters and digits are ASCII's, as in collation C."""
    return re.sub(r"[A-Za-z0-9]+", lambda word: word[0][0].upper() + word[0][1:].lower(), text)


def character(code: int) -> str:
    """chr(n). Raises InvalidArgument, LimitExceeded."""
    if code == 0:
        raise LimitExceeded("null character not permitted")
    if code < 0:
        raise InvalidArgument("character number must be positive")
    if code > sys.maxunicode:
        raise LimitExceeded(f"requested character too large for encoding: {code}")
    if 0xD800 <= code < 0xE000:
        raise LimitExceeded(f"requested character not valid for encoding: {code}")
    return chr(code)


def quote_ident(name: str) -> str:
    """The name as an identifier, in quotes where it needs them."""
    if _PLAIN_IDENTIFIER.fullmatch(name) and name not in _KEYWORDS:
        return name
    check_doubled(name, '"')
    return '"' + name.replace('"', '""') + '"'


def quote_literal(text: str) -> str:
    """The text as a string literal."""
    check_doubled(text, "'\\")
    escaped = text.replace("'", "''")
    return "E'" + escaped.replace("\\", "\\\\") + "'" if "\\" in escaped else f"'{escaped}'"


def overlay(value: AnyStr, part: AnyStr, start: int, count: int) -> AnyStr:
    """overlay(value placing part from start for count), of texts and of bytes. Raises SubstringFault."""
    if start <= 0:
        raise SubstringFault("negative substring length not allowed")
    return value[: start - 1] + part + value[max(start - 1 + count, 0) :]


#: Of each byte, what encode writes in its place.
_ESCAPED: Final = {0x5C: "\\\\", **{b: f"\\{b:03o}" for b in (0, *range(0x80, 0x100))}}


def encode(value: bytes, form: str) -> str:
    """encode(bytea, 'hex' | 'base64' | 'escape'). Raises InvalidArgument."""
    match form.lower():
        case "hex":
            check(2 * len(value))
            return value.hex()
        case "base64":
            check(4 * len(value) // 3)
            written = base64.b64encode(value).decode()
            return "\n".join(written[i : i + 76] for i in range(0, len(written), 76))
        case "escape":
            return value.decode("latin-1").translate(_ESCAPED)
    raise InvalidArgument(f'unrecognized encoding: "{form}"')


def decode(text: str, form: str) -> bytes:
    """decode(text, …), its inverse. Raises InvalidArgument."""
    match form.lower():
        case "hex":
            return parse_bytea("\\x" + text)
        case "base64":
            try:
                return base64.b64decode("".join(text.split()), validate=True)
            except ValueError:
                raise _not_base64(text) from None
        case "escape":
            return parse_bytea(text)
    raise InvalidArgument(f'unrecognized encoding: "{form}"')


def _not_base64(text: str) -> InvalidArgument:
    symbol = next((c for c in text if not c.isspace() and not (c.isascii() and (c.isalnum() or c in "+/="))), None)
    if symbol is None:
        hint = "Input data is missing padding, is truncated, or is otherwise corrupted."
        return InvalidArgument("invalid base64 end sequence", hint=hint)
    return InvalidArgument(f'invalid symbol "{symbol}" found while decoding base64 sequence')


def like_escape(pattern: str, escape: str) -> str:
    """A LIKE pattern whose escape character is another, with backslashes. Raises InvalidEscape."""
    if len(escape) > 1:
        raise InvalidEscape("invalid escape string")
    if escape == "\\":
        return pattern
    written, after_escape = [], False
    for character_ in pattern:
        if character_ == escape and not after_escape:
            written.append("\\")
            after_escape = True
        else:
            written.append("\\\\" if character_ == "\\" and not after_escape else character_)
            after_escape = False
    return "".join(written)


_FORMAT: Final = re.compile(r"%(?:(\d+)\$)?(-?)(?:(\d+)|\*(?:(\d+)\$)?)?(.)|%$", re.DOTALL)


def format_(template: str, values: list[str | None]) -> str:
    """format('… %s %I %L …', …)."""
    position = length = 0

    def argument(number: str | None) -> str | None:
        nonlocal position
        position = int(number) if number else position + 1
        if position < 1 or position > len(values):
            raise InvalidArgument("too few arguments for format()")
        return values[position - 1]

    def replace(found: re.Match[str]) -> str:
        nonlocal length
        kind = found[5]
        if kind is None:
            raise InvalidArgument("unterminated format() type specifier", hint='For a single "%" use "%%".')
        if kind == "%":
            return "%"
        if kind not in "sIL":
            raise InvalidArgument(f'unrecognized format() type specifier "{kind}"', hint='For a single "%" use "%%".')
        width = int(found[3]) if found[3] else _width(argument(found[4])) if "*" in found[0] else 0
        written = _formatted(kind, argument(found[1]))
        length += max(len(written), abs(width))
        check(length)
        return written.ljust(abs(width)) if found[2] or width < 0 else written.rjust(width)

    return _FORMAT.sub(replace, template)


def _width(text: str | None) -> int:
    return 0 if text is None else parse_integer(text, "integer", 32)


def _formatted(kind: str, value: str | None) -> str:
    if kind == "L":
        return "NULL" if value is None else quote_literal(value)
    if kind == "I":
        if value is None:
            raise NullNotAllowed("null values cannot be formatted as an SQL identifier")
        return quote_ident(value)
    return value or ""


_UNISTR: Final = re.compile(
    r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\+([0-9A-Fa-f]{6})|([0-9A-Fa-f]{4})|(\\))|(\\)|[^\\]+", re.DOTALL
)


def unistr(text: str) -> str:
    r"""\XXXX, \uXXXX, \+XXXXXX and \UXXXXXXXX escapes. Raises SyntaxFault, InvalidArgument."""
    parts: list[str] = []
    first = 0
    for found in _UNISTR.finditer(text):
        digits = found[1] or found[2] or found[3] or found[4]
        if found[6]:
            raise SyntaxFault("invalid Unicode escape", hint="Unicode escapes must be \\XXXX, \\+XXXXXX, \\uXXXX, or \\UXXXXXXXX.")
        code = int(digits, 16) if digits else -1
        if digits and not 0 < code <= sys.maxunicode:
            raise InvalidArgument(f"invalid Unicode code point: {code:04X}")
        is_second = 0xDC00 <= code < 0xE000
        if bool(first) != is_second:
            raise SyntaxFault("invalid Unicode surrogate pair")
        if 0xD800 <= code < 0xDC00:
            first = code
            continue
        if is_second:
            code, first = 0x10000 + ((first - 0xD800) << 10) + code - 0xDC00, 0
        parts.append(chr(code) if digits else "\\" if found[5] else found[0])
    if first:
        raise SyntaxFault("invalid Unicode surrogate pair")
    return "".join(parts)


def array_items(text: str) -> list[str | None]:
    """The elements' texts of an array's text. Raises InvalidText, Unsupported."""
    found = parse_array(text, str)
    if any(isinstance(item, list) for item in found):
        raise Unsupported("arrays of several dimensions are not supported")
    return found


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_parse_array", array_items, "VARCHAR", "VARCHAR[]"),
    udf("py_translate", translate, "VARCHAR, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_split_part", split_part, "VARCHAR, VARCHAR, INTEGER", "VARCHAR"),
    udf("py_initcap", initcap, "VARCHAR", "VARCHAR"),
    udf("py_reverse", lambda text: text[::-1], "VARCHAR", "VARCHAR"),
    udf("py_chr", character, "INTEGER", "VARCHAR"),
    udf("py_quote_ident", quote_ident, "VARCHAR", "VARCHAR"),
    udf("py_quote_literal", quote_literal, "VARCHAR", "VARCHAR"),
    udf("py_overlay", overlay, "VARCHAR, VARCHAR, INTEGER, INTEGER", "VARCHAR"),
    udf("py_encode", encode, "BLOB, VARCHAR", "VARCHAR"),
    udf("py_decode", decode, "VARCHAR, VARCHAR", "BLOB"),
    udf("py_like_escape", like_escape, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_format", format_, "VARCHAR, VARCHAR[]", "VARCHAR"),
    udf("py_unistr", unistr, "VARCHAR", "VARCHAR"),
)
