"""From a statement to its plan: the pipeline, its cache, plans shared by statements that differ in constants, EXPLAIN."""
