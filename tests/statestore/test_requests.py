"""Requests to roots that are not local are counted by root, with those that failed and how long they took."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from statestore.attach.files import open_checkpoint_files
from statestore.requests import Requests, requests_by_root
from statestore.views.remote_storage import RemoteStorage
from statestore.views.root import open_root


class Broken:
    """A file system that does not answer."""

    async_impl = False

    def cat_file(self, *_: Any, **__: Any) -> bytes:
        raise ConnectionResetError("gone")


def test_of_a_root() -> None:
    uri = f"memory://{uuid.uuid4().hex}"
    root = open_root(uri, create=True)
    before = requests_by_root().get(uri, Requests())
    assert root.views() == []
    storage = root.storage
    storage.create("a/b", b"x")
    assert storage.read("a/b") == b"x"
    with pytest.raises(FileNotFoundError):
        storage.read("a/c")
    with pytest.raises(FileExistsError):
        storage.create("a/b", b"y")
    after = requests_by_root()[uri]
    assert after.asked - before.asked >= 5
    assert after.errors == 0
    assert after.seconds > before.seconds


def test_what_is_not_answered_is_an_error() -> None:
    uri = f"broken://{uuid.uuid4().hex}"
    with pytest.raises(OSError, match="gone"):
        RemoteStorage(uri, Broken(), "base").read("a")
    found = requests_by_root()[uri]
    assert (found.asked, found.errors) == (1, 1)


def test_of_a_checkpoint() -> None:
    uri = f"memory://{uuid.uuid4().hex}"
    files = open_checkpoint_files(uri)
    assert files.names("commits") == []
    assert not files.exists()
    with pytest.raises(FileNotFoundError):
        files.read("metadata")
    found = requests_by_root()[uri]
    assert (found.asked, found.errors) == (3, 0)


def test_local_files_are_not_counted(tmp_path: Any) -> None:
    root = open_root(str(tmp_path), create=True)
    root.views()
    assert not any(str(tmp_path) in uri for uri in requests_by_root())
