"""Functions, operators and casts: what exists, how calls resolve, how DuckDB spells it."""
