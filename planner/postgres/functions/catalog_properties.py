"""What indexes can do, and what types' modifiers mean: functions of drivers and generators that read the catalog themselves."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function


def _properties(name: str, *, true: str, false: str = "") -> str:
    """A CASE over a property's name, in any case; of what is no property nothing is known."""
    answers = [f"WHEN '{word}' THEN {answer}" for words, answer in ((true, "TRUE"), (false, "FALSE")) for word in words.split()]
    return f"CASE lower({name}) {' '.join(answers)} END"


#: Every index is of the one kind, ascending.
_OF_COLUMN: Final = _properties(
    "{2}", true="asc nulls_last orderable returnable search_array search_nulls", false="desc nulls_first distance_orderable"
)
_OF_INDEX: Final = _properties("{1}", true="clusterable index_scan bitmap_scan backward_scan")
_OF_BTREE: Final = _properties("{1}", true="can_order can_unique can_multi_col can_exclude can_include")
_PROPERTIES: Final = functions(
    {
        "pg_index_column_has_property(regclass, int4, text) -> bool": "CASE WHEN {1} > 0 AND tg_definition({0}, {1}, FALSE) "
        f"IS NOT NULL THEN {_OF_COLUMN} END",
        "pg_index_has_property(regclass, text) -> bool": "CASE WHEN tg_definition({0}, 1, FALSE) IS NOT NULL "
        f"THEN {_OF_INDEX} END",
        "pg_indexam_has_property(oid, text) -> bool": f"CASE WHEN {{0}} = 403 THEN {_OF_BTREE} END",
    },
    volatility="stable",
)

#: By a type's number and modifier; as information_schema's columns have them (gateway.catalog.information).
_MODIFIERS: Final = functions(
    {
        "_pg_char_max_length(oid, int4) -> int4": "CASE WHEN {0} IN (1042, 1043) AND {1} <> -1 THEN {1} - 4 "
        "WHEN {0} IN (1560, 1562) AND {1} <> -1 THEN {1} END",
        "_pg_datetime_precision(oid, int4) -> int4": "CASE WHEN {0} = 1082 THEN 0 WHEN {0} IN (1083, 1114, 1184, 1266) "
        "THEN CASE WHEN {1} < 0 THEN 6 ELSE {1} END WHEN {0} = 1186 THEN CASE WHEN {1} < 0 OR {1} & 65535 = 65535 THEN 6 "
        "ELSE {1} & 65535 END END",
        "_pg_numeric_precision(oid, int4) -> int4": "CASE {0} WHEN 21 THEN 16 WHEN 23 THEN 32 WHEN 20 THEN 64 WHEN 1700 "
        "THEN CASE WHEN {1} <> -1 THEN (({1} - 4) >> 16) & 65535 END WHEN 700 THEN 24 WHEN 701 THEN 53 END",
        "_pg_numeric_precision_radix(oid, int4) -> int4": "CASE WHEN {0} IN (21, 23, 20, 700, 701) THEN 2 "
        "WHEN {0} = 1700 THEN 10 END",
        "_pg_numeric_scale(oid, int4) -> int4": "CASE WHEN {0} IN (21, 23, 20) THEN 0 WHEN {0} = 1700 AND {1} <> -1 "
        "THEN ({1} - 4) & 65535 END",
    },
    schema="information_schema",
)

FUNCTIONS: Final[tuple[Function, ...]] = (*_PROPERTIES, *_MODIFIERS)
