"""Nobody but the server's user reads its store: folders 0700, files 0600, whatever the umask and the root's files are."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from gateway.node.store_access import keep_private
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.plugins.gateway import running_gateway

SCHEMA = ViewSchema("numbers", (Column("n", st.Long()), Column("t", st.String())), ("n",), ("n",), HashPartitioning(2), (2,))
ROWS = pa.table({"n": range(1_000), "t": ["secret"] * 1_000})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Its files are open to everybody."""
    before = os.umask(0o022)
    try:
        write_version(str(tmp_path / "root"), SCHEMA, ROWS)
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "root").rglob("*.sst")} == {0o644}
    return tmp_path / "root"


def _modes(store: Path) -> Iterator[tuple[str, int]]:
    """(what, mode) of everything that is not a link to a file of the root. Temporary files come and go."""
    for path in (store, *store.rglob("*")):
        try:
            state = path.stat()
        except FileNotFoundError:
            continue
        if stat.S_ISDIR(state.st_mode):
            yield "folder", state.st_mode & 0o777
        elif stat.S_ISREG(state.st_mode) and not (path.suffix == ".sst" and state.st_nlink > 1):
            yield "file", state.st_mode & 0o777


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("shared", [False, True])
def test_modes_of_a_store(tmp_path: Path, root: Path, workers: str, *, shared: bool) -> None:
    store, config = tmp_path / "store", tmp_path / "config"
    store.mkdir()
    store.chmod(0o755)
    config.write_text(f"[serve]\nstore_group_access = {str(shared).lower()}\n")
    with running_gateway(root, store, "--workers", workers, "--config", str(config)) as gateway:
        with psycopg.connect(gateway.dsn) as connection:
            assert connection.execute("SELECT count(*) FROM numbers WHERE t = 'secret'").fetchone() == (1_000,)
        found = set(_modes(store))
    folder, file = (0o750, 0o640) if shared else (0o700, 0o600)
    assert {mode for what, mode in found if what == "folder"} == {folder}
    assert {mode for what, mode in found if what == "file"} <= {file, 0o600}


def test_links_are_the_roots_files(tmp_path: Path, root: Path) -> None:
    """They have its mode, or another's name would change it; the folder keeps others out."""
    with running_gateway(root, tmp_path / "store"):
        inodes = {path.stat().st_ino: path.stat().st_mode for path in root.rglob("*.sst")}
        for path in (tmp_path / "store").rglob("*.sst"):
            state = path.stat()
            assert state.st_mode == inodes.get(state.st_ino, state.st_mode)
            assert state.st_ino in inodes or state.st_mode & 0o777 == 0o600


def test_a_folder_that_is_shared_stays_as_it_is(tmp_path: Path) -> None:
    """Who gives /tmp as the store's folder keeps a /tmp that others can use; what is in it of the store is closed."""
    before = os.umask(0o022)
    try:
        (tmp_path / "views").mkdir()
        (tmp_path / "others").mkdir()
        tmp_path.chmod(0o777)
        keep_private(tmp_path, group_access=False)
        modes = [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "others", tmp_path / "views")]
        assert modes == [0o777, 0o755, 0o700]
        (tmp_path / "others").rmdir()
        keep_private(tmp_path, group_access=True)
        assert [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "views")] == [0o750, 0o700]
    finally:
        os.umask(before)
