"""Random statements over large groups of rows: aggregates, filters, groups, the first of an order."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Final

import pyarrow as pa

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema

#: Rows of each group; the smaller ones are read step by step. Some have values that overflow and NaN, some have no NULL.
SIZES: Final = (1, 70, 300, 3_000, 400, 70, 2_000, 40)
WILD: Final = (4, 7)
FULL: Final = (5, 6, 7)
GROUPED: Final = ViewSchema(
    "grouped",
    (
        Column("k", st.Int()), Column("n", st.Long()), Column("q", st.Int()), Column("big", st.Long()),
        Column("amount", st.Double()), Column("price", st.Decimal(12, 2)), Column("wide", st.Decimal(30, 4)),
        Column("word", st.String()), Column("at", st.Timestamp()), Column("flag", st.Boolean()), Column("ratio", st.Float()),
        Column("day", st.Date()),
    ),
    ("k", "n"),
    ("k",),
    HashPartitioning(2),
    (12,),
)  # fmt: skip
CREATE_GROUPED: Final = (
    "CREATE TEMP TABLE grouped (k int, n int8, q int, big int8, amount float8, price numeric(12,2), wide numeric(30,4), word text, "
    "at timestamptz, flag bool, ratio float4, day date, PRIMARY KEY (k, n))"
)
_ARROW: Final = (
    pa.int32(), pa.int64(), pa.int32(), pa.int64(), pa.float64(), pa.decimal128(12, 2), pa.decimal128(30, 4), pa.string(),
    pa.timestamp("us", "UTC"), pa.bool_(), pa.float32(), pa.date32(),
)  # fmt: skip
_WORDS: Final = ("ash", "fir", "oak", "Oak", "", "grüße", "𝒳", "ash tree")
_WILD: Final = (float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 1e200, 5e-324, -0.0)


def grouped_rows(rng: random.Random) -> pa.Table:
    """Of GROUPED."""
    found = [(k, n, *_values(rng, wild=k in WILD, full=k in FULL)) for k, size in enumerate(SIZES) for n in range(size)]
    arrays = [pa.array(values, type_) for values, type_ in zip(zip(*found, strict=True), _ARROW, strict=True)]
    return pa.table(dict(zip([c.name for c in GROUPED.columns], arrays, strict=True)))


def _values(rng: random.Random, *, wild: bool, full: bool) -> list[object]:
    values = [
        rng.choice((rng.randint(-50, 50), 2**31 - 1, -(2**31))) if wild else rng.randint(-50, 50),
        rng.choice((2**63 - 1, -(2**63), rng.getrandbits(62))),
        rng.choice(_WILD)
        if wild and rng.random() < 0.02
        else rng.choice((0.0, -0.0, rng.uniform(-1e6, 1e6), rng.randint(0, 99) / 10)),
        Decimal(rng.randint(-(10**11), 10**11)).scaleb(-2),
        Decimal(rng.randint(-(10**20), 10**20)).scaleb(-4),
        rng.choice(_WORDS),
        rng.randint(-(10**15), 2 * 10**15),
        rng.random() < 0.5,
        rng.choice((0.5, -1.25, rng.randint(-9, 9) / 8, float("nan") if wild else 0.0)),
        rng.randint(-10_000, 30_000),
    ]
    return values if full else [None if rng.random() < 0.1 else value for value in values]


_NUMBERS: Final = ("q", "big", "amount", "price", "wide")
_ALL: Final = (*_NUMBERS, "word", "at", "ratio", "day", "n")
#: Of zeros that are all that amount may be, PostgreSQL takes the first it meets for the least, not the last.
_CONDITIONS: Final = (
    "q < {i}", "{i} <= q", "q = {i}", "q <> {i}", "big > 0", "amount > {i}", "amount <= {i}.5", "amount BETWEEN 0 AND 0",
    "amount <> 'NaN'", "0 < amount", "amount < 'NaN'", "ratio >= 0.5::float4", "word = 'ash'", "word <> 'oak'", "word > 'b'",
    "word <= 'grüße'",
    "'ash' < word", "at > '2000-01-01'", "at <= '2020-05-05 10:00+00'", "day >= '1990-01-01'", "q IS NULL", "word IS NOT NULL",
    "wide IS NOT NULL", "price > {i}", "flag", "NOT flag", "flag IS NULL", "q + 1 > {i}", "10 / nullif(q, 0) > 1", "n > {i}",
    "n BETWEEN {i} AND 500", "q IN (1, 2, {i})", "word LIKE 'a%'", "q = amount", "q < n", "flag = true", "NOT (amount > {i})",
    "NOT (q IS NULL)", "amount * 2 > q OR word = 'fir'", "word = NULL", "q > NULL",
    "price * 2 > wide", "price = {i}.5", "word LIKE '_s%'", "word LIKE '%ree'", "word NOT LIKE '%s%'", "word ILIKE 'oak'",
    "coalesce(q, 0) > {i}", "CASE WHEN q > {i} THEN flag ELSE amount > 0 END", "amount * q < {i}", "length(word) > 3 AND NOT flag",
    "q NOT IN (1, 2, {i})", "extract(month FROM at) > 6", "date_trunc('day', at) > '2000-01-01'",
)  # fmt: skip
_GROUPS: Final = ("word", "flag", "q", "q % 5", "day", "price", "upper(word)", "word, flag", "q, word", "ratio",
    "floor(extract(epoch FROM at) / 86400)", "floor(wide / 100000) * 100000",
    "extract(hour FROM at)", "extract(dow FROM day)", "date_trunc('month', at)", "date_trunc('week', at)", "length(word)",
    "q > 5", "date_trunc('hour', at), flag",
)  # fmt: skip
_ARGUMENTS: Final = (
    "q * 2", "amount + 1", "amount * q", "amount - q", "price * 2", "price * 1.5 + 1", "price - wide", "q * 2 - n", "big + q",
    "CASE WHEN q > 5 THEN amount ELSE 0 END", "coalesce(q, 0)", "length(word)", "extract(hour FROM at)", "-q", "amount * 1e300",
    "amount * 1e-320", "q::numeric * price", "amount / 3", "q::float8", "ratio::float8 * q", "big::int", "n::int2::numeric",
    "amount / nullif(q, 0)", "CASE WHEN flag THEN q WHEN q > 5 THEN 1 END", "coalesce(q, length(word), 0)", "nullif(word, 'oak')",
)  # fmt: skip


class GroupMaker:
    """Statements by a seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def statement(self) -> str:
        """One over a group, or a range of it."""
        rng = self._rng
        source = f"FROM grouped WHERE {self._where()}" if rng.random() < 0.8 else self._windowed()
        match rng.randrange(5):
            case 0 | 1:
                return f"SELECT {self._aggregates()} {source}"
            case 2:
                group = rng.choice(_GROUPS)
                having = rng.choice(("", "", " HAVING count(*) > 3", " HAVING max(q) > 10"))
                order = rng.choice(("", f" ORDER BY {group}", f" ORDER BY count(*) DESC, {group} LIMIT 3"))
                return f"SELECT {group}, {self._aggregates(grouped=True)} {source} GROUP BY {group}{having}{order}"
            case 3:
                items = rng.choice(
                    ("*", "n", "n, word, amount", "flag, day", "q + 1, upper(word), n", "amount / nullif(q, 0), n", self._items())
                )
                ways = ("", " DESC", " NULLS FIRST", " DESC NULLS LAST")
                keys = [f"{rng.choice((*_ALL, 'q % 7'))}{rng.choice(ways)}" for _ in range(rng.randint(1, 2))]
                limit = rng.choice((" LIMIT 3", " LIMIT 1", " LIMIT 20 OFFSET 5", " LIMIT 200", " LIMIT 2 OFFSET 100", " LIMIT 0"))
                return f"SELECT {items} {source} ORDER BY {', '.join((*keys, 'n'))}{rng.choice((limit, limit, ''))}"
        if rng.random() < 0.5:
            return f"SELECT {self._items()} {source}"
        return f"SELECT n, {rng.choice(_ALL)} {source} AND n % 97 = {rng.randint(0, 96)}"

    def _windowed(self) -> str:
        """A table with window functions for some of its columns, in the order of the key: floats are added up in it."""
        rng = self._rng
        calls = ("lag({})", "lead({}, 3)", "first_value({})", "last_value({})", "nth_value({}, 2)", "max({})", "min({})")
        frames = ("", "", " ROWS 2 PRECEDING", " ROWS BETWEEN 1 PRECEDING AND 3 FOLLOWING")
        columns = [
            name
            if name in ("n", "flag") or rng.random() < 0.7
            else f"{rng.choice(calls).format(name)} OVER (ORDER BY n{rng.choice(frames)}) AS {name}"
            for name in (*_ALL, "flag")
        ]
        conditions = " AND ".join((f"n >= {rng.randint(-5, 9)}", *self._conditions()))
        table = f"SELECT row_number() OVER (ORDER BY n), {', '.join(columns)} FROM grouped WHERE {self._where()}"
        return f"FROM ({table}) t WHERE {conditions}"

    def _items(self) -> str:
        return ", ".join(self._rng.sample((*_ALL, *_ARGUMENTS, "price", "q > 3", "flag", "2"), 3))

    def _where(self) -> str:
        rng = self._rng
        k = rng.choice((1, 2, 3, 3, *WILD, *FULL, *FULL))
        key = rng.choice(
            (f"k = {k}", f"k = {k}", f"k = {k} AND n >= {rng.randint(0, 300)}", f"k = {k} AND n < {rng.randint(0, 4_000)}")
        )
        return " AND ".join((key, *self._conditions()))

    def _conditions(self) -> list[str]:
        rng = self._rng
        chosen = rng.sample(_CONDITIONS, rng.choice((0, 0, 1, 1, 2, 3)))
        return [one.replace("{i}", str(rng.randint(-5, 60))) for one in chosen]

    def _aggregates(self, *, grouped: bool = False) -> str:
        """In groups, PostgreSQL may sort, and then adds up floats in the order of that: those there add up to the same in any."""
        rng = self._rng
        found = []
        for _ in range(rng.randint(1, 4)):
            column = rng.choice(_ALL)
            distinct = "" if grouped else "DISTINCT "
            column = rng.choice((column, rng.choice(_ARGUMENTS)))
            made = rng.choice((f"min({column})", f"max({column})", "count(*)", f"count({column})", f"count({distinct}{column})"))
            if rng.random() < 0.6:
                argument = rng.choice([a for a in (*_NUMBERS, *_ARGUMENTS) if not (grouped and "amount" in a)])
                made = f"{rng.choice(('sum', 'avg'))}({argument})"
            if rng.random() < 0.2:
                made += f" FILTER (WHERE {rng.choice(_CONDITIONS).replace('{i}', '7')})"
            found.append(made)
        return ", ".join(found)
