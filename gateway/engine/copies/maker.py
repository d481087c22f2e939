"""Makes copies in files in a thread of its own, one at a time: that takes seconds, in which queries go on from the shards."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

import duckdb
import pyarrow as pa

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.engine.copies.files import CopyFile, CopyFiles
from gateway.engine.copies.rows import CopyRows
from gateway.engine.copies.state import CopyTooLarge, content_of
from gateway.errors import GatewayError
from statestore.errors import StateStoreError

_log: Final = logging.getLogger(__name__)


class CopyMaker:
    """Any thread."""

    def __init__(self, database: duckdb.DuckDBPyConnection, files: CopyFiles) -> None:
        self._database, self._files = database, files
        self._lock = threading.Lock()
        self._cancel = CancelToken()
        self._thread: threading.Thread | None = None

    def begin(self, rows: CopyRows, made: Callable[[CopyFile], None]) -> bool:
        """Put the rows into a new file and give it to *made*, which may raise StateStoreError or CopyTooLarge to refuse it.

        False while another one is being made, and after close().
        """
        with self._lock:
            if self._cancel.reason is not None or (self._thread is not None and self._thread.is_alive()):
                return False
            self._thread = threading.Thread(target=self._make, args=(rows, made), name="tidegate-copy", daemon=True)
            self._thread.start()
            return True

    def wait(self) -> None:
        """Until nothing is being made."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def close(self) -> None:
        """Stop what is being made, and make no more."""
        self._cancel.cancel(CancelReason.SHUTDOWN)
        self.wait()

    def _make(self, rows: CopyRows, made: Callable[[CopyFile], None]) -> None:
        view, file, taken = rows.version.schema.name, None, False
        try:
            file = self._files.create(view)
            self._fill(rows, file)
            made(file)
            taken = True
        except (CopyTooLarge, StateStoreError, GatewayError, duckdb.Error, pa.ArrowException, OSError) as error:
            _log.warning("no copy of view %s on disk: %s; it is read from its shards", view, error)
        finally:
            if file is not None and not taken:
                self._files.remove(file)

    def _fill(self, rows: CopyRows, file: CopyFile) -> None:
        with self._database.cursor() as cursor:
            cursor.execute("BEGIN TRANSACTION")
            rows.load(cursor, file.table, self._cancel)
            file.write_content(cursor, content_of(rows.version, rows.columns, rows.rows))
            cursor.execute("COMMIT")
            cursor.execute(f"CHECKPOINT {file.alias}")
