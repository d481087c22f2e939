"""Which stored rows have expired: by the word of their column, against arithmetic on the values that went in."""

from __future__ import annotations

import random
from typing import Any

import pytest

from statestore import types as st
from statestore.errors import CorruptFile, InvalidSchema, UnsupportedFormat
from statestore.expiry import AFTER_US_MAX, DAY_US, Expired, Expiry
from statestore.rows import LiveRows, row_encoder
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.plugins.scale import random_for, scaled

TIMES: tuple[tuple[st.DataType, int], ...] = ((st.Timestamp(), 1), (st.TimestampNtz(), 1), (st.Date(), DAY_US))


def schema_of(types: list[st.DataType], widths: tuple[int, ...], expiry: Expiry | None) -> ViewSchema:
    columns = tuple(Column(f"c{i}", t) for i, t in enumerate(types))
    return ViewSchema("v", columns, ("c0",), ("c0",), HashPartitioning(1), widths, expiry=expiry)


def drawn_value(dice: random.Random, kind: st.DataType, unit_us: int, before_us: int) -> int | None:
    """NULL, at the boundary, next to it, anywhere, or at an end of what the type holds."""
    at, bits = before_us // unit_us, 31 if isinstance(kind, st.Date) else 63
    return dice.choice([None, at, at - 1, at + 1, at + dice.randrange(-9, 9), -(2**bits), 2**bits - 1, 0])


def test_a_row_is_there_until_the_time_has_passed_its_own() -> None:
    dice = random_for("expired rows")
    for _ in range(scaled(300, 20_000)):
        kind, unit_us = dice.choice(TIMES)
        ordinal = dice.choice([1, 2, 5, 62, 63, 64, 65, 130])
        types: list[st.DataType] = [st.Long(), *(dice.choice([st.String(), st.Int()]) for _ in range(ordinal - 1)), kind]
        types += [st.String()] * dice.randrange(3)
        widths = sorted({dice.randrange(1, len(types) + 1) for _ in range(dice.randrange(3))} | {len(types)})
        expiry = Expiry(f"c{ordinal}", dice.choice([0, 1, 7 * DAY_US, dice.randrange(DAY_US), AFTER_US_MAX]))
        now_us = dice.choice([0, 1_372_636_800_000_000, dice.randrange(2**50), 20_000 * DAY_US])
        told = Expired().advanced(expiry, watermark_us=now_us, clock_us=None)
        assert told.before_us is not None
        rows, wanted = [], []
        for _ in range(20):
            number = dice.randrange(len(widths))
            width = widths[number]
            value = drawn_value(dice, kind, unit_us, told.before_us)
            filler: list[Any] = [None if dice.random() < 0.3 else "x" if isinstance(t, st.String) else 7 for t in types]
            filler[0], filler[ordinal] = 1, value
            encode = row_encoder(schema_of(types[:width], tuple(widths[: number + 1]), None))
            rows.append(encode(tuple(filler[:width])))
            is_past = value is not None and ordinal < width and value * unit_us + expiry.after_us <= now_us
            wanted.append(not is_past)
        live = LiveRows(schema_of(types, tuple(widths), expiry), told.before_us)
        assert [live.has(row) for row in rows] == wanted
        assert live.values(rows) == [row for row, there in zip(rows, wanted, strict=True) if there]
        live_times = [time for time in live.times(rows) if time > live.before]
        assert len(live_times) == sum(wanted)
        items = [(bytes([n]), row) for n, row in enumerate(rows)]
        assert live.items(items) == [item for item, there in zip(items, wanted, strict=True) if there]


def test_what_is_no_row_is_told() -> None:
    live = LiveRows(schema_of([st.Long(), st.Timestamp()], (1, 2), Expiry("c1", 0)), 5)
    for read in (live.has, lambda row: live.values([row]), lambda row: live.items([(b"", row)])):
        with pytest.raises(CorruptFile, match="not one of this view"):
            read(b"\x01" + bytes(16))
        with pytest.raises(CorruptFile, match="not one of this view"):
            read(b"")
        with pytest.raises(UnsupportedFormat, match="row schema 2"):
            read(b"\x02" + bytes(24))


def test_what_rows_can_expire_by() -> None:
    columns = [st.Long(), st.String(), st.Int(), st.Array(st.Timestamp()), st.DayTimeInterval()]
    for i, _ in enumerate(columns):
        with pytest.raises(InvalidSchema, match=f"cannot expire by column 'c{i}'"):
            schema_of(columns, (len(columns),), Expiry(f"c{i}", 0))
    with pytest.raises(InvalidSchema, match="no such column"):
        schema_of(columns, (len(columns),), Expiry("C0", 0))
    for after in (-1, AFTER_US_MAX + 1, 1.5):
        with pytest.raises(InvalidSchema, match="cannot expire after"):
            schema_of([st.Long(), st.Date()], (2,), Expiry("c1", after))  # type: ignore[arg-type]
    key_alone = schema_of([st.Timestamp()], (1,), Expiry("c0", 0))
    assert ViewSchema.from_json(key_alone.to_json()) == key_alone


def test_the_time_of_a_view_never_goes_back() -> None:
    """By the greatest watermark so far, by the clock only where there has never been one."""
    ten, hundred = Expiry("c", 10), Expiry("c", 100)
    begun = Expired().advanced(ten, watermark_us=None, clock_us=50)
    assert begun == Expired(40, None)
    assert begun.advanced(ten, watermark_us=None, clock_us=None) == begun  # a query whose watermark is to come
    assert begun.advanced(hundred, watermark_us=None, clock_us=60) == Expired(40, None)  # what is gone stays so
    seen = begun.advanced(ten, watermark_us=45, clock_us=70)
    assert seen == Expired(40, 45)
    assert seen.advanced(ten, watermark_us=None, clock_us=10**15) == seen  # a batch job's repair
    assert seen.advanced(ten, watermark_us=44, clock_us=10**15) == seen  # another query, which is behind
    assert seen.advanced(ten, watermark_us=90, clock_us=1) == Expired(80, 90)
    assert seen.advanced(hundred, watermark_us=90, clock_us=1) == Expired(40, 90)
    assert Expired.from_json(seen.to_json()) == seen
