"""pgx: the same Go program against Tidegate and PostgreSQL 15 writes the same lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.clients.compiled import BUILD_S, build, lines, tool
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres, pytest.mark.timeout(BUILD_S)]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled program."""
    go, folder = tool("go"), tmp_path_factory.mktemp("pgx")
    shutil.copytree(Path(__file__).parent / "go", folder, dirs_exist_ok=True)
    build([go, "build", "-o", "client", "."], folder, "the Go module proxy")
    return folder / "client"


def test_the_same_lines(twin: Twin, program: Path) -> None:
    expected = lines(program, twin.postgres)
    assert len(expected) > 300
    assert lines(program, twin.tidegate) == expected
