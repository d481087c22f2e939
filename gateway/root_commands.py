"""Commands that work on a root itself, beside whatever publishes to it and serves it: `tidegate compact`, `tidegate vacuum`."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from pathlib import Path
from typing import Any, Final

from gateway.config import ConfigFile
from statestore.node.base_maker import make_base
from statestore.remote import options_for
from statestore.views import Root, open_root
from statestore.views.vacuum import RETAIN_AGE_S, RETAIN_VERSIONS, Retention, vacuum

_UNITS_S: Final = {"d": 86_400.0, "h": 3_600.0, "min": 60.0, "s": 1.0}


def add_root_commands(commands: Any) -> None:
    """*commands* are argparse's subparsers."""
    compact = commands.add_parser(
        "compact",
        help="make bases: new nodes start from the newest one instead of reading the whole log",
        description="Writes all rows of each view's latest version as one sorted set of files a shard, beside the log; new nodes "
        "start there. Nothing else is changed: no version, no answer, no file that is there. Jobs may publish and nodes may "
        "serve meanwhile.",
    )
    compact.add_argument("views", metavar="VIEW", nargs="*", help="which ones (default: all)")
    compact.add_argument("--work", metavar="DIR", type=Path, help="where to merge: room of 32 shards (default: $TMPDIR)")
    _add_root(compact)
    compact.set_defaults(command=_compact)
    cleaning = commands.add_parser(
        "vacuum",
        help="delete what is older than the versions that are kept",
        description="Deletes manifests, bases and files that no kept version needs, and files of failed attempts older than a "
        "day. What lies behind a kept version goes only where there is a base to start from (tidegate compact). Jobs may "
        "publish and nodes may serve meanwhile; a node that was away for longer starts with a base.",
    )
    cleaning.add_argument("views", metavar="VIEW", nargs="*", help="which ones (default: all)")
    cleaning.add_argument("--retain-versions", metavar="N", type=int, default=RETAIN_VERSIONS, help="keep so many (default 1000)")
    cleaning.add_argument("--retain-age", metavar="AGE", type=duration_s, default=RETAIN_AGE_S, help="and all younger (default 7d)")
    cleaning.add_argument("--dry-run", action="store_true", help="only tell what would be deleted")
    _add_root(cleaning)
    cleaning.set_defaults(command=_vacuum)


def _add_root(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--root", metavar="URI", required=True, help="folder that the jobs publish to")
    parser.add_argument("--config", metavar="FILE", type=Path, help='TOML file with [storage."URI"]: options of file systems')
    parser.add_argument("--json", action="store_true", help="a JSON object for each view")


def _root(options: argparse.Namespace) -> Root:
    return open_root(options.root, options=options_for(options.root, ConfigFile(options.config).free("storage")))


def _compact(options: argparse.Namespace) -> int:
    root = _root(options)
    for view in options.views or root.views():
        began_s = time.monotonic()
        base = make_base(root, view, options.work)
        told: dict[str, Any] = {"view": view, "made": base is not None}
        if base is not None:
            seconds = round(time.monotonic() - began_s, 3)
            told |= {"version": base.version, "rows": base.rows, "bytes": base.size_bytes, "seconds": seconds}
        sys.stdout.write(f"{json.dumps(told) if options.json else _line(told)}\n")
    return 0


def _line(told: dict[str, Any]) -> str:
    if not told["made"]:
        return f"{told['view']}: its latest version has a base, or there is none"
    return f"{told['view']}: base at version {told['version']}, {told['rows']} rows, {told['bytes']} bytes, {told['seconds']:.1f} s"


def _vacuum(options: argparse.Namespace) -> int:
    root = _root(options)
    retention = Retention(options.retain_versions, options.retain_age)
    for view in options.views or root.views():
        done = vacuum(root.folder(view), retention, dry_run=options.dry_run)
        told = {"view": view, "dry_run": options.dry_run, "oldest": done.oldest, "files": len(done.paths), "bytes": done.bytes}
        verb = "would be deleted" if options.dry_run else "deleted"
        line = f"{view}: {len(done.paths)} files, {done.bytes} bytes {verb}; versions can be had from {done.oldest} on"
        sys.stdout.write(f"{json.dumps(told) if options.json else line}\n")
    return 0


def duration_s(text: str) -> float:
    """7d, 12h, 30min, 45s. Raises ArgumentTypeError."""
    match = re.fullmatch(r"(\d+)\s*(d|h|min|s)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no time; it takes a number and d, h, min or s: 7d")
    return float(match[1]) * _UNITS_S[match[2]]
