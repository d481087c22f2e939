"""Opens the file systems that fsspec knows, for roots and for checkpoints alike: object stores, HDFS, memory:// in tests.

Each is opened so that it asks the store every time (a client's own memory of listings hides what others write) and so that no
request is waited for without end; options that users give win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from statestore.errors import RootNotFound

#: How long a store may be silent before a request counts as failed, and how often one is made, with pauses between.
DEADLINE_S: Final = 5.0
ATTEMPTS_MAX: Final = 3

#: Options of a file system, in fsspec's words.
StorageOptions = Mapping[str, Any]

#: Stores of objects, which have no folders: a prefix is there when an object is.
OBJECT_SCHEMES: Final = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss"})
_S3: Final[StorageOptions] = {
    # Else a read begins with a request for the size.
    "max_concurrency": 1,
    "config_kwargs": {
        "connect_timeout": DEADLINE_S,
        "read_timeout": DEADLINE_S,
        "retries": {"mode": "standard", "total_max_attempts": ATTEMPTS_MAX},
    },
}
_S3_SCHEMES: Final = frozenset({"s3", "s3a"})


def scheme_of(uri: str) -> str:
    """What stands in front of ://."""
    return uri.split("://", 1)[0]


def open_file_system(uri: str, options: StorageOptions, what: str) -> tuple[Any, str]:
    """fsspec's file system and the path in it. Raises RootNotFound, which calls the URI *what*, for one of no known kind."""
    # fsspec takes 0.1 s to import; what is local never needs it.
    import fsspec

    try:
        defaults = _S3 if scheme_of(uri) in _S3_SCHEMES else {}
        system, base = fsspec.core.url_to_fs(uri, **{"use_listings_cache": False, **defaults, **options})
    except (ValueError, TypeError, ImportError) as error:
        raise RootNotFound(f"{what} {uri} cannot be opened", detail=str(error)) from error
    if scheme_of(uri) in _S3_SCHEMES:
        # s3fs repeats what its client has repeated, and reads once more: a store that hangs would be waited for for minutes.
        system.retries = 1
    return system, str(base).rstrip("/")


def options_for(uri: str, storages: Mapping[str, StorageOptions]) -> StorageOptions:
    """The options of the longest of the URIs in *storages* that *uri* is, or is below; none where there is none."""
    found = [place for place in storages if uri == place or uri.startswith(place.rstrip("/") + "/")]
    return storages[max(found, key=len)] if found else {}
