"""Media types of what is asked and answered."""

from __future__ import annotations

from typing import Final

JSON: Final = "application/json"
#: A line of JSON each row.
LINES: Final = "application/x-ndjson"
#: Their other name.
JSONL: Final = "application/jsonl"
#: Server-sent events.
EVENTS: Final = "text/event-stream"
CSV: Final = "text/csv"
ARROW: Final = "application/vnd.apache.arrow.stream"
#: What changes come as, the usual form first.
OF_CHANGES: Final = (LINES, JSONL, EVENTS)
