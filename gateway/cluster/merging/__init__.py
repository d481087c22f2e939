"""The rows of a query's fragments made one result: gathered, grouped, in order, or as tables of the coordinator's DuckDB."""
