"""SelectStatement + Catalog → BoundQuery. See planner/DESIGN.md, "Binding".

What is where, and what it is in PostgreSQL's parser:

- scope, names, hints; ParseState's namespaces, transformColumnRef, errorMissingColumn
- relations, joins; transformFromClauseItem with lateral_only / lateral_ok
- coerce, constants, type_names; coerce_type, select_common_type, make_const, typenameTypeMod
- connectives, operators, ranges, membership, calls, aggregates, windows; transformExpr, make_op, ParseFuncOrColumn
- select, sorting, grouping, setops, ctes, recursion, values; transformSelectStmt, findTargetlistEntrySQL92, parseCheckAggregates
  …
- labels; FigureColname

- Unknown literals and parameters are Const and Param of type UNKNOWN until a use decides; coerce() then makes a literal a
  physical value (planner.postgres.literals) and fixes a parameter's type for the whole statement. No UNKNOWN is left in a bound
  query (tests/planner/invariants.py).
- Conventions for later stages: `<>`, NOT LIKE, IS NOT NULL are not(…); BETWEEN is two comparisons; `x IN (…)` of any length
  is one InList whose items are constants where they were; AND and OR take many arguments; simple CASE is searched CASE; USING and
  NATURAL are conditions, and the merged column is the left one (the right one for RIGHT JOIN, coalesce for FULL).
  `'name'::regclass` and `::regtype` are looked up here, as a plan lives no longer than its catalog's generation; other names
  (regproc, regoperator, regrole …) stay casts from text.
- Numeric constants are widened here (int4 → int8, numeric, float8; numeric → float8), everything else that Postgres would
  fold stays an implicit Cast.
- Grouping by a view's whole key lets its other columns be selected, as a primary key does in Postgres; they are added to
  group_by, which changes nothing in the result.
- A set-returning function in the select list becomes a lateral join. Several advance together, as one
  list of structs (`bind/table_calls.py`); the same call written twice is one. Numerics are refused beside others, because a
  numeric's scale belongs to a column of its own. A function of several columns gives a composite value, whose fields can be
  selected (`bind/fields.py`); pgjdbc asks for keys that way. Neither is sent to other nodes, as it has no name in SQL.
- FETCH FIRST … WITH TIES is `rank()` over the query as a derived table (`bind/row_numbers.py`), so nothing behind binding knows it;
  no top-k is pushed then.
- Rows are a `Row` where they are compared with rows, which keys are constrained by and nodes can be sent. Anywhere else they
  are records: a call of `row` (`functions/row_values.py`), whose type has the fields' names and types (`types.record_of`). In
  DuckDB that is a struct f1, f2 …, its numerics as texts, since each shows digits of its own. `Lowered.fields` keeps what a
  record is made of: GROUP BY, ORDER BY, PARTITION BY and DISTINCT take these in its place, text and JSON are made of them. What
  is only known as a struct is compared by DuckDB, which agrees with record_cmp (NULLs are equal, and last) but for numeric,
  char(n) and json: refused. Records have no name in SQL and no form in Arrow between nodes, so they are made where the answer is.
- A whole row (`bind/whole_rows.py`) is a record, under any name of its relation. PostgreSQL gives it the relation's own
  composite type; the catalog lists those (pg_class.reltype), but no value has one, so clients are told record, as for ROW(…).
  Fields of a record say no type modifier. A row that an outer join made up is told by a column that is never NULL, or by all
  being NULL where ON compares one of them; else it is refused. As arguments of functions that write them as JSON or count them,
  rows are documents made of their columns.
- Set-returning functions in places that take none are refused in PostgreSQL's words (`bind/parts.py`). Calls in ORDER BY
  and DISTINCT ON join those of the select list. ROWS FROM is one function that advances all (`bind/table_calls.py`), without
  numerics.
- What GROUP BY names comes before grouping, what windows are partitioned or ordered by before these, in FROM; all other calls come
  behind groups and windows, which are a derived table then (`bind/expanding.py`). In ORDER BY's order set-returning calls come
  behind the sort, and behind DISTINCT ON, where no sort key needs them: the sorted rows are numbered, each joined to its calls'
  rows with their ordinals. LIMIT and OFFSET that depend on an outer row are conditions on such numbers (`bind/queries.py`). So
  nothing behind binding knows either.
- Documents as rows (json_to_recordset and its like): the objects are unnested and each declared column is a cast of a
  member's text (`bind/record_columns.py`).
- Hypothetical-set aggregates are counts with FILTER (`bind/hypothetical.py`), which nodes can do in parts.
- TABLESAMPLE is a derived table whose WHERE says which rows the sample has (`bind/samples.py`), so that conditions reach
  through it to the scan. REPEATABLE takes a row by a hash of the seed and the row's key: the same rows over any shards, nodes and
  conditions, as long as the row is there, and a larger percentage of one seed has all rows of a smaller one. Without a seed it is
  `random()`. SYSTEM is as BERNOULLI: rows lie in no blocks here. Both are volatile, so samples are taken where the rows come
  together, not by nodes; another release of DuckDB may hash otherwise. A percentage or seed that is out of range is found with
  the first row: over an empty view it is none. It may be no column, subquery or volatile function (refused).
- Set operations convert their sides' items in place, and wrap a side whose rows are already distinct.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planner.errors import TooComplex
from planner.parse.set_config import asks_settings
from planner.postgres.bind import expressions, joins, queries, relations, whole_rows  # noqa: F401  Each says what it binds.
from planner.postgres.bind.parts import bind_query
from planner.postgres.bind.scope import Context, Scope
from planner.tree.bound import BoundQuery, Const
from planner.tree.catalog import Catalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.walk import changed

__all__ = ["bind", "bind_definition"]


def bind(
    statement: SelectStatement, catalog: Catalog, parameter_types: Sequence[int] = (), settings: PlanSettings | None = None
) -> BoundQuery:
    """The statement with every name resolved and every expression typed.

    *parameter_types* are declared type OIDs, 0 where the client leaves the type to be inferred. Raises PlanError subclasses with
    Postgres's wording; positions count from the start of ``statement.text``.
    """
    asking = asks_settings(statement)
    return _bound(statement, Context(catalog, parameter_types, settings or PlanSettings(), asks_settings=asking))


def bind_definition(statement: SelectStatement, catalog: Catalog) -> tuple[BoundQuery, tuple[int, int]]:
    """As bind(), for a view: what depends on who asks is left open. Also how many sources and WITH entries have numbers."""
    context = Context(catalog, (), PlanSettings(), defining=True)
    bound = _bound(statement, context)
    return replace(bound, query=changed(bound.query, _placeless)), context.numbers


def _placeless(node: Any) -> Any:
    """A constant's position is one in the text of the statement, not in a definition's."""
    return Const(node.value, node.type) if isinstance(node, Const) else None


def _bound(statement: SelectStatement, context: Context) -> BoundQuery:
    try:
        query = bind_query(None, statement.tree, scope=Scope(context))
        if context.marked:
            query = whole_rows.with_marks(query, context.marked)
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error
    return BoundQuery(query, context.parameters(), tuple(context.scans), tuple(context.uses))
