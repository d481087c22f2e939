"""Fuzzers of the running gateway: of its protocol and of its SQL. Each module that can be run says its invariant first.

- Protocol (`python -m tests.fuzz.protocol --messages N --seed S`): 40 clients hold random conversations, six in ten damaged
  in structure, sent in pieces of any size. `tests/fuzz/model.py` frames and reads the same bytes by code of its own and follows
  status, savepoints, statements, portals and rows; where it knows a statement, one answer is right. It is itself tried on
  PostgreSQL 15, with fewer kinds of damage: 15.18 crashes (signal 11) when portals are used after some failures. Every session
  has a marker; another's in an answer is a leak. A million messages (45,000 conversations) took 512 s beside other work, without
  a violation; resident memory was 285 MiB after 300,000 and 292 MiB at the end.
- SQL (`python -m tests.fuzz.sql --statements N --seed S`): trees of sqlglot's, from the cases and from the allow-list's own
  signatures, recombined. About a third gives rows. An XX000, a word of what is inside (DuckDB, Python, paths), a lost connection
  or no answer is a violation, and so is memory: resident bytes, median of 20 looks, may grow from the 10,000th statement on by 64
  MiB and 16 MiB per 100,000, and never be more than 1.5 GiB (`tests/fuzz/watch.py`). A violation names seed, client, statement
  and its cause in the gateway's log; one of each cause is printed, all are counted. The tests run one seed; `TIDEGATE_FULL=1` a
  fresh one. A long run is several of 500,000 statements, `python -m tests.fuzz.sql --statements 500000 --seed S --clients 2`: 160
  a second each of two on two idle cores, 5 to 6 ms of the gateway's processor time and 1 of the fuzzer's a statement. What takes
  20 s or longer is printed, too; it is no violation, for machines are shared. What such runs met and is mended: subqueries as
  delimiters, empty arrays of numeric, GROUPING inside aggregates, scales beyond the precision, statements that take minutes to
  bind, a width in format() that is no number, texts that double with each call (12 GB), places in the queue that were kept until
  nobody was answered, JSON of a numeric whose digits are all behind the point, windows inside of what windows are ordered by, exp
  and ln of numerics with 1,000 fraction digits, computed LIMITs above 2^62, numeric functions in FROM, base64 beyond ASCII,
  deviations of exact numbers (0.1 s each, with 20,000 digits); and memory: patterns of 300,000 characters (70 MiB of Python's
  objects while they are compiled), parsed templates and JSON documents remembered by number instead of length, gaps in the C
  library's heaps (see Heaps), string_to_array of long texts in many rows (1.8 GB). What one case was a case of was then looked
  for by crossing every function and operator with every place of a SELECT (69,000 statements), every function, operator,
  aggregate and cast with NULL and extreme values of each type (200,000), and by comparing 31,122 statements with PostgreSQL;
  `tests/fuzz/places.py` and `tests/planner/types/place_queries.py` draw from these. A million at one commit (seeds 18001 and
  18002, 500,500 each, 78 minutes beside the tests): no violation; 360 and 367 MiB when warm, 452 and 446 at the end, 700 and 717
  at most; one statement of 20 s or longer (a regular expression of 2,000 characters that differs in each row, at the lowest
  priority).
- TLS (`python -m tests.fuzz.tls --connections N --seed S`): TLS 1.2 and 1.3, by SSLRequest or at once; in two of three
  connections one flight is damaged (bits, lengths and types of records, records cut, repeated, put in; plain messages and alerts
  among them). Each ends by itself, nothing is said outside of TLS. 8,000 connections: no violation.
- Found and mended: $1 in a Query message was an internal error; SQL was formatted (`str.format`, `replace`) with constants of
  the client's in it; CASE over numeric[]; NULL in JSON paths; rows as results; overflow in abs, lcm, intervals; ORDER BY a
  constant; string_agg with a delimiter that varies; binary numeric[] without an element; dates beyond PostgreSQL's by adding
  days; a good TLS record in front of a bad one, carried out. What DuckDB says of a failure without a rule is for the log alone.
"""
