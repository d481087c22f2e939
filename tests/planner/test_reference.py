"""The list of what is refused beside what is served."""

from __future__ import annotations

from planner import errors
from planner.errors import PlanError
from planner.postgres.functions import catalog, catalog_properties, catalogue, refused, syntax
from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.faults import fault, fault_of
from tests.tools import functions_page as page

#: What is not listed: pg_proc has it, or it is no call.
UNLISTED = (catalog, catalog_properties, syntax)


def test_what_is_refused_by_name_is_not_served() -> None:
    served = {f.name for f in ALL}
    assert not served & (refused.FUNCTIONS.keys() | refused.WRITES | refused.OPERATORS.keys())


def test_the_page_has_every_family() -> None:
    assert {family for _, family in page.FAMILIES} == {*catalogue._FAMILIES} - {*UNLISTED}


def test_errors_that_sql_raises_are_errors_of_the_planner() -> None:
    known = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, PlanError)]
    assert len(known) > 50
    for kind in known:
        assert type(fault_of(f"Invalid Input Error: {fault(kind, 'why')}")) is kind
