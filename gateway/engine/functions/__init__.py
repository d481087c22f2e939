"""Python functions inside DuckDB's queries: what they may make together, and processes for those that may take long."""
