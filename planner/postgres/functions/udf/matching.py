"""Whether a text matches a pattern: what DuckDB would take long over for a whole vector of rows, by the same rules.

DuckDB's LIKE looks for what stands between two % at each place of the text, one character after another, and RE2 follows all ways
through a pattern at once where it has too many states to keep them: 8,192 characters take it 11 s for `a.{100}b`.
"""

from __future__ import annotations

import re
from typing import Any, Final

from planner.errors import InvalidEscape
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.expression import expression
from planner.postgres.functions.udf.patterns import for_re2
from planner.remembering import remembered

#: Characters of the text times those of the pattern, up to which LIKE is DuckDB's: 2,048 rows take it 0.4 s at worst.
LIKE_WORK_MAX: Final = 1 << 17
#: Characters of the text times places of a regular expression, up to which matching is DuckDB's: 2,048 rows take it 1 s at worst.
MATCHING_WORK_MAX: Final = 1 << 15
#: A pattern with more places takes RE2 more than 0.2 ms to compile.
PLACES_MAX: Final = 1_000
#: Of places with a choice, so many double the states of a pattern at worst, which RE2 then keeps.
CHOICES_MAX: Final = 8
#: For every text.
ANY_LENGTH: Final = (1 << 31) - 1


@remembered(512)
def reach(pattern: str, flags: str) -> int:
    """The longest text, in bytes, that DuckDB's RE2 is sure to match soon; -1: none. Raises what expression() does."""
    found = expression(pattern, flags)
    if found.places > PLACES_MAX:
        return -1
    return ANY_LENGTH if found.choices <= CHOICES_MAX else MATCHING_WORK_MAX // max(found.places, 1)


def like_reach(pattern: str, name: str) -> int:
    """The longest text, in bytes, that DuckDB's LIKE (or ILIKE) is sure to match soon; *pattern* has no backslash."""
    longest = max(pattern.split("%"), key=len)
    is_inside = name == "like" and pattern.strip("%") == longest and "_" not in longest
    return ANY_LENGTH if is_inside or not longest else LIKE_WORK_MAX // len(longest.encode())


def matches(text: str, pattern: str, flags: str) -> bool:
    """Is there a match? By Arrow's RE2."""
    from pyarrow import compute  # half a second, in a process that does nothing else

    return bool(compute.match_substring_regex(text, for_re2(pattern, flags)).as_py())


def like(text: str, pattern: str) -> bool:
    """LIKE, with backslashes."""
    first, *others = _parts(pattern)
    found = first.match(text)
    if not others or found is None:
        return found is not None and found.end() == len(text)
    *middle, last = others
    at = found.end()
    for part in middle:
        found = part.search(text, at)
        if found is None:
            return False
        at = found.end()
    end = len(text) - _characters(last)
    return end >= at and last.match(text, end) is not None


@remembered(512)
def _parts(pattern: str) -> list[re.Pattern[str]]:
    """What stands between the % of a pattern."""
    parts = [""]
    for piece in re.findall(r"\\.|\\$|.", pattern, re.DOTALL):
        match piece:
            case "\\":
                raise InvalidEscape("LIKE pattern must not end with escape character")
            case "%":
                parts.append("")
            case _:
                parts[-1] += "." if piece == "_" else re.escape(piece[-1])
    return [re.compile(part, re.DOTALL) for part in parts]


def _characters(part: re.Pattern[str]) -> int:
    return len(re.findall(r"\\.|.", part.pattern, re.DOTALL))


def _elsewhere(*_values: Any) -> bool:
    return False


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_reach", reach, "VARCHAR, VARCHAR", "BIGINT"),
    udf("py_matches", matches, "VARCHAR, VARCHAR, VARCHAR", "BOOLEAN", small=_elsewhere),
    udf("py_like", like, "VARCHAR, VARCHAR", "BOOLEAN", small=_elsewhere),
)
