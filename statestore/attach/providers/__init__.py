"""The bytes of Spark's own state stores: one partition of one store at one version, as an immutable state.

A state is a read-only RocksDB, and a dict over it of what logs changed:

files                                         the database                            the dict
RocksDB without changelog: <v>.zip, SSTs/     the zip's small files written out,      empty
                                              SST files hard-linked or downloaded
with changelog: <v>.changelog after the zip   as above                                puts, deletions, appended values of the logs
HDFS-backed: <v>.snapshot, <v>.delta          none while all fits into the dict,      all, or what came after
                                              else a private one
format 2: <v>_<id>.zip, <v>_<id>.changelog    the batch's commit gives the id, the log's lineage the ids before it
"""

from statestore.attach.providers.chain import StoreAt
from statestore.attach.providers.provider import StateProvider
from statestore.attach.providers.state import PartitionState

__all__ = ["PartitionState", "StateProvider", "StoreAt"]
