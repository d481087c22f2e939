"""What several modules here read: views and the answers over them, and what a publisher under load keeps its books with."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.cluster.answers import QUERIES, Answers, answer, publish_all
from tests.faults.ledger import Ledger
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import seed_for


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The views of answers.py."""
    found = tmp_path_factory.mktemp("views") / "root"
    publish_all(found)
    return found


@pytest.fixture(scope="module")
def expected(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """The answers of one node that holds everything."""
    with running_gateway(root, tmp_path_factory.mktemp("one") / "store") as gateway, psycopg.connect(gateway.dsn) as connection:
        return {sql: answer(connection, sql) for sql in QUERIES}


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(seed_for("ledger"))
