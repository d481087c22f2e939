"""Every Python function, gathered."""

from __future__ import annotations

from typing import Final

from planner.functions.udf import numerics, values
from planner.functions.udf.define import PythonFunction

UDFS: Final[tuple[PythonFunction, ...]] = (*numerics.UDFS, *values.UDFS)
