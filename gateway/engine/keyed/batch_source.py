"""Where the batches of a stream come from."""

from __future__ import annotations

from typing import Protocol

import pyarrow as pa

from gateway.engine.keyed.stored_rows import Batch


class BatchSource(Protocol):
    """Where a stream's batches come from. read() and close() run in a worker thread, never two at once."""

    def read(self) -> Batch | None:
        """The next rows; None when there are no more. The first call does all that starting takes."""

    @property
    def ended(self) -> bool:
        """Is it known that the next read() gives None? Then close() takes no time: the way to a thread and back can be spared."""
        return False

    def interrupt(self) -> None:
        """Make a read() that is running end soon, with any error. From the event loop's thread; must not block."""
        return

    def close(self) -> None:
        """Give back what is held. Called once, also when read() never was."""
        return


class ResultSource(BatchSource, Protocol):
    """A BatchSource of Arrow batches that knows their schema, also of a result without rows."""

    def read(self) -> pa.RecordBatch | None:
        """See BatchSource."""

    @property
    def schema(self) -> pa.Schema:
        """The batches' schema; only after the first read()."""
