"""The form that Spark's small files share: a line "v" and a number, then JSON."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from statestore.errors import CorruptFile, UnsupportedFormat

_VERSION: Final = re.compile(r"v([1-9][0-9]{0,8})")


def versioned(data: bytes, file: str, *, newest: int) -> tuple[int, str]:
    """The version and the text behind its line. Raises CorruptFile and UnsupportedFormat, naming *file*."""
    try:
        line, _, rest = data.decode().partition("\n")
    except UnicodeDecodeError as error:
        raise CorruptFile(f"{file} is not text", detail=str(error)) from error
    return version_of(line, file, newest=newest), rest


def version_of(line: str, file: str, *, newest: int) -> int:
    """The number in "v1". Raises CorruptFile and UnsupportedFormat."""
    found = _VERSION.fullmatch(line.strip())
    if found is None:
        raise CorruptFile(f"{file} does not begin with its version", detail=f"first line: {line[:80]!r}")
    version = int(found[1])
    if version > newest:
        raise UnsupportedFormat(
            f"{file} has format version {version}",
            detail=f"this release reads versions up to {newest}",
            hint="a newer Spark wrote this checkpoint; use a newer release of Tidegate",
        )
    return version


def json_object(text: str, file: str) -> dict[str, Any]:
    """A JSON object. Raises CorruptFile."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CorruptFile(f"{file} does not hold the JSON that it should", detail=str(error)) from error
    if not isinstance(found, dict):
        raise CorruptFile(f"{file} does not hold a JSON object", detail=text[:80])
    return found
