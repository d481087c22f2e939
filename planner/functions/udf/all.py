"""Every Python function, gathered."""

from __future__ import annotations

from typing import Final

from planner.functions.udf import (
    angles,
    binary_strings,
    calendar,
    formatting,
    growing,
    identifiers,
    json_access,
    json_changes,
    moments,
    number_templates,
    numerics,
    object_names,
    patterns,
    sharding,
    statistics,
    strings,
    template_reading,
    type_names,
    values,
)
from planner.functions.udf.define import PythonFunction

_MODULES: Final = (
    angles, binary_strings, calendar, formatting, growing, identifiers, json_access, json_changes, moments, number_templates,
    numerics, object_names, patterns, sharding, statistics, strings, template_reading, type_names, values,
)  # fmt: skip
UDFS: Final[tuple[PythonFunction, ...]] = tuple(function for module in _MODULES for function in module.UDFS)
