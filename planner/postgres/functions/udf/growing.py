"""What is long of texts that DuckDB's own functions make while they are short.

Those that it makes in any case, concatenations, say before how long they will be: py_fits.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Final

from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.large import check, check_elements

#: Of a series' list in DuckDB: numbers, times.
_ELEMENT_BYTES: Final = 16
#: Of a list of texts that are parts of another, with what DuckDB needs to make it.
_PIECE_BYTES: Final = 100
#: Collation C: only ASCII letters have case.
_TO_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_TO_UPPER: Final = str.maketrans(ascii_lowercase, ascii_uppercase)


def repeat(text: str, number: int) -> str:
    """*text* so many times, none of a negative number."""
    check(len(text) * number)
    return text * number


def lpad(text: str, length: int, fill: str) -> str:
    """Filled up at the left, or cut at the right, to so many characters."""
    return _filling(text, length, fill) + text[: max(length, 0)]


def rpad(text: str, length: int, fill: str) -> str:
    """Filled up, or cut, at the right."""
    return text[: max(length, 0)] + _filling(text, length, fill)


def _filling(text: str, length: int, fill: str) -> str:
    missing = length - len(text)
    if missing <= 0 or not fill:
        return ""
    check(length)
    return (fill * (missing // len(fill) + 1))[:missing]


def replace(text: str, old: str, new: str) -> str:
    """*new* wherever *old* is."""
    if not old:
        return text
    if len(new) > len(old):
        check(len(text) + text.count(old) * (len(new) - len(old)))
    return text.replace(old, new)


def pieces(text: str, delimiter: str) -> int:
    """How many a text is split into. No text has the character 0 in it; as a delimiter it stands for every character's end."""
    count = len(text) if delimiter == "\0" else text.count(delimiter) + 1
    check_elements(count)
    return count


def fits(length: int) -> int:
    """So many bytes may be made."""
    check(length)
    return length


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_repeat", repeat, "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_lpad", lpad, "VARCHAR, INTEGER, VARCHAR", "VARCHAR"),
    udf("py_rpad", rpad, "VARCHAR, INTEGER, VARCHAR", "VARCHAR"),
    udf("py_series_rows", lambda rows: rows, "BIGINT", "BIGINT", promises_bytes=_ELEMENT_BYTES),
    udf("py_pieces", pieces, "VARCHAR, VARCHAR", "BIGINT", promises_bytes=_PIECE_BYTES),
    udf("py_replace", replace, "VARCHAR, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_lower", lambda text: text.translate(_TO_LOWER), "VARCHAR", "VARCHAR"),
    udf("py_upper", lambda text: text.translate(_TO_UPPER), "VARCHAR", "VARCHAR"),
)
#: Of a number alone: it need not be stopped.
HERE: Final[tuple[PythonFunction, ...]] = (
    udf("py_fits", fits, "BIGINT", "BIGINT", promises_text=True),
    udf("py_remade", lambda length: length, "BIGINT", "BIGINT", remakes=True),
)
