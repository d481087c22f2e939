"""A fragment on the wire: the COPY statement that asks for it, and the Arrow stream that answers, checked message by message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from gateway.cluster.membership.ports import FragmentTask
from gateway.codecs.copy_formats import END_OF_STREAM
from gateway.errors import PeerUnreachable
from planner.parse.copy_lists import shards_text, versions_text
from planner.tree.query_plan import ISO_MDY, POSTGRES_STYLE


def copy_statement(task: FragmentTask) -> str:
    """The SQL of a task. The query stands on lines of its own, so that it may end with a comment."""
    options = [
        "FORMAT arrow",
        f"VERSIONS {_quoted(versions_text(task.versions))}",
        f"SHARDS {_quoted(shards_text(task.shards))}",
        f"TIMEZONE {_quoted(task.timezone)}",
        *([f"DATESTYLE {_quoted(task.date_style)}"] if task.date_style != ISO_MDY else []),
        *([f"INTERVALSTYLE {_quoted(task.interval_style)}"] if task.interval_style != POSTGRES_STYLE else []),
        *([f"TIMEOUT_MS {task.timeout_ms}"] if task.timeout_ms else []),
        *(["KEYS"] if task.keys else []),
    ]
    return f"COPY (\n{task.sql}\n) TO STDOUT ({', '.join(options)})"


def _quoted(text: str) -> str:
    return "'{}'".format(text.replace("'", "''"))


class ArrowMessages:
    """CopyData payloads in, record batches out. Raises PeerUnreachable for what is no whole Arrow stream."""

    def __init__(self, mismatch: Callable[[pa.Schema], str] | None = None) -> None:
        """*mismatch* as in FragmentTask."""
        self._mismatch = mismatch
        self.rows = 0
        self.bytes = 0
        self._schema: pa.Schema | None = None
        self._ended = False

    def take(self, payload: Any) -> pa.RecordBatch | None:
        """The next message (bytes-like, kept alive by the batch); None where it is none of rows. Raises PeerUnreachable."""
        self.bytes += len(payload)
        if self._ended:
            raise PeerUnreachable("it sent more after the end of its Arrow stream")
        if payload == END_OF_STREAM:
            self._ended = True
            return None
        try:
            return self._message(pa.py_buffer(payload))
        except (pa.ArrowException, OSError, EOFError, ValueError) as error:
            raise PeerUnreachable(f"it sent no Arrow stream: {str(error)[:200]}") from error

    def _message(self, payload: pa.Buffer) -> pa.RecordBatch | None:
        message = pa.ipc.read_message(payload)
        if self._schema is None:
            self._schema = pa.ipc.read_schema(message)
            if self._mismatch is not None and (wrong := self._mismatch(self._schema)):
                raise PeerUnreachable(f"it sent {wrong}")
            return None
        batch: pa.RecordBatch = pa.ipc.read_record_batch(message, self._schema)
        # Offsets and lengths are a claim of the sender's; whoever follows a wrong one reads foreign memory.
        batch.validate(full=True)
        self.rows += batch.num_rows
        return batch

    def finish(self, told_rows: int | None) -> None:
        """Raise PeerUnreachable unless the stream has ended and had as many rows as the peer says."""
        if self._schema is None or not self._ended:
            raise PeerUnreachable("its Arrow stream ends before its end")
        if told_rows != self.rows:
            raise PeerUnreachable(f"it sent {self.rows} rows and says that they are {told_rows}")
