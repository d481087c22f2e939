"""What happens before a file of rows is brought to this machine, to its disk or into memory."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from statestore.views.folder import ViewFolder
from statestore.views.manifest import ShardFile
from tests.statestore.store_world import WAIT_S


def before_each_file(patch: pytest.MonkeyPatch, told: Callable[[ViewFolder, ShardFile], None]) -> None:
    """*told* is called with it, in the thread that brings it; what it raises is raised."""
    for name in ("fetch", "contents"):
        patch.setattr(ViewFolder, name, _after(told, getattr(ViewFolder, name)))


def _after(told: Callable[[ViewFolder, ShardFile], None], bring: Callable[..., Any]) -> Callable[..., Any]:
    def called(folder: ViewFolder, file: ShardFile, *arguments: Any, **named: Any) -> Any:
        told(folder, file)
        return bring(folder, file, *arguments, **named)

    return called


class Gate:
    """In front of each file that is fetched: the first one of *view* waits until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, view: str = "v") -> None:
        self.reached, self.opened = threading.Event(), threading.Event()
        self.fetched = 0

        def wait(folder: ViewFolder, _file: ShardFile) -> None:
            if folder.name == view:
                self.fetched += 1
                self.reached.set()
                assert self.opened.wait(WAIT_S)

        before_each_file(monkeypatch, wait)
