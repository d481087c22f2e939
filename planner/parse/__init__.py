"""SQL text → statements. See planner/DESIGN.md, "Parsing".

What is promised:

- Positions are characters, 1-based. Those of parse() count from the start of its text; those of a bound statement from the
  start of the statement's own text, and `SelectStatement.offset` is the difference. So a plan can be cached by the statement's
  own text wherever it stood.
- A syntax error anywhere refuses the whole string, before any of its statements runs, as in Postgres.
- Refusals happen while parsing, by name: writes and DDL are ReadOnly (also inside WITH, EXPLAIN, PREPARE), SELECT INTO and
  FOR UPDATE/SHARE too; what is not done at all is Unsupported. They may come before a syntax error further right.
- Limits are in parse/limits.py. Brackets and CASEs are counted on the tokens before anything recurses; prefix operators,
  operator chains and joins without their ON are counted in the pass. AND and OR chains are one node however long, so the thousand
  ORs that some clients write cost no depth. What still recurses too deeply (subqueries take a dozen frames a level, some seventy
  levels fit) is caught as RecursionError at the two entry points and becomes TooComplex: pure Python frames use no C stack.
  sqlglot's compiled parser does: brackets are counted before it runs, and 96 levels of any kind need less than 512 KB of stack.

- The lexer is our own (scan.l's rules), as sqlglot's tokenizer differs in what it takes for one token: `!~~*`, `@-@`, `!!`,
  `1..2`, `1.5.2`, `'a'⏎'b'` (one string), U&'…' with UESCAPE, `$1`; it takes `123abc`, `1e`, `0x10`, `$1a` and `""`; and its
  errors have no position.
- Utility statements (SET, SHOW, BEGIN, DECLARE, EXPLAIN …) are opaque commands to sqlglot; small readers on the tokens take
  them.
"""

from planner.parse.statements import parse

__all__ = ["parse"]
