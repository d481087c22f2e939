"""`python -m gateway` is the program `tidegate`."""

from __future__ import annotations

import sys

from gateway import importing


def program() -> int:
    """All that the process does; its exit code."""
    with importing():
        from gateway.commands.cli import main
    return main()


if __name__ == "__main__":
    sys.exit(program())
