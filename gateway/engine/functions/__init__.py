"""Python functions inside DuckDB's queries: what they may make together, and processes for those that may take long.

- Functions written in Python (`engine/functions/processes.py`, `functions/server.py`) are called by any of DuckDB's threads,
  under the interpreter's lock, and hear no interrupt until they have been called for all rows of a vector. What is sure to take a
  moment is done there (texts and lists up to 1,024 characters together, and what a function's own `small` says: digits of
  logarithms, counts in patterns, steps of a series; a match that takes 5 ms of processor time goes on elsewhere). All else is
  sent to a process of its own with 512 MiB (53200), forked in milliseconds from a server that has imported the functions; one is
  kept ready, eight at most are at work. Nothing is started before the first such call; then there are two processes more, of 29
  and 21 MiB. Whoever interrupts a query ends the processes that work for it. Which query calls says the first argument, a number
  that the plan's SQL has a place for (`prelude.telling`) and macros hand on: a constant, also in lambdas, where the result of a
  function of the calling thread is not (DuckDB evaluates it in any thread), and unlike current_connection_id() it does not keep
  calls from being folded. Rows are sent one by one, as before, for DuckDB's Arrow functions take 0.2 ms a call more for few rows.
  `make stops` cancels every function with its worst arguments while it runs and prints how soon each ends: within some 0.1 s. A
  step of DuckDB's that hears nothing is not waited for longer (`engine/workers.py`, ENDING_S); it is the vector at hand, 2,048
  texts of 8 to 20 KB that DuckDB copies, folds or compares, or one text of 16 MB on its way to a process.
"""
