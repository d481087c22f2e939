"""Arrow relations for DuckDB: rows of a view version as a stream that may be read any number of times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pyarrow as pa

from gateway.contract.cancel import CancelToken
from gateway.engine.options import CHUNK_BYTES

#: A portion is there as stored rows, Arrow's and DuckDB's, and once more in what is made of it.
STREAMING_TAKES: Final = 4


class Streamed:
    """What DuckDB scans as a relation: each scan takes a new stream, for a plan may read one relation more than once.

    *batches* makes the rows anew each time. An error in it, and the cancel token's, ends the query, and comes into *failures*,
    because DuckDB only passes on its text. What DuckDB makes of wide rows it does not count, where it gathers 2,048 of them for the
    next operator: so each portion of such asks *check_room*, which raises OutOfMemory.
    """

    def __init__(
        self,
        schema: pa.Schema,
        batches: Callable[[], Iterator[pa.RecordBatch]],
        failures: list[Exception],
        cancel: CancelToken,
        check_room: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._schema, self._batches, self._failures, self._cancel = schema, batches, failures, cancel
        self._check_room = check_room

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The Arrow PyCapsule protocol."""
        return pa.RecordBatchReader.from_batches(self._schema, self._guarded()).__arrow_c_stream__(requested_schema)

    def _guarded(self) -> Iterator[pa.RecordBatch]:
        try:
            for batch in self._batches():
                self._cancel.check()
                if batch.nbytes > CHUNK_BYTES:
                    self._check_room(STREAMING_TAKES * batch.nbytes)
                yield batch
        except Exception as error:
            self._failures.append(error)
            raise
