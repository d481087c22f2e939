"""The JSON of a statement's answers: buenavista's models, with what they lack.

Its QueryResult asks for two fields that its own server never gives, so pydantic refuses it; and it has no nextUri.
"""

from __future__ import annotations

from typing import Any

from buenavista.core import BVType
from buenavista.http.schemas import BaseResult, Column, PrestoWarning, StatementStats, WarningCode

from gateway.presto.failures import PrestoFailure
from gateway.presto.types import TrinoType
from gateway.wire.writer import Report

BOOL = BVType.BOOL


class PrestoAnswer(BaseResult):  # type: ignore[misc]
    """One answer; what is None is left out."""

    next_uri: str | None = None
    partial_cancel_uri: str | None = None
    columns: list[Column] | None = None
    data: list[list[Any]] | None = None
    update_type: str | None = None
    error: PrestoFailure | None = None

    def encode(self) -> bytes:
        """As bytes of JSON."""
        return bytes(self.model_dump_json(by_alias=True, exclude_none=True).encode())


def stats(state: str, elapsed_ms: int, rows: int) -> StatementStats:
    """How far it is."""
    ended = state in ("FINISHED", "FAILED")
    return StatementStats(
        state=state,
        queued=state == "QUEUED",
        scheduled=state != "QUEUED",
        completed_splits=int(ended),
        running_splits=int(not ended),
        elapsed_time_millis=elapsed_ms,
        wall_time_millis=elapsed_ms,
        processed_rows=rows,
    )


def columns(found: list[tuple[str, TrinoType]]) -> list[Column]:
    """Of a result."""
    return [Column(name=name, type=kind.name, type_signature=kind.signature) for name, kind in found]


def warnings(found: list[Report]) -> list[PrestoWarning]:
    """What came beside the rows."""
    return [PrestoWarning(warning_code=WarningCode(code=1, name="TIDEGATE_WARNING"), message=each.message) for each in found]
