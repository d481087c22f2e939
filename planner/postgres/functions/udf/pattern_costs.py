"""How long regular expressions take: those that are surely compiled soon, and the texts in which they are surely found soon."""

from __future__ import annotations

import math
import re
from typing import Final

from planner.postgres.functions.udf.elsewhere import HERE_LENGTH_MAX
from planner.postgres.functions.udf.expression import expression, pieces
from planner.remembering import remembered

#: Longer patterns, and those with a larger product of counts, are compiled elsewhere.
HERE_PATTERN_LENGTH_MAX: Final = 200
HERE_COUNTS_MAX: Final = 1_000
#: So many comparisons of a character take a millisecond or so.
SOON_STEPS_MAX: Final = 100_000
#: What makes the ways to match more than those below: what is in brackets is repeated, look-around, references, words' ends.
_MANIFOLD: Final = re.compile(r"\)[*+?{]|\(\?(?!:)|\\[\dmMyYAZ]")
_ESCAPED: Final = re.compile(r"\\.", re.DOTALL)


def compiles_soon(pattern: str) -> bool:
    """Compiling holds the interpreter's lock, and takes `regex` a time that grows with the product of all counts in braces."""
    return len(pattern) <= HERE_PATTERN_LENGTH_MAX and ("{" not in pattern or _product_of_counts(pattern) <= HERE_COUNTS_MAX)


@remembered(512)
def _product_of_counts(pattern: str) -> int:
    return math.prod(int(number) for number in re.findall(r"\{(?:\d*,)?(\d{1,9})", pattern))


def soon_length_max(pattern: str, flags: str) -> int:
    """The longest text in which its matches surely are found soon, without a watch; 0 where that is not known.

    From each place of a text a repeated character matches up to the text's length in ways, and each bar leaves two.
    """
    outside = "".join(text for text, in_brackets in pieces(expression(pattern, flags).body) if not in_brackets)
    if _MANIFOLD.search(outside) or not compiles_soon(pattern):
        return 0
    plain = _ESCAPED.sub("", outside)
    steps = SOON_STEPS_MAX >> plain.count("|")
    return min(int(steps ** (1 / (1 + sum(map(plain.count, "*+?{")) - plain.count("(?:")))), HERE_LENGTH_MAX)
