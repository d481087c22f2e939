"""`tidegate views`: what a root holds, read from its files alone."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any, Final

from statestore.views import Root
from statestore.views.vacuum import LISTED_VERSIONS

_HEADINGS: Final = ("VIEW", "KEY", "SHARDS", "VERSION", "COMMITTED AT (UTC)", "BASE", "LIVE BYTES", "ALL BYTES")
_US_PER_S: Final = 1_000_000


def list_views(root: Root, *, as_json: bool = False) -> Iterator[str]:
    """The lines to print, headings first, or a JSON object for each view. Raises statestore.errors for a root or view that cannot
    be read."""
    found = (_view(root, name) for name in sorted(root.views()))
    if as_json:
        yield from map(json.dumps, found)
        return
    rows = [_HEADINGS, *map(_cells, found)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADINGS))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _view(root: Root, name: str) -> dict[str, Any]:
    """The log is not listed: it may be long; then its files are not counted either."""
    folder = root.folder(name)
    latest = folder.find_latest()
    newest = folder.manifest(latest) if latest else None
    schema = folder.created_schema() if newest is None else folder.schema_of(newest)
    base = folder.newest_base()
    return {
        "view": name,
        "key": list(schema.key),
        "shards": schema.shards,
        "version": latest,
        "committed_at_us": None if newest is None else newest.committed_at_us,
        "base_version": None if base is None else base.version,
        "bytes_live": None if base is None else base.size_bytes,
        "bytes_total": folder.bytes_total() if not latest or latest - folder.first(latest) < LISTED_VERSIONS else None,
    }


def _cells(view: dict[str, Any]) -> tuple[str, ...]:
    shown = [",".join(view["key"]), view["shards"], view["version"], _moment(view["committed_at_us"])]
    shown += [view["base_version"], view["bytes_live"], view["bytes_total"]]
    return (view["view"], *("" if cell is None else str(cell) for cell in shown))


def _moment(us: int | None) -> str | None:
    if us is None:
        return None
    return dt.datetime.fromtimestamp(us / _US_PER_S, dt.UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")
