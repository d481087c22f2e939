"""`python -m gateway` is the program `tidegate`."""

from __future__ import annotations

import gc
import sys

from gateway import importing


def program() -> int:
    """All that the process does; its exit code."""
    with importing(kept=True):
        from gateway.commands.cli import main
    try:
        return main()
    finally:
        gc.unfreeze()  # some libraries complain of what they find left at the end


if __name__ == "__main__":
    sys.exit(program())
