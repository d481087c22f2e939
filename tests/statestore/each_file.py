"""What happens before a file of rows is brought to this machine, to its disk or into memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from statestore.views.folder import ViewFolder
from statestore.views.manifest import ShardFile


def before_each_file(patch: pytest.MonkeyPatch, told: Callable[[ViewFolder, ShardFile], None]) -> None:
    """*told* is called with it, in the thread that brings it; what it raises is raised."""
    for name in ("fetch", "contents"):
        patch.setattr(ViewFolder, name, _after(told, getattr(ViewFolder, name)))


def _after(told: Callable[[ViewFolder, ShardFile], None], bring: Callable[..., Any]) -> Callable[..., Any]:
    def called(folder: ViewFolder, file: ShardFile, *arguments: Any, **named: Any) -> Any:
        told(folder, file)
        return bring(folder, file, *arguments, **named)

    return called
