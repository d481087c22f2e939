"""Spark's own checkpoints, read where they are: nothing is written to them, no lock is taken, the job does not notice.

Rooms: files (where the bytes are), checkpoint (what the folder says), providers (one partition's keys and values),
tables (what a store's bytes mean), and the live attachment beside them.

    Following (a thread each) ─ looks ─→ Attachment ─→ Attached ─ merged ─→ Attachments ─ merged ─→ CombinedStore, beside LocalStore

- A batch is a version of all tables at once (`AttachedBatch`, a `VersionGroup`), number = batch id + 1 = Spark's own. A
  `ViewVersion` of it has a manifest without files, so that freshness, watermark, offsets and tidegate.versions come as for views;
  the commit file's time tells versions of one number apart, also between nodes. `ViewVersion.group` leads from one table to the
  others at the same batch: that is how a query stays in one.
- Partitions open when they are read (`StatePartition`): attaching opens nothing, a point get opens one partition of one
  store. For `AHEAD_S` after somebody has read a partition, the next batches' is opened before the batch is shown, in the
  attachment's thread (`AHEAD_MAX` at most, those read by key first); whoever is in an event loop looks at `ready` and leaves the
  rest to a thread (`ShardNotReady` in the hot path, which then goes the general way). The first `get` replaces itself by the open
  shard's.
- Nothing that is open waits for the garbage collector, which gateway/engine/threads/garbage.py puts off: a version refers to
  its batch, that to its partitions, those to their states, and nothing refers back. States are shared by the tables of a store
  through weak references. A kept batch that was replaced or opened `open_age_s` ago is replaced by a twin with nothing open;
  queries that hold the old one keep its files.
- A fault (no answer, a file is corrupt) is said once in the log and in tidegate.state_tables; what was published is served
  on. Other attachments have threads of their own and notice nothing.
- Changes of a copy come by `StateShard.changed`, partition by partition; where that is not known, that partition alone is
  read whole. Row ids count within their partition.
"""
