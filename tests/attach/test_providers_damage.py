"""Files that are missing, cut, foreign or deleted under the reader's hands: a named error, never fewer rows."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from statestore.attach.files import CheckpointFiles, open_checkpoint_files
from statestore.attach.providers import PartitionState, StateProvider
from statestore.errors import CorruptFile, StateStoreError, StorageFull, UnsupportedFormat, VersionNotKept
from tests.attach.store_folder import StoreFolder, append, delete, put
from tests.plugins.need import lacking
from tests.plugins.scale import seed_for

KEYS = 600


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    (tmp_path / "scratch").mkdir()
    return tmp_path / "scratch"


@pytest.fixture
def snapshots(tmp_path: Path, scratch: Path) -> StoreFolder:
    """Three snapshots of RocksDB, no logs; each has a file of its own."""
    store = StoreFolder(tmp_path / "checkpoint", scratch)
    for version in range(1, 4):
        store.commit([put(b"%d-%04d" % (version, i), b"v" * 50) for i in range(KEYS)], log=False, snapshot=True)
    return store


@pytest.fixture
def logs(tmp_path: Path, scratch: Path) -> StoreFolder:
    """Six versions; snapshots of 2 and 4, logs of all."""
    store = StoreFolder(tmp_path / "checkpoint", scratch)
    for version in range(1, 7):
        records = [put(b"%04d" % i, b"%d" % version) for i in range(KEYS)]
        store.commit([*records, delete(b"0007"), append(b"0008", b"more")], snapshot=version in (2, 4))
    return store


def filled(store: StoreFolder) -> StoreFolder:
    """With six versions of the same keys, snapshots of the second and the fourth."""
    for version in range(1, 7):
        store.commit([put(b"%04d" % i, b"%d" % version) for i in range(KEYS)], snapshot=version in (2, 4))
    return store


@pytest.fixture
def deltas(tmp_path: Path, scratch: Path) -> StoreFolder:
    """The same of the HDFS-backed provider."""
    return filled(StoreFolder(tmp_path / "checkpoint", scratch, hdfs=True))


@dataclass
class Hooked:
    """Files with something that happens before one of them is read or placed."""

    inner: CheckpointFiles
    before: Callable[[str], None]
    uri: str = ""
    is_local: bool = True
    asked: list[str] = field(default_factory=list)

    def exists(self) -> bool:
        return self.inner.exists()

    def names(self, folder: str) -> list[str]:
        return self.inner.names(folder)

    def sizes(self, folder: str) -> Mapping[str, int]:
        return self.inner.sizes(folder)

    def read(self, path: str) -> bytes:
        self._note(path)
        return self.inner.read(path)

    def size(self, path: str) -> int:
        return self.inner.size(path)

    def modified_us(self, path: str) -> int:
        return self.inner.modified_us(path)

    def place(self, path: str, target: Path) -> None:
        self._note(path)
        self.inner.place(path, target)

    def location(self, path: str) -> str:
        return self.inner.location(path)

    def _note(self, path: str) -> None:
        self.asked.append(path)
        self.before(path)


def files_of(store: StoreFolder) -> CheckpointFiles:
    return open_checkpoint_files(str(store.root))


def provider_of(store: StoreFolder, files: CheckpointFiles | None = None) -> StateProvider:
    return StateProvider(files or files_of(store), store.scratch / "work", store.conf)


def content(state: PartitionState) -> dict[bytes, bytes]:
    return {key: value for batch in state.items() for key, value in batch}


def nothing_left(store: StoreFolder) -> bool:
    return list((store.scratch / "work").iterdir()) == []


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0x40
    path.write_bytes(data)


def rewrite_zip(path: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def test_a_missing_sst_file_is_named(snapshots: StoreFolder) -> None:
    lost = snapshots.named_files(3)[0]
    lost.unlink()
    provider = provider_of(snapshots)
    with pytest.raises(CorruptFile, match=r"3\.zip") as caught:
        provider.open(snapshots.at(3))
    assert lost.name in (caught.value.detail or "")
    assert nothing_left(snapshots)


def test_a_missing_sst_file_that_newer_snapshots_name_is_damage(snapshots: StoreFolder) -> None:
    lost = snapshots.named_files(1)[0]
    assert lost in snapshots.named_files(2)
    lost.unlink()
    with pytest.raises(CorruptFile, match=r"1\.zip"):
        provider_of(snapshots).open(snapshots.at(1))


def test_a_version_whose_own_files_are_gone_is_being_deleted(snapshots: StoreFolder) -> None:
    """Spark deletes a version's files before its zip."""
    rewrite_zip(snapshots.path(1, "zip"), rename_its_files)
    with pytest.raises(VersionNotKept):
        provider_of(snapshots).open(snapshots.at(1))


def rename_its_files(parts: dict[str, bytes]) -> None:
    body = json.loads(parts["metadata"].partition(b"\n")[2])
    for item in body["sstFiles"]:
        item["dfsSstFileName"] = f"gone-{item['dfsSstFileName']}"
    parts["metadata"] = b"v1\n" + json.dumps(body).encode()


def test_an_sst_file_of_another_size_is_corrupt(snapshots: StoreFolder) -> None:
    path = snapshots.named_files(3)[0]
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(CorruptFile, match=path.name):
        provider_of(snapshots).open(snapshots.at(3))
    assert nothing_left(snapshots)


def test_a_damaged_block_is_found_when_it_is_read(snapshots: StoreFolder) -> None:
    flip(snapshots.named_files(3)[0], 3000)
    state = provider_of(snapshots).open(snapshots.at(3))
    with pytest.raises(CorruptFile, match=r"3\.zip"):
        content(state)
    with pytest.raises(CorruptFile):
        state.multi_get(list(snapshots.expected[3]))


def test_an_sst_file_of_garbage_is_corrupt(snapshots: StoreFolder) -> None:
    path = snapshots.named_files(3)[0]
    path.write_bytes(random.Random(1).randbytes(path.stat().st_size))
    with pytest.raises(CorruptFile):
        content(provider_of(snapshots).open(snapshots.at(3)))


def test_a_cut_zip_is_corrupt(snapshots: StoreFolder) -> None:
    path = snapshots.path(3, "zip")
    data = path.read_bytes()
    for length in (0, 1, 100, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(CorruptFile, match=r"3\.zip"):
            provider_of(snapshots).open(snapshots.at(3))


def test_a_zip_of_garbage_is_never_taken_for_another_state(snapshots: StoreFolder) -> None:
    """A flipped bit is found by a checksum, or is where nobody looks."""
    path = snapshots.path(3, "zip")
    data = path.read_bytes()
    seed = seed_for("providers damage")
    chance = random.Random(seed)
    provider = provider_of(snapshots)
    for _ in range(40):
        path.write_bytes(data)
        flip(path, chance.randrange(len(data)))
        try:
            found = content(provider.open(snapshots.at(3)))
        except (CorruptFile, UnsupportedFormat):
            continue
        assert found == snapshots.expected[3]


@pytest.mark.parametrize(
    ("metadata", "error"),
    [
        (None, CorruptFile),
        (b"", CorruptFile),
        (b"v1\n{", CorruptFile),
        (b"v1\n[]", CorruptFile),
        (b'v1\n{"sstFiles": [{"localFileName": "000008.sst"}]}', CorruptFile),
        (b'v1\n{"sstFiles": [{"localFileName": "../x", "dfsSstFileName": "y", "sizeBytes": 1}]}', CorruptFile),
        (b'v1\n{"sstFiles": [{"localFileName": "x", "dfsSstFileName": "../../y", "sizeBytes": 1}]}', CorruptFile),
        (b'v2\n{"sstFiles": []}', UnsupportedFormat),
    ],
)
def test_metadata_that_makes_no_sense(metadata: bytes | None, error: type[StateStoreError], snapshots: StoreFolder) -> None:
    def change(parts: dict[str, bytes]) -> None:
        del parts["metadata"]
        if metadata is not None:
            parts["metadata"] = metadata

    rewrite_zip(snapshots.path(3, "zip"), change)
    with pytest.raises(error, match=r"3\.zip"):
        provider_of(snapshots).open(snapshots.at(3))


@pytest.mark.parametrize("gone", ["CURRENT", "MANIFEST"])
def test_a_zip_that_lacks_a_part_is_corrupt(gone: str, snapshots: StoreFolder) -> None:
    def change(parts: dict[str, bytes]) -> None:
        for name in [name for name in parts if name.startswith(gone)]:
            del parts[name]

    rewrite_zip(snapshots.path(3, "zip"), change)
    with pytest.raises(CorruptFile, match=r"3\.zip"):
        provider_of(snapshots).open(snapshots.at(3))
    assert nothing_left(snapshots)


@pytest.mark.parametrize("kind", ["logs", "deltas"])
def test_a_damaged_log_is_named(kind: str, request: pytest.FixtureRequest) -> None:
    store: StoreFolder = request.getfixturevalue(kind)
    path = store.path(5, "delta" if store.hdfs else "changelog")
    data = path.read_bytes()
    near = provider_of(store).open(store.at(4))
    for damaged in (data[:0], data[:1], data[: len(data) // 2], data[:-22], b"x" * 300, data[:60] + b"\xff" + data[61:]):
        path.write_bytes(damaged)
        provider = provider_of(store)
        for earlier in (None, near):
            with pytest.raises(CorruptFile, match=path.name):
                provider.open(store.at(6), earlier)
        assert content(provider.open(store.at(4))) == store.expected[4]


@pytest.fixture
def named_logs(tmp_path: Path, scratch: Path) -> StoreFolder:
    """As logs, in checkpoint format 2."""
    return filled(StoreFolder(tmp_path / "checkpoint", scratch, ids=True))


def snapshot_of(store: StoreFolder, version: int) -> Path:
    return store.path(version, "snapshot" if store.hdfs else "zip")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


@pytest.mark.parametrize("kind", ["logs", "named_logs", "deltas"])
def test_a_damaged_snapshot_is_made_up_for_by_older_files(
    kind: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    store: StoreFolder = request.getfixturevalue(kind)
    damaged = snapshot_of(store, 4)
    cut(damaged)
    provider = provider_of(store)
    near = provider.open(store.at(3))
    for version in (4, 5, 6):
        assert content(provider.open(store.at(version))) == store.expected[version]
        assert content(provider.open(store.at(version), near)) == store.expected[version]
    assert [damaged.name in record.getMessage() for record in caplog.records] == [True], "told once"


@pytest.mark.parametrize("kind", ["logs", "named_logs", "deltas"])
def test_a_damaged_snapshot_is_named_where_older_files_do_not_suffice(kind: str, request: pytest.FixtureRequest) -> None:
    store: StoreFolder = request.getfixturevalue(kind)
    for version in (2, 4):
        cut(snapshot_of(store, version))
    store.path(1, "delta" if store.hdfs else "changelog").unlink()
    for version in (4, 6):
        with pytest.raises(CorruptFile, match=re.escape(snapshot_of(store, 4).name)):
            provider_of(store).open(store.at(version))
    assert nothing_left(store)


def test_all_snapshots_of_rows_are_damaged(deltas: StoreFolder) -> None:
    for version in (2, 4):
        cut(snapshot_of(deltas, version))
    assert content(provider_of(deltas).open(deltas.at(6))) == deltas.expected[6]


@pytest.mark.parametrize("kind", ["logs", "named_logs"])
def test_without_any_snapshot_nobody_names_column_families(kind: str, request: pytest.FixtureRequest) -> None:
    """Logs of this kind may have some, and their numbers are in snapshots alone: keys would be taken for others."""
    store: StoreFolder = request.getfixturevalue(kind)
    for version in (2, 4):
        cut(snapshot_of(store, version))
    with pytest.raises(CorruptFile, match=re.escape(snapshot_of(store, 4).name)):
        provider_of(store).open(store.at(6))


def test_a_snapshot_that_lacks_a_file_is_made_up_for(logs: StoreFolder) -> None:
    for path in set(logs.named_files(4)) - set(logs.named_files(2)):
        path.unlink()
    assert content(provider_of(logs).open(logs.at(6))) == logs.expected[6]


def test_a_log_behind_a_damaged_snapshot_is_damaged_too(logs: StoreFolder) -> None:
    cut(snapshot_of(logs, 4))
    cut(logs.path(5, "changelog"))
    with pytest.raises(CorruptFile, match=r"4\.zip"):
        provider_of(logs).open(logs.at(6))
    assert content(provider_of(logs).open(logs.at(4))) == logs.expected[4]


@pytest.mark.parametrize("kind", ["logs", "deltas"])
def test_a_version_without_its_snapshot_starts_from_the_one_before(kind: str, request: pytest.FixtureRequest) -> None:
    store: StoreFolder = request.getfixturevalue(kind)
    suffix = "snapshot" if store.hdfs else "zip"
    for version in (4, 2):
        store.path(version, suffix).unlink()
        assert content(provider_of(store).open(store.at(6))) == store.expected[6]


@pytest.mark.parametrize("kind", ["logs", "deltas"])
def test_a_gap_between_logs_is_damage_and_a_missing_beginning_is_not(kind: str, request: pytest.FixtureRequest) -> None:
    store: StoreFolder = request.getfixturevalue(kind)
    log, snapshot = ("delta", "snapshot") if store.hdfs else ("changelog", "zip")
    store.path(4, snapshot).unlink()
    store.path(4, log).unlink()
    provider = provider_of(store)
    with pytest.raises(CorruptFile, match="version 5") as caught:
        provider.open(store.at(5))
    assert "version 4" in (caught.value.detail or "")
    for version in (1, 2, 3):
        store.path(version, log).unlink(missing_ok=True)
        store.path(version, snapshot).unlink(missing_ok=True)
    for version in (3, 5, 9):
        with pytest.raises(VersionNotKept):
            provider.open(store.at(version))


def test_of_two_attempts_the_committed_one_counts(tmp_path: Path, scratch: Path) -> None:
    store = StoreFolder(tmp_path / "checkpoint", scratch, ids=True)
    store.commit([put(b"k", b"1")])
    other = store.path(1, "changelog")
    store.commit([put(b"k", b"2")])
    other.with_name("2_00000000-lost.changelog").write_bytes(b"of a task that was killed")
    provider = provider_of(store)
    near = provider.open(store.at(1))
    assert content(provider.open(store.at(2), near)) == content(provider.open(store.at(2))) == {b"k": b"2"}
    lost = type(store.at(2))(0, "default", 0, 2, "00000000-gone")
    with pytest.raises(VersionNotKept):
        provider.open(lost, near)


def test_spark_deletes_a_version_while_it_is_being_opened(snapshots: StoreFolder) -> None:
    """All of it, between the zip and its first file."""
    own = [path for path in snapshots.named_files(3) if path not in snapshots.named_files(2)]

    def delete_it(path: str) -> None:
        if path.endswith(".sst"):
            for file in (*own, snapshots.path(3, "zip")):
                file.unlink(missing_ok=True)

    with pytest.raises(VersionNotKept):
        provider_of(snapshots, Hooked(files_of(snapshots), delete_it)).open(snapshots.at(3))
    assert nothing_left(snapshots)


@pytest.mark.parametrize("kind", ["snapshots", "logs", "deltas"])
def test_spark_deletes_a_version_after_it_was_listed(kind: str, request: pytest.FixtureRequest) -> None:
    store: StoreFolder = request.getfixturevalue(kind)

    def delete_all(_: str) -> None:
        for path in store.folder.iterdir():
            if path.is_file():
                path.unlink()

    with pytest.raises(VersionNotKept):
        provider_of(store, Hooked(files_of(store), delete_all)).open(store.at(3))


def test_logs_that_a_snapshot_takes_the_place_of_meanwhile(logs: StoreFolder) -> None:
    """The snapshot that the chain began with is deleted when it is about to be read; a later one is there by then."""
    later = logs.path(4, "zip")
    data = later.read_bytes()
    later.unlink()

    def swap(path: str) -> None:
        if path.endswith("2.zip"):
            logs.path(2, "zip").unlink(missing_ok=True)
            later.write_bytes(data)

    files = Hooked(files_of(logs), swap)
    assert content(provider_of(logs, files).open(logs.at(5))) == logs.expected[5]
    assert "state/0/0/4.zip" in files.asked


def test_a_near_state_whose_next_log_is_gone_is_passed_over(logs: StoreFolder) -> None:
    provider = provider_of(logs)
    near = provider.open(logs.at(3))
    logs.path(4, "changelog").unlink()
    assert content(provider.open(logs.at(6), near)) == logs.expected[6]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        lacking("the right to mount a small file system")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_told_and_leaves_nothing(deltas: StoreFolder, small_disk: Path) -> None:
    """Rows that do not get smaller, and more than the disk holds; what is open stays so."""
    chance = random.Random(2)
    version = deltas.commit([put(b"%06d" % i, chance.randbytes(1000)) for i in range(6000)])
    provider = StateProvider(files_of(deltas), small_disk / "work", deltas.conf)
    near = provider.open(deltas.at(version - 1))
    with pytest.raises(StorageFull, match="no room"):
        provider.open(deltas.at(version), near)
    assert content(near) == deltas.expected[version - 1]
    assert list((small_disk / "work").iterdir()) == []
    assert content(provider_of(deltas).open(deltas.at(version))) == deltas.expected[version]
