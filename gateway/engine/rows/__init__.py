"""The row executor: few keyed rows, computed in the event loop, or not so few in a thread, by code that is made for their plan.

It computes expressions, filters beyond the key, aggregates, orders, joins.

- `planner.rows` says which queries those are: one published view that is read by points or ranges, others that are looked up for
  each row by their whole key, by a prefix that tells the shard, or, where they are small, by any columns
  (`planner/rows/joins.py`), every function with a *row form* (`planner/rows/forms.py`, `moments.py`, `casts.py`).
- Where DuckDB would do no more than call our Python, the lowering itself is the form (`shared.py`: jsonb, to_char, parsing);
  calls that would go to another process there are left here. Such forms, and documents made of structs and maps (`stored.py`),
  take a microsecond or so a character, so a program with one looks at 32 KiB of rows at most instead of 256. Rows times the
  characters of constants and parameters are bounded, too, and texts grow to 500 characters at most: any of them may be asked for.
- Plain subqueries of FROM and WITH entries that are named once become part of the query first (`merging.py`).
  Those that cannot (groups that are joined, DISTINCT, the first rows of an order, entries that are named twice), the sides of
  UNION, VALUES, unnest, generate_series (`series.py`) and window functions (`windows.py`) have programs of their own, run once,
  whose rows are joined like those of a small view; a statement is five programs at most. INTERSECT and EXCEPT are groups of both
  sides' rows (`tables.py`). Subqueries of expressions have programs,
  too (`subqueries.py`): those that name nothing of the query around them are run first, their values are parameters, by which the
  key may be known; others, of one value, are parameters that are functions, asked for 50 rows at most, which all together read
  what two executions may, or 50 rows each. So is what LATERAL joins.
- Numerics are keys of groups where all their values show as many digits (`scales.py`): `floor(extract(epoch FROM t) / 300) * 300`.
  Regular expressions call what DuckDB would call, for 5 ms at most, and in short texts without a watch where nothing in them is
  repeated twice over; those that are texts or a choice of such call nothing (`patterns.py`).
- LIMIT alone, or in the order of the key, reads so many rows of any view, shards merged by key; with conditions and joins a few of
  the first, then four times as many, until they give as many as it says: 256 of a view, in a worker thread 2,048 without joins; of
  a range as many as would be read of it without LIMIT. min and max of a key's column are such reads (`extremes.py`).
- What the session's settings say is constant (`version()`, `current_schema()`), or a parameter, by which the key may be known
  (`current_setting('app.tenant')`): `session_values.py`.
- What needs all values of a group at once gathers them (`gathering.py`: arrays, documents, variances, percentiles). What depends
  on parameters and now() alone, and has no form, is computed once before the rows (`Forms.before_rows`).
- Python functions are made for each plan and choice of formats, and kept (`reading.py`: `row_reads`): one looks at rows one by one
  (`execution.py` shows one), others, for one view or subquery without joins, small views read whole among them, at whole columns
  (`vectorized.py`). These have lists where the former has values, and Python's `map`, `sum`, `min`, `sorted` and comprehensions
  where it has a loop: a third of the time or less. The first takes it that no column that it computes with holds NULL; the C
  extension says while it decodes if one does, and then the second is made and asked, which knows NULL. Where a form leaves,
  rows are looked at one by one, which also has the order of CASE, AND and coalesce.
- A range of keys is read and decoded at a time (`engine/keyed/stored_columns.py`): up to `RANGE_ROWS_MAX` (6,000) rows, so many
  as take 1.5 ms by what was measured of reading, columns, expressions and rows that go out (`Loops.rows_max`). More of them, up
  to `THREADED_ROWS_MAX` (20,000), `BYTES_MAX` and 6 ms, are read and computed in a worker thread before DuckDB, which begins
  with 4 ms, or a scan is asked (`threaded_rows.py`): four clients that do nothing else then get two to five times as many answers,
  and a lookup beside them takes 1.2 ms where it took 0.4. Of more than 1,024 rows no more than 256 groups. Where rows are looked
  up, or a small view is read whole, 256 to 1,024, the fewer the more is computed for each, and four times as many that are
  looked up.
- The C extension (`codecs/stored_columns.c`) makes a list of each column, at a third of the time of the generated decoder, and
  leaves out rows that do not meet *tests* (`rows/row_tests.py`): columns compared with constants or parameters, LIKE, and NULL,
  where no other condition may fail for such a row that Postgres would look at before. Whole columns have decimals as the
  integers that they are stored as; with GROUP BY C parts the columns by key first. Of ORDER BY … LIMIT n, rows that cannot be
  among the first are passed over. Without the extension the same rows go through the generated decoder and the loop.
- It answers exactly or raises, and what it raises (`helpers.LEAVES`: overflow, NaN, more rows than `rows_max`; more than
  `BYTES_MAX`) only means that the general way answers, from the beginning, errors included. All conditions about the rows so far
  are computed before one is looked at, because which one Postgres meets first is its planner's choice.
- Expressions of constants alone become constants when the program is made, and what they decide is left out (`WHERE 1 = 1 OR …`,
  CASE, coalesce; `planner/rows/folding.py`); one that fails is left, because Postgres, too, computes it while it plans, though
  there be no rows.
- It stands behind `Prepared.point_reader`, so both hot paths have it; forwarded are reads of one shard of one view. A join is
  answered where this node holds all shards of its views.
- A view of up to `FEW_ROWS_MAX` (1,024) rows and `FEW_BYTES_MAX` is small: it is read whole where conditions say nothing about
  its key. Its stored rows are kept with the version (`ViewVersion.few_rows`) once they have been read, with the values of the
  columns that programs name (`few_values`), also by the columns by which it is joined (`few_by`). Of others, some of the rows
  that were looked up by their whole key are kept with the version (`found_by`). Whether it is that small is asked before
  anything is compiled.
- `tests/gateway/rows` asks PostgreSQL, DuckDB and the row executor the same random statements, in four zones and DateStyles, each
  function with a form among them.
"""
