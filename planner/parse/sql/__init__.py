"""Queries, parsed by sqlglot: tokens → sqlglot's tokens → sqlglot's tree → planner.parse.syntax. See planner/DESIGN.md.

- The pass (sql/feed, operands, operators, brackets, queries, relations, windows) gives sqlglot its own keywords and
  operators. Only leaves are by reference: the text of a constant's or name's token is the number of the token that it begins at.
  So no word of another dialect has a meaning, literals keep their spelling, and each leaf leads back to its place.
- The tree is read by an allow-list (sql/tree): classes of nodes and, of each, the arguments that may be set; all else is
  refused by name (0A000).
- It is read in step with the statement's own tokens (sql/read_queries, read_from, read_expressions, read_calls): the tree says
  what is in what, a cursor over the tokens gives positions, operators, and the words that sqlglot did not see. Where the two do
  not agree the statement is refused, so that nothing can be dropped or moved unseen.
- Precedence is PostgreSQL's table (sql/climb): what is between two brackets is a row of operands, from left to right, with
  the operators that the tokens have between them; sqlglot's precedence and the nodes it makes of NOT IN, IS NOT, ESCAPE … are not
  asked. tests/planner/test_precedence.py has random expressions and our reading of them, in full parentheses, deparsed by
  PostgreSQL.

What sqlglot's grammar gets wrong is said to it in another way; tests/planner/test_sqlglot_differences.py has a line for each.
What is written; what sqlglot gets; because otherwise:

- `a.b.c`, `$1`, `date '…'`, `interval(3) '…'`, CURRENT_DATE; one leaf; literals, names and types are changed
- `f(…)`, ROW, ARRAY[…], EXISTS, ANY, COALESCE, `extract(a FROM b)`, ROLLUP, `()`; calls of unknown functions, with commas;
  arguments are exchanged, added, moved
- `a[1:2]`; `a ^ call(1, 2)`; subscripts are renumbered
- operators that are not `= <> < > <= >= + - * / ||`, AT TIME ZONE, ESCAPE, OVERLAPS; `^`; in front of an operand `-`; they become
  functions and paths; `^` takes any operand on either side
- `::type`, COLLATE, `.name`; `::text`; types are changed, `::oid[]` is refused
- IN, IS, BETWEEN; `^` and a call, `::text`, `=`; operators that PostgreSQL takes in them and behind them are refused; parentheses
  are added
- `CAST(a AS type)`; a call; types are changed
- `AS x (a, b)`, USING (a, b), `WITH x (a, b) AS`; one name; the pass has read them; they hold no expressions
- NOT of NOT LIKE, NOT IN, IS NOT …; SYMMETRIC; nothing; the same tree as of NOT a LIKE b
- UNION, INTERSECT, EXCEPT; EXCEPT; INTERSECT's operands get subqueries of their own; `UNION (` is a call
- VALUES, TABLE; SELECT of calls; SELECT FROM; they are wrapped in other queries
- LIMIT, OFFSET, FETCH; FETCH (…, …); they are tried as aliases first, with all that is in them: 2ⁿ for n in one another
- CROSS and NATURAL JOIN, TABLESAMPLE; a comma and another item; they get the ON of a join around them, and are read again for
  each: 2ⁿ
- ASC's defaults, USING operator, NULLS FIRST, EXCLUDE, GROUPS, DISTINCT of a call, LATERAL, MATERIALIZED; nothing (ROWS); read
  off the tokens
"""
