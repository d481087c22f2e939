"""What a client's connection remembers and does: settings, transactions, statements, portals, cursors.

- Settings (`variables.py`): default, start-up value, SET, SET LOCAL, each layer a dict that is replaced and never changed, so
  a savepoint is two references and undoing is one assignment. `ReadSettings` is one immutable state of them; its identity is what
  caches compare. `definitions.py` holds the settings with an effect, `inert_settings.py` those of PostgreSQL that are accepted
  and change nothing here (planner switches, memory sizes, lock_timeout …). Values that would change answers and are not served
  are refused (0A000): `standard_conforming_strings = off`, `array_nulls = off`, `transform_null_equals = on`, any client_encoding
  but UTF8 and SQL_ASCII (which asks for the bytes as they are; psql sends it in a C locale). Time zones are IANA names; `+3`,
  `GMT-3` become `Etc/GMT-3`; other offsets are zones in POSIX's way.
- Styles of text: DateStyle, IntervalStyle, TimeZone, extra_float_digits and bytea_output choose a column's encoder when rows
  are first encoded (`codecs/codec.py`, by type and `OutputStyle`), so the default ones cost nothing more. What a query itself
  makes text of goes by `PlanSettings`: DateStyle and IntervalStyle become other functions in the plan
  (`planner/postgres/literals/date_styles.py`, `interval_texts.py` write both), bytea and floats are refused. Fragments carry both
  styles where they are not the default ones.
- `tidegate.read_version`, `min_version` (0, a number for every view, or a list as SHOW tidegate.version prints it) and
  `max_staleness` are bounds on the version that a query reads (`contract/bounds.py`); 40001 says by how much they are missed.
  Staleness is how long ago the first version was committed that the answer lacks, so a view that has taken all there is is never
  stale; that there is no more must be proven by the root or checkpoint itself (`Store.newer`), on the node that is asked, else it
  is 40001. Names are checked when the setting is made (`engine/version_names.py`): views, state tables, attachments (all their
  tables); a view that goes later leaves its name without effect. A session that sets one of them leaves the hot path. A version
  that is not here and may be at the root is waited for (`engine/recalling.py`): `open()` gives a stream that begins when it is
  there.
- `server_version` is `15.18 (Tidegate x.y)`: drivers parse the number in front and choose features by it, and 15 is what we test
  against.
- `default_transaction_read_only` is off, PostgreSQL's default, although writes are always refused (25006): libpq's
  `target_session_attrs=read-write` would refuse to connect otherwise.
- Transactions: PostgreSQL's states and warnings, including the implicit transaction of a series up to Sync and the implicit
  block of a Query of several statements. Rolling back undoes settings and drops portals; prepared statements stay.
- Plans live in the prepared statement and are made anew when `Engine.generation` or a setting that planning reads has
  changed, with the parameter types of the first time. Changed columns are 0A000 "cached plan must not change result type".
- Portals and cursors share one table of names, so Describe and Execute work on a cursor, FETCH and MOVE on a portal. A cursor
  opens its query at DECLARE: it reads the versions of that moment, WITH HOLD too, because versions are immutable and stay as long
  as somebody holds them; nothing is copied. Cursors without SCROLL go forward only, as if NO SCROLL had been said (PostgreSQL
  lets simple plans go back). SCROLL cursors keep the rows they have passed, in binary, up to 64 MB (53400), and each FETCH writes
  them in the format it asks for.
- EXECUTE's arguments are constants, read at once; anything else is evaluated as a SELECT of its own.
- Whatever need not wait is done at once: handlers return None, or an awaitable when rows or the plan of a long statement have to
  be waited for. Nothing awaits on the way of a keyed read.
- A bug costs one statement: the three places that catch every exception log the traceback and answer XX000.
"""
