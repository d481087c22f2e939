"""What a Spark checkpoint's own small files say: batches, operators, stores, schemas.

Each call looks at the files as they are: there is nothing to invalidate. Tried with jobs of Spark 4.3, and kept true by tests:

- which batches count: those with `commits/N`, which appears by a rename after all state is written. The state is version N + 1
- which can be read: `kept()`: committed, and partition 0 of each store still has a file of the version. Logs and state are purged
  by different threads: with `minBatchesToRetain` = 2 there are commits 5, 6, 7 and state for 6 and 7. Spark's maintenance deletes
  SST files first, then snapshots, then changelogs: for a moment (or until the next maintenance, if the job dies then) one of the
  very oldest batches is listed whose files are gone in part
- a run that crashed: `offsets/N` stays and is used again; state of version N + 1 is written again under the same names (format 2:
  other names). Nobody reads it before the commit
- a rolled back query (logs deleted by hand): the batch is committed again with other state in files of the same names. Only
  the commit's time tells: `holds(batch)`
- a checkpoint deleted and begun anew: another id in `metadata`; `holds()` compares it, too
- a restart with other `spark.sql.shuffle.partitions`: changes nothing: Spark takes the number from the offset log
- re-partitioned while stopped (Spark 4.2): a batch of its own, with the new number in its `offsets/N`; operator metadata of
  version 1 keeps the old one, folders of a larger number stay. So the number of partitions is the batch's. Skipped batches get a
  commit without state
- one partition only: limit, aggregation without keys, session windows without keys: metadata says otherwise. Never guessed from
  the folders that are there: a lost folder must not shorten an answer
- changelog or not, format 1 or 2: in no setting on disk. File names tell, and `stateUniqueIds` in the commit: of each batch
- the order of the ids in `stateUniqueIds`: operator → partition → the operator's stores as its metadata lists them
- what else the logs hold: is passed over where it is odd: a newline at the end of an offset file, offsets that are no JSON, a
  watermark that is no number. Settings and ids of state files have to be right
- where schema files are: version 1 and 2: `_metadata/schema` of partition 0. Version 3: operator metadata names them by absolute
  path; only the last name counts, since checkpoints are moved
- checkpoints without operator metadata (Spark before 4.0): operators are told from their stores' names and schemas
  (operators.py); the number of partitions is the offset log's, as ever. Tried with jobs of Spark 3.5.7: aggregations, sessions,
  duplicates, joins, limit, Scala's groups, on RocksDB with and without changelog and the HDFS-backed provider
- void: a nullable boolean: an UnsafeRow has the same bytes for both, and it is always NULL
"""

from statestore.attach.checkpoint.checkpoint import Checkpoint
from statestore.attach.checkpoint.model import Batch, SourceOffset, StatefulOperator, StoreRef
from statestore.attach.checkpoint.operators import store_folder
from statestore.attach.checkpoint.watching import CommitWatcher

__all__ = ["Batch", "Checkpoint", "CommitWatcher", "SourceOffset", "StatefulOperator", "StoreRef", "store_folder"]
