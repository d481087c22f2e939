"""Row expiry: a row is there until the time of its view passes the value of one of its columns by so much.

- In the manifest of each version: `"expired": {"before_us", "watermark_us"}`, never less than in the one before, so all nodes
  agree, at any version, after a restart, from the log or a base, and a kept version is read with its own. It follows that rows do
  not come back when `expire_after` grows, and that the column cannot change: what has expired by it may have been dropped, on
  some nodes and not on others.
- In the schema: `expire` and `expire_after_us` of view.json, or of the manifest that changed it. view.json has format 2 where
  the view was created so, manifests have from the first such version on; all others are what they were. A base's manifest is in
  it, so releases that do not know of this refuse every file of the view, by its name, as readers and as publishers.
- Reading. A version with something expired hands out `ExpiringShard`s (`node/expiring_shard.py`): the database's handle,
  shared with the version before where nothing was written, and the version's time. Every read looks at one word of a row's
  UnsafeRow (`rows/live.py`), 0.1 µs in scans. Other views have the same objects as ever, and so has this one until something
  expires. `bounds`, which shards are pruned by, are those of the stored rows; `min_key` and `max_key` step over what has expired.
- The event loop reads short ranges and first rows of a shard (`few`): where more than 8,192 expired rows lie between, it
  gives up, and the read is done as a stream in a worker's thread. So are the first rows of several shards at once.
- Counts (tidegate.views, EXPLAIN's expectations): rows expire without being among the changes, so a shard that has been
  counted keeps how many of its rows have which time, and the next version's count goes from there by what changed, as others do.
  The first reads all rows, 0.5 µs each; so does each of a shard whose rows have more than a million different times.
- Bases leave out what has expired at their version, which changes no answer from there on. In a node's databases it stays
  until they are made anew of a base. That happens where a version replaces all content, and, looked for every 50 versions, where
  there is a base since the last time and its files are less than two thirds of the databases' (`node/taking.py`): the
  node then takes the base and the log since beside what it serves, as one does that was away for long, and new versions wait as
  long as that takes (milliseconds a file of a local root, a download of the base from others).
- Which. Expired is what has `value <= before_us`, where `before_us` is the view's time less `expire_after`: a row of 10:00
  that is kept for an hour is there at 10:59:59.999999 and not at 11:00. NULL never expires, nor does a row from before the column
  was added. A timestamp without zone is in UTC; a date is the start of its day, in UTC.
- The view's time is the greatest watermark that any of its versions has had; before there is one, when the version was
  committed. So a batch job's version between those of a stream does not move it: a repair of 2013's rows would otherwise expire
  all of them at once. Nor does the first batch of a query whose watermark is yet to come (Spark says 0; the plan says that there
  will be one). A view that a batch job takes over from a stream for good therefore stands still. Set for a view that is there, it
  begins with the last watermark among its last 100 versions.
- An empty batch whose watermark makes rows expire makes a version, without files. Without new versions nothing expires: a
  stream that stands still keeps its rows.
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
