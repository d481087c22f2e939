"""Trino's and Presto's SQL → requests in PostgreSQL's. See planner/DESIGN.md, "Parsing".

- sqlglot parses as Trino and writes as Postgres. It is compiled, so its dialects cannot be subclassed (buenavista's `BVTrino`
  fails for that reason): calls that need a template of ours (`functions.py`) get a name that sqlglot does not know, token by
  token, before it parses.
- Templates are filled from the inside out. Some write an argument twice, so nested calls could grow exponentially:
  TEMPLATE_NODES_MAX.
- sqlglot recurses in C for some chains and takes minutes for others (6,000 subscripts): `tokens.py` bounds depth, prefix
  operators, chains and tokens before. The largest text that passes takes a second or two.
- What sqlglot says it cannot write (IGNORE NULLS) is an error, never left out. Nothing is said of types here, so what depends on
  them is as in Postgres.
- Unnamed columns are `_col0` …; ORDER BY puts NULLs last in both directions; tables without a schema get the client's.
- Tables of information_schema and catalog `system` are replaced by queries that the caller gives (`Names.relations`), as
  buenavista's Rewriter does.
- Positions count in the client's text for syntax errors; errors found after rewriting have none.
"""

from planner.presto.read import read
from planner.presto.requests import Names, Request

__all__ = ["Names", "Request", "read"]
