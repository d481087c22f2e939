"""Read views with Spark, straight from the root's files. With the writer the only part of the package that imports PySpark."""

from statestore.reader.frames import read, read_changes

__all__ = ["read", "read_changes"]
