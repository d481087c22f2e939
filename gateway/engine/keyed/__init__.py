"""Keyed reads without DuckDB: points, ranges and ordered scans, from the shards' stored rows to DataRow messages."""
