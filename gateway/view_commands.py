"""Commands that look at a root's views or delete one: `tidegate describe`, `tidegate verify`, `tidegate drop-view`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any, Final

from gateway.root_commands import add_root, root_of, view_of
from statestore.node.verify import verify
from statestore.views.description import describe
from statestore.views.dropping import drop

EXIT_DAMAGED: Final = 1


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
        help="read all files of views, and tell what is damaged",
        description="Reads every manifest, base and file: there, of the right checksum, sorted, with as many rows as its manifest "
        "says. Nothing is changed. Exit status 1 where something is wrong, which is told a line each.",
    )
    verifying.add_argument("views", metavar="VIEW", nargs="*", help="which ones (default: all)")
    add_root(verifying)
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
    if options.json:
        sys.stdout.write(f"{json.dumps(told)}\n")
        return 0
    width = max(map(len, told))
    for name, value in told.items():
        shown = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        sys.stdout.write(f"{name.replace('_', ' ').ljust(width)}  {'' if shown is None else shown}\n")
    return 0


def _verify(options: argparse.Namespace) -> int:
    root, status = root_of(options), 0
    for view in options.views or root.views():
        found = verify(view_of(root, view))
        if options.json:
            sys.stdout.write(f"{json.dumps({'view': view} | asdict(found))}\n")
        else:
            for problem in found.problems:
                sys.stdout.write(f"{view}: {problem}\n")
            verdict = f"{len(found.problems)} problems" if found.problems else "no problem"
            read = f"{found.versions} versions, {found.bases} bases, {found.files} files, {found.rows} rows, {found.bytes} bytes"
            sys.stdout.write(f"{view}: {read}: {verdict}\n")
        status = EXIT_DAMAGED if found.problems else status
    return status


def _drop(options: argparse.Namespace) -> int:
    drop(root_of(options).folder(options.view))
    sys.stdout.write(f"{json.dumps({'view': options.view, 'dropped': True}) if options.json else f'{options.view}: dropped'}\n")
    return 0
