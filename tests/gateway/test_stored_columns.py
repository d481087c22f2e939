"""The C extension for columns of stored rows gives the values of the generated Python, whatever the columns, values and damage."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as s

from gateway.engine.keyed import stored_rows as built
from gateway.engine.keyed.stored_columns import LETTERS, column_decoder
from statestore import types as st
from statestore.errors import CorruptFile, StateStoreError
from statestore.rows import row_decoder, row_encoder
from statestore.schema import ViewSchema
from tests.plugins.need import lacking
from tests.plugins.scale import seed_for
from tests.statestore.test_rows import tables
from tests.statestore.values import PROPERTY, nullable, view


@pytest.fixture(autouse=True)
def _built() -> None:
    if not built.NATIVE:
        lacking("the extension gateway.codecs.native (a C compiler and Python's headers)")


def by_rows(schema: ViewSchema, ordinals: tuple[int, ...]) -> Callable[[Sequence[bytes]], list[list[Any]]]:
    decode = row_decoder(schema, ordinals)

    def columns(rows: Sequence[bytes]) -> list[list[Any]]:
        decoded = [decode(row) for row in rows]
        return [[values[i] for values in decoded] for i in range(len(ordinals))]

    return columns


def answer(decode: Callable[[Sequence[bytes]], Any], rows: Sequence[bytes]) -> Any:
    """Types and texts of the values (NaN is not equal to itself, 1 to True), or the error's type."""
    try:
        return [[(type(value), repr(value)) for value in column] for column in decode(rows)]
    except StateStoreError as error:
        return type(error)


@PROPERTY
@given(tables(), s.data())
def test_the_same_values_for_any_rows(table: Any, data: s.DataObject) -> None:
    types, rows = table
    schema = view(types)
    ordinals = tuple(data.draw(s.lists(s.sampled_from(range(len(types))), max_size=6)))
    stored = [row_encoder(schema)(row) for row in rows]
    assert answer(column_decoder(schema, ordinals), stored) == answer(by_rows(schema, ordinals), stored)


#: What each letter says of an order: below 0, 0 or above it.
SAYS: dict[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0, "<>": lambda order: order != 0, "<": lambda order: order < 0, ">": lambda order: order > 0,
    "<=": lambda order: order <= 0, ">=": lambda order: order >= 0,
}  # fmt: skip
COMPARED = [
    st.Boolean(),
    st.Byte(),
    st.Short(),
    st.Int(),
    st.Long(),
    st.Float(),
    st.Double(),
    st.String(),
    st.Date(),
    st.Timestamp(),
]


def order_of(value: Any, other: Any) -> int:
    """PostgreSQL's: NaN is equal to itself and above all else, texts go by their bytes."""
    one, two = ((v != v, 0 if v != v else v.encode() if isinstance(v, str) else v) for v in (value, other))
    return (one > two) - (one < two)


@PROPERTY
@given(s.data())
def test_rows_that_meet_the_tests(data: s.DataObject) -> None:
    types = [st.Int(), *data.draw(s.lists(s.sampled_from(COMPARED), min_size=1, max_size=3))]
    schema = view(types)
    rows = data.draw(s.lists(s.tuples(*map(nullable, types)), max_size=12))
    wanted, given_values = rows, []
    tests = data.draw(s.lists(s.tuples(s.integers(0, len(types) - 1), s.sampled_from([*SAYS, "N", "P"])), min_size=1, max_size=3))
    for at, operator in tests:
        given_values.append(value := data.draw(s.sampled_from([row[at] for row in rows]) if rows and at else nullable(types[at])))
        if operator in ("N", "P"):
            wanted = [row for row in wanted if (row[at] is None) == (operator == "N")]
        else:
            pairs = [(row, row[at]) for row in wanted if None not in (row[at], value)]
            wanted = [row for row, found in pairs if SAYS[operator](order_of(found, value))]
    decode = column_decoder(schema, (0,), tuple((at, LETTERS.get(operator, operator)) for at, operator in tests))
    stored = {id(row): row_encoder(schema)(row) for row in rows}
    assert decode(list(stored.values()), tuple(given_values)) == ([stored[id(row)] for row in wanted], [row[0] for row in wanted])
    with pytest.raises(ValueError, match="damaged"):
        decode([b"\0"], tuple(given_values))


#: With letters of one to four bytes; what Python's regular expressions say of them.
LETTERS_OF_TEXTS = "aé€😀%_"
IN_REGEX = {"%": ".*", "_": ".", **{f"\\{letter}": letter for letter in "aé%_"}, "a": "a", "é": "é", "€": "€", "😀": "😀"}


@PROPERTY
@given(
    s.lists(s.text(LETTERS_OF_TEXTS, max_size=8), max_size=6),
    s.lists(s.sampled_from([*IN_REGEX]), max_size=6),
    s.sampled_from("LK"),
)
def test_texts_that_are_like_a_pattern(texts: list[str], pattern: list[str], operator: str) -> None:
    schema = view([st.Int(), st.String()])
    stored = [row_encoder(schema)((at, text)) for at, text in enumerate(texts)]
    like = re.compile("".join(map(IN_REGEX.__getitem__, pattern)), re.DOTALL)
    wanted = [at for at, text in enumerate(texts) if (like.fullmatch(text) is not None) == (operator == "L")]
    assert column_decoder(schema, (0,), ((1, operator),))(stored, ("".join(pattern),))[1] == wanted


def test_patterns_that_are_not_for_it_are_refused() -> None:
    """An escape of nothing, which is an error, and what would take long: a long text, tried at each of its letters."""
    schema = view([st.Int(), st.String()])
    decode = column_decoder(schema, (0,), ((1, "L"),))
    rows = [row_encoder(schema)((1, "a" * 400_000))]
    with pytest.raises(ValueError, match="escape"):
        decode(rows, ("a\\\\\\",))
    with pytest.raises(ValueError, match="takes long"):
        decode(rows, ("%" + "a" * 1_000 + "b",))
    assert decode(rows, ("%aa_a%a\\\\%",)) == ([], [])
    assert decode(rows, ("aa_a%",)) == (rows, [1])


def test_columns_that_rows_do_not_have_yet_are_null() -> None:
    types = [st.Int(), st.String(), st.Double()]
    older, newer = view(types[:2]), ViewSchema("v", view(types).columns, ("c0",), ("c0",), view(types).partitioning, (2, 3))
    rows = [row_encoder(older)((1, "one")), bytes([1]) + row_encoder(view(types))((2, "two", 2.5))[1:]]
    decode = column_decoder(newer, (2, 1))
    assert [list(column) for column in decode(rows)] == [[None, 2.5], ["one", "two"]]


@PROPERTY
@given(tables(), s.data())
def test_columns_that_must_be_present(table: Any, data: s.DataObject) -> None:
    """The same values where none of theirs is NULL, also of rows that only Python reads; else LookupError."""
    types, rows = table
    schema, ordinals = view(types), tuple(range(len(types)))
    present = data.draw(s.sets(s.sampled_from(ordinals)))
    stored = [row_encoder(schema)(row) for row in rows]
    native = column_decoder(schema, ordinals, present=present)
    if any(row[at] is None for row in rows for at in present):
        with pytest.raises(LookupError):
            native(stored)
    else:
        assert answer(native, stored) == answer(by_rows(schema, ordinals), stored)


def test_damaged_rows_are_refused_or_read_alike() -> None:
    types = [st.Int(), st.String(), st.Double(), st.Binary(), st.Decimal(30, 2), st.Array(st.Int()), st.Decimal(9, 2), st.Boolean()]
    schema, every = view(types), tuple(range(len(types)))
    row = row_encoder(schema)((7, "sieben", 7.5, b"\x07", Decimal("7.00"), [7, None], Decimal("0.70"), True))
    native, python = column_decoder(schema, every), by_rows(schema, every)
    seed = seed_for("stored columns")
    dice = random.Random(seed)
    for cut in range(len(row)):
        assert answer(native, [row, row[:cut]]) == answer(python, [row, row[:cut]])
    assert answer(native, [row, b""]) == CorruptFile
    for _ in range(3_000):
        spoilt = bytearray(row)
        for _ in range(dice.randint(1, 3)):
            spoilt[dice.randrange(len(row))] = dice.choice([0, 1, 0x7F, 0x80, 0xFF, dice.randrange(256)])
        assert answer(native, [bytes(spoilt), row]) == answer(python, [bytes(spoilt), row]), (seed, bytes(spoilt))
