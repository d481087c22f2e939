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
def importing() -> Iterator[None]:
    """While inside nobody looks for garbage: what is imported stays, and to look is a tenth of what importing takes."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
