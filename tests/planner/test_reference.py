"""FUNCTIONS.md says what the registry holds."""

from __future__ import annotations

import re
from pathlib import Path

import planner
from planner import errors
from planner.postgres.functions import catalog, catalog_properties, catalogue, refused, syntax
from planner.postgres.functions import reference as page
from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.reference import reference

#: What is not listed: pg_proc has it, or it is no call.
UNLISTED = (catalog, catalog_properties, syntax)
PAGE = Path(planner.__file__).with_name("FUNCTIONS.md")


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == reference(), "run: python -m planner.postgres.functions > planner/FUNCTIONS.md"


def test_what_is_refused_by_name_is_not_served() -> None:
    served = {f.name for f in ALL}
    assert not served & (refused.FUNCTIONS.keys() | refused.WRITES | refused.OPERATORS.keys())


def test_the_page_has_every_family() -> None:
    assert {family for _, family in page._FAMILIES} == {*catalogue._FAMILIES} - {*UNLISTED}


def test_errors_that_sql_raises_are_errors_of_the_planner() -> None:
    """They are named by texts, which nothing else checks."""
    named = {
        name
        for module in PAGE.parent.rglob("*.py")
        for name in re.findall(r"(?:\bfault\(\"|tidegate:)([A-Z]\w+)", module.read_text())
    }
    assert "DivisionByZero" in named
    assert all(issubclass(getattr(errors, name), errors.PlanError) for name in named)
