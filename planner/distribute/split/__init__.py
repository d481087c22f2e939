"""A query over shards on several nodes: what the nodes do, and what is left for the coordinator.

The ladder is climbed by every SELECT of a statement for itself (in FROM, WITH, UNION, subqueries); the strategy named is the
outermost's. Inside *rows*, the largest FROM items that nodes can evaluate are one fragment each.

    inline   WITH entries that are used once → derived tables (inline)
    spread   which FROM items and queries nodes can evaluate, and which columns hold the shard key (spread, colocated,
             distributable)
    step     partial aggregates, DISTINCT, top-k, or FROM taken apart with the conditions that may go along (selects, grouped,
             partial, pull, pregrouped)
    merge    columns that the merge needs → fragments' outputs; the merge's plan (drafts, merge)

- Sharded alike means the same partitioning and the same types of the shard key: a join then needs `=` between all its
  columns, with no cast, as Spark hashes int and long differently. Equalities count through others and, for inner joins, from
  WHERE. Float shard keys never count (0.0 and -0.0 are equal in SQL and hash differently). Of an outer join only the preserved
  side's columns hold the key. Constants (VALUES, unnest, LATERAL without a table) are the same on every node, so they join with
  anything but as a preserved side.
- Parts (partial.py): count, sum, avg, min, max, bool_*, every, bit_*, variances, regr_count. Exact types stay exact: an
  average is the sum of sums through Postgres's division, a variance of exact numbers comes of count, sum and sum of squares, one
  of floats of count, sum and regr_sxx (PostgreSQL's float8_combine, through Functions that only merges have). float4 sums add up
  in float8. DISTINCT makes the arguments keys of the fragment, then any aggregate works. string_agg, array_agg, json_agg,
  percentiles, mode, corr and its family see rows.
- Groups into a join (pregrouped.py): `SELECT a.name, sum(f.x) FROM f JOIN a ON … GROUP BY a.name` needs of f one row per
  value of what is needed besides, unless that is f's key. Only for the side that no join makes up rows for, and only over types
  whose equal values are the same in every respect (no floats, intervals, json).
- Subqueries are pushed where all their rows lie in the shard of the row that they are asked for: correlated on the whole
  shard key (EXISTS, scalar, ANY, ALL), or `shard key IN (SELECT shard key …)` as a condition.
- Equal columns (pull.py): what a condition compares one of two joined columns with, the other's fragment compares too.
- What is never pushed: volatile functions, what asks the coordinator's catalog or session. GROUP BY of constants only is left
  to rows, as no group key and no rows give one row.
- Numerics: a fragment's column is DECIMAL(shape) in the merge whatever it came as; one whose values show different scales
  travels as text (`Fragment.texts`, `ColumnDef.text`), from which the merge has both the DECIMAL and what is shown. Parameters
  are constants in the fragments' text, so what comes may have a smaller shape than was planned, or be DECIMAL where text was
  planned: the merge casts. An empty fragment may give all its columns as strings.
- Whoever runs it: `Fragment.query_with(params)` has the LIMIT as one constant, which keyed reads need; `Fragment.sources` are
  the statement's own scan numbers, whose constraints say which shards to ask (the union, if there are several); Concat and
  MergeByKey check LIMIT and OFFSET for negative parameters themselves. Columns of a fragment go by position.
"""

from planner.distribute.split.plan import Concat, Fragment, FragmentRead, Merge, MergeByKey, MergeQuery, SplitPlan, rows_needed
from planner.distribute.split.splitting import split

__all__ = ["Concat", "Fragment", "FragmentRead", "Merge", "MergeByKey", "MergeQuery", "SplitPlan", "rows_needed", "split"]
