"""Which columns a family of rows gives, operator by operator.

======================================  =====================================  ===============================================
operator, rows                          key (*: shard key)                     value
======================================  =====================================  ===============================================
stateStoreSave                          grouping columns*; none: one row       the aggregates' buffers, results
sessionWindowStateStoreSaveExec         grouping columns*, session's start     session's end, buffers, results
dedupe, dedupeWithinWatermark           the columns*                           none; when the row expires
globalLimit                             none: one row                          rows let through
flatMapGroupsWithState and its kin      grouping columns*                      the state's fields; when it times out
symmetricHashJoin
- …keyWithIndexToValue                  join key*, number of the row           the row; was it matched
- …keyWithTsToValues                    join key*, time, number of the row     the row; was it matched
transformWithState…
- value                                 grouping columns*                      the state's fields
- list                                  grouping columns*, number of element   the element's fields
- map                                   grouping columns*, the map's key       the value's fields
- timers                                grouping columns*, time                none
- with TTL                                                                     and when it expires
======================================  =====================================  ===============================================

What is only an index into other rows has no shape: a transformWithState's secondary families, a join's …tsWithKey and
…keyToNumValues. Times are timestamps, whatever unit Spark keeps them in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from statestore import types as st
from statestore.attach.checkpoint.model import ColumnFamily, RangeScan, StatefulOperator, TimestampPrefix
from statestore.attach.tables.columns import LeafColumn, is_window, key_leaves, leaves, renamed, snake, struct_leaves
from statestore.attach.tables.distinct_counts import WORDS
from statestore.attach.tables.made import Result, instant_of_ms, register_words, results_of, timeout_of_ms

AGGREGATION_VERSION: Final = "spark.sql.streaming.aggregation.stateFormatVersion"
GROUPS_VERSION: Final = "spark.sql.streaming.flatMapGroupsWithState.stateFormatVersion"
JOIN_VERSION: Final = "spark.sql.streaming.join.stateFormatVersion"

#: What Scala's encoders call a value that is no struct.
_LONE: Final = "value"
_BUFFER: Final = "this aggregate's own serialized buffer, which only Spark can read"
_REGISTERS: Final = "the first word of approx_count_distinct's registers"
_NO_RESULT: Final = "; its result is served for an rsd of 0.049 to 0.069, to which Spark's own 0.05 belongs"


@dataclass(frozen=True, slots=True)
class StateShape:
    """Columns by their place in the store's key and value."""

    key: tuple[LeafColumn, ...]
    #: Leading key columns that Spark partitions by.
    shard_key: int
    value: tuple[LeafColumn, ...]
    what: str
    #: Has a key several values?
    several: bool = False
    #: Does Spark make -0.0 to 0.0 and all NaNs one before it looks a key up? Else one key of ours can be several of Spark's.
    normalised: bool = True
    #: Are the key's fields structs around the user's columns, never NULL themselves?
    wrapped: bool = False
    #: What follows from the value's columns.
    results: tuple[Result, ...] = ()
    #: Is there a value behind the key, or does Spark only fill the place?
    has_value: bool = True


@dataclass(frozen=True, slots=True)
class NoShape:
    """Why there is no table; no reason: it is an index into other rows, which nobody misses."""

    reason: str | None = None


Conf = Mapping[str, str]
Shaper = Callable[[StatefulOperator, str, ColumnFamily, Conf], StateShape | NoShape]


def shape_of(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    """The shape of a family of rows; *variable* is its name, or its store's where the store has one kind of rows."""
    shaper = _SHAPERS.get(operator.name)
    if shaper is None and operator.name.startswith("transformWithState"):
        shaper = _state_variable
    if shaper is None:
        return NoShape(f"its operator {operator.name} is not known to this release")
    if _is_index(family, variable):
        return NoShape()
    if family.unreadable:
        return NoShape(family.unreadable)
    return shaper(operator, variable, family, conf)


def _is_index(family: ColumnFamily, variable: str) -> bool:
    timers = variable.endswith("_keyToTimestamp")
    return isinstance(family.key_encoding, RangeScan | TimestampPrefix) or (variable.startswith("$") and not timers)


def _unknown(setting: str, conf: Conf, known: tuple[str, ...]) -> NoShape | None:
    found = conf.get(setting, known[0])
    return (
        None if found in known else NoShape(f"it is of format version {found} ({setting}); this release reads {', '.join(known)}")
    )


def _grouping(fields: tuple[st.Field, ...]) -> tuple[LeafColumn, ...]:
    return tuple(renamed(key_leaves(fields), _LONE, "key"))


def _buffers(fields: tuple[st.Field, ...], first: int) -> tuple[LeafColumn, ...]:
    found = snake(leaves(fields[first:], first=first))
    return tuple(replace(x, comment=_comment(found[at:])) for at, x in enumerate(found))


def _comment(found: Sequence[LeafColumn]) -> str | None:
    """Of the first one."""
    match found[0].name, found[0].type:
        case "buf", st.Binary():
            return _BUFFER
        case "ms_0", st.Long():
            return _REGISTERS if register_words(found) == WORDS else f"{_REGISTERS}{_NO_RESULT}"
        case _:
            return None


def _times(found: Sequence[LeafColumn]) -> tuple[LeafColumn, ...]:
    """Spark's own times, which it keeps as numbers of microseconds or milliseconds."""
    return tuple(replace(leaf, **_TIMES[leaf.name]) if leaf.name in _TIMES else leaf for leaf in snake(found))


def _time(name: str, make: Callable[[Any], Any] | None = None) -> Mapping[str, Any]:
    return {"name": name, "type": st.Timestamp(), "make": make}


#: Columns and units: microseconds are a timestamp's own.
_TIMES: Final[Mapping[str, Mapping[str, Any]]] = {
    "event_time": _time("event_time"),
    "expires_at_micros": _time("expires_at"),
    "timeout_timestamp": _time("timeout_timestamp", timeout_of_ms),
    "ttl_expiration_ms": _time("ttl_expiration", instant_of_ms),
    "expiry_timestamp_ms": _time("expiry_timestamp", instant_of_ms),
}


def _aggregation(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    if unknown := _unknown(AGGREGATION_VERSION, conf, ("1", "2")):
        return unknown
    # Version 1 repeats the key in front of the value.
    repeated = len(family.key.fields) if conf.get(AGGREGATION_VERSION, "1") == "1" else 0
    key = tuple(key_leaves(family.key.fields))
    buffers = _buffers(family.value.fields, repeated)
    return StateShape(key, len(key), buffers, "aggregation", results=tuple(results_of(buffers)))


def _sessions(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    keys = family.key.fields[:-1]
    fields = family.value.fields
    # The value repeats the key, with the session itself in one place among its columns.
    names, repeated = [f.name for f in keys], [f.name for f in fields[: len(keys) + 1]]
    places = [i for i in range(len(repeated)) if repeated[:i] + repeated[i + 1 :] == names and is_window(fields[i].type)]
    if not places:
        return NoShape("its rows do not repeat their key with the session window in it")
    session = fields[places[0]]
    start, end = leaves([session], first=places[0])
    key = (*key_leaves(keys), replace(start, path=(len(keys),), nullable=family.key.fields[-1].nullable))
    buffers = _buffers(fields, len(keys) + 1)
    return StateShape(key, len(key) - 1, (end, *buffers), "session windows", results=tuple(results_of(buffers)))


def _duplicates(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    key = tuple(key_leaves(family.key.fields))
    value = () if _is_filler(family.value) else _times(leaves(family.value.fields))
    return StateShape(key, len(key), value, "rows seen by dropDuplicates", normalised=False, has_value=bool(value))


def _is_filler(value: st.Struct) -> bool:
    return len(value.fields) == 1 and value.fields[0].name in ("__dummy__", "__empty__")


def _limit(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    return StateShape((), 0, tuple(leaves(family.value.fields)), "rows let through by limit")


def _groups(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    if unknown := _unknown(GROUPS_VERSION, conf, ("1", "2")):
        return unknown
    fields = family.value.fields
    timed = fields[-1:] if len(fields) > 1 and fields[-1].name == "timeoutTimestamp" else ()
    # Version 2 keeps the state as one struct, which is NULL where a group has a timeout and no state.
    nested = conf.get(GROUPS_VERSION, "1") == "2"
    state = struct_leaves(family.value, 0) if nested else leaves(fields[: len(fields) - len(timed)])
    key = _grouping(family.key.fields)
    timeout = _times(leaves(timed, first=len(fields) - 1))
    return StateShape(key, len(key), (*state, *timeout), "state of groups", normalised=False)


def _join(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    if unknown := _unknown(JOIN_VERSION, conf, ("1", "2", "3", "4")):
        return unknown
    side, _, kind = variable.partition("-")
    fields = family.key.fields
    value = tuple(leaves(family.value.fields))
    match kind:
        case "keyToNumValues":
            return NoShape()
        case "keyWithIndexToValue":
            key = tuple(key_leaves(fields))
            return StateShape(key, len(key) - 1, value, f"{side} rows that a join keeps")
        case "keyWithTsToValues":
            joined = tuple(key_leaves(fields[:-1]))
            time = _times(leaves(fields[-1:], first=len(fields) - 1))
            return StateShape((*joined, *time), len(joined), value, f"{side} rows that a join keeps", several=True)
        case _:
            return NoShape(f"rows {variable} of a join are not known to this release")


def _state_variable(operator: StatefulOperator, variable: str, family: ColumnFamily, conf: Conf) -> StateShape | NoShape:
    found = [v for v in operator.properties.get("stateVariables", ()) if v.get("stateName") == variable]
    if not found:
        return NoShape("the operator's metadata does not list it among the state variables")
    kind, has_ttl = found[0].get("stateVariableType"), found[0].get("ttlEnabled")
    fields = family.value.fields
    value = (*struct_leaves(family.value, 0), *_times(leaves(fields[1:], first=1))) if has_ttl else tuple(leaves(fields))
    match kind:
        case "ValueState" | "ListState":
            key = _grouping(family.key.fields)
            what = "value state" if kind == "ValueState" else "list state"
            return StateShape(key, len(key), value, f"{what} {variable}", several=kind == "ListState", normalised=False)
        case "MapState":
            key = tuple(renamed(struct_leaves(family.key, 0, flat=True), _LONE, "key"))
            user_key = renamed(struct_leaves(family.key, 1, flat=True), _LONE, "map_key")
            return StateShape((*key, *user_key), len(key), value, f"map state {variable}", normalised=False, wrapped=True)
        case "TimerState":
            key = tuple(renamed(struct_leaves(family.key, 0, flat=True), _LONE, "key"))
            time = _times(leaves(family.key.fields[1:], first=1))
            return StateShape((*key, *time), len(key), (), "timers", normalised=False, wrapped=True, has_value=False)
        case _:
            return NoShape(f"state variables of type {kind} are not known to this release")


_GROUP_OPERATORS: Final = ("flatMapGroupsWithState", "mapGroupsWithState", "applyInPandasWithState")
_SHAPERS: Final[Mapping[str, Shaper]] = {
    "stateStoreSave": _aggregation,
    "sessionWindowStateStoreSaveExec": _sessions,
    "dedupe": _duplicates,
    "dedupeWithinWatermark": _duplicates,
    "globalLimit": _limit,
    "symmetricHashJoin": _join,
    **dict.fromkeys(_GROUP_OPERATORS, _groups),
}
