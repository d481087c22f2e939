"""What commands of roots and stores say to whoever started them: 0, 1 and 2 mean the same for all of them."""

from __future__ import annotations

import sys
from typing import Final

from statestore.errors import CorruptFile
from statestore.node.pending import BadBase, BadVersion

#: Of these commands: a file is damaged or missing. Of all others: something went wrong while running.
EXIT_FAILURE: Final = 1
#: Wrong command line or configuration; of these commands also: it cannot be done.
EXIT_USAGE: Final = 2
EXIT_STATUS: Final = "Exit status 0: all is well; 1: a file is damaged or missing, and named; 2: wrong usage, or it cannot be done."


def code_of(error: Exception) -> int:
    """The exit code for a command of roots and stores that ended with *error*."""
    cause = error.cause if isinstance(error, BadVersion | BadBase) else error
    return EXIT_FAILURE if isinstance(cause, CorruptFile) else EXIT_USAGE


def complain(message: str, code: int) -> int:
    """A line on standard error; the result is *code*."""
    print(f"tidegate: {' '.join(message.split())}", file=sys.stderr)
    return code


def complain_of(error: Exception) -> int:
    """Tell *error*; the result is its code."""
    message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    return complain(message, code_of(error))
