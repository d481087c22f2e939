"""Deletes what is older than the versions that are kept, and what attempts that came to nothing have left.

What becomes of a base they agree upon first (statestore.views.claim).

- Vacuum (`tidegate vacuum`) keeps the last 1,000 versions and those of 7 days (`retention/`, kept with the view), what the
  oldest of them is made of, and the newest base. The oldest is made of a base before it, all of whose files are there, or of the
  log from the version on that replaced all content; where there is neither, only orphans go. Nothing at all goes while
  something of the kept versions is missing or damaged (a base they are made of, a manifest between them; by hand also a file: a
  job's vacuum does not read their manifests): it is named, and what is left may be the last way to them. Keeping fewer versions
  leaves it behind. A retention file that was deleted by hand cannot be told from one that never was: the defaults hold then.
  Manifests and bases go before the files that they name, so it can be killed anywhere, and any number may run; the manifest of
  the version where the log begins stays, which tells nodes at that version that the view is still the same.
- A node whose files are deleted while it reads them looks at the log again and begins anew, with the newest base, in the same
  pass (ten times); what has then gone again is a fault, not an answer. A view counts as gone only when view.json is.
- Clocks. A version's commit time never descends, whatever the job's clock does, and the last so many versions stay however
  far vacuum's clock has jumped. Orphans are old by the clock of those who write: a day before the newest file of the view, so
  that a clock that is a day ahead does not delete what a job is about to commit; those of a view that is at rest wait for its
  next version. The names in `.latest` do not expire: publishers remove them.
"""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Final

from statestore.errors import CorruptFile, ViewNotFound
from statestore.views.claim import Claim, can_be, claim
from statestore.views.folder import CLAIM_NAME, ViewFolder
from statestore.views.local_storage import TEMPORARY_PREFIX
from statestore.views.manifest import ShardFile, corrupt
from statestore.views.retention import Retention
from statestore.views.storage import each

#: Files that nothing names are deleted when they are so much older than the view's newest: somebody may be about to name them.
ORPHAN_AGE_S: Final = 86_400.0

#: Of logs of so many versions all files are looked at each time, of a longer one once in so many times that this is no more work.
LISTED_VERSIONS: Final = 5_000
#: A base between the oldest kept version and the latest stays so many versions, and so many times its bytes, after the one before.
PAST_BASES_VERSIONS: Final = 1_000
PAST_BASES_TIMES: Final = 10
#: Manifests that tell how large a log is.
_SAMPLES: Final = 10

#: Times that another vacuum may delete what this one looks at.
_RACES_MAX: Final = 3

_FILE: Final = re.compile(r"(\d{20})-(base-)?[0-9a-f]+-\d{4,}\.sst")


#: Whether so much becomes of a base.
_Claiming = Callable[[ViewFolder, int, Claim], bool]


@dataclass(frozen=True, slots=True)
class Vacuumed:
    """What was deleted, or would be: paths in the view's folder, and their bytes as far as they are known.

    *problem*: what of the kept versions is missing or damaged. Then nothing is deleted: it might be what is left to make them of.
    """

    oldest: int
    paths: tuple[str, ...]
    bytes: int
    problem: CorruptFile | None = None


def vacuum(
    folder: ViewFolder,
    retention: Retention,
    *,
    now_s: float | None = None,
    old_s: float | None = None,
    dry_run: bool = False,
    orphans: bool = True,
) -> Vacuumed:
    """Delete what the view's kept versions do not need. Raises UnsupportedFormat, OSError.

    What failed attempts left is deleted where it was written before *old_s*: by default a day before the view's newest file.

    Where the oldest of them can be made of nothing but the whole log, no version goes: see base_maker. Without *orphans*, what
    failed attempts left behind kept versions stays until these go; no manifest of a kept version is read then, so that a file
    that somebody has deleted is not noticed. Nor is a long log looked through, but now and then.
    """
    now_s = time.time() if now_s is None else now_s
    for _ in range(_RACES_MAX):
        with suppress(ViewNotFound):
            done = _vacuum(folder, retention, now_s, old_s, dry_run=dry_run, orphans=orphans)
            if done.problem is None:
                return done
    return _vacuum(folder, retention, now_s, old_s, dry_run=dry_run, orphans=orphans)


def _vacuum(
    folder: ViewFolder, retention: Retention, now_s: float, old_s: float | None, *, dry_run: bool, orphans: bool
) -> Vacuumed:
    """Raises ViewNotFound as well, where another vacuum deletes what is looked at."""
    bases, versions = folder.bases(), folder.versions()
    begins, latest = min(versions, default=0), max(versions, default=0)
    claiming = can_be if dry_run else claim
    try:
        oldest = oldest_kept(folder, versions, retention, now_s)
        is_listed = orphans or _is_listed(versions, oldest)
        look = partial(_files, folder) if is_listed else partial(_named_files, folder, bases, range(begins, oldest + 1))
        first, based, there = _start(folder, bases, oldest, claiming, look)
        begin = first + 1 if based else max(first, begins, 1)
        _check_whole(folder, bases, versions, first, oldest, there, based=based)
        between = _between(folder, [base for base in bases if base >= first], first)
        dropped = [base for base in bases if base < first or (base in between and claiming(folder, base, "drop"))]
        named = {file.path for base in bases if base not in dropped for file in folder.base(base).files}
        unnamed = {file.path for base in dropped for file in _base_files(folder, base)}
        if orphans:
            named |= _named_by_log(folder, range(begin, latest + 1), there)
    except CorruptFile as error:
        return Vacuumed(begins, (), 0, error)
    # By the clock of those who write: one that has jumped must not make files old that are being written.
    if not is_listed:
        old_s = -math.inf
    elif old_s is None:
        old_s = min(now_s, max((written_s for _, written_s in there.values()), default=now_s)) - ORPHAN_AGE_S
    files = [
        (f"{folder.name}/{path}", size)
        for path, (size, written_s) in there.items()
        if path not in named and (path in unnamed or _is_left(path, begin, latest, written_s <= old_s, orphans=orphans))
    ]
    files += _leavings(folder, first, old_s, (".", "log", "bases", "retention") if is_listed else ("bases",))
    # A base goes after the versions that it was for: it may be the only one that tells their schema.
    gone = [folder.manifest_path(version) for version in versions if version < first]
    gone += [folder.base_path(base) for base in dropped]
    if not dry_run:
        # The oldest first and none at once with others: were vacuum killed, a log with holes would be left, and nobody reads one.
        for path in gone:
            folder.storage.remove(path)
        folder.storage.remove_all([path for path, _ in files])
    paths = (*gone, *(path for path, _ in files))
    return Vacuumed(max(first, begins), paths, sum(size for _, size in files))


#: Files of shards by path in the view's folder: bytes, and when they were written in seconds since 1970.
_There = Mapping[str, tuple[int, float]]


def _is_listed(versions: list[int], oldest: int) -> bool:
    """Whether all files are looked at: of a short log, of a long one now and then, and where much of it goes."""
    return random.random() * len(versions) < LISTED_VERSIONS or oldest - versions[0] > LISTED_VERSIONS


def _between(folder: ViewFolder, bases: list[int], first: int) -> list[int]:
    """Those of *bases*, the newest of which stays, that can go: what comes after them can as well be made of the one before.

    Of a long log one stays every so often, so that each kept version can be had soon; they add a tenth to its bytes at most.
    Whether one does is found out when it is no longer the newest.
    """
    found, before = [], first
    for base in bases[:-1]:
        is_near = base - before < PAST_BASES_VERSIONS or (base == bases[-2] and _is_light(folder, before, base))
        if is_near and base > first > 0:
            found.append(base)
        else:
            before = base
    return found


def _is_light(folder: ViewFolder, before: int, base: int) -> bool:
    """Whether the log between two bases is a small multiple of the later one, by some of its manifests."""
    sampled = range(base, before, -max(1, (base - before) // _SAMPLES))
    bytes_ = sum(file.bytes for version in sampled for file in folder.manifest(version).files) * (base - before) / len(sampled)
    return bytes_ < PAST_BASES_TIMES * folder.base(base).size_bytes


def _files(folder: ViewFolder) -> _There:
    return {path: (size, written_s) for path, size, written_s in folder.files()}


def _named_files(folder: ViewFolder, bases: list[int], versions: range) -> _There:
    """The files of bases that are there, and those that the manifests of *versions* name; when they were written is not asked."""
    of_bases = [file.path for base in bases for file in _base_files(folder, base)]
    sizes = each(lambda path: folder.storage.size(f"{folder.name}/{path}"), of_bases, folder.storage.at_once)
    there = {path: (size, math.inf) for path, size in zip(of_bases, sizes, strict=True) if size is not None}
    manifests = each(folder.manifest, versions, folder.storage.at_once)
    return there | {file.path: (file.bytes, math.inf) for manifest in manifests for file in manifest.files}


def _base_files(folder: ViewFolder, base: int) -> tuple[ShardFile, ...]:
    """Those that a base names; none where it is damaged, or another vacuum has just deleted it: they go when they are old."""
    try:
        return folder.base(base).files
    except (CorruptFile, ViewNotFound):
        return ()


def _start(
    folder: ViewFolder, bases: list[int], oldest: int, claiming: _Claiming, look: Callable[[], _There]
) -> tuple[int, bool, _There]:
    """(version, whether it is a base) of what *oldest* can be made of, with the log from there on; 0: of the whole log.

    And the files, by *look*, as they were found when the base had been claimed.
    """
    if oldest == 0:
        return 0, False, look()
    head = folder.manifest(oldest)
    begin = head.base if head.begins_alone else 0
    for base in reversed(bases):
        if begin <= base <= oldest and claiming(folder, base, "start") and _is_usable(folder, base, there := look()):
            return base, True, there
    return begin, False, look()


def _is_usable(folder: ViewFolder, version: int, there: _There) -> bool:
    """Only a base all of whose files are there may take the place of what lies behind it."""
    try:
        _check_there(folder, folder.base(version).files, there)
    except (CorruptFile, ViewNotFound):
        return False
    return True


def _check_there(folder: ViewFolder, files: Iterable[ShardFile], there: _There) -> None:
    """Raises CorruptFile, naming a file that is missing or has another size."""
    for file in files:
        if (size := there.get(file.path, (None, 0))[0]) != file.bytes:
            raise corrupt(folder.path_of(file), "the file is missing" if size is None else f"{size} bytes instead of {file.bytes}")


def _check_whole(
    folder: ViewFolder, bases: list[int], versions: list[int], first: int, oldest: int, there: _There, *, based: bool
) -> None:
    """Raises CorruptFile where a version from *oldest* on cannot be made of what there is."""
    if not versions:
        return
    if not based and max(1, first) < versions[0]:
        for base in reversed(bases):
            if base <= oldest:
                _check_there(folder, folder.base(base).files, there)
        raise folder.missing(versions[0] - 1)
    known = set(versions)
    if gap := next((n for n in range(max(first, versions[0]), versions[-1]) if n not in known), 0):
        raise folder.missing(gap)


def _named_by_log(folder: ViewFolder, versions: range, there: _There) -> set[str]:
    named: set[str] = set()
    for version in versions:
        files = folder.manifest(version).files
        _check_there(folder, files, there)
        named |= {file.path for file in files}
    return named


def _is_left(path: str, begin: int, latest: int, is_old: bool, *, orphans: bool) -> bool:
    """Whether a file that nothing is known to name can go: of a version before *begin*, or of an attempt that came to nothing."""
    match = _FILE.fullmatch(path.rpartition("/")[2])
    if match is None:
        return False
    version, of_base = int(match[1]), bool(match[2])
    return (version < begin and not of_base) or (is_old and (orphans or of_base or version > latest))


def _leavings(folder: ViewFolder, first: int, old_s: float, places: Iterable[str]) -> Iterator[tuple[str, int]]:
    """What was being written when its writer died, long ago; claims from before version *first*, where the log begins."""
    for place in (str(PurePosixPath(folder.name, place)) for place in places):
        for name, size, written_s in folder.storage.entries(place):
            claimed = CLAIM_NAME.fullmatch(name)
            is_past = claimed is not None and int(claimed[1]) < first
            if is_past or (name.startswith(TEMPORARY_PREFIX) and written_s <= old_s):
                yield f"{place}/{name}", size


def oldest_kept(folder: ViewFolder, versions: list[int], retention: Retention, now_s: float | None = None) -> int:
    """The oldest of *versions*, which are all there are, that is kept; 0 where there is none.

    Commit times do not descend, so the one where they are young enough is found by halving.
    """
    if not versions:
        return 0
    now_s = time.time() if now_s is None else now_s
    low, high = 0, len(versions) - 1
    while low < high:
        middle = (low + high) // 2
        if folder.manifest(versions[middle]).committed_at_us >= (now_s - retention.age_s) * 1e6:
            high = middle
        else:
            low = middle + 1
    return min(versions[low], versions[-min(len(versions), max(1, retention.versions))])
