"""What logs change, remembered for a while: how a state tells what is different since an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from statestore.attach.providers.records import DELETE_RANGE, Ancestor, Record

#: Keys of logs that a state remembers; of one log, and of all together.
REMEMBERED_KEYS_MAX: Final = 1 << 16

#: What keys of a store with column families begin with.
_FAMILY_BYTES: Final = 2


@dataclass(frozen=True, slots=True)
class LoggedKeys:
    """The keys that the log of one version changed."""

    version: int
    unique_id: str | None
    keys: tuple[bytes, ...]


def noting(batches: Iterable[list[Record]], log: Ancestor, steps: list[LoggedKeys]) -> Iterator[list[Record]]:
    """*batches* of the records of *log*; once they are through it is one more of *steps*. All steps are forgotten where its
    keys are too many, or a range is among them."""
    keys: set[bytes] = set()
    known = True
    for batch in batches:
        if known:
            keys.update(record[1] for record in batch)
            known = len(keys) <= REMEMBERED_KEYS_MAX and all(record[0] != DELETE_RANGE for record in batch)
        yield batch
    if known:
        steps.append(LoggedKeys(log.version, log.unique_id or None, tuple(keys)))
    else:
        steps.clear()


class UnknownFamily(Exception):
    """A log has keys of a column family that is not known."""


def of_families(batches: Iterable[list[Record]], families: Mapping[str, int]) -> Iterator[list[Record]]:
    """*batches*, as long as all keys are of *families*; then UnknownFamily. Without families any key will do."""
    known = {number.to_bytes(_FAMILY_BYTES, "little") for number in families.values()}
    for batch in batches:
        if known and not {record[1][:_FAMILY_BYTES] for record in batch} <= known:
            raise UnknownFamily
        yield batch


def remembered(steps: Sequence[LoggedKeys]) -> tuple[LoggedKeys, ...]:
    """The last of *steps* that are worth the memory."""
    room = REMEMBERED_KEYS_MAX
    kept: list[LoggedKeys] = []
    for step in reversed(steps):
        room -= len(step.keys)
        if room < 0:
            break
        kept.append(step)
    return tuple(reversed(kept))


def steps_between(steps: Sequence[LoggedKeys], after: int, last: int) -> Sequence[LoggedKeys] | None:
    """Those of *steps* behind version *after* and up to *last*, if each of them is remembered."""
    behind = [step for step in steps if step.version > after]
    return behind if len(behind) == last - after else None


def pass_by(steps: Sequence[LoggedKeys], version: int, unique_id: str | None) -> bool:
    """Whether *steps* lead through another attempt at *version*, as far as is remembered."""
    return any(step.version == version and step.unique_id != unique_id for step in steps)
