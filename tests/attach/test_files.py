"""A checkpoint's files: on disk with links, on another disk with copies, behind fsspec with downloads."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest

from statestore.attach.files import CheckpointFiles, open_checkpoint_files
from statestore.errors import CorruptFile, RootNotFound, StorageFull

CONTENTS = {"metadata": b'{"id":"q"}', "commits/0": b"v1\n{}", "commits/1": b"v1\n{}\n", "state/0/1/.2.delta": b""}
Write = Callable[[str, bytes], None]


@pytest.fixture(params=["path", "file://", "file:", "memory://"])
def checkpoint(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[CheckpointFiles, Write]]:
    """The same checkpoint in every kind of place, and a way to write to it behind the reader's back."""
    folder = tmp_path / "a checkpoint"
    if request.param == "memory://":
        memory = fsspec.filesystem("memory")
        base = f"/{tmp_path.name}"
        write: Write = lambda path, data: memory.pipe_file(f"{base}/{path}", data)  # noqa: E731
        uri = f"memory:/{base}"
    else:
        write = lambda path, data: _write(folder / path, data)  # noqa: E731
        quoted = str(folder).replace(" ", "%20")
        uri = {"path": str(folder), "file://": f"file://{quoted}", "file:": f"file:{quoted}"}[request.param]
    yield open_checkpoint_files(uri), write
    if request.param == "memory://" and memory.exists(base):
        memory.rm(base, recursive=True)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _fill(write: Write) -> None:
    for path, data in CONTENTS.items():
        write(path, data)


def test_names_are_plain_and_sorted(checkpoint: tuple[CheckpointFiles, Write]) -> None:
    files, write = checkpoint
    _fill(write)
    assert files.names("") == ["commits", "metadata", "state"]
    assert files.names("commits") == ["0", "1"]
    assert files.names("state/0/1") == [".2.delta"]
    write("commits/10", b"v1\n{}")
    assert files.names("commits") == ["0", "1", "10"]


def test_what_is_not_there_has_no_names(checkpoint: tuple[CheckpointFiles, Write]) -> None:
    files, write = checkpoint
    assert not files.exists()
    assert files.names("") == []
    assert files.sizes("") == {}
    _fill(write)
    assert files.exists()
    assert files.names("offsets") == []
    assert files.names("state/0/1/none") == []


def test_files_say_their_bytes_size_and_time(checkpoint: tuple[CheckpointFiles, Write]) -> None:
    files, write = checkpoint
    before_us = int(time.time()) * 1_000_000
    _fill(write)
    for path, data in CONTENTS.items():
        assert files.read(path) == data
        assert files.size(path) == len(data)
        assert before_us - 1_000_000 <= files.modified_us(path) <= int(time.time() * 1e6) + 1_000_000
    assert files.sizes("") == {"metadata": 10}
    assert files.sizes("commits") == {"0": 5, "1": 6}


@pytest.mark.parametrize("call", ["read", "size", "modified_us"])
def test_a_missing_file_is_said_to_be_missing(checkpoint: tuple[CheckpointFiles, Write], call: str) -> None:
    files, write = checkpoint
    _fill(write)
    with pytest.raises(FileNotFoundError):
        getattr(files, call)("commits/2")


def test_a_placed_file_outlives_the_original(checkpoint: tuple[CheckpointFiles, Write], tmp_path: Path) -> None:
    files, write = checkpoint
    _fill(write)
    files.place("commits/1", tmp_path / "placed")
    if files.is_local:
        assert os.path.samefile(files.location("commits/1"), tmp_path / "placed")
        os.unlink(files.location("commits/1"))
    else:
        fsspec.filesystem("memory").rm_file(files.location("commits/1"))
    assert (tmp_path / "placed").read_bytes() == CONTENTS["commits/1"]
    with pytest.raises(FileNotFoundError):
        files.place("commits/1", tmp_path / "late")
    assert not (tmp_path / "late").exists()


def test_a_target_that_exists_stays_as_it_is(checkpoint: tuple[CheckpointFiles, Write], tmp_path: Path) -> None:
    files, write = checkpoint
    _fill(write)
    (tmp_path / "there").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        files.place("commits/1", tmp_path / "there")
    assert (tmp_path / "there").read_bytes() == b"mine"


@pytest.mark.parametrize("number", [errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP])
def test_where_no_link_is_possible_the_file_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(source: Any, target: Any) -> None:
        raise OSError(number, os.strerror(number), str(source), None, str(target))

    _write(tmp_path / "checkpoint/commits/0", b"v1\n{}")
    monkeypatch.setattr(os, "link", refuse)
    open_checkpoint_files(str(tmp_path / "checkpoint")).place("commits/0", tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"v1\n{}"
    assert not os.path.samefile(tmp_path / "copy", tmp_path / "checkpoint/commits/0")


def test_a_copy_that_finds_no_room_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Any, target: Any) -> None:
        raise OSError(errno.EXDEV, "other disk")

    def fill_up(source: Any, target: Any) -> None:
        Path(target).write_bytes(b"v1")
        raise OSError(errno.ENOSPC, "no room")

    _write(tmp_path / "checkpoint/commits/0", b"v1\n{}")
    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(shutil, "copyfile", fill_up)
    with pytest.raises(StorageFull):
        open_checkpoint_files(str(tmp_path / "checkpoint")).place("commits/0", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_names_cannot_lead_out_of_the_checkpoint(checkpoint: tuple[CheckpointFiles, Write], tmp_path: Path) -> None:
    files, write = checkpoint
    _fill(write)
    for path in ("state/../../secret", "/etc/passwd"):
        with pytest.raises(CorruptFile):
            files.read(path)
        with pytest.raises(CorruptFile):
            files.place(path, tmp_path / "target")


@pytest.mark.parametrize("uri", ["nosuchscheme://bucket/checkpoint", "file://elsewhere/checkpoint"])
def test_a_uri_of_no_known_kind_is_refused(uri: str) -> None:
    with pytest.raises(RootNotFound):
        open_checkpoint_files(uri)
