"""Views that are as if they had many rows."""

from __future__ import annotations

import pytest

from statestore.node import version


@pytest.fixture
def no_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """No view is small enough to be read whole in the event loop, so that DuckDB and copies do what they do over large ones."""
    monkeypatch.setattr(version, "FEW_ROWS_MAX", -1)
