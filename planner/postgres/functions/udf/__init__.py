"""Python functions that DuckDB calls where its SQL cannot say what Postgres does."""
