"""Attaching checkpoints to what a node serves: names and URIs in, one store out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from statestore.attach.attachments import Attachments
from statestore.attach.combined import CombinedStore
from statestore.attach.files import open_checkpoint_files
from statestore.attach.options import AttachOptions, CheckpointAt
from statestore.attach.reading import SparkReading
from statestore.node.holding import Holding
from statestore.node.serving import Store
from statestore.node.store import LocalStore

_DEFAULTS = AttachOptions()


def open_attachments(
    checkpoints: Mapping[str, CheckpointAt],
    work: Path,
    options: AttachOptions = _DEFAULTS,
    *,
    holding: Holding | None = None,
    local: LocalStore,
) -> Attachments:
    """Attachments of the *checkpoints* by name, not started. *work* is emptied: a folder on this node's disk, best on that
    of the checkpoints, because files are linked into it. They share *local*'s block cache. Raises RootNotFound for URIs of no known
    kind.
    """
    shutil.rmtree(work, ignore_errors=True)
    readings = {
        name: SparkReading(name, open_checkpoint_files(at.uri, at.storage), work / name, options, local.cache, at.columns)
        for name, at in checkpoints.items()
    }
    return Attachments(readings, options, holding=holding)


@contextmanager
def with_attached(
    local: LocalStore,
    checkpoints: Mapping[str, CheckpointAt],
    work: Path,
    options: AttachOptions = _DEFAULTS,
    *,
    holding: Holding | None = None,
) -> Iterator[Store]:
    """*local* and the tables of the *checkpoints*, followed until the end of the context. See open_attachments."""
    if not checkpoints:
        yield local
        return
    with open_attachments(checkpoints, work, options, holding=holding, local=local) as attachments:
        combined = CombinedStore(local, attachments)
        try:
            yield combined
        finally:
            combined.close()
