"""The list of what is refused beside what is served."""

from __future__ import annotations

from planner.postgres.functions import refused
from planner.postgres.functions.catalogue import ALL


def test_what_is_refused_by_name_is_not_served() -> None:
    served = {f.name for f in ALL}
    assert not served & (refused.FUNCTIONS.keys() | refused.WRITES | refused.OPERATORS.keys())
