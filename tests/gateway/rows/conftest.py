"""What all tests of the row executor need."""

from __future__ import annotations

import pytest

from gateway.engine.rows import matching


@pytest.fixture(autouse=True)
def _long_matching(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left because other processes have the processor would be left once and answered the next time."""
    monkeypatch.setattr(matching, "HERE_MATCHING_S", 5.0)
