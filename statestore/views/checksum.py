"""Checksums of files, spelled "algorithm:hex" so that a later release can change the algorithm.

SHA-256: in Python's standard library, fast where the processor has instructions for it, collision-free in practice, and
an operator can check a file with `sha256sum`.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Final

from statestore.errors import UnsupportedFormat

ALGORITHM: Final = "sha256"
_KNOWN: Final = frozenset({ALGORITHM})


def file_checksum(file: Path | bytes, *, like: str = ALGORITHM, place: str = "") -> str:
    """Checksum of a file, or of its bytes, by the algorithm of the checksum *like*.

    Raises UnsupportedFormat when that is unknown; it names *place*, where *file* was read.
    """
    algorithm = like.partition(":")[0]
    if algorithm not in _KNOWN:
        raise UnsupportedFormat(f"{place} has a checksum of the unknown kind {algorithm!r}", hint="upgrade tidegate")
    # Each call of a buffered file's is one more turn for who waits for the interpreter.
    with BytesIO(file) if isinstance(file, bytes) else open(file, "rb", buffering=0) as opened:
        return f"{algorithm}:{hashlib.file_digest(opened, algorithm).hexdigest()}"
