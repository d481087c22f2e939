"""DuckDB as a node runs it: instances closed off, queries as sources of batches, system tables, errors in Postgres's words."""
