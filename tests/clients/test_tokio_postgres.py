"""tokio-postgres: the same Rust program against Tidegate and PostgreSQL 15 writes the same lines, every value as its bytes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.clients.compiled import BUILD_S, build, cache, lines, tool
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres, pytest.mark.timeout(BUILD_S)]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled program."""
    cargo, folder = tool("cargo"), tmp_path_factory.mktemp("tokio")
    shutil.copytree(Path(__file__).parent / "rust", folder, dirs_exist_ok=True)
    target = cache("tokio-postgres")
    build([cargo, "build", "--quiet", "--target-dir", str(target)], folder, "crates.io")
    return target / "debug" / "client"


def test_the_same_lines(twin: Twin, program: Path) -> None:
    expected = lines(program, twin.postgres)
    assert len(expected) > 150
    assert lines(program, twin.tidegate) == expected
