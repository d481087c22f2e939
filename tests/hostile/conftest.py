"""One gateway that all hostile clients share: what one of them breaks, the others show."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.hostile.process import bugs
from tests.plugins.gateway import Gateway, running_gateway

#: In the gateway's environment and in a file beside its root: must never be seen in an answer.
SECRET: Final = "tg-hostile-5f1c0de"
STARTUP_TIMEOUT_S: Final = 5.0
CONNECTIONS_MAX: Final = 60
CONFIG: Final = f"""
[server]
startup_timeout_s = {STARTUP_TIMEOUT_S}
connections_max = {CONNECTIONS_MAX}
[engine]
memory_bytes = {512 << 20}
copy_bytes = {256 << 20}
"""
NUMBERS: Final = ViewSchema(
    "numbers", (Column("id", st.Long()), Column("word", st.String())), ("id",), ("id",), HashPartitioning(4), (2,)
)


def numbers(count: int = 1000) -> pa.Table:
    """id 0 …, word w0 …"""
    return pa.table({"id": pa.array(range(count), pa.int64()), "word": [f"w{i}" for i in range(count)]})


@dataclass(frozen=True)
class Target:
    """The gateway under attack."""

    gateway: Gateway
    secret_file: Path

    @property
    def port(self) -> int:
        return self.gateway.port

    def connect(self) -> psycopg.Connection[Any]:
        """A session."""
        return psycopg.connect(self.gateway.dsn, autocommit=True)


@pytest.fixture(scope="package")
def target_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("hostile")
    write_version(str(folder / "root"), NUMBERS, numbers())
    secret = folder / "secret.csv"
    secret.write_text(f"a,b\n{SECRET},1\n")
    (folder / "tidegate.toml").write_text(CONFIG)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIDEGATE_HOSTILE_SECRET", SECRET)
        with running_gateway(folder / "root", folder / "store", "--config", str(folder / "tidegate.toml")) as gateway:
            yield Target(gateway, secret)


@pytest.fixture
def target(target_for_all: Target) -> Iterator[Target]:
    """The gateway; after the test it is alive, has logged no bug and answers."""
    log = target_for_all.gateway.log
    before = log.stat().st_size
    yield target_for_all
    assert target_for_all.gateway.process.poll() is None, "the gateway has died"
    with target_for_all.connect() as connection:
        assert connection.execute("SELECT count(*), sum(id) FROM numbers").fetchone() == (1000, 499_500)
    with log.open() as lines:
        lines.seek(before)
        text = lines.read()
    assert not bugs(text), text[-4000:]
    assert SECRET not in text


def is_root() -> bool:
    """May this process do everything?"""
    return os.geteuid() == 0
