"""Bound queries → Postgres SQL that binds back to them. See planner/DESIGN.md, "Deparsing".

    name      aliases of all sources and WITH entries                       naming, words
    spell     every expression in all its spellings, plainest first         expressions, operators, calls, membership, literals
    choose    the plainest combination that binds to what it came from      piece
    clauses   SELECT, VALUES, set operations, WITH, FROM                    queries, selects, relations

- No rule says where a cast is needed. A Piece has the type that its text alone would bind to (UNKNOWN for `'x'`, int4 for
  `42`). Each construct asks the very functions that binding asks (`resolve_function`, `resolve_operator`, `select_common_type`)
  what the plain spellings would give; if it is not the function and the conversions at hand, the next combination is tried, and
  last the one where all is explicit. So `h = 42` stays, a bigint parameter beside it is `'42'::bigint`.
- Values: parameters, now() and its like, current_user, current_database, current_schema(s) become constants; what depends on
  the time zone (current_date, casts of timestamps) stays computed, over a constant. Instants are written in UTC with their
  offset. pg_backend_pid, current_setting, inet_*_addr, timeofday are refused, as only the session knows. With values None all of
  it stays as it is, and the parameters' types must be declared to bind the text.
- Names: an alias is kept unless a source of the same FROM, or an outer one that is referred to from inside, has it (`t_1`).
  Columns stand alone where the query has one source and refers to no outer one. A view is written `public.t` where a WITH entry
  has its name, or where it begins with pg_ (pg_catalog goes first).
- ORDER BY, GROUP BY, DISTINCT ON: a plain column by name, qualified where an output of that name would hide it; an output by
  the name it was given; an unnamed one by its expression, or by its position where repeating would not be the same (constants,
  subqueries); a constant with its type, since a bare one is a position.
- Not said as it was: USING and NATURAL are ON, simple CASE is searched, `*` is its columns, named windows are written out,
  set-returning calls stand in FROM. Two comparisons that BETWEEN could have made are written as BETWEEN.
- Checked over every statement of tests/planner/cases (the tree; names, types, modifiers and rows on PostgreSQL), the function and
  statement lists (rows on PostgreSQL and DuckDB), the differential suite's generated queries, and values of every type.
"""

from __future__ import annotations

from planner.errors import TooComplex
from planner.postgres.deparse import expressions, queries, spelling  # noqa: F401  Each says what it writes.
from planner.postgres.deparse.naming import name_all
from planner.postgres.deparse.values import KnownValues
from planner.postgres.deparse.writer import Writer
from planner.tree import bound as b

__all__ = ["KnownValues", "deparse"]


def deparse(query: b.Query, values: KnownValues | None = None) -> str:
    """The query as SQL that means the same wherever it runs, in the time zone of *values*: parameters, now() and the session's
    user are written in as constants. With *values* None they stay as they are, $1 and now().

    Binding the text gives the query's columns and types again. Raises Unsupported for what only the session itself knows.
    """
    try:
        return spelling.query(Writer(name_all(query), values), query)
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error
