"""How many files and sockets the process may have open: as many as the system lets it, not as few as shells start it with.

Every connection is a descriptor, and so is every file of the store. Without them accept() fails; clients then see resets.
"""

from __future__ import annotations

import logging
import resource
from typing import Final

#: For the store's files, the loop, the log.
OTHERS: Final = 1_024

_log = logging.getLogger("tidegate")


def allow_descriptors(connections: int) -> None:
    """Raise the soft limit to the hard one; say so if that is too few for so many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard != resource.RLIM_INFINITY and hard < connections + OTHERS:
        _log.warning(
            "%d connections may be open at a time and only %d files: raise the limit (ulimit -n) or lower connections_max",
            connections,
            hard,
        )
