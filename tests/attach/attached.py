"""An engine over published views and attached checkpoints, asked without sockets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gateway.engine.engine import ReadEngine
from gateway.engine.options import EngineOptions
from statestore.attach.attachments import Attachments
from statestore.attach.combined import CombinedStore
from statestore.attach.options import AttachOptions
from statestore.attach.reading import SparkReading
from tests.gateway.harness import Harness


class AttachedHarness(Harness):
    """A Harness with attachments, which look when refresh() is called, and not before."""

    def __init__(self, folder: Path, readings: dict[str, SparkReading], options: AttachOptions | None = None, **more: Any) -> None:
        super().__init__(folder)
        self.engine.close()
        self.now_s = 0.0
        self.attachments = Attachments(readings, options, clock=lambda: self.now_s, **more)
        self.attachments.refresh()
        self.combined = CombinedStore(self.store, self.attachments)
        self.engine = ReadEngine(self.combined, EngineOptions())

    def close(self) -> None:
        """Free everything."""
        self.combined.close()
        self.attachments.close()
        super().close()

    def refresh(self) -> None:
        """Have every attachment look."""
        self.attachments.refresh()

    def values(self, sql: str, *params: Any) -> list[Any]:
        """The values of a result of one column."""
        return [value for (value,) in self.rows(sql, params)]
