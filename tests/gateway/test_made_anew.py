"""A view that was deleted and made anew under its name: nothing of the old one is answered any more, whatever knew it by its name."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from tests.gateway.harness import Harness
from tests.gateway.test_copies import accounts, accounts_schema

COUNT = "SELECT count(*), sum(amount) FROM accounts"


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Harness]:
    with Harness(tmp_path) as made:
        made.write(accounts_schema(), accounts(dict.fromkeys(range(5000), 1)))
        yield made


def delete(bank: Harness) -> None:
    shutil.rmtree(Path(bank.root.uri) / "accounts")


@pytest.mark.parametrize("noticed", [True, False])
@pytest.mark.parametrize("versions", [1, 2, 3])
def test_aggregates_are_those_of_the_new_view(bank: Harness, noticed: bool, versions: int) -> None:
    bank.write(accounts_schema(), accounts({1: 2}))
    assert bank.rows(COUNT) == bank.rows(COUNT) == [("5000", "5001")]
    delete(bank)
    if noticed:
        bank.store.refresh()
        assert "accounts" not in bank.store.views()
    for version in range(versions):
        bank.write(accounts_schema(), accounts(dict.fromkeys(range(50), 7 + version)))
    assert bank.rows(COUNT) == [("50", str(50 * (6 + versions)))]
    bank.write(accounts_schema(), accounts({1000: 1}))
    assert bank.rows(COUNT) == [("51", str(50 * (6 + versions) + 1))]
    assert bank.rows("SELECT version, rows FROM tidegate.views") == [(str(versions + 1), "51")]
    assert bank.rows("SELECT sum(rows) FROM tidegate.shards") == [("51",)]
    assert bank.rows("SELECT count(*) FROM tidegate.versions WHERE rows > 50") == [("0",)]
