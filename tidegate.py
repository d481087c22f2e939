"""What a Spark job needs of Tidegate: `from tidegate import publish, read`, and the errors that these raise.

PySpark is an optional dependency, imported with this module.
"""

from __future__ import annotations

from statestore import publish, read, read_changes
from statestore.errors import (
    ConcurrentPublisher,
    CorruptFile,
    DuplicateKey,
    IncompatibleSchema,
    InvalidSchema,
    InvalidValue,
    RootNotFound,
    StateStoreError,
    StorageFull,
    UnsupportedFormat,
    UnsupportedType,
    VersionNotKept,
    VersionNotReached,
    ViewNotFound,
)

__all__ = [
    "ConcurrentPublisher",
    "CorruptFile",
    "DuplicateKey",
    "IncompatibleSchema",
    "InvalidSchema",
    "InvalidValue",
    "RootNotFound",
    "StateStoreError",
    "StorageFull",
    "UnsupportedFormat",
    "UnsupportedType",
    "VersionNotKept",
    "VersionNotReached",
    "ViewNotFound",
    "publish",
    "read",
    "read_changes",
]
