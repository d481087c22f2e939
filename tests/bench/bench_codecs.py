"""Speed of keys, rows and shards: ``python -m tests.bench.bench_codecs``. Prints the best of several runs, in CPU time per row."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final

import pyarrow as pa

from statestore import types as st
from statestore.keys import KeyCodec
from statestore.rows import ArrowDecoder, ArrowEncoder, row_decoder, row_encoder
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.sharding import shard_function, shards_of_arrow

REPEATS: Final = 9
BATCH_ROWS: Final = 50_000
LOOPS: Final = 20_000

MIXED: Final[list[tuple[st.DataType, Any]]] = [
    (st.String(), "United Air Lines"),
    (st.Long(), 1_234_567_890_123),
    (st.Int(), 42),
    (st.Double(), 2.5),
    (st.Timestamp(), 1_700_000_000_000_000),
    (st.String(), "EWR"),
    (st.Boolean(), True),
    (st.Date(), 15_000),
    (st.Decimal(12, 2), Decimal("12345.67")),
    (st.Float(), 1.25),
]


def main() -> None:
    """Print every figure."""
    print("one row:")
    for name, types, values in KEYS:
        schema = view(types, len(types))
        report(f"  key of {name}", per_call(KeyCodec(schema).encode, values))
        report(f"  shard of {name}", per_call(shard_function(schema), values))
    schema, row = mixed_view(), mixed_row(0)
    encoded = row_encoder(schema)(row)
    report("  encode 10 columns", per_call(row_encoder(schema), row))
    for ordinals in ([0], range(5), range(10)):
        report(f"  decode {len(ordinals)} of 10 columns", per_call(row_decoder(schema, ordinals), encoded))
    with_nulls = row_encoder(schema)([None if i % 2 else v for i, v in enumerate(row)])
    report("  decode 5 of 10 columns, 2 NULL", per_call(row_decoder(schema, range(5)), with_nulls))
    print(f"vectorised, {BATCH_ROWS} rows, per row:")
    vectorised(schema)
    lists()


KEYS: Final[list[tuple[str, list[st.DataType], Sequence[Any]]]] = [
    ("(long)", [st.Long()], (1_234_567,)),
    ("(3 letters)", [st.String()], ("JFK",)),
    ("(100 letters)", [st.String()], ("x" * 99 + "y",)),
    ("(101 letters)", [st.String()], ("x" * 100 + "y",)),
    ("(double)", [st.Double()], (2.5,)),
    ("(decimal(12,2))", [st.Decimal(12, 2)], (Decimal("12.34"),)),
    ("(string, string, timestamp)", [st.String(), st.String(), st.Timestamp()], ("JFK", "LAX", 1_372_636_800_000_000)),
]


def vectorised(schema: ViewSchema) -> None:
    rows = [mixed_row(i) for i in range(BATCH_ROWS)]
    stored = [row_encoder(schema)(r) for r in rows]
    for ordinals in ([1], [0], range(5), range(10)):
        decoder = ArrowDecoder(schema, ordinals)
        report(f"  decode {[type(MIXED[i][0]).__name__ for i in ordinals]}", per_row(lambda d=decoder: d.decode(stored)))
    batch = ArrowDecoder(schema, range(10)).decode(stored)
    report("  encode 10 columns", per_row(lambda: ArrowEncoder(schema).encode(batch)))
    codec = KeyCodec(schema)
    report("  keys of (string, long)", per_row(lambda: codec.encode_arrow([batch.column(i) for i in schema.key_ordinals])))
    report("  shards of (string)", per_row(lambda: shards_of_arrow(schema, [batch.column(i) for i in schema.key_ordinals[:1]])))


def lists() -> None:
    """A nested column: arrays of five longs."""
    schema = view([st.Long(), st.Array(st.Long())], 1)
    batch = pa.record_batch({"c0": pa.array(range(BATCH_ROWS)), "c1": pa.array([[1, 2, 3, 4, i] for i in range(BATCH_ROWS)])})
    stored = ArrowEncoder(schema).encode(batch)
    report("  encode long, array of 5 longs", per_row(lambda: ArrowEncoder(schema).encode(batch)))
    report("  decode long, array of 5 longs", per_row(lambda: ArrowDecoder(schema, [0, 1]).decode(stored)))


def mixed_row(i: int) -> tuple[Any, ...]:
    values = [v for _, v in MIXED]
    values[0] = f"{values[0]}{i}"[: 3 + i % 20]
    values[1] += i
    return tuple(values)


def mixed_view() -> ViewSchema:
    return view([t for t, _ in MIXED], 2)


def view(types: list[st.DataType], key: int) -> ViewSchema:
    columns = tuple(Column(f"c{i}", t) for i, t in enumerate(types))
    names = tuple(c.name for c in columns[:key])
    return ViewSchema("bench", columns, names, names[:1] if key == 2 else names, HashPartitioning(8), (len(columns),))


def per_call(function: Callable[[Any], Any], argument: Any) -> float:
    loop = timeit.Timer("f(a)", globals={"f": function, "a": argument}, timer=time.thread_time)
    return min(loop.repeat(REPEATS, LOOPS)) / LOOPS


def per_row(work: Callable[[], Any]) -> float:
    return min(timeit.Timer(work, timer=time.thread_time).repeat(REPEATS, 1)) / BATCH_ROWS


def report(what: str, seconds: float) -> None:
    print(f"{what:<75}{seconds * 1e9:8.0f} ns")


if __name__ == "__main__":
    main()
