"""Templates of to_char, to_date and to_timestamp for moments, read: chapter 9.8 of PostgreSQL's manual, tables 9.27 and 9.28.

Templates of to_char, to_number, to_date and to_timestamp (udf/number_template.py, udf/moment_template.py) are read once and
then written or read node by node, in the odd corners too (FM and trailing zeros, a point without digits that ends the text, years
nearest to 2020, ISO weeks): tables and random templates are compared with PostgreSQL. Refused: RN and TH beside other patterns
where they mean little, ISO weeks and Julian days of an interval.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from planner.postgres.functions.udf.large import check_template
from planner.remembering import remembered

#: In the order in which PostgreSQL tries them; in lower case they mean the same, apart from the case of what they write.
_PATTERNS: Final = (
    "A.D.", "A.M.", "AD", "AM", "B.C.", "BC", "CC", "DAY", "DDD", "DD", "DY", "Day", "Dy", "D", "FF1", "FF2", "FF3", "FF4", "FF5",
    "FF6", "FX", "HH24", "HH12", "HH", "IDDD", "ID", "IW", "IYYY", "IYY", "IY", "I", "J", "MI", "MM", "MONTH", "MON", "MS", "Month",
    "Mon", "OF", "P.M.", "PM", "Q", "RM", "SSSSS", "SSSS", "SS", "TZH", "TZM", "TZ", "US", "WW", "W", "Y,YYY", "YYYY", "YYY", "YY",
    "Y",
)  # fmt: skip
_NAMES: Final = tuple(dict.fromkeys((*_PATTERNS, *(p.lower() for p in _PATTERNS))))
_NODE: Final = re.compile(
    rf"(?P<prefix>FM|fm|TM|tm)?(?P<pattern>{'|'.join(map(re.escape, _NAMES))})(?P<suffix>TH|th|SP)?"
    r'|(?P<alone>FM|fm|TM|tm)|"(?P<quoted>(?:[^"\\]|\\.)*)"?|\\(?P<escaped>")|(?P<literal>.)',
    re.DOTALL,
)
_ASCII_SEPARATORS: Final = frozenset(c for c in map(chr, range(33, 127)) if not c.isalnum())
#: Patterns that are not read as digits.
_NO_DIGITS: Final = frozenset(
    ("A.D.", "A.M.", "AD", "AM", "B.C.", "BC", "P.M.", "PM", "DAY", "DY", "MONTH", "MON", "RM", "TZ", "OF", "FX", "TZH")
)


@dataclass(frozen=True, slots=True)
class MomentNode:
    """A pattern (*name* as *kind* "pattern"), or one character: a space, a separator, other text.

    *spelled* is how the template writes the pattern; *fill* is off behind FM, *translated* on behind TM.
    """

    kind: Literal["pattern", "space", "separator", "text"]
    name: str
    spelled: str = ""
    fill: bool = True
    translated: bool = False
    ordinal: str = ""

    @property
    def is_number(self) -> bool:
        """Does it read digits?"""
        return self.kind == "pattern" and self.name not in _NO_DIGITS


@remembered(512)
def moment_template(text: str) -> tuple[MomentNode, ...]:
    """The template's nodes. Raises LimitExceeded."""
    check_template(text)
    nodes: list[MomentNode] = []
    for match in _NODE.finditer(text):
        if (pattern := match["pattern"]) is not None:
            prefix = (match["prefix"] or "").upper()
            ordinal = match["suffix"] if match["suffix"] in ("TH", "th") else ""
            nodes.append(MomentNode("pattern", pattern.upper(), pattern, prefix != "FM", prefix == "TM", ordinal))
        elif match["quoted"] is not None:
            nodes += [MomentNode("text", c) for c in re.sub(r"\\(.)", r"\1", match["quoted"], flags=re.DOTALL)]
        elif match["escaped"] is not None:
            nodes.append(MomentNode("text", '"'))
        elif (c := match["literal"]) is not None:
            nodes.append(MomentNode("space" if c.isspace() else "separator" if c in _ASCII_SEPARATORS else "text", c))
    return tuple(nodes)
