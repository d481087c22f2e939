"""`tidegate reload`: has a running node read its configuration anew, and tells what it said of it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

from gateway.commands.output import EXIT_FAILURE, complain
from gateway.config import ConfigFile, ServeSettings
from gateway.node.running import RunningNode, node_of, read_report

#: A node that starts reads its configuration when it has got so far.
DEFAULT_TIMEOUT_S: Final = 30.0
_LOOK_EVERY_S: Final = 0.05


def add_reload_command(commands: Any) -> None:
    """*commands* are argparse's subparsers."""
    found = commands.add_parser(
        "reload",
        help="have a running node read its configuration anew",
        description="Sends SIGHUP to the node that uses the store, and tells what it said: what has changed, what takes a restart, "
        "what is wrong with a file, which then changes nothing. Exit status 0: done; 1: a file is wrong, or no such node runs.",
    )
    found.add_argument("--store", metavar="DIR", help="the node's folder (serve --store)")
    found.add_argument("--config", metavar="FILE", type=Path, help="the node's configuration, which may say where its store is")
    found.add_argument(
        "--timeout", metavar="SECONDS", type=float, default=DEFAULT_TIMEOUT_S, help="how long to wait for it (default %(default)g)"
    )
    found.set_defaults(command=_reload)


def _reload(options: argparse.Namespace) -> int:
    store = Path(ConfigFile(options.config).section("serve", ServeSettings, store=options.store).store)
    node = node_of(store)
    if node is None:
        return complain(f"{store}: no node uses this store; is it the one of serve --store, and on this machine?", EXIT_FAILURE)
    before = [read_report(folder).number for folder in node.folders]
    try:
        os.kill(node.pid, signal.SIGHUP)
    except PermissionError:
        return complain(f"process {node.pid}, which uses {store}, may not be signalled: run this as its user", EXIT_FAILURE)
    return _told(node, before, time.monotonic() + options.timeout)


def _told(node: RunningNode, before: list[int], until_s: float) -> int:
    """Tell what each process says; the exit code."""
    code = 0
    for number, (folder, known) in enumerate(zip(node.folders, before, strict=True), 1):
        while (report := read_report(folder)).number == known:
            if time.monotonic() > until_s:
                return complain(f"process {node.pid} was told, and has not answered in time; its log says why", EXIT_FAILURE)
            time.sleep(_LOOK_EVERY_S)
        head = f"worker {number}: " if node.workers > 1 else ""
        lines = report.said or ("nothing has changed",)
        (sys.stdout if report.done else sys.stderr).writelines(f"{head}{line}\n" for line in lines)
        code = code if report.done else EXIT_FAILURE
    return code
