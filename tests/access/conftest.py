"""Certificates for all tests of logins; servers whose grants tests change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.access.certificates import Authority
from tests.access.granting import Granting, granting_over, two_views
from tests.gateway.harness import Harness


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Who signs the certificates."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="session")
def granting_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    """The two views of tests.access.granting."""
    with two_views(tmp_path_factory.mktemp("grants")) as made:
        yield made


@pytest.fixture
def granting(granting_engine: Harness, tmp_path: Path) -> Iterator[Granting]:
    """A server of theirs, for which nothing is granted yet."""
    with granting_over(granting_engine, tmp_path) as made:
        yield made
