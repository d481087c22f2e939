"""Columnar copies of views that are scanned whole: made, brought along version by version, in memory or in files.

- Made at the first full scan by `CREATE TABLE … AS SELECT * FROM <stream>`, with all flat columns if they fit the budget, else
  with those that queries asked for (where there are no files); a later query that needs another one makes it anew with both.
- Brought forward when a query needs a newer version, not when one is published: `changed_items` gives the changed keys with what
  they hold now; `DELETE … USING` and `INSERT` in one transaction. Where there is no list of changes (mode replace), it is made
  anew. Where rows expire, those that have by that version are deleted in it too, 1 to 2 ms for a million rows: the copy always
  has the column, and is made anew if it was made before there was an expiry and lacks it.
- A query takes the locks of all copies it reads (in name order), brings them forward, begins its transaction, looks at each table
  once (DuckDB's snapshot begins with the first look), and lets go. So no copy moves between the snapshot and the version that the
  query believes in.
- A query without parameters that read copies alone is kept ready when it has been read to its end (`engine/duck/ready.py`): its
  connection, still in its transaction, and the bound relation. Who runs the same plan at the same versions takes it, and spares
  the transaction, the look and a binding. An open transaction holds up the removal of deleted rows, so all are given up when a
  copy has moved. A GROUP BY over a million rows on three nodes takes a fifth less so. DuckDB's PREPARE gains little more: its
  results come as Arrow only by way of another query.
- While one query makes a copy, others that need it wait for its lock in their threads, looking at their tokens; queries of other
  views go on as long as there are threads. A cancelled making is rolled back, and the next query begins it anew.
- The copy holds its version weakly: a copy that nobody scans must not keep files of an old version on the node's disk.
- A copy of a view whose files take 4 MiB or more (`engine/copies/memory.py`) is in a DuckDB of its own in memory, which is
  compressed when it has been made, and again when half of its rows have changed; the query that finds it so waits (1 million
  rows: 160 ms). Encoded keys and columns of many texts, told by the first 2,048 rows, are left as they are: compressing them
  takes most of the time, and LIKE then twice as long. GROUP BY of few texts is up to four times as fast so, LIKE over them ten
  times; filters, joins and LIKE of many texts are as before, making it takes three times as long. The other tables stay together
  in one database: a checkpoint looks at all tables of a database. Moving 5,000 of 500,000 rows took as long as before, and memory
  did not grow over 150 versions.
- Budget: `copy_bytes`, estimated as Arrow's size and 8 bytes a row. The copy unused for longest goes first; a query that reads it
  goes on reading, for its transaction still sees the table. A view beyond the budget is streamed from the shards until its file
  is there, as an object with `__arrow_c_stream__`: DuckDB asks it for a new stream at every scan, which a plan that reads one
  relation twice needs. (A RecordBatchReader would be empty at the second scan.)
- Files (`engine/copies/files.py`): `<store>/copies/<view>.<number>.duckdb`, attached to the common DuckDB, which caches their
  blocks within its memory and forgets them when it needs room. One thread makes them, one at a time, and no two of a view within
  ten minutes. What a file holds (version, its manifest's digest, layout, shards) stands in it and changes in the transactions
  that change the rows, so a restart goes on with it from its version; from more than a thousand versions behind it is made anew.
  DuckDB invalidates a damaged file alone, not the others (by experiment: header, block, log, a full disk); it is then deleted,
  and the query begins anew from the shards if it has given no row (else XX001). A file that is deleted goes on for the
  transactions that read it. `copy_file_bytes` bounds all files together: those left by earlier processes go first, then the one
  unused for longest. A commit checkpoints by itself at 16 MiB of log, which bounds what deleted rows take (400,000 rows, 40 times
  20,000 replaced: between 11 and 23 MiB).
"""
