"""The hot path of a query for one key, a list of keys, or one prefix of keys, written out for its plan and compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from planner.prune.constrain.constants import Known
from planner.prune.constrain.formula import Box, Condition, Formula
from planner.prune.constrain.terms import INTEGERS
from planner.prune.keyspace.key_column import KeyColumn
from planner.prune.route.router import NOTHING, Router
from planner.tree.query_plan import AccessPath, KeySet
from planner.tree.types import NAME, TEXT, VARCHAR, sql_value
from planner.tree.values import Value
from statestore import types as st
from statestore.codegen import compile_function, tuple_of

#: Parameters → (shard, key), or None for "no row". Raises constants.Unknown where an expression fails.
PointKey = Callable[[Sequence[Value]], tuple[int, bytes] | None]
#: Parameters → keys. Raises as PointKey.
Keys = Callable[[Sequence[Value]], KeySet]

#: Types whose values are those of a text column as they are.
_TEXTS: Final = (TEXT, VARCHAR, NAME)


def integer_bits(column: KeyColumn) -> int:
    """Of the numbers that a column of integers holds; 0 of other columns."""
    return 8 * st.integer_bytes(column.type) if column.sql_type.pg in INTEGERS else 0


def compile_point_key(formula: Formula, router: Router) -> PointKey | None:
    """The function for a formula that is one value of every key column, given by constants and parameters; else None."""
    if not router.has_points or len(formula.boxes) != 1 or set(formula.boxes[0]) != set(range(len(router.columns))):
        return None
    names: dict[str, Any] = {"encode": router.codec.encode, "shard_of": router.shards.of_values}
    body = _values(router.columns, formula.boxes[0], names, "None")
    if body is None:
        return None
    variables = [f"v{c.position}" for c in router.columns]
    shard = f"shard_of({tuple_of(variables[: len(router.schema.shard_key)])})"
    body.append(f"return {shard}, encode({tuple_of(variables)})")
    found: PointKey = compile_function("point_key", "params", body, names)
    return found


def compile_keys(formula: Formula, router: Router) -> Keys | None:
    """The function for a formula that is a list of keys, or one prefix of keys; else None."""
    if not router.has_points or len(formula.boxes) != 1:
        return None
    return _compile_list(formula.boxes[0], router) or (_compile_prefix(formula, router) if router.schema.ordered else None)


def _compile_list(box: Box, router: Router) -> Keys | None:
    """One value of each key column but one, which has a list of them."""
    several = [c for c in router.columns if c.position in box and _is_list(box[c.position])]
    if len(several) != 1 or set(box) != set(range(len(router.columns))):
        return None
    (column,) = several
    at, condition = column.position, box[column.position]
    others = [c for c in router.columns if c is not column]
    names: dict[str, Any] = {"shard_of": router.shards.of_values, "NOTHING": NOTHING}
    names |= {f"encode{c.position}": c.encode for c in router.columns}
    body = _values(others, box, names, "NOTHING")
    if body is None:
        return None
    if condition.static is not None:
        names["listed"] = tuple(condition.static.points.items())
        loop = [f"for encoded, v{at} in listed:"]
    else:
        known = condition.values
        check = None if known is None or not known.timeless else _check(column, known, f"v{at}")
        if known is None or check is None:
            return None
        names["listed"] = known.evaluate
        loop = [f"for v{at} in listed(params, 0):", f" if v{at} is None{check}: continue", f" encoded = encode{at}(v{at})"]
    # A key is its columns' bytes, one after another.
    for name, part in (("before", others[:at]), ("behind", others[at:])):
        body.append(f"{name} = {' + '.join([f'encode{c.position}(v{c.position})' for c in part] or ['bytes()'])}")
    shard = f"shard_of({tuple_of([f'v{c.position}' for c in router.columns[: len(router.schema.shard_key)]])})"
    if at >= len(router.schema.shard_key):
        names["points"] = router.points_in
        body += ["found = set()", *loop, " found.add(before + encoded + behind)", f"return points({shard}, found)"]
    else:
        names["points"] = router.points
        body += ["found = {}", *loop, f" found[before + encoded + behind] = {shard}", "return points(found)"]
    made: Keys = compile_function("list_keys", "params", body, names)
    return made


def _is_list(condition: Condition) -> bool:
    if condition.static is not None:
        return len(condition.static.points) > 1 and not condition.static.ranges
    return condition.values is not None


def _compile_prefix(formula: Formula, router: Router) -> Keys | None:
    """One value of each of the first key columns, but not of all."""
    columns = router.columns[: len(formula.boxes[0])]
    if not columns or len(columns) == len(router.columns) or set(formula.boxes[0]) != set(range(len(columns))):
        return None
    names: dict[str, Any] = {"prefix": router.prefix, "keys": KeySet, "RANGE": AccessPath.RANGE, "NOTHING": NOTHING}
    body = _values(columns, formula.boxes[0], names, "NOTHING")
    if body is None:
        return None
    body += [f"found = prefix({tuple_of([f'v{c.position}' for c in columns])})", "return keys(RANGE, found.shards, (), (found,))"]
    found: Keys = compile_function("prefix_keys", "params", body, names)
    return found


def _values(columns: Sequence[KeyColumn], box: Box, names: dict[str, Any], nothing: str) -> list[str] | None:
    """Python that puts the columns' values into variables, or returns *nothing*; None where that is not simple."""
    body: list[str] = []
    for column in columns:
        lines = _column_lines(column, box, names, nothing)
        if lines is None:
            return None
        body += lines
    return body


def fixed_point_key(keys: KeySet) -> PointKey | None:
    """The function for a KeySet that no parameter changes: its only key. None where it has more than one."""
    if keys.access is not AccessPath.POINT:
        return None
    (found,) = keys.points
    return lambda params: found


def _column_lines(column: KeyColumn, box: Box, names: dict[str, Any], nothing: str) -> list[str] | None:
    """Python that puts the column's value into its variable, or returns; None where that is not simple."""
    condition, variable = box[column.position], f"v{column.position}"
    if condition.static is not None:
        if len(condition.static.points) != 1 or condition.static.ranges:
            return None
        names[f"c{column.position}"] = next(iter(condition.static.points.values()))
        return [f"{variable} = c{column.position}"]
    known = condition.value
    check = None if known is None or not known.timeless else _check(column, known, variable)
    if known is None or check is None:
        return None
    value = f"params[{known.param}]"
    if known.param is None:
        names[f"known{column.position}"] = known.evaluate
        value = f"known{column.position}(params, 0)"
    return [f"{variable} = {value}", f"if {variable} is None{check}: return {nothing}"]


def _check(column: KeyColumn, known: Known, variable: str) -> str | None:
    """What else the value has to pass to be a value of the column; None where that takes more than a check."""
    if bits := integer_bits(column):
        wide = INTEGERS.get(known.type.pg)
        if wide is None:
            return None
        return "" if wide <= bits else f" or not {-(1 << bits - 1)} <= {variable} < {1 << bits - 1}"
    if not isinstance(column.type, st.Atomic) or isinstance(column.type, st.Float) or sql_value(column.type):
        return None
    mine = column.sql_type.pg
    return "" if known.type.pg in (_TEXTS if mine is TEXT else (mine,)) else None
