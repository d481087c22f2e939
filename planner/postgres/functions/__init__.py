"""Functions, operators and casts: what exists, how calls resolve, how DuckDB spells it.

A Function's *lower* is a template or a Python function over lowered arguments. What no DuckDB expression says in one call is

- a macro (`pg_…`, in macros*.py). DuckDB substitutes its arguments textually, so those that are used twice are bound with
  `list_transform([x], lambda v: …)`, but for columns and constants (`_direct`, nine times as fast). Three lambdas nested in each
  other's bodies take DuckDB seconds to bind; nesting in arguments is free. What still repeats an argument grows with each
  nesting: `lower/repeats.py` counts the words that DuckDB will have and refuses (54001) more than EXPANDED_WORDS_MAX, for nothing
  can stop it from binding them. Correlated subqueries repeat by far worse: `(SELECT expression [WHERE …])` over outer columns
  alone is lowered as the expression;
- a Python function (`py_…`, in udf/): numeric division, powers, regular expression functions other than matching, to_char and
  its like, json, reading text. About 3 µs a row, under the interpreter's lock.

`prelude.install(connection)` puts both into a DuckDB before its configuration is locked. Errors are raised as `tidegate:<class of
planner.errors>:<message>`; `faults.fault_of` finds them in DuckDB's message.
"""
