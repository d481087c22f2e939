"""Who gets how much: the sum fits, a file's word goes first, and a machine that has other programs is not taken whole."""

from __future__ import annotations

import dataclasses
import logging
from pathlib import Path

import pytest

from gateway.config import ConfigError, ConfigFile, ServeSettings
from gateway.engine import EngineOptions
from gateway.machine import Machine
from gateway.node.settings import NodeArguments, NodeSettings
from gateway.node.shares import BASE_BYTES, Shares
from gateway.server import ServerOptions
from gateway.session.options import SessionOptions
from statestore.node import StoreOptions

MIB = 1 << 20
GIB = 1 << 30
SERVE = ServeSettings(store="s")
GIVEN = NodeArguments(root="r", store="s")


@pytest.mark.parametrize("gib", [0.5, 0.75, 1, 2, 4, 16, 256])
@pytest.mark.parametrize("workers", [1, 2, 8])
def test_the_parts_fit_the_whole(gib: float, workers: int) -> None:
    machine = Machine(int(gib * GIB) * workers, 4, "memory.max of /sys/fs/cgroup")
    made = Shares.make(machine, dataclasses.replace(SERVE, workers=workers))
    engine, store = EngineOptions(**made.of["engine"]), StoreOptions(**made.of["store"])
    ServerOptions(**made.of["server"])
    SessionOptions(**made.of["session"])
    assert made.process_bytes == gib * GIB
    caches = engine.memory_bytes + engine.copy_bytes + store.block_cache_bytes
    assert BASE_BYTES + caches <= engine.process_bytes_max < made.process_bytes
    # All of it is of use to somebody.
    assert caches >= (made.process_bytes - BASE_BYTES) * 0.7


def test_a_machine_without_limits_is_not_taken_whole() -> None:
    usual = Shares.make(Machine(256 * GIB, 64), SERVE).of
    changed = {"duckdb_threads", "process_bytes_max"}
    for section, kind in (
        ("engine", EngineOptions),
        ("store", StoreOptions),
        ("server", ServerOptions),
        ("session", SessionOptions),
    ):
        defaults = {f.name: f.default for f in dataclasses.fields(kind)}
        assert {name: value for name, value in usual[section].items() if name not in changed and value != defaults[name]} == {}


def test_few_processors_and_little_memory_are_few_threads() -> None:
    def threads(memory: int, processors: int) -> int:
        return Shares.make(Machine(memory, processors, "RLIMIT_AS"), SERVE).of["engine"]["duckdb_threads"]

    assert [threads(16 * GIB, 1), threads(16 * GIB, 3), threads(GIB // 2, 64), threads(GIB // 3, 64)] == [1, 3, 5, 1]


def settings(tmp_path: Path, text: str) -> NodeSettings:
    path = tmp_path / "tidegate.toml"
    path.write_text(text)
    return NodeSettings.read(ConfigFile(path), GIVEN)


def test_the_total_can_be_said(tmp_path: Path) -> None:
    found = settings(tmp_path, f"[serve]\ntotal_memory_bytes = {GIB}\n")
    assert found.shares.process_bytes == GIB
    assert found.engine.process_bytes_max == GIB // 16 * 15
    assert found.engine.memory_bytes == (GIB - BASE_BYTES) * 24 // 64
    assert found.store.block_cache_bytes == (GIB - BASE_BYTES) * 8 // 64


def test_the_file_goes_first(tmp_path: Path) -> None:
    found = settings(
        tmp_path, f"[serve]\ntotal_memory_bytes = {GIB}\n[engine]\nmemory_bytes = {GIB}\n[store]\nblock_cache_bytes = 0\n"
    )
    assert (found.engine.memory_bytes, found.store.block_cache_bytes) == (GIB, 0)
    assert found.engine.copy_bytes == (GIB - BASE_BYTES) * 16 // 64


def test_more_than_there_is_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    fitting = settings(tmp_path, f"[serve]\ntotal_memory_bytes = {GIB}\n")
    fitting.shares.tell(fitting.engine, fitting.store)
    assert [record.levelname for record in caplog.records] == ["INFO"]
    assert "1024 MiB for this process (total_memory_bytes in [serve])" in caplog.text
    greedy = settings(tmp_path, f"[serve]\ntotal_memory_bytes = {GIB}\n[engine]\nmemory_bytes = {GIB}\n")
    greedy.shares.tell(greedy.engine, greedy.store)
    assert [record.levelname for record in caplog.records] == ["INFO", "INFO", "WARNING"]


@pytest.mark.parametrize(
    "text", ["total_memory_bytes = 1", f"total_memory_bytes = {600 * MIB}\nworkers = 2", "total_memory_bytes = -1"]
)
def test_too_little_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"\[serve\]: total_memory_bytes=.* at least \d+ for each of [12] processes"):
        settings(tmp_path, f"[serve]\n{text}\n")
