"""Every Python function, gathered."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.udf import apart, sharding
from planner.postgres.functions.udf.define import PythonFunction

UDFS: Final[tuple[PythonFunction, ...]] = (*apart.UDFS, *sharding.UDFS)
