"""A writer that is killed at its n-th step, for every n. Run as a program: ``crash_writer ROOT``.

Steps are the calls that change or sync a file. Each attempt is a forked process with a root of its own, ROOT/n; the
program ends when an attempt came through all its steps.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Long, String
from statestore.views import Mode
from statestore.views.local_writer import write_version
from statestore.views.sst import SstFile
from tests.plugins.scale import scaled

NARROW: Final = ViewSchema("v", (Column("k", Long()), Column("a", String())), ("k",), ("k",), HashPartitioning(2), (2,))
WIDE: Final = ViewSchema("v", (*NARROW.columns, Column("b", Long())), ("k",), ("k",), HashPartitioning(2), (3,))

#: Content of the view after 0, 1, 2, 3 batches.
STATES: Final[list[dict[Any, Any]]] = [
    {},
    {(1,): (1, "one"), (2,): (2, "two"), (3,): (3, "three")},
    {(2,): (2, "two", None), (3,): (3, "drei", 33), (4,): (4, "vier", 44)},
    {(9,): (9, "nine", 99)},
]


def write(root: str, batch_id: int, schema: ViewSchema, rows: list[tuple[Any, ...]], mode: Mode, deletes: list[Any]) -> None:
    names = [c.name for c in schema.columns]
    table = pa.table({n: [row[i] for row in rows] for i, n in enumerate(names)})
    write_version(root, schema, table, deletes, mode, query_id="job", batch_id=batch_id)


def run_batches(root: str, first: int = 0) -> None:
    """All batches from *first* on."""
    batches: list[Callable[[], None]] = [
        lambda: write(root, 0, NARROW, [(1, "one"), (2, "two"), (3, "three")], "upsert", []),
        lambda: write(root, 1, WIDE, [(3, "drei", 33), (4, "vier", 44)], "upsert", [(1,)]),
        lambda: write(root, 2, WIDE, [(9, "nine", 99)], "replace", []),
    ]
    for batch in batches[first:]:
        batch()


def die_at(step: int) -> None:
    """Kill this process at its n-th step: even numbers before, odd ones after the call."""
    passed = 0

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*args: Any, **kwargs: Any) -> Any:
            nonlocal passed
            if passed == step:
                os.kill(os.getpid(), signal.SIGKILL)
            result = call(*args, **kwargs)
            if passed + 1 == step:
                os.kill(os.getpid(), signal.SIGKILL)
            passed += 2
            return result

        return counting

    for name in ("link", "unlink", "fsync", "mkdir", "pwrite"):
        setattr(os, name, counted(getattr(os, name)))
    for name in ("append", "finish"):
        setattr(SstFile, name, counted(getattr(SstFile, name)))


def main(root: str) -> None:
    # After a call there is what is there before the next one, but for what none of these does.
    for step in range(0, 10_000, scaled(2, 1)):
        child = os.fork()
        if child == 0:
            die_at(step)
            run_batches(str(Path(root, str(step))))
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if status == 0:
            return
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL:
            sys.exit(f"step {step}: ended with status {status}")


if __name__ == "__main__":
    main(sys.argv[1])
