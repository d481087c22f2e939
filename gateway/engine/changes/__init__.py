"""SUBSCRIBE: what changes in a view, told to whoever follows it.

    store ─a new version─→ feed.py: what it changes, once for all ─→ view_changes.py, one for each subscription ─→ stream.py: rows
                           files at the root, for who is behind ────┘ (backlog.py)

- A subscription is a version that it has been told up to, and one batch of rows. It holds no thread and no version; who does not
  read falls behind what the feed keeps, and then reads files, as far back as the root keeps versions.
- The feed goes by the node's own rows (statestore.changes.live), also through versions that the node took together: else all who
  follow would read files at once. Each version is told whole and in order, keys once.
- Files are read by a few at a time, who are put down while their clients take nothing (backlog_admission.py): each has databases
  open.
- Changes become DataRow messages straight from stored rows, for those who follow all once (batch.py); Arrow is made for COPY, HTTP
  and other nodes. A few followers go on in one turn of the loop: a thousand at once had a lookup wait for a minute.
  Few rows are written to who waits for them there and then: to wake a task for each takes five times as long.
- Conditions become keys first (planner.prune), and who waits for some keys hears of no version that changes others (feed.py):
  ten thousand of them cost a version nothing.
"""
