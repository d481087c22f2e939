"""What a query says about the key of each view it reads.

- NOT never complements a superset. `compile_formula` is asked which rows make an expression TRUE, FALSE, NOT TRUE or NOT
  FALSE (`Want`); NOT changes the question. That is also what makes three-valued logic come out right: NOT IN with NULL, `IS NOT
  TRUE`, ANY and ALL over arrays with NULLs or without elements.
- Casts of the column are steps that map a bound on the cast's result to a bound on its argument. int8 → float8 is solved
  exactly by bisection (rounding keeps order); numeric → float8 is widened by 2^-50, because engines round its last bits
  differently; timestamps through a session zone move by the least and greatest offset within two days, exact only in zones of one
  offset. Numbers are compared as real numbers (int, Decimal, Fraction, float: Python compares them exactly), then rounded onto
  the column's values: `int = 1.5` is nothing, `int < 1.5` is `int < 2`.
- Constants are evaluated here as far as nothing is guessed: a local time that occurs twice, an overflow, a function that is
  not known make the condition say nothing (`Unknown`), and the engine reports the error if there is one. Such values are not
  `total`, and a condition on them is not exact. now() ± interval is exact where it cannot fail.
- Contexts. A row of a scan matters only if all conditions of its context hold for some combination of rows around it. Sources
  have numbers that are unique in the statement, so conditions of different queries stand side by side: WHERE, ON, HAVING, and for
  a positive EXISTS or IN the conditions inside it too. Equalities and derived columns give a column other names (`names_in`),
  which is how `a.k = b.k AND b.k = 5` reaches a. What hides: LIMIT and OFFSET everything, GROUP BY, DISTINCT ON and windows all
  but their own columns; an outer join's ON its preserved side, conditions on a nullable side that side, unless they reject NULLs,
  which makes the join an inner one. A WITH query gets the union of its uses' conditions.
"""

from planner.prune.constrain.constraining import Constraints, constrain
from planner.prune.constrain.template import KeyConstraint

__all__ = ["Constraints", "KeyConstraint", "constrain"]
