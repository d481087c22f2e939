"""What a statement's Python functions may take: patterns with too many ways to match, deep documents, long texts."""

from __future__ import annotations

import pytest

from planner.errors import InvalidRegularExpression, LimitExceeded
from planner.functions.faults import fault_of
from planner.functions.udf import patterns
from planner.functions.udf.all import UDFS
from planner.functions.udf.identifiers import SQL_SUBSTRING_CHARACTERS_MAX, sql_substring

BY_NAME = {udf.name: udf.function for udf in UDFS}


def test_a_pattern_with_exponentially_many_ways_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "MATCHING_S_MAX", 0.05)
    text = "a" * 60 + "!"
    with pytest.raises(InvalidRegularExpression, match="to match one text"):
        patterns.replace(text, "(a|aa)+$", "", "g")
    with pytest.raises(InvalidRegularExpression, match="to match one text"):
        patterns.like(text, "(a|aa)+$", "")


def test_a_long_text_is_not_split_in_every_way() -> None:
    with pytest.raises(LimitExceeded):
        sql_substring("x" * (SQL_SUBSTRING_CHARACTERS_MAX + 1), '%#"y#"%', "#")


@pytest.mark.parametrize("name", ["py_jsonb_pretty", "py_jsonb_strip_nulls"])
def test_a_deep_document_is_an_error_and_no_crash(name: str) -> None:
    with pytest.raises(ValueError, match="tidegate:") as caught:
        BY_NAME[name]("[" * 5_000 + "]" * 5_000)
    assert fault_of(str(caught.value)) is not None
