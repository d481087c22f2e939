"""Opens the file systems that fsspec knows, for roots and for checkpoints alike: object stores, HDFS, memory:// in tests.

Each is opened so that it asks the store every time (a client's own memory of listings hides what others write) and so that no
request is waited for without end; options that users give win.

- A request that hangs fails after 5 s, and is made three times: 16 s until the root is told to be away. With the library's own
  settings it was 87 s for a listing and seven minutes for a read, because it repeats what its client repeats. aiohttp heeds no
  deadline for what it sends once the store has said to go on: small files are given 20 s to get there, a second more for each
  MiB.
- adlfs and gcsfs repeat for more than three minutes where nobody answers: small requests end after 20 s in all, copies of files
  after 600 s. fsspec's client of WebHDFS has no deadline at all; its session gets 5 s and three attempts.
- A put whose answer was lost is repeated by the client, and finds its own file in the way: a create that finds the very bytes it
  was to write has succeeded. Where no answer comes at all, the commit may have happened, or happen yet: the job fails, the files
  of the version stay, and the job that is started again finds its batch in the log, or commits it. Such files go only when it is
  certain that nobody can name them.

- Its memory of listings (`use_listings_cache`) is off: with it a node never saw a version after its first look. `makedirs` is
  never called on object stores, where it tried to create the bucket; an empty prefix is a root without views.
- What tells two jobs apart is S3's `If-None-Match`, Azure's and Google's conditional put, and in HDFS renaming, which
  replaces nothing, of a file that is written aside. Stores of S3's protocol that take the condition for nothing would let two
  jobs commit one version: a job first creates `.probe` twice, unless it is there, and is refused where that succeeds. Google's
  emulator is such a store; the tests teach it the condition.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from statestore.errors import RootNotFound

#: How long a store may be silent before a request counts as failed, and how often one is made, with pauses between.
DEADLINE_S: Final = 5.0
ATTEMPTS_MAX: Final = 3
#: What small requests may take with all that a client repeats by itself, and what copying a file may.
REQUEST_S: Final = 20.0
TRANSFER_S: Final = 600.0

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
_AZURE: Final[StorageOptions] = {"connection_timeout": DEADLINE_S, "read_timeout": DEADLINE_S}
_DEFAULTS: Final[Mapping[str, StorageOptions]] = {"s3": _S3, "s3a": _S3, "az": _AZURE, "abfs": _AZURE, "abfss": _AZURE}
WEBHDFS: Final = "webhdfs"


def scheme_of(uri: str) -> str:
    """What stands in front of ://."""
    return uri.split("://", 1)[0]


def open_file_system(uri: str, options: StorageOptions, what: str) -> tuple[Any, str]:
    """fsspec's file system and the path in it. Raises RootNotFound, which calls the URI *what*, for one of no known kind."""
    # fsspec takes 0.1 s to import; what is local never needs it.
    import fsspec

    try:
        defaults = _DEFAULTS.get(scheme_of(uri), {})
        system, base = fsspec.core.url_to_fs(uri, **{"use_listings_cache": False, **defaults, **options})
    except (ValueError, TypeError, ImportError) as error:
        raise RootNotFound(f"{what} {uri} cannot be opened", detail=str(error)) from error
    if scheme_of(uri) in _S3_SCHEMES:
        # s3fs repeats what its client has repeated, and reads once more: a store that hangs would be waited for for minutes.
        system.retries = 1
    if scheme_of(uri) == WEBHDFS:
        _bound(system.session)
    return system, str(base).rstrip("/")


def within(system: Any, seconds: float) -> Mapping[str, Any]:
    """The argument that bounds a call of *system*: clients of object stores repeat requests for minutes where nobody answers."""
    return {"timeout": seconds} if system.async_impl else {}


def _bound(session: Any) -> None:
    """Deadlines and repetitions for a session of requests, which has neither."""
    import requests
    import urllib3

    session.request = partial(session.request, timeout=DEADLINE_S)
    passing = (502, 503, 504)
    again = urllib3.Retry(ATTEMPTS_MAX - 1, backoff_factor=0.2, backoff_jitter=0.2, status_forcelist=passing, allowed_methods=None)
    for scheme in ("http://", "https://"):
        session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=again))


def options_for(uri: str, storages: Mapping[str, StorageOptions]) -> StorageOptions:
    """The options of the longest of the URIs in *storages* that *uri* is, or is below; none where there is none."""
    found = [place for place in storages if uri == place or uri.startswith(place.rstrip("/") + "/")]
    return storages[max(found, key=len)] if found else {}
