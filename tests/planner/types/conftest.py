"""The pair of engines, for a whole session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.planner.types.both import Both


@pytest.fixture(scope="session")
def both(postgres_dsn: str) -> Iterator[Both]:
    pair = Both(postgres_dsn)
    yield pair
    pair.close()
