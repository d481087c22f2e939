"""Publish Spark DataFrames as views. The only part of the package that imports PySpark."""

from statestore.writer.publication import publish

__all__ = ["publish"]
