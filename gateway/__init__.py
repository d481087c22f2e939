"""Moves bytes: the wire protocol, sessions, the executor, the catalog that clients introspect, the command line."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version


def tidegate_version() -> str:
    """The installed package's version."""
    try:
        return version("tidegate")
    except PackageNotFoundError:
        return "unreleased"


@contextmanager
def importing(*, kept: bool = False) -> Iterator[None]:
    """While inside nobody looks for garbage: what is imported stays, and to look is a tenth of what importing takes.

    *kept*: nor is any looked for in it afterwards, until gc.unfreeze(); that is as much once more.
    """
    gc.disable()
    try:
        yield
    finally:
        if kept:
            gc.freeze()
        gc.enable()
