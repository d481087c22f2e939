"""`python -m gateway` is the program `tidegate`."""

from __future__ import annotations

import gc
import sys


def program() -> int:
    """All that the process does; its exit code."""
    gc.disable()  # what is imported stays: to look for garbage in it is a tenth of what that takes
    try:
        from gateway.commands.cli import main
    finally:
        gc.enable()
    return main()


if __name__ == "__main__":
    sys.exit(program())
