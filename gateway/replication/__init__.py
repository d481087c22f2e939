"""PostgreSQL's logical replication: a subscriber has a published view as a table that follows it.

    client ─replication=database─→ session.py ─┬─ commands.py ─→ slots.py  how far each subscriber has come
                                               ├─ SQL, as everywhere  the first copy: COPY, REPEATABLE READ
                                               └─ sender.py ─→ following.py  engine.changes, as stored rows
                                                     └─→ pgoutput.py  at the positions of positions.py

- A published view is a publication of its name. One version is one transaction, whose number is its position; so the only state
  is in slots: a view and the version that is confirmed.
- A slot follows one view: one position cannot tell versions of several. It begins with the version of every view, because its
  client says only later which it wants. Its consistent point is told as the lowest of these, and it starts at its view's own: as in
  PostgreSQL, where a stream begins at what is confirmed if its client asks for less.
- What is told without a slot (IDENTIFY_SYSTEM, pg_current_wal_lsn) is the lowest, too: a client may begin there, and a higher one
  would skip versions, or be none that the view has. A snapshot's name is its versions, so nothing is held for it.
- Rows are what the view shows: INSERT only of a key that was not there, so a subscriber neither meets errors nor diverges. A
  version that replaces everything comes as what differs, because clients skip TRUNCATE.
"""
