"""`tidegate views`: what a root holds, read from its files alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from statestore.views import open_root

_HEADINGS = ("VIEW", "KEY", "SHARDS", "VERSION", "COMMITTED AT (UTC)")


def list_views(uri: str) -> Iterator[str]:
    """The lines to print, headings first. Raises statestore.errors for a root or view that cannot be read."""
    rows = [_HEADINGS, *_rows(uri)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADINGS))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _rows(uri: str) -> Iterator[tuple[str, str, str, str, str]]:
    root = open_root(uri)
    for name in sorted(root.views()):
        folder = root.folder(name)
        schema = folder.schema()
        latest = folder.latest()
        committed = ""
        if latest:
            committed_at_s = folder.manifest(latest).committed_at_us / 1_000_000
            committed = dt.datetime.fromtimestamp(committed_at_s, dt.UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")
        yield name, ",".join(schema.key), str(schema.shards), str(latest), committed
