"""Moves bytes: the wire protocol, sessions, the executor, the catalog that clients introspect, the command line."""
