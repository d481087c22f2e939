"""Regular expressions that are found soon: what is found without a watch is what DuckDB's functions find with one."""

from __future__ import annotations

import random
from typing import Final

import pytest

from planner.postgres.functions.udf.pattern_costs import SOON_STEPS_MAX, soon_length_max
from planner.rows.patterns import NAMES
from planner.rows.shared import Leave
from tests.planner.types.test_patterns import LETTERS, PatternMaker
from tests.plugins.scale import scaled, seed_for

SEED: Final = seed_for("matching")
PATTERNS: Final = scaled(2_000, 20_000)
_OTHERS: Final = {
    "py_regexp_like": [("",), ("n",), ("i",), ("g",)],
    "py_regexp_match": [("",), ("n",), ("i",), ("g",)],
    "py_substring": [()],
    "py_regexp_replace": [("#", ""), ("", "g"), ("<>", "gi"), (r"[\1]", ""), ("-", "gn"), ("-", "2")],
}


@pytest.mark.parametrize("name", list(_OTHERS))
def test_soon_is_as_ever(name: str) -> None:
    dice, compared = random.Random(SEED), 0
    function = NAMES[name]
    for _ in range(PATTERNS):
        pattern = PatternMaker(dice, lazy=dice.random() < 0.3).alternatives()
        others = dice.choice(_OTHERS[name])
        text = "".join(dice.choices([letter.encode().decode("unicode_escape") for letter in LETTERS], k=dice.randint(0, 9)))
        length_max, soon = function.soon(pattern, *others)
        if len(text) <= length_max:
            compared += 1
            assert soon(text) == function.general(text, pattern, *others), (text, pattern, others)
    assert compared > PATTERNS / 10


@pytest.mark.parametrize(
    ("pattern", "length_max"),
    [
        ("^note-[0-9]$", 1_024),  # HERE_LENGTH_MAX
        ("^note.*[05]$", 316),  # its square is SOON_STEPS_MAX
        ("(?:a|b)c*", 223),  # its square is half of that
        ("(a*)b+", 46),  # its cube
        ("a{2}", 316),
        (r"[*+?(|)]\*\(", 1_024),
        ("(a*)*b", 0),
        ("(a|ab)+$", 0),
        ("(?:a?){3}", 0),
        (r"(a)\1", 0),
        ("a(?=b)", 0),
        (r"\mfoo", 0),
        ("a" * 201, 0),  # HERE_PATTERN_LENGTH_MAX is 200
        ("a{255}b{255}", 0),
    ],
)
def test_lengths_of_texts(pattern: str, length_max: int) -> None:
    """So long that the length, to the power of one and the number of repeated characters, times two for each bar, is the bound."""
    assert SOON_STEPS_MAX == 100_000
    assert soon_length_max(pattern, "") == length_max


def test_what_has_its_own_rules_goes_the_long_way() -> None:
    """Matches of nothing, parts of the match in the replacement, an option that is none, NULL."""
    replaced = NAMES["py_regexp_replace"]
    for others in (("b*", "-", "g"), ("a", r"\&", ""), ("a", "-", "1"), ("a", None, ""), (None, "-", ""), ("(", "-", "")):
        assert replaced.soon(*others)[0] < 0
    with pytest.raises(Leave):
        replaced.general("abc", "(", "-", "")
