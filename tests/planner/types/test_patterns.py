"""Random regular expressions: what they match is what PostgreSQL says, or they are refused by name."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.planner.types.both import Both, Failed, comparable
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres

SEED: Final = seed_for("patterns")
_CALLS: Final = (
    "regexp_replace({0}, {1}, '<\\&>', 'g')", "regexp_replace({0}, {1}, '[\\1]')", "regexp_match({0}, {1})", "{0} ~ {1}",
    "regexp_count({0}, {1})", "regexp_split_to_array({0}, {1})", "regexp_instr({0}, {1}, 1, 2)", "substring({0}, {1})",
    "regexp_substr({0}, {1}, 1, 1, '', 1)",
    "regexp_replace({0}, {1}, '#', 'gi')", "regexp_replace({0}, {1}, '#', 'gn')", "regexp_like({0}, {1}, 'n')", "{0} ~* {1}",
    "(SELECT array_agg(array_to_string(m, '|', 'N')) FROM regexp_matches({0}, {1}, 'g') m)",
)  # fmt: skip
#: In brackets most characters mean themselves.
_ODD: Final = (
    "[$,]", "[]a]", "[^]b]", "[a^]", "[[:alpha:]$]", "[^[:alpha:]]", "[a-c.]", r"[\\$]", "[^-a]", "[*+]", r"\$", r"\\", r"\.",
    r"[\d\\]", r"\n", "A",
)  # fmt: skip
LETTERS: Final = ("a", "b", "c", "a", "b", "c", "A", "$", "]", "^", "-", ".", "*", r"\\", r"\n")


class PatternMaker:
    """Makes one pattern; with *lazy* non-greedy quantifiers too."""

    def __init__(self, dice: random.Random, *, lazy: bool) -> None:
        self.dice, self.groups = dice, 0
        self.quantifiers = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}", *(("*?", "+?", "??", "{1,2}?") if lazy else ())]

    def alternatives(self, depth: int = 0) -> str:
        return "|".join(self._sequence(depth) for _ in range(self.dice.choice((1, 1, 1, 2))))

    def _sequence(self, depth: int) -> str:
        return "".join(self._atom(depth) + self.dice.choice(self.quantifiers) for _ in range(self.dice.randint(1, 3)))

    def _atom(self, depth: int) -> str:
        kind = self.dice.random()
        if kind < 0.5 or depth > 2:
            return self.dice.choice(("a", "b", "c", ".", "[ab]", "[^a]", r"\w") if self.dice.random() < 0.7 else _ODD)
        if kind < 0.75:
            self.groups += 1
            return f"({self.alternatives(depth + 1)})"
        if kind < 0.85:
            return f"(?:{self.alternatives(depth + 1)})"
        if kind < 0.95 and self.groups:
            return f"\\{self.dice.randint(1, self.groups)}"
        return self.dice.choice(("^", "$", r"\m", r"\M", r"\y")) if kind < 0.97 else f"(?={self.alternatives(depth + 1)})"


def _query(dice: random.Random) -> str:
    pattern = PatternMaker(dice, lazy=dice.random() < 0.3).alternatives().replace("\\", "\\\\")
    text, pattern = f"E'{''.join(dice.choices(LETTERS, k=dice.randint(0, 7)))}'", f"E'{pattern}'"
    call = dice.choice(_CALLS)
    if dice.random() < 0.4:
        return f"SELECT {call.format('t', 'p')} FROM (VALUES ({text}, {pattern})) v(t, p)"
    return f"SELECT {call.format(text, pattern)}"


def test_random_patterns(both: Both) -> None:
    dice = random.Random(SEED)
    problems, refused = [], 0
    for sql in (_query(dice) for _ in range(600)):
        ours, theirs = both.lowered(sql), both.expected(sql)
        if ours == Failed("0A"):
            refused += 1
        elif comparable(ours) != comparable(theirs):
            problems.append(f"{sql}\n  lowered    {ours!r}\n  PostgreSQL {theirs!r}")
    assert not problems, "\n".join(problems)
    assert refused < 300


def test_matches_of_nothing(both: Both) -> None:
    """One character further on after each, as in PostgreSQL; after a non-greedy one that is refused, where it would be seen."""
    assert not both.differences(["SELECT regexp_replace('abc', 'b*', '-', 'g'), regexp_replace('abc', 'b*?', '-')"])
    assert both.lowered("SELECT regexp_replace('abc', 'b*?', '-', 'g')") == Failed("0A")


def test_letters_beyond_ascii(both: Both) -> None:
    """Case is that of a UTF-8 locale in every function; the PostgreSQL beside has the locale C, in which these are not letters."""
    assert both.lowered("SELECT 'Ä' ~* 'ä', regexp_replace('xäÄ', 'ä', '#', 'gi'), regexp_count('äÄ', 'Ä', 1, 'i')") == [
        (True, "x##", 2)
    ]
    assert both.lowered(r"SELECT regexp_replace('äÄ', 'ä\w', '#', 'gi')") == Failed("0A")
