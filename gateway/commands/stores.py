"""Commands that look at a node's store while the node is down: `tidegate verify --store`, `tidegate rebind`."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gateway.commands.output import progress_bar, tell, tell_checked
from gateway.commands.roots import add_output, open_root_of
from statestore.node.store_check import check_store, rebind, stores_in


def add_store_commands(commands: Any) -> None:
    """*commands* are argparse's subparsers."""
    binding = commands.add_parser(
        "rebind",
        help="let a node's store follow its root to where that has moved",
        description="A store is bound to the root it was filled from. Looks whether the views in STORE are those of ROOT, by the "
        "manifests of their versions, and then binds the store to ROOT; nothing else is changed, and nothing at all where one is "
        "another view. Refused while a node uses the store.",
    )
    binding.add_argument("store", metavar="STORE", type=Path, help="the node's folder (serve --store)")
    binding.add_argument("root", metavar="ROOT", help="where the root is now")
    add_output(binding)
    binding.set_defaults(command=_rebind)


def _rebind(options: argparse.Namespace) -> int:
    root = open_root_of(options, options.root)
    views = rebind(stores_in(options.store), root)
    told = {"store": str(options.store), "root": root.uri, "views": views}
    line = f"{options.store}: bound to {root.uri}; views: {', '.join(views) or 'none'}"
    tell(options, told, line)
    return 0


def verify_store(options: argparse.Namespace) -> int:
    """`tidegate verify --store`."""
    status = 0
    for store in stores_in(options.store):
        with progress_bar(str(store), shown=not options.json) as progress:
            checked = list(check_store(store, progress))
        for found in checked:
            read = f"version {found.version}, {found.shards} shards, {found.rows} rows in {store}"
            told = {"store": str(store)} | asdict(found)
            status = max(status, tell_checked(options, told, found.problems, found.view, read))
    return status
