"""FUNCTIONS.md says what the registry holds."""

from __future__ import annotations

from pathlib import Path

import planner
from planner.postgres.functions import refused
from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.reference import reference

PAGE = Path(planner.__file__).with_name("FUNCTIONS.md")


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == reference(), "run: python -m planner.postgres.functions > planner/FUNCTIONS.md"


def test_what_is_refused_by_name_is_not_served() -> None:
    served = {f.name for f in ALL}
    assert not served & (refused.FUNCTIONS.keys() | refused.WRITES | refused.OPERATORS.keys())
