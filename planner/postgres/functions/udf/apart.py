"""The Python functions that may be called in another process: all but sharding's, whose modules take a second to import."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.udf import (
    angles,
    binary_strings,
    calendar,
    formatting,
    growing,
    hashes,
    identifiers,
    json_access,
    json_changes,
    matching,
    moments,
    number_templates,
    numerics,
    object_names,
    patterns,
    statistics,
    strings,
    template_reading,
    type_names,
    values,
)
from planner.postgres.functions.udf.define import PythonFunction

_MODULES: Final = (
    angles, binary_strings, calendar, formatting, growing, hashes, identifiers, json_access, json_changes, matching,
    moments, number_templates, numerics, object_names, patterns, statistics, strings, template_reading, type_names, values,
)  # fmt: skip
UDFS: Final[tuple[PythonFunction, ...]] = tuple(function for module in _MODULES for function in module.UDFS)
