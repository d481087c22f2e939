"""Row expiry: a row is there until the time of its view passes the value of one of its columns by so much.

A view's *time* at a version is the greatest watermark that any version up to it had; of a view that never had one, when the
version was committed. A row has expired where its column's value is at or before *before_us* of the version's manifest, which is
that time less ``after_us`` and never less than the version before had. So a row that has gone does not come back, whatever is
published, and every node finds the same from the manifest alone. NULL never expires, nor does a row from before the column.

A version without a watermark (a batch job's) leaves the time of a view that has had one where it is: a repair of last year's rows
would otherwise move it to today.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from statestore.errors import InvalidSchema
from statestore.types import DataType, Date, Timestamp, TimestampNtz

DAY_US: Final = 86_400_000_000
#: Some 10,000 years: no difference of two times then leaves 64 bits.
AFTER_US_MAX: Final = 3_652_500 * DAY_US


@dataclass(frozen=True, slots=True)
class Expiry:
    """Rows expire *after_us* microseconds after the value of *column*: a timestamp, one without zone (in UTC), or a date's start.

    Part of a view's schema. The column is the same for good, since what has expired may have been dropped.
    """

    column: str
    after_us: int

    def check(self, data_type: DataType | None) -> None:
        """Raise InvalidSchema unless rows can expire by a column of that type; None: there is no such column."""
        if data_type is None:
            raise InvalidSchema(f"rows cannot expire by {self.column!r}: there is no such column")
        if not isinstance(data_type, Timestamp | TimestampNtz | Date):
            raise InvalidSchema(
                f"rows cannot expire by column {self.column!r}, which is {type(data_type).__name__.lower()}",
                hint="it takes a timestamp, a timestamp without time zone or a date",
            )
        if type(self.after_us) is not int or not 0 <= self.after_us <= AFTER_US_MAX:
            raise InvalidSchema(f"rows cannot expire after {self.after_us} microseconds; it takes 0 to 10,000 years")


@dataclass(frozen=True, slots=True)
class Expired:
    """Where a version stands: rows of a time <= *before_us* have expired, None: none has; the greatest *watermark_us* so far."""

    before_us: int | None = None
    watermark_us: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As manifests have it."""
        return {"before_us": self.before_us, "watermark_us": self.watermark_us}

    @classmethod
    def from_json(cls, body: dict[str, Any]) -> Expired:
        """Inverse of to_json. Raises KeyError, TypeError, ValueError."""
        values = body["before_us"], body["watermark_us"]
        if any(value is not None and type(value) is not int for value in values):
            raise ValueError(f"{body!r} is no pair of times")
        return cls(*values)

    def advanced(self, expiry: Expiry, *, watermark_us: int | None, clock_us: int | None) -> Expired:
        """Where the next version stands. *clock_us* counts as long as there has been no watermark; None: one is to come."""
        watermark_us = max((at for at in (self.watermark_us, watermark_us) if at is not None), default=None)
        time_us = clock_us if watermark_us is None else watermark_us
        if time_us is None:
            return self
        before_us = time_us - expiry.after_us
        return Expired(before_us if self.before_us is None else max(self.before_us, before_us), watermark_us)
