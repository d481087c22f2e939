"""Certificates for all tests of logins."""

from __future__ import annotations

import pytest

from tests.access.certificates import Authority


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Who signs the certificates."""
    return Authority(tmp_path_factory.mktemp("authority"))
