"""Which Python Spark's tasks run: it has to be one that can import this package.

PySpark takes the first `python3` of PATH unless PYSPARK_PYTHON names another, whatever Python the job itself runs; a job started as
.venv/bin/python job.py would fail in its first task with "No module named 'statestore'".
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pyspark import SparkContext
from pyspark.errors import PySparkException

from statestore.errors import StateStoreError

_VARIABLE = "PYSPARK_PYTHON"
_MISSING = "No module named 'statestore'"


def use_own_interpreter(context: SparkContext) -> None:
    """Have a local Spark run its tasks with the Python of this process, unless PYSPARK_PYTHON says which.

    On a cluster only its owner knows where the executors' Python is.
    """
    if (context.master or "").startswith("local") and not os.environ.get(_VARIABLE):
        context.pythonExec = sys.executable


@contextmanager
def missing_package_told(context: SparkContext) -> Iterator[None]:
    """Raises StateStoreError where the tasks' Python lacks this package."""
    try:
        yield
    except PySparkException as error:
        if _MISSING not in str(error):
            raise
        raise StateStoreError(
            f"Spark's tasks run {context.pythonExec}, which cannot import statestore: Tidegate is not installed there",
            hint=f"Set {_VARIABLE} to a Python that has it before the session starts (this job's own is {sys.executable}), "
            "or install tidegate[spark] where the executors' Python finds it.",
        ) from error
