"""A view's shards as they are at one version, made of a base and the log since, in databases that nobody else uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from statestore.node.generation import Generation
from statestore.node.intake import Intake
from statestore.node.pending import BadBase, BadVersion, start_of
from statestore.views.manifest import Manifest, ShardFile


@contextmanager
def merged(
    intake: Intake, head: Manifest, shards: frozenset[int], check: Callable[[], None] = lambda: None
) -> Iterator[Generation]:
    """These *shards* at *head*'s version, which are removed in the end; handles that were frozen live on.

    *check* is asked for each file and ends it by raising.
    Raises BadVersion, BadBase where the log cannot be read; StorageFull, OSError.
    """

    def wants(file: ShardFile) -> bool:
        check()
        return file.shard in shards

    lost: BadBase | None = None
    while True:
        base = start_of(intake.folder, head, intake.bad_bases)
        place = intake.store.work_path()
        generation = Generation(intake.store, place, 0, held=shards).make()
        try:
            if base is not None:
                intake.take_base(base, wants, generation.ingest_all)
            first = max(1, head.base) if base is None else base.version + 1
            intake.take(range(first, head.version + 1), wants, generation.ingest_all)
            yield generation
            return
        except BadBase as error:
            lost = error  # it is not chosen again
        except BadVersion as error:
            if lost is not None and not intake.folder.has(error.version):
                raise lost from error
            raise
        finally:
            generation.remove()
            with suppress(OSError):
                place.rmdir()
