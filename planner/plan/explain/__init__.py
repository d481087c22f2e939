"""EXPLAIN: a plan as text lines and as JSON.

One node per read: access path and view, `Key:` the bounds as they are read (integer bounds as >= and <), `Shards: n of m` with
their numbers, ranges or keys if more than one, order, limit, columns, version; above them `Lean Read`, or `DuckDB` with its kinds
of work, and with VERBOSE its SQL. `Filter:` says that the read returns more than the WHERE. With parameters unknown the
conditions are shown as written and the shards as the most that can be. What the engine knows comes in as Facts (version, shards
after pruning, and for ANALYZE rows, bytes, times, node). With a Distribution (`explain/distributed.py`) among them the top is
`Distributed Query`, in Citus's manner: strategy, merge, versions, `Task Count`, `Tasks Shown`, and below a `Task` of each
fragment (with VERBOSE all tasks), then the reads as ever.

The top and each read carry `(cost=… rows=… width=…)` as PostgreSQL's first line does (`explain/estimating.py`; COSTS OFF leaves
it out, JSON has Total Cost, Plan Rows, Plan Width); postgres_fdw and Superset read that line. What is read is counted, not
guessed (`gateway/engine/sizes.py`): keys are as many rows, ranges are counted up to 10,000 rows a shard and go by the key's place
between the shard's least and greatest beyond, whole shards have their live rows, other nodes tell theirs. Rows of a checkpoint's
partition that has not been counted yet, and of a function, are 1,000. What a query makes of them is PostgreSQL's arithmetic
without statistics: 0.005 of the rows are equal to something, a third lie below it, a column has 200 values, joining by a view's
whole key meets one row of it, and grouping by it makes one group a row. A place (a key, or a run of keys in a shard) costs 4, a
row 0.01; what sorts or aggregates has paid for all it reads before its first row.
"""

from planner.plan.explain.describing import explain, explain_json
from planner.plan.explain.distributed import Distribution, TaskFacts
from planner.plan.explain.facts import ExplainedRead, Facts, ReadSize

__all__ = ["Distribution", "ExplainedRead", "Facts", "ReadSize", "TaskFacts", "explain", "explain_json"]
