"""Debezium's embedded engine over the PostgreSQL connector, from Maven Central."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.plugins.maven import class_path
from tests.plugins.need import program

DEBEZIUM: Final = (
    "io.debezium:debezium-embedded:3.0.8.Final",
    "io.debezium:debezium-connector-postgres:3.0.8.Final",
    "org.slf4j:slf4j-simple:1.7.36",
)
#: A Java process that starts, connects and copies; beside other work that takes more than a minute.
TELLS_WITHIN_S: Final = 140
_SOURCES: Final = Path(__file__).parents[1] / "replication" / "debezium"
_PROPERTIES: Final = """
name=mine
connector.class=io.debezium.connector.postgresql.PostgresConnector
database.hostname=127.0.0.1
database.port={port}
database.user={user}
database.password=none
database.dbname=tidegate
topic.prefix=t
table.include.list={tables}
plugin.name=pgoutput
slot.name=mine
publication.name={view}
publication.autocreate.mode=disabled
snapshot.mode=initial
tombstones.on.delete=false
converter.schemas.enable=false
offset.storage=DurableOffsets
offset.storage.file.filename={folder}/offsets
offset.flush.interval.ms=50
"""


@pytest.fixture(scope="session")
def debezium(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The class path."""
    folder = tmp_path_factory.mktemp("debezium")
    found = class_path(folder, *DEBEZIUM)
    sources = map(str, sorted(_SOURCES.glob("*.java")))
    subprocess.run([program("javac"), "-encoding", "UTF-8", "-cp", found, "-d", str(folder), *sources], check=True)
    return f"{found}:{folder}"


@contextmanager
def running(
    classes: str, folder: Path, port: int, told: Path, *, view: str = "v", tables: Sequence[str] = (), user: str = "tester"
) -> Iterator[None]:
    """Debezium's engine, until it is killed at the block's end. What it tells is appended to *told*. *view* is the publication, and
    *tables* are its views if there are others."""
    properties, listed = folder / "properties", ",".join(f"public.{table}" for table in tables or [view])
    properties.write_text(_PROPERTIES.format(port=port, folder=folder, view=view, tables=listed, user=user))
    with told.open("ab") as out, (folder / "log").open("ab") as log:
        process = subprocess.Popen([program("java"), "-cp", classes, "Following", str(properties)], stdout=out, stderr=log)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def events(told: Path) -> list[str]:
    """Lines that are complete: a kill may cut the last one, which the next run tells again."""
    found = [line for line in told.read_text().splitlines(keepends=True) if line.endswith("\n")]
    assert not any(line.startswith("ended") for line in found), (found[-1], told.with_name("log").read_text()[-3000:])
    return found
