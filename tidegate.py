"""What a Spark job needs of Tidegate: `from tidegate import publish`, and the errors that publish() raises.

PySpark is an optional dependency, imported when publish is.
"""

from __future__ import annotations

from statestore import publish
from statestore.errors import (
    ConcurrentPublisher,
    CorruptFile,
    DuplicateKey,
    IncompatibleSchema,
    InvalidSchema,
    InvalidValue,
    StateStoreError,
    StorageFull,
    UnsupportedFormat,
    UnsupportedType,
)

__all__ = [
    "ConcurrentPublisher",
    "CorruptFile",
    "DuplicateKey",
    "IncompatibleSchema",
    "InvalidSchema",
    "InvalidValue",
    "StateStoreError",
    "StorageFull",
    "UnsupportedFormat",
    "UnsupportedType",
    "publish",
]
