"""Commands that work on a root itself, beside whatever publishes to it and serves it: `tidegate compact`, `tidegate vacuum`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gateway.commands.output import EXIT_FAILURE, EXIT_STATUS, code_of, complain_of, progress_bar, tell
from gateway.config import ConfigFile
from statestore.errors import CorruptFile, StateStoreError
from statestore.node.base_maker import make_base
from statestore.remote import options_for
from statestore.views import Root, ViewFolder, open_root
from statestore.views.publisher import set_expiry
from statestore.views.retention import change_retention, expiry_of, retention_of
from statestore.views.vacuum import vacuum


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
    add_root(compact)
    compact.set_defaults(command=_compact)
    cleaning = commands.add_parser(
        "vacuum",
        help="delete what is older than the versions that are kept",
        description="Deletes manifests, bases and files that no kept version needs, and files of failed attempts older than a "
        "day. What lies behind a kept version goes only where there is a base to start from (tidegate compact). Nothing goes "
        "where a file of a kept version is missing, which is named. Jobs may publish and nodes may serve meanwhile; a node that "
        "was away for longer starts with a base.",
    )
    cleaning.add_argument("views", metavar="VIEW", nargs="*", help="which ones (default: all)")
    cleaning.add_argument("--retain-versions", metavar="N", type=int, help="keep so many (default: what the view says, or 1000)")
    cleaning.add_argument("--retain-age", metavar="AGE", help="and all younger (default: what the view says, or 7d)")
    cleaning.add_argument("--dry-run", action="store_true", help="only tell what would be deleted")
    add_root(cleaning)
    cleaning.set_defaults(command=_vacuum)
    _add_alter(commands)


def _add_alter(commands: Any) -> None:
    alter = commands.add_parser(
        "alter",
        help="change what is kept of a view",
        description="Changes what the view's jobs and tidegate vacuum keep of it, from the next time on. Nothing is deleted by it. "
        "With --expire a version is committed in which what is past has expired; refused while a job of this machine publishes.",
    )
    alter.add_argument("view", metavar="VIEW", help="which one")
    alter.add_argument("--retain-versions", metavar="N", type=int, help="keep so many versions")
    alter.add_argument("--retain-age", metavar="AGE", help="and all that are younger: 7d, 12 hours")
    alter.add_argument("--base-every", metavar="N", type=int, help="versions after which a job makes a base; 0: never")
    alter.add_argument("--expire", metavar="COLUMN", help="rows go when the view's watermark has passed this time of theirs")
    alter.add_argument("--expire-after", metavar="AGE", help="by so much: 30d, 12 hours")
    add_root(alter)
    alter.set_defaults(command=_alter)


def add_root(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Which root a command works on, and how it tells what it did."""
    parser.add_argument("--root", metavar="URI", required=required, help="folder that the jobs publish to")
    add_output(parser)


def add_output(parser: argparse.ArgumentParser) -> None:
    """How a command reaches roots and tells what it did."""
    parser.add_argument("--config", metavar="FILE", type=Path, help='TOML file with [storage."URI"]: options of file systems')
    parser.add_argument("--json", action="store_true", help="a JSON object for each view")
    parser.epilog = EXIT_STATUS
    parser.set_defaults(code_of=code_of)


def root_of(options: argparse.Namespace) -> Root:
    """The root that add_root()'s arguments name. Raises RootNotFound, ConfigError."""
    return open_root_of(options, options.root)


def open_root_of(options: argparse.Namespace, uri: str, *, create: bool = False) -> Root:
    """The root at *uri*, with what --config says of it. Raises RootNotFound, ConfigError."""
    return open_root(uri, create=create, options=options_for(uri, ConfigFile(options.config).free("storage")))


def view_of(root: Root, view: str) -> ViewFolder:
    """Raises ViewNotFound, UnsupportedFormat."""
    folder = root.folder(view)
    with suppress(CorruptFile):  # what reads it tells
        folder.created_schema()
    return folder


def each_view(options: argparse.Namespace, work: Callable[[Root, str], int]) -> int:
    """Do *work*, which gives an exit code, for each view that was asked for. What fails is told, and the others are done."""
    root, codes = root_of(options), [0]
    for view in options.views or root.views():
        try:
            codes.append(work(root, view))
        except (StateStoreError, OSError) as error:
            codes.append(complain_of(error))
    return EXIT_FAILURE if EXIT_FAILURE in codes else max(codes)


def _compact(options: argparse.Namespace) -> int:
    def compact(root: Root, view: str) -> int:
        view_of(root, view)
        began_s = time.monotonic()
        with progress_bar(f"compact {view}", shown=not options.json) as progress:
            base = make_base(root, view, options.work, progress=progress)
        told: dict[str, Any] = {"view": view, "made": base is not None}
        line = f"{view}: its latest version has a base, or there is none"
        if base is not None:
            seconds = round(time.monotonic() - began_s, 3)
            told |= {"version": base.version, "rows": base.rows, "bytes": base.size_bytes, "seconds": seconds}
            line = f"{view}: base at version {base.version}, {base.rows} rows, {base.size_bytes} bytes, {seconds:.1f} s"
        tell(options, told, line)
        return 0

    return each_view(options, compact)


def _vacuum(options: argparse.Namespace) -> int:
    def clean(root: Root, view: str) -> int:
        folder = view_of(root, view)
        retention = retention_of(folder).changed(options.retain_versions, options.retain_age)
        done = vacuum(folder, retention, dry_run=options.dry_run)
        told = {"view": view, "dry_run": options.dry_run, "oldest": done.oldest, "files": len(done.paths), "bytes": done.bytes}
        verb = "would be deleted" if options.dry_run else "deleted"
        line = f"{view}: {len(done.paths)} files, {done.bytes} bytes {verb}; versions can be had from {done.oldest} on"
        tell(options, told, line)
        return 0 if done.problem is None else complain_of(done.problem)

    return each_view(options, clean)


def _alter(options: argparse.Namespace) -> int:
    root, expiry = root_of(options), expiry_of(options.expire, options.expire_after)
    folder = view_of(root, options.view)
    if expiry is not None:
        set_expiry(root, options.view, expiry)
    kept = change_retention(folder, versions=options.retain_versions, age=options.retain_age, base_every=options.base_every)
    line = f"{options.view}: keeps {kept.versions} versions and those of {kept.age_s:g} s; a base every {kept.base_every} versions"
    told = {"view": options.view} | asdict(kept)
    if expiry is not None:
        line += f"; rows expire {expiry.after_us / 1e6:g} s after {expiry.column}"
        told |= {"expire": expiry.column, "expire_after_s": expiry.after_us / 1e6}
    tell(options, told, line)
    return 0
