"""A root: the folder whose subfolders are views."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from statestore.errors import RootNotFound
from statestore.remote import OBJECT_SCHEMES, WEBHDFS, StorageOptions, open_file_system, scheme_of
from statestore.views.folder import VIEW_FILE, ViewFolder
from statestore.views.hdfs_storage import HdfsStorage
from statestore.views.local_storage import LocalStorage, room_checked
from statestore.views.remote_storage import RemoteStorage
from statestore.views.storage import Storage


@dataclass(frozen=True, slots=True)
class Root:
    """An open root."""

    storage: Storage

    @property
    def uri(self) -> str:
        """What open_root opens again, in any process: an absolute path or a URI."""
        return self.storage.uri

    @property
    def is_local(self) -> bool:
        """Whether the root is on a disk of this machine."""
        return self.storage.is_local

    def views(self, known: Collection[str] = ()) -> list[str]:
        """Names of the views, sorted. Those that are *known* are not looked into again."""
        names = self.storage.names("")
        return sorted(n for n in names if not n.startswith(".") and (n in known or self.storage.exists(f"{n}/{VIEW_FILE}")))

    def folder(self, view: str) -> ViewFolder:
        """The folder of *view*, which need not exist yet."""
        return ViewFolder(self.storage, view)


def open_root(uri: str, *, create: bool = False, must_exist: bool = True, options: StorageOptions | None = None) -> Root:
    """Open a local path, a file:// URI, or what fsspec knows, with *options* for its file system.

    With *create*, a missing root is made; unless it *must_exist*, nothing is asked of it yet. Raises RootNotFound.
    """
    scheme = urlsplit(uri).scheme if "://" in uri else ""
    if scheme in ("", "file"):
        return Root(LocalStorage(_local_folder(uri, create=create, must_exist=must_exist)))
    return Root(_remote_storage(uri, options or {}, create=create, must_exist=must_exist))


def _remote_storage(uri: str, options: StorageOptions, *, create: bool, must_exist: bool) -> RemoteStorage:
    """A prefix of an object store is there as soon as its bucket is, and a bucket is not created."""
    files, base = open_file_system(uri, options, "root")
    kind = HdfsStorage if scheme_of(uri) == WEBHDFS else RemoteStorage
    opened = kind(uri, files, base, scheme_of(uri) not in OBJECT_SCHEMES)
    if not must_exist:
        return opened
    if not opened.has_folders:
        opened.check_bucket()
        return opened
    try:
        if create:
            files.makedirs(base, exist_ok=True)
        found = files.isdir(base)
    except OSError as error:
        raise RootNotFound(f"root {uri} cannot be opened", detail=str(error)) from error
    if not found:
        raise RootNotFound(f"root {uri} does not exist or is not a folder", hint="publish a view to it first, or check the URI")
    return opened


def _local_folder(uri: str, *, create: bool, must_exist: bool) -> Path:
    parts = urlsplit(uri)
    if parts.scheme == "file" and parts.netloc not in ("", "localhost"):
        raise RootNotFound(f"root {uri} names the host {parts.netloc!r}", hint="a local file URI has three slashes: file:///path")
    folder = Path(unquote(parts.path) if parts.scheme == "file" else uri).expanduser().absolute()
    try:
        if create and not folder.exists():
            with room_checked(str(folder)):
                folder.mkdir(parents=True, exist_ok=True)
        found = folder.is_dir()
    except OSError as error:
        raise RootNotFound(f"root {folder} cannot be opened", detail=error.strerror) from error
    if not found and must_exist:
        raise RootNotFound(f"root {folder} does not exist or is not a folder", hint="publish a view to it first, or check the path")
    return folder
