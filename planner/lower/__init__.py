"""A bound query as DuckDB SQL."""
