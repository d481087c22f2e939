"""Takes versions in portions: their files are brought here and verified, then ingested; bad ones are remembered. And the shards
of one version, made of a base and the log since in databases that nobody else uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

from statestore.errors import CorruptFile, StateStoreError, VersionNotKept, ViewNotFound
from statestore.node.generation import Generation, RejectedFile
from statestore.node.layout import StoreFolder
from statestore.node.native import failed
from statestore.node.pending import BadBase, BadVersion, Staged, Wants, chunks, stage, stage_base, start_of
from statestore.node.shard import Range
from statestore.views.base import Base
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, ShardFile

#: Times that what is read may be deleted meanwhile.
_RACES_MAX: Final = 10
_EVERYTHING: Final = Range()

T = TypeVar("T")


class Intake:
    """Of one view; usable from several threads at once."""

    def __init__(self, folder: ViewFolder, store: StoreFolder, view_id: str | None = None) -> None:
        self.folder = folder
        self.store = store
        #: Of the view whose versions these are; None as long as it is not known.
        self.view_id = view_id
        #: Versions whose bases have been found bad.
        self.bad_bases: set[int] = set()
        self._rejected: dict[str, StateStoreError] = {}

    def take(self, versions: Sequence[int], wants: Wants, ingest: Callable[[Staged], None]) -> None:
        """Hand the wanted files of *versions*, which are consecutive, to *ingest*.

        Raises BadVersion after taking those before the bad one; what *wants* and *ingest* raise; StorageFull, OSError.
        """
        for portion in chunks(versions):
            staged, fault = stage(self.folder, self.store, portion, self._rejected, wants)
            self._check_view(staged)
            if staged.manifests:
                self._ingest(staged, ingest)
            if fault:
                raise fault

    def take_base(self, base: Base, wants: Wants, ingest: Callable[[Staged], None]) -> None:
        """Hand the wanted files of *base* to *ingest*. Raises BadBase; what *wants* and *ingest* raise; StorageFull, OSError."""
        try:
            staged = stage_base(self.folder, self.store, base, self._rejected, wants)
            self._check_view(staged)
            self._ingest(staged, ingest)
        except BadVersion as error:
            self.bad_bases.add(base.version)
            raise BadBase(base.version, error.cause) from error

    def _check_view(self, staged: Staged) -> None:
        """The view may be deleted and made anew at any moment, and versions of both must not be mixed."""
        known = self.view_id
        for manifest in staged.manifests:
            known = known or manifest.view_id
            if manifest.view_id not in (None, known):
                staged.discard()
                cause = CorruptFile(
                    f"version {manifest.version} of view {self.folder.name} is of another view",
                    detail=f"it has the id {manifest.view_id}, and the versions before it {known}",
                    hint="the view was deleted and made anew; what is left of the old one in its folder has to go",
                )
                raise BadVersion(manifest.version, cause)

    def _ingest(self, staged: Staged, ingest: Callable[[Staged], None]) -> None:
        try:
            ingest(staged)
        except RejectedFile as error:
            raise self._reject(staged, error) from error
        finally:
            staged.discard()

    def _reject(self, staged: Staged, error: RejectedFile) -> BadVersion:
        """Its bytes are what the manifest promises, so they will not become better: nobody tries them again."""
        culprit = next(s for s in staged.files if s.path == error.path)
        cause = CorruptFile(f"{self.folder.path_of(culprit.file)} is corrupt", detail=error.detail)
        self._rejected[culprit.file.checksum] = cause
        return BadVersion(culprit.version, cause)


@contextmanager
def merged(
    intake: Intake,
    head: Manifest,
    shards: frozenset[int],
    check: Callable[[], None] = lambda: None,
    keys: Range = _EVERYTHING,
) -> Iterator[Generation]:
    """These *shards* at *head*'s version, which are removed in the end; handles that were frozen live on. Of the keys *keys* all
    are right; of others some are missing.

    *check* is asked for each file and ends it by raising.
    Raises BadVersion, BadBase where the log cannot be read; StorageFull, OSError.
    """

    def wants(file: ShardFile) -> bool:
        check()
        is_within = file.max_key >= keys.lower and (keys.upper is None or file.min_key < keys.upper)
        return file.shard in shards and is_within

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


def despite_vacuum(folder: ViewFolder, version: int, make: Callable[[], T]) -> T:
    """What *make* gives, which reads *version*; tried again where vacuum deletes what is about to be read, for it leaves a base in
    its place.

    Raises VersionNotKept, with what is kept; StateStoreError.
    """
    races_left = _RACES_MAX
    while True:
        try:
            return make()
        except (ViewNotFound, BadVersion, BadBase) as error:
            cause = not_kept(folder, version) or (error if isinstance(error, ViewNotFound) else error.cause)
            races_left -= 1
            if isinstance(cause, VersionNotKept) or not races_left:
                raise cause from error
        except OSError as error:
            raise failed(f"version {version} of view {folder.name} cannot be made", error) from error


def made_anew(folder: ViewFolder, version: int) -> VersionNotKept:
    """The error for a version that is of a later view than was asked for."""
    return VersionNotKept(f"version {version} of view {folder.name} is of a view that was made anew since")


def not_kept(folder: ViewFolder, version: int) -> VersionNotKept | None:
    """The error for a version that vacuum has deleted; None where it is there."""
    versions = folder.versions()
    if versions and version >= versions[0] and folder.has(version):
        return None
    kept = f"Versions {versions[0]} to {versions[-1]} are kept at the root." if versions else "The root keeps none."
    return VersionNotKept(f"version {version} of view {folder.name} is no longer kept", detail=kept)
