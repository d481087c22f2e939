"""Filters of Spark leave no row out for which they hold: over keys of every type, what is pruned against what plain Python says."""

from __future__ import annotations

import datetime as dt
import math
import random
from decimal import Decimal
from typing import Any

import pytest

from statestore import types as st
from statestore.keys import KeyCodec
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema
from statestore.sharding import shard_function
from tests.plugins.scale import random_for, scaled
from tests.statestore.kinds import KINDS

spark = pytest.importorskip("pyspark.sql.datasource")

EPOCH = dt.datetime(1970, 1, 1)
#: What PySpark has a literal for; Spark pushes no filter with an interval or an array.
LITERALS = {
    st.Date: lambda days: (EPOCH + dt.timedelta(days)).date(),
    st.Timestamp: lambda us: (EPOCH + dt.timedelta(microseconds=us)).replace(tzinfo=dt.UTC),
    st.TimestampNtz: lambda us: EPOCH + dt.timedelta(microseconds=us),
}
KEYS = [kind for kind in KINDS if not isinstance(kind.type, st.Array | st.DayTimeInterval | st.YearMonthInterval)]


def literal(data_type: st.DataType, value: Any) -> Any:
    return LITERALS[type(data_type)](value) if type(data_type) in LITERALS else value


def order(value: Any) -> Any:
    """As Spark compares values of one type: NaN is itself, and above all others."""
    if isinstance(value, float):
        return (1, 0.0) if math.isnan(value) else (0, value)
    return value


def holds(condition: Any, values: dict[str, Any]) -> bool:
    """Of physical values; *condition* has them too."""
    value = values[condition.attribute[0]]
    match condition:
        case spark.IsNull():
            return value is None
        case spark.IsNotNull():
            return value is not None
        case spark.EqualNullSafe(_, None):
            return value is None
        case spark.In(_, wanted):
            return value is not None and order(value) in [order(w) for w in wanted if w is not None]
    if value is None or condition.value is None:
        return False
    at, to = order(value), order(condition.value)
    match condition:
        case spark.StringStartsWith():
            return str(value).startswith(condition.value)
        case spark.EqualTo() | spark.EqualNullSafe():
            return bool(at == to)
        case spark.GreaterThan():
            return bool(at > to)
        case spark.GreaterThanOrEqual():
            return bool(at >= to)
        case spark.LessThan():
            return bool(at < to)
        case spark.LessThanOrEqual():
            return bool(at <= to)
    raise AssertionError(condition)


def with_literals(condition: Any, data_type: st.DataType) -> Any:
    """As Spark hands it over."""
    match condition:
        case spark.In(attribute, values):
            return spark.In(attribute, tuple(None if v is None else literal(data_type, v) for v in values))
        case spark.IsNull() | spark.IsNotNull():
            return condition
    value = condition.value
    return type(condition)(condition.attribute, None if value is None else literal(data_type, value))


def drawn(dice: random.Random, name: str, kind: Any) -> Any:
    """A condition with physical values."""
    one = (spark.EqualTo, spark.EqualNullSafe, spark.GreaterThan, spark.GreaterThanOrEqual, spark.LessThan, spark.LessThanOrEqual)
    column, pool = (name,), [*kind.pool, None]
    forms = [
        *(lambda form=form: form(column, dice.choice(pool)) for form in one),
        lambda: spark.In(column, tuple(dice.sample(pool, dice.randrange(1, min(5, len(pool)))))),
        lambda: spark.IsNull(column),
        lambda: spark.IsNotNull(column),
    ]
    if isinstance(kind.type, st.String):
        forms.append(lambda: spark.StringStartsWith(column, dice.choice(kind.pool)))
    return dice.choice(forms)()


def partitioning(dice: random.Random, schema: ViewSchema, rows: list[dict[str, Any]]) -> Partitioning:
    if dice.random() < 0.5:
        return HashPartitioning(dice.choice([1, 3, 8]))
    codec, parts = KeyCodec(schema), len(schema.shard_key)
    points = {codec.encode_prefix([row[name] for name in schema.shard_key]) for row in dice.sample(rows, 4)}
    assert parts
    return RangePartitioning(tuple(sorted(points)))


@pytest.mark.parametrize("case", range(scaled(150, 5000)))
def test_no_row_is_left_out(case: int) -> None:
    from statestore.reader.pruning import shard_ranges

    dice = random_for(f"pruning {case}")
    kinds = [dice.choice(KEYS) for _ in range(3)]
    names = ["a", "b", "c"]
    columns = tuple(Column(name, kind.type) for name, kind in zip(names, kinds, strict=True))
    plain = ViewSchema("v", columns, tuple(names), tuple(names[: dice.choice([1, 1, 2])]), HashPartitioning(1), (3,))
    pools = [[*kind.pool, None] for kind in kinds]
    rows = [dict(zip(names, map(dice.choice, pools), strict=True)) for _ in range(60)]
    schema = ViewSchema("v", columns, plain.key, plain.shard_key, partitioning(dice, plain, rows), (3,))
    encode, shard_of = KeyCodec(schema).encode, shard_function(schema)
    for _ in range(20):
        conditions = [(i := dice.randrange(3), drawn(dice, names[i], kinds[i])) for _ in range(dice.randrange(5))]
        parts = {part.shard: part.keys for part in shard_ranges(schema, [with_literals(c, kinds[i].type) for i, c in conditions])}
        for row in rows:
            if not all(holds(condition, row) for _, condition in conditions):
                continue
            keys = parts[shard_of([row[name] for name in schema.shard_key])]
            key = encode([row[name] for name in names])
            assert keys.lower <= key
            assert keys.upper is None or key < keys.upper


SCHEMA = ViewSchema(
    "v", (Column("a", st.String()), Column("b", st.Long()), Column("x", st.Int())), ("a", "b"), ("a",), HashPartitioning(16), (3,)
)


def read(*conditions: Any) -> dict[int, tuple[bytes, bytes | None]]:
    from statestore.reader.pruning import shard_ranges

    return {part.shard: (part.keys.lower, part.keys.upper) for part in shard_ranges(SCHEMA, conditions)}


def key(*values: Any) -> bytes:
    return KeyCodec(SCHEMA).encode_prefix(values)


def test_what_is_read() -> None:
    shard_of = shard_function(SCHEMA)
    everything = dict.fromkeys(range(16), (b"", None))
    is_a = spark.EqualTo(("a",), "x")
    (mine,) = read(is_a)
    assert mine == shard_of(["x"])
    above = key("x") + b"\x01" + (7 + 2**63).to_bytes(8, "big")
    assert read(is_a, spark.GreaterThanOrEqual(("b",), 7)) == {mine: (above, key("x") + b"\x02")}
    assert read(is_a, spark.EqualTo(("b",), 7)) == {mine: (key("x", 7), key("x", 7) + b"\x03")}
    assert read(spark.In(("a",), ("x", "y", None))).keys() == {shard_of(["x"]), shard_of(["y"])}
    assert read(spark.IsNull(("a",))).keys() == {shard_of([None])}
    assert read(is_a, spark.EqualTo(("a",), "y")) == read(spark.EqualTo(("a",), None)) == {}
    assert read(is_a, spark.LessThan(("b",), 7), spark.GreaterThan(("b",), 7)) == {}
    assert {*read(spark.StringStartsWith(("a",), "x")).values()} == {(b"\x01x", b"\x01y")}
    # Columns outside of the key, parts of structs, denials and values of other types say nothing; nor do too many values much.
    for unknown in (
        spark.EqualTo(("x",), 1), spark.EqualTo(("a", "f"), "x"), spark.Not(is_a), spark.EqualTo(("b",), 2**63),
        spark.EqualTo(("b",), Decimal("1.5")), spark.EqualTo(("a",), 1), spark.EqualTo(("b",), True),
        spark.StringEndsWith(("a",), "x"),
    ):  # fmt: skip
        assert read(unknown) == everything, unknown
    many = spark.In(("a",), tuple(f"m{n:04}" for n in range(1001)))
    assert read(many) == {shard: (key("m0000"), key("m1000") + b"\x03") for shard in range(16)}
