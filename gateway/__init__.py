"""Moves bytes: the wire protocol, sessions, the executor, the catalog that clients introspect, the command line."""

from importlib.metadata import PackageNotFoundError, version


def tidegate_version() -> str:
    """The installed package's version."""
    try:
        return version("tidegate")
    except PackageNotFoundError:
        return "unreleased"
