"""The Postgres protocol without I/O: bytes in, events out; results in, bytes out."""
