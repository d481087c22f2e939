"""The list of what is refused beside what is served."""

from __future__ import annotations

import re
from pathlib import Path

import planner
from planner import errors
from planner.postgres.functions import catalog, catalog_properties, catalogue, refused, syntax
from planner.postgres.functions.catalogue import ALL
from tests.tools import functions_page as page

#: What is not listed: pg_proc has it, or it is no call.
UNLISTED = (catalog, catalog_properties, syntax)
PLANNER = Path(planner.__file__).parent


def test_what_is_refused_by_name_is_not_served() -> None:
    served = {f.name for f in ALL}
    assert not served & (refused.FUNCTIONS.keys() | refused.WRITES | refused.OPERATORS.keys())


def test_the_page_has_every_family() -> None:
    assert {family for _, family in page.FAMILIES} == {*catalogue._FAMILIES} - {*UNLISTED}


def test_errors_that_sql_raises_are_errors_of_the_planner() -> None:
    """They are named by texts, which nothing else checks."""
    named = {
        name for module in PLANNER.rglob("*.py") for name in re.findall(r"(?:\bfault\(\"|tidegate:)([A-Z]\w+)", module.read_text())
    }
    assert "DivisionByZero" in named
    assert all(issubclass(getattr(errors, name), errors.PlanError) for name in named)
