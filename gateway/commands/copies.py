"""Commands that copy a view from one root to another: `tidegate backup`, `tidegate restore`."""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from typing import Any

from gateway.commands.output import progress_bar, tell
from gateway.commands.roots import add_root, open_root_of, root_of, view_of
from gateway.config import ConfigError
from statestore.node.copying import copy_view
from statestore.views import Root

_RULES = (
    "Each file is verified on its way; the view can be seen there when all of it is, and what was cut short goes on when it is run "
    "again. Where the view is there already, it has to be the same one at an earlier version: the versions since are added to it."
)


def add_copy_commands(commands: Any) -> None:
    """*commands* are argparse's subparsers."""
    backup = commands.add_parser(
        "backup",
        help="copy a view, as it is at a version, to another root",
        description="Reads the view's newest base and the log since, and writes them to DEST, a folder or URI, which is then a "
        f"root: it can be served, published to, and restored from. {_RULES} Nothing is changed at --root; jobs may go on.",
    )
    backup.add_argument("view", metavar="VIEW", help="which one")
    backup.add_argument("to", metavar="DEST", help="where to")
    backup.add_argument("--version", metavar="N", type=int, help="at which version (default: the latest)")
    add_root(backup)
    backup.set_defaults(command=_backup, verb="backup")
    restore = commands.add_parser(
        "restore",
        help="copy a view back from a backup, or from any root",
        description="Reads a view of SRC, a backup or any other root, and writes it to --root, with the version numbers and the "
        f"identity that it has there. {_RULES} Nothing is changed at SRC.",
    )
    restore.add_argument("source", metavar="SRC", help="where from")
    restore.add_argument("--view", metavar="NAME", help="which one, where SRC has several")
    add_root(restore)
    restore.set_defaults(command=_restore, verb="restore")


def _backup(options: argparse.Namespace) -> int:
    source = root_of(options)
    view_of(source, options.view)
    return _copy(options, source, open_root_of(options, options.to, create=True), options.view, options.version)


def _restore(options: argparse.Namespace) -> int:
    source = open_root_of(options, options.source)
    views = source.views()
    if options.view is None and len(views) != 1:
        raise ConfigError(f"--view: which one of {', '.join(views)}?" if views else f"there is no view under {source.uri}")
    view = options.view or views[0]
    view_of(source, view)
    return _copy(options, source, open_root_of(options, options.root, create=True), view, None)


def _copy(options: argparse.Namespace, source: Root, target: Root, view: str, version: int | None) -> int:
    began_s = time.monotonic()
    with progress_bar(f"{options.verb} {view}", shown=not options.json) as progress:
        owner = f"tidegate {options.verb}"
        done = copy_view(source.folder(view), target.folder(view), version, owner=owner, progress=progress)
    seconds = time.monotonic() - began_s
    told = {"view": view, "from": source.uri, "to": target.uri} | asdict(done) | {"seconds": round(seconds, 3)}
    line = (
        f"{view}: version {done.version} at {target.uri}; {done.versions} versions, {done.files} files, {done.bytes} bytes copied, "
        f"{seconds:.1f} s"
    )
    tell(options, told, line)
    return 0
