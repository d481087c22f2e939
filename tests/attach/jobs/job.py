"""What one job of the catalogue is: a streaming query over the inputs, a provider, and the confs that it runs under."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from tests.attach.jobs.inputs import Inputs

STATE_STORE: Final = "spark.sql.streaming.stateStore"
_PACKAGE: Final = "org.apache.spark.sql.execution.streaming.state"
ROCKSDB_CLASS: Final = f"{_PACKAGE}.RocksDBStateStoreProvider"
HDFS_CLASS: Final = f"{_PACKAGE}.HDFSBackedStateStoreProvider"

_ROCKSDB: Final = {f"{STATE_STORE}.providerClass": ROCKSDB_CLASS, f"{STATE_STORE}.rocksdb.changelogCheckpointing.enabled": "false"}
#: Every commit does its store's maintenance, so that snapshots are where the number of deltas says, whatever the clock does.
_SNAPSHOTS: Final = {f"{STATE_STORE}.unloadOnCommit": "true", f"{STATE_STORE}.minDeltasForSnapshot": "3"}
_CHANGELOG: Final = {**_ROCKSDB, **_SNAPSHOTS, f"{STATE_STORE}.rocksdb.changelogCheckpointing.enabled": "true"}
_V2: Final = {f"{STATE_STORE}.checkpointFormatVersion": "2"}

#: What a query runs under, by the provider's name in the catalogue.
PROVIDERS: Final[Mapping[str, Mapping[str, str]]] = {
    "rocksdb": _ROCKSDB,
    "rocksdb_v2": {**_ROCKSDB, **_V2},
    "changelog": _CHANGELOG,
    "changelog_v2": {**_CHANGELOG, **_V2},
    "hdfs": {f"{STATE_STORE}.providerClass": HDFS_CLASS, **_SNAPSHOTS},
}


@dataclass(frozen=True, slots=True)
class Job:
    """A query that runs to the end of its inputs, one file of each source per batch."""

    name: str
    #: What the job is of interest for; several jobs share one.
    operator: str
    build: Callable[[Inputs], DataFrame]
    provider: str = "rocksdb"
    mode: str = "update"
    conf: Mapping[str, str] = field(default_factory=dict)
    #: Is it left to the run at full size?
    full: bool = False
    #: Does it look at the clock? Its state differs from run to run then, and it goes on without data until it is stopped.
    clocked: bool = False

    @property
    def confs(self) -> dict[str, str]:
        """All confs of the query."""
        return {
            "spark.sql.shuffle.partitions": "3",
            "spark.sql.adaptive.enabled": "false",
            f"{STATE_STORE}.stateSchemaCheck": "true",
            **PROVIDERS[self.provider],
            **self.conf,
        }
