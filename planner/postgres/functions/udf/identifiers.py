"""parse_ident, normalize, and substring with an SQL regular expression."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal, cast, get_args

from planner.errors import InvalidArgument, InvalidEscape, LimitExceeded
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.pattern_costs import compiles_soon
from planner.postgres.functions.udf.patterns import compiled, search, similar

_NAME: Final = re.compile(r'\s*(?:"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>[^\W\d][\w$]*))\s*')
#: Every split of the text in three is tried.
SQL_SUBSTRING_CHARACTERS_MAX: Final = 1_000
#: Of longer ones elsewhere, for each part of the text is looked at.
HERE_CHARACTERS_MAX: Final = 30
_Form = Literal["NFC", "NFD", "NFKC", "NFKD"]


def parse_ident(text: str, strict: bool) -> list[str]:
    """The parts of a qualified name. Raises InvalidArgument."""
    parts: list[str] = []
    at = 0
    while True:
        found = _NAME.match(text, at)
        if found is None:
            raise _not_valid(text, text[at:].lstrip(), parts)
        if found["quoted"] == "":
            raise InvalidArgument(f'string is not a valid identifier: "{text}"', detail="Quoted identifier must not be empty.")
        quoted = found["quoted"]
        parts.append(found["plain"].lower() if quoted is None else quoted.replace('""', '"'))
        at = found.end()
        if text[at : at + 1] != ".":
            break
        at += 1
    if at < len(text) and strict:
        raise InvalidArgument(f'string is not a valid identifier: "{text}"')
    return parts


def _not_valid(text: str, rest: str, parts: list[str]) -> InvalidArgument:
    message = f'string is not a valid identifier: "{text}"'
    if rest.startswith('"'):
        return InvalidArgument(message, detail="String has unclosed double quotes.")
    if rest.startswith("."):
        return InvalidArgument(message, detail='No valid identifier before ".".')
    return InvalidArgument(message, detail='No valid identifier after ".".') if parts else InvalidArgument(message)


def normalize(text: str, form: str) -> str:
    """normalize(text, form). Raises InvalidArgument."""
    if form.upper() not in get_args(_Form):
        raise InvalidArgument(f"invalid normalization form: {form}")
    return unicodedata.normalize(cast(_Form, form.upper()), text)


def sql_substring(text: str, pattern: str, escape: str) -> str | None:
    """substring(text from pattern for escape): what is between the two separators, escape and a double quote.

    Raises InvalidEscape, LimitExceeded.
    """
    if len(text) > SQL_SUBSTRING_CHARACTERS_MAX:
        raise LimitExceeded(
            f"substring with an SQL regular expression takes texts of at most {SQL_SUBSTRING_CHARACTERS_MAX} characters"
        )
    parts = pattern.split(f'{escape}"') if escape else [pattern]
    if len(parts) > 3:
        raise InvalidEscape("SQL regular expression may not contain more than two escape-double-quote separators")
    whole = [compiled(similar(part, escape), "", posix=False) for part in parts]
    if len(whole) == 1:
        return text if search(whole[0], text) else None
    before, wanted = whole[0], whole[1]
    after = whole[2] if len(whole) == 3 else None
    for start in range(len(text) + 1):
        if not search(before, text[:start]):
            continue
        for end in range(len(text), start - 1, -1):
            if search(wanted, text[start:end]) and (search(after, text[end:]) if after else end == len(text)):
                return text[start:end]
    return None


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_parse_ident", parse_ident, "VARCHAR, BOOLEAN", "VARCHAR[]"),
    udf("py_normalize", normalize, "VARCHAR, VARCHAR", "VARCHAR"),
    udf(
        "py_sql_substring",
        sql_substring,
        "VARCHAR, VARCHAR, VARCHAR",
        "VARCHAR",
        matches=True,
        small=lambda text, pattern, _escape: len(text) <= HERE_CHARACTERS_MAX and compiles_soon(pattern),
    ),
)
