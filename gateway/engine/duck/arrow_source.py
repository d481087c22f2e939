"""Arrow relations for DuckDB: rows of a view version as a stream that may be read any number of times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa

from gateway.contract.cancel import CancelToken


class Streamed:
    """What DuckDB scans as a relation: each scan takes a new stream, for a plan may read one relation more than once.

    *batches* makes the rows anew each time. An error in it, and the cancel token's, ends the query, and comes into *failures*,
    because DuckDB only passes on its text.
    """

    def __init__(
        self, schema: pa.Schema, batches: Callable[[], Iterator[pa.RecordBatch]], failures: list[Exception], cancel: CancelToken
    ) -> None:
        self._schema, self._batches, self._failures, self._cancel = schema, batches, failures, cancel

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The Arrow PyCapsule protocol."""
        return pa.RecordBatchReader.from_batches(self._schema, self._guarded()).__arrow_c_stream__(requested_schema)

    def _guarded(self) -> Iterator[pa.RecordBatch]:
        try:
            for batch in self._batches():
                self._cancel.check()
                yield batch
        except Exception as error:
            self._failures.append(error)
            raise
