"""The form that Spark's small files share: a line "v" and a number, then JSON."""

from __future__ import annotations

import json
from typing import Any

from statestore.errors import CorruptFile, UnsupportedFormat


def versioned(data: bytes, file: str, *, newest: int) -> tuple[int, str]:
    """The version and the text behind its line. Raises CorruptFile and UnsupportedFormat, naming *file*."""
    try:
        line, _, rest = data.decode().partition("\n")
    except UnicodeDecodeError as error:
        raise CorruptFile(f"{file} is not text", detail=str(error)) from error
    return version_of(line, file, newest=newest), rest


def version_of(line: str, file: str, *, newest: int) -> int:
    """The number in "v1". Raises CorruptFile and UnsupportedFormat."""
    digits = line.strip().removeprefix("v")
    if not line.startswith("v") or not (digits.isascii() and digits.isdecimal()) or int(digits) < 1:
        raise CorruptFile(f"{file} does not begin with its version", detail=f"first line: {line[:80]!r}")
    if int(digits) > newest:
        raise UnsupportedFormat(
            f"{file} has format version {int(digits)}",
            detail=f"this release reads versions up to {newest}",
            hint="a newer Spark wrote this checkpoint; use a newer release of Tidegate",
        )
    return int(digits)


def json_object(text: str, file: str) -> dict[str, Any]:
    """A JSON object. Raises CorruptFile."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise CorruptFile(f"{file} does not hold the JSON that it should", detail=str(error)) from error
    if not isinstance(found, dict):
        raise CorruptFile(f"{file} does not hold a JSON object", detail=text[:80])
    return found
