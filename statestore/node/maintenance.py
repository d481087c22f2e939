"""What keeps a view's root small: a base of the latest version when it is due, one of the oldest kept version, and vacuum.

A publishing job has it done by a process of its own, now and then, so that no commit waits for it:
python -m statestore.node.maintenance, which reads {"root": URI, "view": name, "storage_options": {…}} from its standard input.

- Who does it. Each `base_every` versions (25) a job starts a process (niced; it rests four
  times as long as it works) that makes a base of the latest version, for new nodes, and one of the oldest kept version (by zstd,
  a third smaller), so that what is before it can go: a root is as large as two bases, the kept versions, and what comes between
  two looks. A base is made where copying it takes less than reading what came since the last one; a file counts 64 KiB at least,
  for a version of 8 small files takes a node 3.5 ms. Where at most half of `base_every` versions are kept, a base of the oldest
  serves new nodes too, and there is no other.
- What killed processes leave: base makers remove each other's folders under the machine's folder for temporary files (nobody
  locks them), vacuum what was being written a day ago.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Final

from statestore.errors import StateStoreError
from statestore.node.base_maker import make_base
from statestore.views.base import Base
from statestore.views.claim import can_be
from statestore.views.folder import ViewFolder
from statestore.views.manifest import ShardFile
from statestore.views.retention import Retention, retention_of
from statestore.views.root import Root, open_root
from statestore.views.sst import OPTIONS, PAST_OPTIONS
from statestore.views.vacuum import Vacuumed, oldest_kept, vacuum

#: To open a file and take it costs as much as so many bytes.
FILE_BYTES_LEAST: Final = 64 << 10
#: A background process leaves the processor to the job.
_NICENESS: Final = 10


def weight_bytes(files: tuple[ShardFile, ...]) -> int:
    """What it costs to take *files*, in bytes."""
    return sum(max(file.bytes, FILE_BYTES_LEAST) for file in files)


def maintain(root: Root, view: str) -> tuple[list[Base], Vacuumed]:
    """Make the bases that are due, and delete what no kept version needs. Raises as make_base() and vacuum() do."""
    folder = root.folder(view)
    retention = retention_of(folder)
    versions = folder.versions()
    wanted = _wanted(_to_begin_with(folder, versions, retention), max(versions, default=0), retention)
    made = []
    for version, after in wanted.items():
        if is_due(folder, version, after, retention):
            options = OPTIONS if version == max(wanted) else PAST_OPTIONS
            made.append(make_base(root, view, version=version, options=options))
    return [base for base in made if base is not None], vacuum(folder, retention, orphans=False)


def _to_begin_with(folder: ViewFolder, versions: list[int], retention: Retention) -> int:
    """The newest version up to the oldest that is kept with whose base the log can begin, and so not one whose base was dropped.

    Where looks come as often as bases, each could find the base of what is now the oldest dropped, and nothing would ever go.
    """
    oldest = oldest_kept(folder, versions, retention)
    candidates = range(oldest, min(versions, default=0), -1)
    return next((version for version in candidates if can_be(folder, version, "start")), oldest)


def _wanted(oldest: int, latest: int, retention: Retention) -> dict[int, int]:
    """The versions that may need a base, and how many versions there are to be since the base before."""
    every = retention.base_every
    if latest - oldest <= every // 2:
        # So few versions are kept that nodes that start can do with a base of the oldest, which it is time for as for the latest.
        return {oldest: every - (latest - oldest)}
    return {oldest: every, latest: every}


def is_due(folder: ViewFolder, version: int, after: int, retention: Retention) -> bool:
    """Whether *after* versions have come since the base before it, and a node that starts with *version* would have more to do with
    the log since then than with a base.

    The last versions tell how heavy the log is: it may be long.
    """
    if not retention.base_every or version == 0:
        return False
    whole_since = max(folder.manifest(version).base, 1)
    before = folder.newest_base(version)
    versions = version + 1 - max(whole_since, 0 if before is None else before.version + 1)
    # A look comes some versions late, and then the next one must not find that it is some too early.
    if whole_since == version or versions < after - after // 10:
        return False
    weighed = range(version + 1 - min(versions, after), version + 1)
    weight = sum(weight_bytes(folder.manifest(number).files) for number in weighed) * versions / len(weighed)
    return before is None or weight > before.size_bytes


def main() -> int:
    """Exit status 1, and why on stderr, where it could not be done."""
    os.nice(_NICENESS)
    asked = json.load(sys.stdin)
    try:
        _, done = maintain(open_root(asked["root"], options=asked["storage_options"]), asked["view"])
        if done.problem is not None:
            raise done.problem
    except (StateStoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
