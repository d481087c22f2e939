"""Entries of state stores, put together by hand as Spark's encoders do, read as rows: scanned, looked up and compared."""

from __future__ import annotations

import struct
import weakref
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as s

from statestore import types as st
from statestore.attach.checkpoint.model import PrefixScan, TimestampPostfix, TimestampPrefix, Unkept
from statestore.attach.partition import StatePartition
from statestore.attach.tables import StateShard, StateTable
from statestore.attach.tables.avro import avro_to_row
from statestore.attach.tables.avro_keys import row_to_avro
from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.keys import KeyCodec
from statestore.rows import ArrowDecoder, row_decoder
from statestore.rows.encode_row import fields_writer
from tests.attach.state_stores import (
    CONF,
    DOUBLE,
    INT,
    LONG,
    TEXT,
    WINDOW,
    DictState,
    family,
    operator,
    struct_of,
    table,
    tables,
)
from tests.statestore.test_state_rows import state_schema
from tests.statestore.values import PROPERTY, canonical, nullable, orderable_types

AVRO = {**CONF, "spark.sql.streaming.stateStore.encodingFormat": "avro"}
JOIN_4 = {**CONF, "spark.sql.streaming.join.stateFormatVersion": "4"}
SYMBOLS = operator("stateStoreSave", family(struct_of(symbol=TEXT), struct_of(count=LONG)))


def unsafe(data_type: st.Struct, *values: Any) -> bytes:
    return fields_writer([f.type for f in data_type.fields])(values)


def versioned(data_type: st.Struct, *values: Any) -> bytes:
    return b"\0" + unsafe(data_type, *values)


def shard_of(found: StateTable, entries: dict[bytes, bytes], **families: int) -> StateShard:
    return found.shard("trades/0@1", DictState(entries, families))


def rows_of(found: StateTable, shard: StateShard) -> list[tuple[Any, ...]]:
    """All rows, by both decoders and by point gets, which must agree."""
    columns = range(len(found.schema.columns))
    stored = [row for rows in shard.scan() for row in rows]
    assert [row for items in shard.scan_items() for _, row in items] == stored
    ids = [row for keys in shard.scan_keys() for row in keys]
    assert ids == [row for items in shard.scan_items() for row, _ in items]
    assert len(set(ids)) == len(ids) == shard.count_rows()
    rows = [row_decoder(found.schema, columns)(row) for row in stored]
    batch = ArrowDecoder(found.schema, columns).decode(stored)
    batch.validate(full=True)
    if found.schema.key:
        encode = KeyCodec(found.schema).encode
        keys = [encode([row[i] for i in found.schema.key_ordinals]) for row in rows]
        assert [shard.get(key) for key in keys] == stored
        assert shard.multi_get(keys) == stored
    return rows


def test_rows_of_an_aggregation() -> None:
    key, value = struct_of(symbol=TEXT), struct_of(count=LONG)
    found = table(SYMBOLS)
    entries = {versioned(key, k): versioned(value, v) for k, v in [("a", 1), (None, 2), ("", None)]}
    shard = shard_of(found, entries)
    assert rows_of(found, shard) == [("a", 1), (None, 2), ("", None)]
    assert shard.get(KeyCodec(found.schema).encode(["b"])) is None
    assert shard.multi_get([]) == []


def test_a_spark_key_byte_for_byte() -> None:
    """Taken from a state store that Spark 4.3 wrote: dropDuplicates over a text and a decimal(30,2)."""
    raw = bytes.fromhex(
        "00 0000000000000000 05000000 18000000 0a000000 20000000 73796d3138000000 0cb49b44ba602d80 0012000000000000".replace(
            " ", ""
        )
    )
    dummy = struct_of(__dummy__=st.Boolean())
    found = table(operator("dedupe", family(struct_of(symbol=TEXT, d30=st.Decimal(30, 2)), dummy)))
    shard = shard_of(found, {raw: bytes.fromhex("00" + "01" + "00" * 15)})
    assert rows_of(found, shard) == [("sym18", Decimal("600000000000000000000.18"))]


def test_nulls_and_wide_decimals_in_keys() -> None:
    key, value = struct_of(d=st.Decimal(38, 6), t=TEXT, n=INT), struct_of(count=LONG)
    found = table(operator("stateStoreSave", family(key, value)))
    keys = [
        (None, None, None),
        (Decimal("-0.000001"), None, 1),
        (Decimal("9" * 32 + ".999999"), "x" * 9, None),
        (Decimal("0.000000"), "", 0),
    ]
    assert rows_of(found, shard_of(found, {versioned(key, *k): versioned(value, 5) for k in keys})) == [(*k, 5) for k in keys]


def test_floats_in_keys_are_looked_up_as_spark_normalises_them() -> None:
    key, value = struct_of(d=DOUBLE, f=st.Float()), struct_of(count=LONG)
    found = table(operator("stateStoreSave", family(key, value)))
    shard = shard_of(
        found, {versioned(key, 0.0, 0.0): versioned(value, 1), versioned(key, float("nan"), float("nan")): versioned(value, 2)}
    )
    encode, decode = KeyCodec(found.schema).encode, row_decoder(found.schema, [2])
    zero, nan = shard.get(encode([-0.0, -0.0])), shard.get(encode([-float("nan"), float("nan")]))
    assert zero is not None
    assert nan is not None
    assert (decode(zero), decode(nan)) == ((1,), (2,))


def test_windows_are_put_together_again_for_a_key() -> None:
    key, value = struct_of(window=WINDOW, symbol=TEXT, place=struct_of(x=INT)), struct_of(count=LONG)
    found = table(operator("stateStoreSave", family(key, value)))
    keys: list[Any] = [((1, 2), "a", (7,)), ((3, 4), None, (None,)), (None, "c", None)]
    assert rows_of(found, shard_of(found, {versioned(key, *k): versioned(value, 9) for k in keys})) == [
        (1, 2, "a", 7, 9),
        (3, 4, None, None, 9),
        (None, None, "c", None, 9),
    ]


@pytest.mark.parametrize("conf", [CONF, AVRO])
def test_a_struct_in_a_key_may_be_null_or_full_of_nulls(conf: dict[str, str]) -> None:
    """Spark keeps them apart, and its hash does not."""
    place = struct_of(x=INT, inner=struct_of(y=TEXT))
    key, value = struct_of(place=place, symbol=TEXT), struct_of(count=LONG)
    found = table(operator("stateStoreSave", family(key, value)), conf=conf)
    assert found.schema.key == ("place_x", "place_inner_y", "symbol")
    write = avro_entry if conf is AVRO else versioned
    keys: list[Any] = [(None, "a"), ((None, None), "b"), ((None, (None,)), "c"), ((None, ("y",)), "d"), ((1, None), "e")]
    entries = {write(key, *k): write(value, n) for n, k in enumerate(keys)}
    assert rows_of(found, shard_of(found, entries)) == [
        (None, None, "a", 0), (None, None, "b", 1), (None, None, "c", 2), (None, "y", "d", 3), (1, None, "e", 4),
    ]  # fmt: skip
    encode = KeyCodec(found.schema).encode
    both = shard_of(found, {write(key, *k): write(value, 1) for k in [(None, "a"), ((None, None), "a"), ((None, None), "b")]})
    with pytest.raises(UnsupportedFormat, match="a struct that is NULL in one and full of NULLs in another"):
        both.get(encode([None, None, "a"]))
    with pytest.raises(UnsupportedFormat):
        both.multi_get([encode([None, None, "b"]), encode([None, None, "a"])])
    assert both.get(encode([None, None, "b"])) is not None
    assert both.count_rows() == 3


def avro_entry(data_type: st.Struct, *values: Any) -> bytes:
    return b"\0" + row_to_avro(data_type, 0)(values)


def test_columns_of_types_that_are_not_kept_are_left_out() -> None:
    """Whatever lies there: each field of an UnsafeRow has its word, and says where its bytes are."""
    key = struct_of(symbol=TEXT)
    stored = struct_of(n=LONG, odd=st.Binary(), t=TEXT, place=struct_of(odd=st.Binary(), x=INT), last=TEXT)
    known = struct_of(n=LONG, odd=Unkept("no"), t=TEXT, place=struct_of(odd=Unkept("no"), x=INT), last=TEXT)
    found = table(operator("stateStoreSave", family(key, known)))
    entries = {
        versioned(key, k): versioned(stored, n, odd, t, (odd, 1), last)
        for k, n, odd, t, last in [("a", 1, b"variant's" * 9, "x", "y"), ("b", None, None, None, "z"), ("c", 3, b"", "t", None)]
    }
    rows = [("a", 1, "x", "y"), ("b", None, None, "z"), ("c", 3, "t", None)]
    assert [column.name for column in found.schema.columns] == ["symbol", "n", "t", "last"]
    assert rows_of(found, shard_of(found, entries)) == rows
    assert found.left_out == "odd: no; place: no"


def test_the_hdfs_backed_provider_has_bare_rows() -> None:
    key, value = struct_of(symbol=TEXT), struct_of(count=LONG)
    found = table(SYMBOLS, provider="hdfs")
    assert rows_of(found, shard_of(found, {unsafe(key, "a"): unsafe(value, 1)})) == [("a", 1)]


def test_without_a_key_there_is_one_row() -> None:
    value = struct_of(count=LONG, max=TEXT)
    found = table(operator("stateStoreSave", family(st.Struct(()), value)))
    shard = shard_of(found, {b"\0": versioned(value, 3, "z")})
    assert rows_of(found, shard) == [(3, "z")]
    found = table(operator("globalLimit", family(struct_of(key=st.Boolean()), struct_of(value=LONG))))
    assert rows_of(found, shard_of(found, {versioned(struct_of(key=st.Boolean()), None): versioned(struct_of(value=LONG), 7)})) == [
        (7,)
    ]


def test_sessions_have_their_key_in_two_rows() -> None:
    keys, start = struct_of(symbol=TEXT), struct_of(sessionStartTime=st.Timestamp())
    key = st.Struct((*keys.fields, *start.fields))
    value = struct_of(session_window=WINDOW, symbol=TEXT, count=LONG)
    found = table(operator("sessionWindowStateStoreSaveExec", family(key, value, encoding=PrefixScan(1))))
    entries = {}
    for symbol, begin, end in [("a", 10, 20), ("a", 30, 45), (None, 10, 11)]:
        prefix = versioned(keys, symbol)
        raw = struct.pack("<i", len(prefix)) + prefix + versioned(start, begin)
        entries[raw] = versioned(value, (begin, end), symbol, 1)
    assert rows_of(found, shard_of(found, entries)) == [("a", 10, 20, 1), ("a", 30, 45, 1), (None, 10, 11, 1)]
    whole = table(operator("sessionWindowStateStoreSaveExec", family(key, value, encoding=PrefixScan(1))), provider="hdfs")
    bare = {unsafe(key, "a", 10): unsafe(value, (10, 20), "a", 1)}
    assert rows_of(whole, shard_of(whole, bare)) == [("a", 10, 20, 1)]


@pytest.mark.parametrize(("merge", "delimiter"), [("1", b","), ("2", b"")])
def test_several_values_of_a_key(merge: str, delimiter: bytes) -> None:
    key, value = struct_of(symbol=TEXT), struct_of(qty=INT, note=TEXT)
    conf = {**CONF, "spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion": merge}
    found = table(
        operator("transformWithStateExec", family(key, value, "hist"), variables=[("hist", "ListState", False)]), conf=conf
    )
    prefix = (513).to_bytes(2, "little")

    def values(*rows: tuple[Any, ...]) -> bytes:
        encoded = [versioned(value, *row) for row in rows]
        return delimiter.join(struct.pack("<i", len(row)) + row for row in encoded)

    entries = {
        prefix + versioned(key, "a"): values((1, "x"), (2, None), (1, "x")),
        prefix + versioned(key, "b"): values((None, ",,,")),
        b"\1\0" + versioned(key, "c"): b"another family's",
    }
    shard = shard_of(found, entries, hist=513, other=1)
    assert rows_of(found, shard) == [("a", 0, 1, "x"), ("a", 1, 2, None), ("a", 2, 1, "x"), ("b", 0, None, ",,,")]
    encode = KeyCodec(found.schema).encode
    assert shard.multi_get([encode(["a", 3]), encode(["b", -1]), encode(["c", 0])]) == [None, None, None]
    assert shard.get(encode(["a", 3])) is None


def test_a_map_variable_and_timers() -> None:
    group, user = struct_of(symbol=TEXT), struct_of(flag=st.Boolean(), k=TEXT)
    key = struct_of(key=group, userKey=user)
    value = struct_of(value=struct_of(c=LONG), ttlExpirationMs=LONG)
    timer = struct_of(key=group, expiryTimestampMs=LONG)
    dummy = struct_of(__dummy__=st.Boolean())
    found = operator(
        "transformWithStateExec",
        family(key, value, "per", PrefixScan(1)),
        family(timer, dummy, "$eventTimers_keyToTimestamp", PrefixScan(1)),
        variables=[("per", "MapState", True), ("$eventTimers_keyToTimestamp", "TimerState", False)],
    )
    per, timers = tables(found)
    assert isinstance(per, StateTable)
    assert isinstance(timers, StateTable)

    def raw(number: int, second: st.Struct, *values: Any) -> bytes:
        prefix = versioned(struct_of(key=group), ("a",))
        return number.to_bytes(2, "little") + struct.pack("<i", len(prefix)) + prefix + versioned(second, *values)

    entries = {
        raw(5, struct_of(userKey=user), (True, None)): versioned(value, (8,), 99),
        raw(6, struct_of(expiryTimestampMs=LONG), 1234): versioned(dummy, None),
        raw(6, struct_of(expiryTimestampMs=LONG), -5): versioned(dummy, None),
    }
    families = {"per": 5, "$eventTimers_keyToTimestamp": 6}
    assert rows_of(per, shard_of(per, entries, **families)) == [("a", True, None, 8, 99_000)]
    assert rows_of(timers, shard_of(timers, entries, **families)) == [("a", 1_234_000), ("a", -5_000)]
    assert [c.type for c in timers.schema.columns] == [TEXT, st.Timestamp()]
    encode, shard = KeyCodec(timers.schema).encode, shard_of(timers, entries, **families)
    assert [shard.get(encode(["a", at])) for at in (1_234_001, 1_233_999, 0, None)] == [None] * 4


def test_a_timer_that_is_too_far_away_for_a_timestamp() -> None:
    timer, dummy = struct_of(key=struct_of(symbol=TEXT), expiryTimestampMs=LONG), struct_of(__dummy__=st.Boolean())
    name = "$eventTimers_keyToTimestamp"
    found = table(operator("transformWithStateExec", family(timer, dummy, name), variables=[(name, "TimerState", False)]))
    keys = [(("a",), 2**63 - 1), (("b",), -(2**63)), (("c",), 2**63 // 1000)]
    shard = shard_of(found, {b"\6\0" + versioned(timer, *key): versioned(dummy, None) for key in keys}, **{name: 6})
    rows = [row_decoder(found.schema, [0, 1])(row) for rows in shard.scan() for row in rows]
    assert rows == [("a", 2**63 - 1), ("b", -(2**63)), ("c", 2**63 // 1000 * 1000)]
    with pytest.raises(UnsupportedFormat, match="infinity"):
        shard.get(KeyCodec(found.schema).encode(["a", 2**63 - 1]))


def test_a_group_without_a_timeout() -> None:
    state = struct_of(groupState=struct_of(n=LONG), timeoutTimestamp=LONG)
    key = struct_of(symbol=TEXT)
    found = table(operator("flatMapGroupsWithState", family(key, state)))
    values = {"a": ((1,), -1), "b": (None, 7), "c": ((2,), None)}
    shard = shard_of(found, {versioned(key, k): versioned(state, *v) for k, v in values.items()})
    assert rows_of(found, shard) == [("a", 1, None), ("b", None, 7_000), ("c", 2, None)]
    assert found.schema.columns[2].type == st.Timestamp()


def test_when_a_row_that_was_seen_is_forgotten() -> None:
    key, value = struct_of(symbol=TEXT), struct_of(expiresAtMicros=LONG)
    found = table(operator("dedupeWithinWatermark", family(key, value)))
    assert found.schema.columns[1].type == st.Timestamp()
    assert rows_of(found, shard_of(found, {versioned(key, "a"): versioned(value, 123_456)})) == [("a", 123_456)]


def test_grouping_columns_of_a_map_variable_that_look_like_a_window() -> None:
    group = struct_of(start=st.Timestamp(), end=st.Timestamp())
    user = struct_of(window=WINDOW)
    key, value = struct_of(key=group, userKey=user), struct_of(c=LONG)
    found = table(operator("transformWithStateExec", family(key, value, "m", PrefixScan(1)), variables=[("m", "MapState", False)]))
    assert found.schema.key == ("start", "end", "window_start", "window_end")
    entries = {}
    for first, second in [((None, None), (None,)), ((1, None), ((2, 3),))]:
        prefix = versioned(struct_of(key=group), first)
        entries[b"\1\0" + struct.pack("<i", len(prefix)) + prefix + versioned(struct_of(userKey=user), second)] = versioned(
            value, 4
        )
    assert rows_of(found, shard_of(found, entries, m=1)) == [(None, None, None, None, 4), (1, None, 2, 3, 4)]


def test_a_long_list_comes_in_parts() -> None:
    value = struct_of(n=INT)
    found = table(operator("transformWithStateExec", family(struct_of(a=TEXT), value, "l"), variables=[("l", "ListState", False)]))
    row = versioned(value, 1)
    shard = shard_of(found, {b"\1\0" + versioned(struct_of(a=TEXT), "a"): (struct.pack("<i", len(row)) + row) * 10}, l=1)
    assert [len(rows) for rows in shard.scan(batch_rows=4)] == [4, 4, 2]
    assert [len(items) for items in shard.scan_items(batch_rows=4)] == [4, 4, 2]


@pytest.mark.parametrize("kind", ["ValueState", "ListState"])
def test_a_shard_goes_with_its_last_reference(kind: str) -> None:
    """Its store's files are held open for as long as it lives."""
    found = table(
        operator("transformWithStateExec", family(struct_of(a=TEXT), struct_of(n=INT), "v"), variables=[("v", kind, False)])
    )
    state = DictState({}, {"v": 1})
    shard = found.shard("trades/0@1", state)
    gone = weakref.ref(state)
    del state
    assert gone() is not None
    del shard
    assert gone() is None


def test_a_table_without_a_key_is_not_asked_for_one() -> None:
    shard = shard_of(table(operator("dedupe", family(struct_of(a=DOUBLE), struct_of(__dummy__=st.Boolean())))), {})
    with pytest.raises(ValueError, match="only be scanned"):
        shard.get(b"")
    with pytest.raises(ValueError, match="only be scanned"):
        shard.multi_get([b""])


def test_rows_of_a_join_of_format_4() -> None:
    key, value = struct_of(field0=TEXT, __event_time=LONG), struct_of(s=TEXT, matched=st.Boolean())
    index = family(key, struct_of(__dummy__=st.Boolean()), "left-tsWithKey", TimestampPrefix())
    found = table(
        operator("symmetricHashJoin", family(key, value, "left-keyWithTsToValues", TimestampPostfix()), index), conf=JOIN_4
    )
    row = versioned(value, "s", False)
    times = [0, 1, -1, 1767227184000000]
    # Big-endian with the sign bit flipped, so that bytes sort as times do.
    entries = {
        b"\2\0" + versioned(struct_of(field0=TEXT), "a") + struct.pack(">Q", time + 2**63): struct.pack("<i", len(row)) + row
        for time in times
    }
    shard = shard_of(found, entries, **{"left-keyWithTsToValues": 2, "left-tsWithKey": 3})
    assert rows_of(found, shard) == [("a", time, 0, "s", False) for time in times]


def test_a_variable_that_a_partition_does_not_have_yet() -> None:
    found = table(
        operator(
            "transformWithStateExec", family(struct_of(a=TEXT), struct_of(n=LONG), "v"), variables=[("v", "ValueState", False)]
        )
    )
    shard = shard_of(found, {b"\1\0anything": b"else"}, default=1)
    assert rows_of(found, shard) == []
    assert shard.known_rows == 0
    assert shard.get(KeyCodec(found.schema).encode(["a"])) is None
    assert shard.multi_get([b"x", b"y"]) == [None, None]
    assert shard.changed(shard) == ([], [])


def test_what_changed_between_two_versions() -> None:
    key, value = struct_of(symbol=TEXT), struct_of(count=LONG)
    found = table(SYMBOLS)
    entries = [{versioned(key, k): versioned(value, v) for k, v in rows.items()} for rows in ({"a": 1, "b": 2}, {"b": 3, "c": 4})]
    before, after = (shard_of(found, e) for e in entries)
    changed = after.changed(before)
    assert changed is not None
    decode = row_decoder(found.schema, [0, 1])
    held = dict(zip(changed[0], changed[1], strict=True))
    ids = {row: i for shard in (before, after) for items in shard.scan_items() for i, stored in items for row in [decode(stored)]}
    assert held[ids["a", 1]] is None
    assert {decode(row) for row in held.values() if row is not None} == {("b", 3), ("c", 4)}


def test_what_changed_where_a_key_has_several_values() -> None:
    key, value = struct_of(symbol=TEXT), struct_of(n=LONG)
    found = table(operator("transformWithStateExec", family(key, value, "l"), variables=[("l", "ListState", False)]))

    def entries(**lists: list[int]) -> dict[bytes, bytes]:
        rows = {k: [versioned(value, n) for n in numbers] for k, numbers in lists.items()}
        return {b"\7\0" + versioned(key, k): b"".join(struct.pack("<i", len(r)) + r for r in found) for k, found in rows.items()}

    before = shard_of(found, entries(a=[1, 2, 3], b=[4], c=[5]), l=7)
    after = shard_of(found, entries(a=[1, 9], b=[4], d=[6]), l=7)
    changed = after.changed(before)
    assert changed is not None
    held = {i: row for items in before.scan_items() for i, row in items}
    for i, row in zip(*changed, strict=True):
        if row is None:
            del held[i]
        else:
            held[i] = row
    assert held == {i: row for items in after.scan_items() for i, row in items}


def test_a_scan_has_no_bounds() -> None:
    shard = StatePartition(0, "trades/0@1", lambda: (shard_of(table(SYMBOLS), {}), None))
    for bounds in ({"lower": b"a"}, {"upper": b"a"}, {"reverse": True}):
        with pytest.raises(ValueError, match="no order"):
            next(shard.scan(**bounds))  # type: ignore[arg-type]
    assert (shard.min_key, shard.max_key, shard.held) == (None, None, True)


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        (b"\1" + unsafe(struct_of(a=TEXT), "a"), versioned(struct_of(n=LONG), 1), UnsupportedFormat),
        (versioned(struct_of(a=TEXT), "a"), b"\2" + unsafe(struct_of(n=LONG), 1), UnsupportedFormat),
        (versioned(struct_of(a=TEXT), "a"), b"", CorruptFile),
        (b"", versioned(struct_of(n=LONG), 1), CorruptFile),
    ],
)
def test_damaged_entries(key: bytes, value: bytes, error: type[Exception]) -> None:
    shard = shard_of(table(SYMBOLS), {key: value})
    with pytest.raises(error):
        list(shard.scan())
    with pytest.raises(error):
        list(shard.scan_items())


def test_a_damaged_value_that_is_looked_up() -> None:
    found = table(SYMBOLS)
    shard = shard_of(found, {versioned(struct_of(a=TEXT), "a"): b""})
    key = KeyCodec(found.schema).encode(["a"])
    with pytest.raises(CorruptFile, match="trades/0@1"):
        shard.get(key)
    with pytest.raises(CorruptFile, match="trades/0@1"):
        shard.multi_get([key])


@pytest.mark.parametrize("value", [b"\1\0\0", struct.pack("<i", 100) + b"\0", struct.pack("<i", -1), struct.pack("<i", 0)])
def test_damaged_values_of_a_list(value: bytes) -> None:
    key = struct_of(a=TEXT)
    found = table(operator("transformWithStateExec", family(key, struct_of(n=LONG), "l"), variables=[("l", "ListState", False)]))
    with pytest.raises(CorruptFile):
        list(shard_of(found, {b"\7\0" + versioned(key, "a"): value}, l=7).scan())


@pytest.mark.parametrize("raw", [struct.pack("<i", 1000), struct.pack("<i", -9) + bytes(30), b"\1"])
def test_damaged_keys_of_sessions(raw: bytes) -> None:
    key = struct_of(symbol=TEXT, sessionStartTime=st.Timestamp())
    value = struct_of(w=WINDOW, symbol=TEXT)
    found = table(operator("sessionWindowStateStoreSaveExec", family(key, value, encoding=PrefixScan(1))))
    with pytest.raises((CorruptFile, UnsupportedFormat)):
        list(shard_of(found, {raw: versioned(value, (1, 2), "a")}).scan())


def test_avro_rows() -> None:
    """A value variable with TTL of Spark 4.3, byte for byte: family, format, schema 0, Avro. Of a union, branch 1 is the value."""
    key = struct_of(symbol=TEXT)
    value = struct_of(value=struct_of(n=LONG, msg=TEXT), ttlExpirationMs=LONG)
    found = table(
        operator("transformWithStateInPandasExec", family(key, value, "total"), variables=[("total", "ValueState", True)]),
        conf=AVRO,
    )
    raw = b"\x03\x00" + b"\x00\x00\x00" + b"\x02\x08sym0"
    stored = b"\x00\x00\x00" + b"\x02\x02\x04\x02\x04m2\x02\xde\x85\xad\xde\xc6h"
    # Zigzag and 7 bits a byte, least first: worked out by hand from Avro's specification.
    expiry = sum((b & 0x7F) << 7 * i for i, b in enumerate(b"\xde\x85\xad\xde\xc6h")) >> 1
    assert rows_of(found, shard_of(found, {raw: stored}, total=3)) == [("sym0", 2, "m2", expiry * 1000)]


def test_avro_rows_of_an_earlier_schema() -> None:
    old, new = struct_of(n=INT, gone=TEXT), struct_of(more=TEXT, n=LONG, ratio=DOUBLE)
    read = avro_to_row(new, {0: old, 1: struct_of(n=INT, ratio=st.Float()), 2: new})
    write = fields_writer([f.type for f in new.fields])
    assert read(row_to_avro(old, 0)((7, "x"))) == write((None, 7, None))
    assert read(row_to_avro(struct_of(n=INT, ratio=st.Float()), 1)((7, 0.5))) == write((None, 7, 0.5))
    with pytest.raises(UnsupportedFormat, match="schema 3"):
        read(b"\3\0\2\2")


def test_avro_keys_of_a_map_variable_and_of_timers() -> None:
    """Byte for byte as Spark 4.3 wrote them: the first part of the key has no schema number, the second has one."""
    group, user = struct_of(symbol=TEXT), struct_of(flag=st.Boolean(), k=TEXT)
    timer = st.Struct((st.Field("key", group), st.Field("expiryTimestampMs", LONG, nullable=False)))
    found = operator(
        "transformWithStateInPandasExec",
        family(struct_of(key=group, userKey=user), struct_of(c=LONG), "per", PrefixScan(1)),
        family(timer, struct_of(__dummy__=st.Boolean()), "$eventTimers_keyToTimestamp", PrefixScan(1)),
        variables=[("per", "MapState", False), ("$eventTimers_keyToTimestamp", "TimerState", False)],
    )
    per, timers = tables(found, conf=AVRO)
    assert isinstance(per, StateTable)
    assert isinstance(timers, StateTable)
    expiry = b"\xf8\xe7\xb1\xae\xb9g"
    entries = {
        b"\x05\x00\x08\x00\x00\x00\x00\x02\x02\x08sym0\x00\x00\x00\x02\x02\x01\x02\x04k1": b"\x00\x00\x00\x02\x02",
        b"\x06\x00\x08\x00\x00\x00\x00\x02\x02\x08sym0\x00\x00\x00\x02" + expiry: b"\x00\x00\x00",
    }
    families = {"per": 5, "$eventTimers_keyToTimestamp": 6}
    assert rows_of(per, shard_of(per, entries, **families)) == [("sym0", True, "k1", 1)]
    number = sum((b & 0x7F) << 7 * i for i, b in enumerate(expiry)) >> 1
    assert rows_of(timers, shard_of(timers, entries, **families)) == [("sym0", number * 1000)]


def test_the_number_of_an_avro_schema_is_little_endian() -> None:
    """As Spark 4.3 writes it: the row of a second schema begins with 01 00."""
    read = avro_to_row(struct_of(n=LONG), {1: struct_of(n=LONG)})
    assert read(b"\x01\x00\x02\x0a") == unsafe(struct_of(n=LONG), 5)


def test_a_list_whose_elements_are_of_two_schemas() -> None:
    """Byte for byte as Spark 4.3 kept it, a job having been restarted with another schema between two elements."""
    old, new = struct_of(n=INT, gone=TEXT), struct_of(extra=TEXT, n=LONG, gone=TEXT)
    evolved = replace(family(struct_of(symbol=TEXT), new, "l"), value_schemas={0: old, 1: new})
    found = table(operator("transformWithStateInPandasExec", evolved, variables=[("l", "ListState", False)]), conf=AVRO)
    first = b"\n\x00\x00\x00" + b"\x00\x00\x00" + b"\x02\x02\x02\x06old"
    second = b"\r\x00\x00\x00" + b"\x00\x01\x00" + b"\x02\x06new\x02\x04\x02\x02g"
    shard = shard_of(found, {b"\x04\x00\x00\x00\x00\x02\nsym18": first + second}, l=4)
    assert rows_of(found, shard) == [("sym18", 0, None, 1, "old"), ("sym18", 1, "new", 2, "g")]


def test_a_null_element_is_no_avro_key() -> None:
    key = struct_of(words=st.Array(TEXT), n=INT)
    found = table(
        operator("transformWithStateExec", family(key, struct_of(v=LONG), "v"), variables=[("v", "ValueState", False)]), conf=AVRO
    )
    row = b"\0" + row_to_avro(struct_of(v=LONG), 0)((9,))
    shard = shard_of(found, {b"\1\0\0" + row_to_avro(key, 0)((["a", ""], None)): row}, v=1)
    assert rows_of(found, shard) == [(["a", ""], None, 9)]
    encode = KeyCodec(found.schema).encode
    assert shard.get(encode([["a", None], None])) is None
    assert shard.multi_get([encode([[None], 1])]) == [None]


def no_null_elements(value: Any, data_type: st.DataType) -> bool:
    """Avro, as Spark uses it, has NULL elements only where they are structs, arrays or maps."""
    match data_type:
        case st.Array(element):
            plain = not isinstance(element, st.Struct | st.Array | st.Map)
            return value is None or all(not (v is None and plain) and no_null_elements(v, element) for v in value)
        case st.Struct(fields):
            return value is None or all(no_null_elements(v, f.type) for v, f in zip(value, fields, strict=True))
        case _:
            return True


@settings(PROPERTY, max_examples=40)
@given(s.data())
def test_avro_there_and_back(data: Any) -> None:
    types = data.draw(s.lists(orderable_types(), max_size=4))
    row_type = st.Struct(tuple(st.Field(f"f{i}", t) for i, t in enumerate(types)))
    values = tuple(data.draw(nullable(t)) for t in types)
    assume(no_null_elements(values, row_type))
    number = data.draw(s.sampled_from([None, 3]))
    back = avro_to_row(row_type, None if number is None else {3: row_type})(row_to_avro(row_type, number)(values))
    decode = row_decoder(state_schema((row_type,), ((0,),)), [0])
    row = b"\0" + fields_writer([row_type])((values,))
    assert canonical(decode(row)) == canonical(decode(b"\0" + struct.pack("<QII", 0, len(back), 16) + back))


@settings(PROPERTY, max_examples=40)
@given(s.data())
def test_damaged_avro_ends_in_an_error_or_in_other_values(data: Any) -> None:
    row_type = struct_of(a=TEXT, b=st.Array(LONG), c=st.Decimal(20, 2), d=DOUBLE, e=struct_of(x=st.Boolean()))
    written = bytearray(row_to_avro(row_type, 0)(("text", [1, -7, 300], Decimal("-1.50"), 2.5, (True,))))
    for _ in range(data.draw(s.integers(1, 3))):
        written[data.draw(s.integers(0, len(written) - 1))] = data.draw(s.integers(0, 255))
    key = struct_of(k=TEXT)
    found = table(operator("transformWithStateExec", family(key, row_type, "v"), variables=[("v", "ValueState", False)]), conf=AVRO)
    entries = {b"\1\0\0" + row_to_avro(key, 0)(("k",)): b"\0" + bytes(written[: data.draw(s.integers(0, len(written)))])}
    shard = shard_of(found, entries, v=1)
    try:
        rows = [row for batch in shard.scan() for row in batch]
        row_decoder(found.schema, range(6))(rows[0])
    except (CorruptFile, UnsupportedFormat):
        return


def test_results_of_every_row_by_both_decoders() -> None:
    """Worked out by hand: of 1, 2 and 6 the mean is 3 and the squares' sum 14; of nothing, and of one row, as Spark has it."""
    key = struct_of(symbol=TEXT)
    value = struct_of(n=DOUBLE, avg=DOUBLE, m2=DOUBLE, sum=st.Decimal(14, 2), isEmpty=st.Boolean())
    found = table(operator("stateStoreSave", family(key, value)))
    nan = float("nan")
    rows: dict[str, tuple[Any, ...]] = {
        "three": (3.0, 3.0, 14.0, Decimal("9.00"), False),
        "one": (1.0, 5.0, 0.0, Decimal("5.00"), False),
        "none": (0.0, 0.0, 0.0, Decimal("0.00"), True),
        "too much": (2.0, 1.0, float("inf"), None, False),
        "lost": (None, None, None, None, None),
    }
    shard = shard_of(found, {versioned(key, k): versioned(value, *v) for k, v in rows.items()})
    results = {row[0]: row[6:] for row in rows_of(found, shard)}
    assert results == {
        "three": (7**0.5, (14 / 3) ** 0.5, 7.0, 14 / 3, Decimal("9.00")),
        "one": (None, 0.0, None, 0.0, Decimal("5.00")),
        "none": (None, None, None, None, None),
        "too much": (float("inf"),) * 4 + (None,),
        "lost": (None,) * 5,
    }
    decoder = ArrowDecoder(found.schema, range(6, 11))
    batch = decoder.decode([row for part in shard.scan() for row in part])
    assert [tuple(row.values()) for row in batch.to_pylist()] == list(results.values())
    odd = shard_of(found, {versioned(key, "nan"): versioned(value, 2.0, nan, nan, None, False)})
    [(*_, samp, pop, _, _, _)] = rows_of(found, odd)
    assert samp != samp
    assert pop != pop


def test_the_mean_of_decimals_is_rounded_half_up() -> None:
    key, value = struct_of(symbol=TEXT), struct_of(sum=st.Decimal(14, 2), count=LONG)
    found = table(operator("stateStoreSave", family(key, value)))
    rows = {"third": ("1.00", 3), "half": ("0.05", 100_000), "minus": ("-0.05", 100_000), "nothing": ("0.00", 0)}
    shard = shard_of(found, {versioned(key, k): versioned(value, Decimal(s), n) for k, (s, n) in rows.items()})
    assert {row[0]: str(row[3]) for row in rows_of(found, shard)} == {
        "third": "0.333333", "half": "0.000001", "minus": "-0.000001", "nothing": "None",
    }  # fmt: skip
