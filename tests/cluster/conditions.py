"""Random conditions, orders and limits for queries over the demo's views, with values that occur in them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

NUMBERS: Final = ("int", "bigint")
MORE_NUMBERS: Final = (*NUMBERS, "float")
_KINDS: Final = {pa.int32(): "int", pa.int64(): "bigint", pa.string(): "text", pa.float64(): "float"}


@dataclass(frozen=True)
class Relation:
    """A view: its key, the kind of each column, and values that occur in it, as SQL."""

    name: str
    key: tuple[str, ...]
    kinds: dict[str, str]
    rows: list[dict[str, str]]

    def of(self, *kinds: str) -> list[str]:
        """The columns of these kinds."""
        return [name for name, kind in self.kinds.items() if kind in kinds]


def relation(name: str, key: tuple[str, ...], rows: pa.Table, rng: random.Random, sample: int = 200) -> Relation:
    """A view, with values out of some of its rows."""
    kinds = {field.name: _KINDS.get(field.type, "timestamptz") for field in rows.schema}
    chosen = rows.take(rng.sample(range(rows.num_rows), min(sample, rows.num_rows))).to_pylist()
    return Relation(name, key, kinds, [{column: _literal(value) for column, value in row.items()} for row in chosen])


def _literal(value: Any) -> str:
    if value is None or isinstance(value, int | float):
        return "NULL" if value is None else repr(value)
    return "'" + str(value).replace("'", "''") + "'"


class Conditions:
    """Draws parts of queries from a random source."""

    def __init__(self, rng: random.Random, relations: list[Relation]) -> None:
        self.rng = rng
        self.relations = {found.name: found for found in relations}

    def any_relation(self) -> Relation:
        """Flights more often than the others."""
        return self.relations["flights"] if self.rng.random() < 0.4 else self.rng.choice(list(self.relations.values()))

    def value(self, of: Relation, column: str) -> str:
        """A value of the column, or seldom one that it does not have."""
        rng = self.rng
        found = rng.choice(of.rows)[column]
        if found == "NULL" or rng.random() < 0.06:
            found = {"text": "'nothing'", "timestamptz": "'2013-01-05 12:00:00+00'"}.get(of.kinds[column], str(rng.randrange(200)))
        return found

    def condition(self, of: Relation, prefix: str = "", depth: int = 2) -> str:
        """A predicate, of key columns more often than not."""
        rng = self.rng
        if depth and rng.random() < 0.45:
            word = rng.choice((" AND ", " AND ", " OR "))
            joined = word.join(self.condition(of, prefix, depth - 1) for _ in range(rng.randrange(2, 4)))
            return f"NOT ({joined})" if rng.random() < 0.1 else f"({joined})"
        return self.simple(of, rng.choice(of.key) if rng.random() < 0.6 else rng.choice(list(of.kinds)), prefix)

    def simple(self, of: Relation, name: str, prefix: str) -> str:
        """A predicate of one column."""
        rng, column, kind = self.rng, prefix + name, of.kinds[name]
        match rng.randrange(8):
            case 0 | 1:
                return f"{column} IN ({', '.join(self.value(of, name) for _ in range(rng.randrange(1, 5)))})"
            case 2:
                return f"{column} BETWEEN {self.value(of, name)} AND {self.value(of, name)}"
            case 3:
                return f"{column} IS {rng.choice(('', 'NOT '))}NULL"
            case 4:
                return f"{self.value(of, name)} {rng.choice(('<', '<=', '>', '>='))} {column}"
            case 5 if kind == "text":
                return f"{column} {rng.choice(('', 'NOT '))}LIKE '{rng.choice(('U%', 'N%', '%A%', 'J__', 'E%', '%'))}'"
            case 5 if kind == "timestamptz":
                return f"date_trunc('day', {column}) = '2013-01-{rng.randrange(1, 21):02d}'"
            case 6 if len(of.key) > 1:
                names = [prefix + key for key in of.key[:2]]
                values = ", ".join(self.value(of, key) for key in of.key[:2])
                return f"({', '.join(names)}) {rng.choice(('<', '>=', '='))} ({values})"
            case _:
                return f"{column} {rng.choice(('=', '=', '=', '<>', '<', '>'))} {self.value(of, name)}"

    def where(self, of: Relation, prefix: str = "") -> str:
        """WHERE, or nothing."""
        return f" WHERE {self.condition(of, prefix)}" if self.rng.random() < 0.8 else ""

    def limit(self) -> str:
        """LIMIT and OFFSET, or nothing."""
        rng = self.rng
        limit = f" LIMIT {rng.randrange(25)}" if rng.random() < 0.4 else ""
        return limit + (f" OFFSET {rng.randrange(9)}" if rng.random() < 0.2 else "")

    def order(self, of: Relation, prefix: str = "") -> str:
        """A total order: by key, in some direction, perhaps after another column."""
        rng = self.rng
        way = rng.choice(("", " DESC"))
        first = f"{prefix}{rng.choice(list(of.kinds))}{rng.choice(('', ' DESC', ' NULLS FIRST'))}, " if rng.random() < 0.4 else ""
        return f" ORDER BY {first}" + ", ".join(f"{prefix}{name}{way}" for name in of.key)

    def some(self, of: Relation, prefix: str = "") -> str:
        """Some columns."""
        names = self.rng.sample(list(of.kinds), self.rng.randrange(1, min(5, len(of.kinds))))
        return ", ".join(prefix + name for name in names)

    def number(self, of: Relation, prefix: str = "") -> str:
        """Something to add up."""
        return prefix + self.rng.choice(of.of(*MORE_NUMBERS)) if of.of(*MORE_NUMBERS) else f"length({prefix}{of.of('text')[-1]})"
