"""Sequelize, Drizzle and Kysely over node-postgres: the same programs against Tidegate and PostgreSQL 15 write the same lines."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.clients.told import RUN_S, address, told
from tests.plugins.namesake import VIEWS, Namesake
from tests.plugins.need import program
from tests.plugins.npm import install
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres, pytest.mark.timeout(400)]

PACKAGES: Final = (
    "pg@8.23.1", "pg-cursor@2.22.0", "sequelize@6.37.8", "drizzle-orm@0.45.4", "drizzle-kit@0.31.11", "kysely@0.29.9",
)  # fmt: skip
SOURCES: Final = Path(__file__).parent / "node"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs beside their packages."""
    program("node")
    made = tmp_path_factory.mktemp("builders")
    install(made, *PACKAGES)
    for name in ("told.cjs", "sequelize.cjs", "drizzle.cjs", "kysely.cjs"):
        shutil.copy(SOURCES / name, made)
    return made


def _both(folder: Path, name: str, what: str, ours: str, theirs: str) -> list[str]:
    """The lines, after a look at their being the same."""
    found, expected = (told([program("node"), str(folder / name)], dsn, what) for dsn in (ours, theirs))
    assert not [line for line in expected if line.startswith('["FAILED')]
    assert found == expected
    return expected


@pytest.mark.parametrize(("name", "lines"), [("sequelize.cjs", 5 * len(VIEWS)), ("kysely.cjs", 2)])
def test_the_structure(namesake: Namesake, folder: Path, name: str, lines: int) -> None:
    assert len(_both(folder, name, "structure", namesake.tidegate, namesake.postgres)) >= lines


@pytest.mark.parametrize("name", ["sequelize.cjs", "drizzle.cjs", "kysely.cjs"])
def test_the_contents(twin: Twin, folder: Path, name: str) -> None:
    assert len(_both(folder, name, "contents", twin.tidegate, twin.postgres)) >= 20


def introspected(folder: Path, dsn: str, name: str) -> dict[str, list[str]]:
    """What drizzle-kit writes: tables come in any order, and so do the columns of a key."""
    where, out = address(dsn), folder / name
    credentials = {
        "host": where["host"],
        "port": int(where["port"]),
        "user": where["user"],
        "database": where["dbname"],
        "ssl": False,
    }
    config = {"dialect": "postgresql", "out": f"./{name}", "dbCredentials": credentials, "schemaFilter": ["public"]}
    (folder / f"{name}.json").write_text(json.dumps(config))
    command = [program("node"), "node_modules/drizzle-kit/bin.cjs", "introspect", "--config", f"{name}.json"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=RUN_S)
    assert (out / "schema.ts").exists(), f"{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
    return {kind: _in_order(next(out.glob(kind)).read_text()) for kind in ("schema.ts", "relations.ts", "*.sql")}


_LISTS: Final = re.compile(r"(import \{|columns: \[|PRIMARY KEY\()(.*?)([}\])])")


def _in_order(text: str) -> list[str]:
    lists = _LISTS.sub(lambda found: found[1] + ",".join(sorted(map(str.strip, found[2].split(",")))) + found[3], text)
    return sorted(lists.splitlines())


def test_drizzle_kit_introspects_the_same(namesake: Namesake, folder: Path) -> None:
    ours, theirs = introspected(folder, namesake.tidegate, "ours"), introspected(folder, namesake.postgres, "theirs")
    assert ours == theirs
    assert any("primaryKey({ columns: " in line for line in theirs["schema.ts"])
