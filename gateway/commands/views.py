"""Commands that look at a root's views or delete one: `tidegate views`, `describe`, `verify`, `drop-view`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from gateway.commands.output import EXIT_FAILURE, moment, progress_bar, tell, tell_checked
from gateway.commands.roots import add_root, each_view, root_of, view_of
from gateway.commands.stores import verify_store
from gateway.config import ConfigError
from statestore.node.verify import verify
from statestore.views import Root
from statestore.views.description import describe
from statestore.views.dropping import drop
from statestore.views.vacuum import LISTED_VERSIONS


def add_view_commands(commands: Any) -> None:
    """*commands* are argparse's subparsers."""
    describing = commands.add_parser(
        "describe",
        help="tell what there is of a view: schema, versions, bases, bytes",
        description="Reads the view's manifests, bases and the names of its files. Nothing is changed.",
    )
    describing.add_argument("view", metavar="VIEW", help="which one")
    add_root(describing)
    describing.set_defaults(command=_describe)
    verifying = commands.add_parser(
        "verify",
        help="read all files of views, or of a node's store, and tell what is damaged",
        description="Reads every manifest, base and file of a root: there, of the right checksum, sorted, with as many rows as its "
        "manifest says. Or, of a node's store, every block of every database: its checksum, the order of keys, and their number "
        "where it is known; refused while a node uses the store. Nothing is changed. What is wrong is told a line each.",
    )
    verifying.add_argument("views", metavar="VIEW", nargs="*", help="which ones of the root (default: all)")
    verifying.add_argument("--store", metavar="DIR", type=Path, help="instead of --root: a node's store, or that of its workers")
    add_root(verifying, required=False)
    verifying.set_defaults(command=_verify)
    dropping = commands.add_parser(
        "drop-view",
        help="delete a view, with all its versions",
        description="Deletes all files of the view from the root; nodes stop serving it when they notice. It cannot be undone. "
        "Refused while a job of this machine publishes the view.",
    )
    dropping.add_argument("view", metavar="VIEW", help="which one")
    add_root(dropping)
    dropping.set_defaults(command=_drop)


def _describe(options: argparse.Namespace) -> int:
    told = describe(view_of(root_of(options), options.view))
    status = EXIT_FAILURE if told["problem"] else 0
    if options.json:
        sys.stdout.write(f"{json.dumps(told)}\n")
        return status
    width = max(map(len, told))
    for name, value in told.items():
        shown = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        sys.stdout.write(f"{name.replace('_', ' ').ljust(width)}  {'' if shown is None else shown}\n")
    return status


def _verify(options: argparse.Namespace) -> int:
    if (options.root is None) == (options.store is None):
        raise ConfigError("verify takes --root or --store")
    if options.store is not None:
        return verify_store(options)

    def check(root: Root, view: str) -> int:
        with progress_bar(f"verify {view}", shown=not options.json) as progress:
            found = verify(view_of(root, view), progress)
        read = f"{found.versions} versions, {found.bases} bases, {found.files} files, {found.rows} rows, {found.bytes} bytes"
        return tell_checked(options, {"view": view} | asdict(found), found.problems, view, read)

    return each_view(options, check)


def _drop(options: argparse.Namespace) -> int:
    drop(root_of(options).folder(options.view))
    tell(options, {"view": options.view, "dropped": True}, f"{options.view}: dropped")
    return 0


# ------------------------------------------------------------------------------------------------------ tidegate views
# What a root holds, read from its files alone.

_HEADINGS: Final = ("VIEW", "KEY", "SHARDS", "VERSION", "COMMITTED AT (UTC)", "BASE", "LIVE BYTES", "ALL BYTES")


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
    committed_at_us = view["committed_at_us"]
    shown = [",".join(view["key"]), view["shards"], view["version"], None if committed_at_us is None else moment(committed_at_us)]
    shown += [view["base_version"], view["bytes_live"], view["bytes_total"]]
    return (view["view"], *("" if cell is None else str(cell) for cell in shown))
