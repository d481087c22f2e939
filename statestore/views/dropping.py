"""Deletes a view from its root: nodes stop serving it as soon as they notice."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from statestore.errors import CorruptFile, ViewNotFound
from statestore.remote import TRANSFER_S
from statestore.views.folder import ViewFolder
from statestore.views.latest import forget_earlier, read_latest
from statestore.views.lock import PublisherLock


def drop(folder: ViewFolder) -> None:
    """Delete all there is of the view. What was cut short is gone on with by the next call.

    Of a local root the view is gone in one step. Elsewhere the log goes from its oldest version on, so that nobody takes what
    is left for a view with an earlier version.

    Raises ViewNotFound, OSError; UnsupportedFormat, as a newer release may keep more than is known here; ConcurrentPublisher while
    a job of this machine publishes the view.
    """
    storage = folder.storage
    if not storage.names(folder.name):
        raise ViewNotFound(f"there is no view {folder.name} under {storage.uri}")
    with suppress(ViewNotFound, CorruptFile):
        folder.created_schema()
    if storage.is_local:
        place = Path(storage.location(folder.name))
        with PublisherLock(place, owner="drop-view"):
            gone = place.with_name(f".dropped-{uuid.uuid4().hex}")
            os.rename(place, gone)
        shutil.rmtree(gone)
        return
    for base in folder.bases():
        storage.remove(folder.base_path(base))
    for version in folder.versions():
        storage.remove(folder.manifest_path(version))
    storage.remove_all(list(_others(folder)))
    forget_earlier(storage, folder.name, read_latest(storage).get(folder.name, frozenset()))


def _others(folder: ViewFolder) -> Iterator[str]:
    yield f"{folder.name}/view.json"
    shards = (f"shards/{name}" for name in folder.storage.names(f"{folder.name}/shards"))
    for place in ("retention", "bases", *shards):
        yield from (f"{folder.name}/{place}/{name}" for name in folder.storage.names(f"{folder.name}/{place}", within_s=TRANSFER_S))
