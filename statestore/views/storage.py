"""What the view folder needs of a place that keeps files: a local folder, or an object store.

All paths are relative to the root, with forward slashes. Every file is written once and never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

from statestore.remote import REQUEST_S

T = TypeVar("T")
R = TypeVar("R")


class Storage(Protocol):
    """A root folder's files. Every method raises StorageFull when there is no room."""

    @property
    def uri(self) -> str:
        """The root, as open_root takes it."""
        ...

    @property
    def is_local(self) -> bool:
        """Whether files can be locked and hard-linked."""
        ...

    @property
    def at_once(self) -> int:
        """Reads that are worth making side by side; 1 where nothing is waited for."""
        ...

    def exists(self, path: str) -> bool:
        """Whether a file of this name is there."""
        ...

    def size(self, path: str) -> int | None:
        """Bytes of the file; None where there is none of this name."""
        ...

    def names(self, folder: str, prefix: str = "", *, within_s: float = REQUEST_S) -> list[str]:
        """Names in *folder*, in no order; none when there is no such folder.

        With *prefix* those that begin so: stores of objects look for no others. Many names may take as long as *within_s*.
        """
        ...

    def entries(self, folder: str) -> list[tuple[str, int, float]]:
        """As names(), however many: (name, bytes, when it was written in seconds since 1970) of the files."""
        ...

    def read(self, path: str, *, within_s: float = REQUEST_S) -> bytes:
        """All bytes, which may take as long as *within_s* from a root elsewhere. Raises FileNotFoundError."""
        ...

    def create(self, path: str, data: bytes) -> None:
        """Make the file with all of *data*, durably, or not at all. Raises FileExistsError."""
        ...

    def remove(self, path: str) -> None:
        """Remove the file; nothing happens when it is not there."""
        ...

    def remove_all(self, paths: Sequence[str]) -> None:
        """As remove(), in any order, with few requests."""
        ...

    def stage(self, path: str) -> Path:
        """A local path to write the file's bytes to, before land(), which may give them another name in the same folder."""
        ...

    def land(self, staged: Path, path: str) -> None:
        """Bring a staged file, whose bytes are on disk, to its place durably."""
        ...

    def unstage(self, staged: Path) -> None:
        """Forget a staged file that will not land and that is gone already."""
        ...

    def fetch(self, path: str, to: Path, *, link: bool = True) -> None:
        """Bring the file to the local path *to*, which must not exist: a hard link where possible, unless bytes of its own are
        wanted. Raises FileNotFoundError."""
        ...

    def location(self, path: str) -> str:
        """Where the file is, for people and other programs: an absolute path or a URI."""
        ...


def each(function: Callable[[T], R], items: Iterable[T], at_once: int) -> Iterator[R]:
    """What *function* makes of each of *items*, in their order; so many are taken, and worked on, at a time:
    on an object store each request is waited for.

    The first error, by that order, ends it, when what was begun has ended.
    """
    if at_once == 1:
        yield from map(function, items)
        return
    remaining = iter(items)
    with ThreadPoolExecutor(at_once, thread_name_prefix="tidegate-request") as pool:
        while group := list(islice(remaining, at_once)):
            yield from pool.map(function, group)
