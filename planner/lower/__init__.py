"""A bound query as DuckDB SQL.

- every source n is `tn`, every column `cn` by position; references are always qualified, so SELECT aliases never leak into WHERE
  or GROUP BY and names that differ in case cannot meet;
- every constant, parameter and call is cast to the DuckDB type of its SQL type; nothing is left to DuckDB's implicit casts; sort
  direction and NULLS FIRST/LAST are always written;
- slots and $now are marked with NUL, which no SQL text can contain, until the end: then braces are doubled and the marks become
  `{s0}` and `$now`;
- state.py finds to a fixed point which columns anything reads, through subqueries, WITH and UNION ALL; other outputs are left
  out;
- what stands in a subquery's condition cannot hold aggregates or window functions of the SELECT around it, nor may windows be
  partitioned or ordered by what may fail, draws (random(), gen_random_uuid()) or has windows in a subquery of its own: such a
  SELECT is computed in up to five steps, rows, groups, keys of windows, windows, the rest, each FROM the one before
  (`levels.py`). Subqueries come with many functions of the catalog and with ANY over types that differ. Which steps are needed is
  read off the SQL of the expressions concerned; a SELECT without any pays 0.1 ms for the question;
- a lambda's parameter is `r['x']`, never `r.x`: in HAVING DuckDB takes the latter for a column. A GROUP BY key is lowered once,
  for its lambdas' names are part of what DuckDB knows it by;
- row comparisons, row IN and ANY over other operators are spelled out three-valued; a recursive entry's numeric columns get one
  Shape for all rounds.
"""

from planner.lower.lowering import LoweredSql, lower
from planner.lower.state import ScanSlot

__all__ = ["LoweredSql", "ScanSlot", "lower"]
