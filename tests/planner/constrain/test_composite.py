"""Composite keys: prefixes, gaps, cross products, rows, access paths and shards, under both partitionings."""

from __future__ import annotations

import pytest

from planner.prune.constrain import constrain
from planner.prune.route.router import POINTS_MAX, RANGES_MAX
from planner.tree.query_plan import AccessPath
from planner.tree.types import ARRAY_OF, INT4, INT8, NUMERIC, TEXT, TIMESTAMPTZ, SqlType
from statestore.keys import KeyCodec
from statestore.sharding import shard_function
from tests.planner.constrain.ir import BOOLEAN, AnyAll, Param, Table, and_, bound, call, const, operator, param, select
from tests.planner.constrain.sql import HASHED, PAIRED, ROUTES, bounds, constrained

#: (condition over h: a int, b text, c timestamptz; shard key a, 8 shards; bounds, access, number of ranges or points)
CASES = [
    ("a = 1", "a = 1", AccessPath.RANGE, 1),
    ("a = 1 AND b = 'x'", "(a, b) = (1, 'x')", AccessPath.RANGE, 1),
    ("a = 1 AND b = 'x' AND c = 'epoch'", "(a, b, c) = (1, 'x', '1970-01-01 00:00:00+00')", AccessPath.POINT, 1),
    (
        "a IN (1, 2) AND b = 'x' AND c = 'epoch'",
        "a IN (1, 2) AND b = 'x' AND c = '1970-01-01 00:00:00+00'",
        AccessPath.MULTI_GET,
        2,
    ),
    ("a IN (1, 2) AND b IN ('x', 'y')", "a IN (1, 2) AND b IN ('x', 'y')", AccessPath.RANGE, 4),
    ("a IN (1, 2) AND b >= 'x'", "a IN (1, 2) AND b >= 'x'", AccessPath.RANGE, 2),
    ("a = 1 AND b > 'x' AND b < 'z'", "a = 1 AND b > 'x' AND b < 'z'", AccessPath.RANGE, 1),
    # a gap, or a range before the last column: the rest is left to the filter
    ("a = 1 AND c = 'epoch'", "a = 1 AND c = '1970-01-01 00:00:00+00' …", AccessPath.RANGE, 1),
    ("a > 1 AND b = 'x'", "a >= 2 AND b = 'x' …", AccessPath.RANGE, 1),
    ("b = 'x'", "b = 'x' …", AccessPath.ALL_SHARDS, 0),
    ("a = 1 AND v = 5", "a = 1 …", AccessPath.RANGE, 1),
    # NULL is a key value like others
    ("a IS NULL AND b = 'x'", "a IS NULL AND b = 'x'", AccessPath.RANGE, 1),
    # rows
    ("(a, b) = (1, 'x')", "(a, b) = (1, 'x')", AccessPath.RANGE, 1),
    ("(a, b) IN ((1, 'x'), (2, 'y'))", "((a, b) = (1, 'x')) OR ((a, b) = (2, 'y'))", AccessPath.RANGE, 2),
    ("(a, b) > (1, 'x')", "(a >= 2) OR (a = 1 AND b > 'x')", AccessPath.RANGE, 2),
    ("(a, b) >= (1, 'x')", "(a >= 2) OR (a = 1 AND b >= 'x')", AccessPath.RANGE, 2),
    ("(a, b) < (1, 'x')", "(a < 1) OR (a = 1 AND b < 'x')", AccessPath.RANGE, 2),
    ("(a, b) < (1, NULL)", "a < 1", AccessPath.RANGE, 1),
    ("(a, b) <> (1, 'x')", "((a < 1 OR a >= 2)) OR ((b < 'x' OR b > 'x')) …", AccessPath.ALL_SHARDS, 0),
    ("a = 1 OR (a = 2 AND b = 'x')", "((a, b) = (2, 'x')) OR (a = 1)", AccessPath.RANGE, 2),
    ("a = 1 AND (b = 'x' OR b = 'y')", "a = 1 AND b IN ('x', 'y')", AccessPath.RANGE, 2),
    ("(a = 1 OR a = 2) AND (b = 'x' OR b = 'y') AND c = 'epoch'",
     "a IN (1, 2) AND b IN ('x', 'y') AND c = '1970-01-01 00:00:00+00'", AccessPath.MULTI_GET, 4),
]  # fmt: skip


@pytest.mark.parametrize(("where", "expected", "access", "count"), CASES, ids=[c[0] for c in CASES])
def test_composite(where: str, expected: str, access: AccessPath, count: int) -> None:
    keys = constrained(f"SELECT * FROM h WHERE {where}").resolve((), 0)
    shown = bounds(where, "h")
    parts = {tuple(sorted(s.removesuffix(" …").split(" OR "))) for s in (shown, expected)}
    assert (len(parts), shown.endswith("…"), keys.access) == (1, expected.endswith("…"), access), shown
    # Ranges of the same bytes over other shards stay apart, and what touches is one.
    assert len(keys.points or keys.ranges) == count


def test_the_bounds_are_the_codecs_bytes() -> None:
    """From DESIGN.md's example: a prefix of two columns and a range on the third."""
    where = "origin='JFK' AND dest='LAX' AND hour_start >= '2013-07-01' AND hour_start < '2013-07-02'"
    constraint = constrained(f"SELECT * FROM route_hours WHERE {where}")
    keys, encode = constraint.resolve((), 0), KeyCodec(ROUTES).encode
    (only,) = keys.ranges
    day_us = 86_400_000_000
    start_us = 15_887 * day_us  # 2013-07-01 is day 15887
    assert (only.lower, only.upper) == (encode(("JFK", "LAX", start_us)), encode(("JFK", "LAX", start_us + day_us)))
    assert keys.shards == only.shards == (shard_function(ROUTES)(("JFK", "LAX")),)
    assert constraint.exact


SHARDS = [
    # shard key (a)
    ("h", "a = 1", [(1,)]),
    ("h", "a IN (1, 2, 3)", [(1,), (2,), (3,)]),
    ("h", "a = 1 AND b > 'x'", [(1,)]),
    ("h", "a IS NULL", [(None,)]),
    # shard key (a, b): both are needed
    ("p", "a = 1 AND b = 'x'", [(1, "x")]),
    ("p", "a = 1 AND b IN ('x', 'y') AND c > 'epoch'", [(1, "x"), (1, "y")]),
]


@pytest.mark.parametrize(("table", "where", "values"), SHARDS)
def test_hash_shards_are_minimal(table: str, where: str, values: list[tuple[object, ...]]) -> None:
    shard_of = shard_function(HASHED if table == "h" else PAIRED)
    assert constrained(f"SELECT * FROM {table} WHERE {where}").resolve((), 0).shards == tuple(sorted({shard_of(v) for v in values}))


@pytest.mark.parametrize("where", ["a = 1", "a > 1 AND b = 'x'", "b = 'x'", "a = 1 AND b LIKE 'x%'"])
def test_part_of_a_hash_shard_key_leaves_all_shards(where: str) -> None:
    assert constrained(f"SELECT * FROM p WHERE {where}").resolve((), 0).shards == tuple(range(8))


#: r is split at 10 and 20: shard 0 below 10, shard 1 from 10, shard 2 from 20 and NULL.
RANGE_SHARDS = [
    ("a = 9", (0,)), ("a = 10", (1,)), ("a = 19", (1,)), ("a = 20", (2,)), ("a IS NULL", (2,)), ("a < 10", (0,)),
    ("a <= 10", (0, 1)), ("a > 9", (1, 2)), ("a BETWEEN 10 AND 19", (1,)), ("a IN (5, 25)", (0, 2)), ("a = 10 AND b = 'x'", (1,)),
    ("a < 5 OR a > 30", (0, 2)), ("b = 'x'", (0, 1, 2)), ("(a, b) >= (20, 'x')", (2,)), ("a IS NOT NULL", (0, 1, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("where", "shards"), RANGE_SHARDS)
def test_range_shards_are_minimal(where: str, shards: tuple[int, ...]) -> None:
    assert constrained(f"SELECT * FROM r WHERE {where}").resolve((), 0).shards == shards


def test_range_partitioned_ranges_stay_in_their_shards() -> None:
    keys = constrained("SELECT * FROM r WHERE a < 5 OR a = 10 OR a > 30").resolve((), 0)
    assert [r.shards for r in keys.ranges] == [(0,), (1,), (2,)]


# ------------------------------------------------------------------------------------------------------------------ parameters


def _by_params(table: Table, *types: object) -> object:
    equal = [call("=", ref, param(i, pg)) for i, (ref, pg) in enumerate(zip((table.a, table.b, table.c), types, strict=True))]  # type: ignore[arg-type]
    return constrain(bound(select(table.scan, and_(*equal))), table.scan)


def test_point_key() -> None:
    table = Table(HASHED)
    constraint = _by_params(table, INT8, TEXT, TIMESTAMPTZ)
    key = constraint.point_key  # type: ignore[attr-defined]
    assert key((1, "x", 5)) == (shard_function(HASHED)((1,)), KeyCodec(HASHED).encode((1, "x", 5)))
    assert key((None, "x", 5)) is None
    assert key((1, None, 5)) is None
    # An int8 that no int4 equals.
    assert key((2**31, "x", 5)) is None
    assert key((-(2**31) - 1, "x", 5)) is None
    assert key((2**31 - 1, "x", 5)) is not None
    assert constraint.resolve((2**31, "x", 5), 0).access is AccessPath.NOTHING  # type: ignore[attr-defined]


def test_a_numeric_parameter_takes_the_general_path() -> None:
    from decimal import Decimal

    constraint = _by_params(Table(HASHED), NUMERIC, TEXT, TIMESTAMPTZ)
    assert constraint.point_key is None  # type: ignore[attr-defined]
    assert constraint.resolve((Decimal("1.5"), "x", 5), 0).access is AccessPath.NOTHING  # type: ignore[attr-defined]
    assert constraint.resolve((Decimal("1.0"), "x", 5), 0).access is AccessPath.POINT  # type: ignore[attr-defined]
    assert constraint.exact  # type: ignore[attr-defined]


def _any(table: Table, column: str, index: int, element: object) -> AnyAll:
    return AnyAll(getattr(table, column), operator("="), Param(index, SqlType(ARRAY_OF[element])), False, BOOLEAN)  # type: ignore[index]


def test_one_array_parameter_is_exact_whatever_its_length() -> None:
    table = Table(HASHED)
    constraint = constrain(bound(select(table.scan, _any(table, "a", 0, INT4))), table.scan)
    assert constraint.exact
    keys = constraint.resolve((list(range(RANGES_MAX + 1)),), 0)
    assert len(keys.ranges) == RANGES_MAX + 1
    assert constraint.resolve(([None],), 0).access is AccessPath.NOTHING
    assert constraint.resolve((None,), 0).access is AccessPath.NOTHING


def test_two_array_parameters_give_up_columns_beyond_the_limit() -> None:
    table = Table(HASHED)
    constraint = constrain(bound(select(table.scan, and_(_any(table, "a", 0, INT4), _any(table, "b", 1, TEXT)))), table.scan)
    assert not constraint.exact
    few = constraint.resolve(([1, 2], ["x", "y"]), 0)
    assert len(few.ranges) == 4
    many = constraint.resolve(([1, 2], [str(i) for i in range(POINTS_MAX)]), 0)
    assert [r.lower for r in many.ranges] == [KeyCodec(HASHED).encode_prefix((n,)) for n in (1, 2)]


def test_a_long_list_of_prefixes_scans_its_shards() -> None:
    constraint = constrained(f"SELECT * FROM h WHERE a IN ({', '.join(map(str, range(RANGES_MAX + 1)))})")
    assert not constraint.exact
    assert constraint.resolve((), 0).access is AccessPath.ALL_SHARDS


def test_an_optional_filter() -> None:
    """$1 IS NULL OR a = $1: everything, or one prefix."""
    table = Table(HASHED)
    optional = call("or", call("is_null", param(0, INT4)), call("=", table.a, param(0, INT4)))
    constraint = constrain(bound(select(table.scan, optional)), table.scan)
    assert constraint.resolve((None,), 0).access is AccessPath.ALL_SHARDS
    assert constraint.resolve((7,), 0).access is AccessPath.RANGE
    assert constraint.exact


def test_nothing_is_computed_that_could_fail() -> None:
    """$1 * 2 overflows: the rows are left to the engine, which reports it."""
    table = Table(HASHED)
    doubled = call("*", param(0, INT4), const(2, INT4), pg=INT4)
    constraint = constrain(bound(select(table.scan, call("=", table.a, doubled))), table.scan)
    assert constraint.resolve((4,), 0).access is AccessPath.RANGE
    assert constraint.resolve((2**31 - 1,), 0).access is AccessPath.ALL_SHARDS
    assert not constraint.exact
