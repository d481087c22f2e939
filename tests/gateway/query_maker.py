"""Random queries over the suite's tables: everything that is compared has one right answer."""

from __future__ import annotations

import random

from tests.gateway.differential import CITIES, WORDS

COLUMNS = {
    "city": "text", "sensor": "int", "at": "timestamptz", "small": "int", "big": "int", "temp": "float", "price": "numeric",
    "ok": "bool", "word": "text", "day": "date", "local": "timestamp",
}  # fmt: skip
KEY = ("city", "sensor", "at")


class QueryMaker:
    """Draws queries from a random source."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def query(self) -> str:
        """One query, with a total order wherever rows are cut off."""
        return self.rng.choice((self.rows, self.rows, self.groups, self.join, self.nested, self.set_operation))()

    def literal(self, column: str) -> str:
        """A value that may well occur in the column."""
        rng = self.rng
        match COLUMNS[column]:
            case "text":
                value = rng.choice(CITIES if column == "city" else [w for w in WORDS if w])
                return "'" + value.replace("'", "''") + "'"
            case "int":
                return str(rng.randrange(8) if column == "sensor" else rng.randrange(-100, 100))
            case "float":
                return str(rng.randrange(-600, 600) / 4)
            case "numeric":
                return str(rng.randrange(-10_000, 10_000) / 100)
            case "bool":
                return rng.choice(("true", "false"))
            case "date":
                return f"'2013-07-{rng.randrange(1, 29):02d}'"
            case _:
                hour = rng.randrange(24)
                return f"'2013-07-{rng.randrange(1, 6):02d} {hour:02d}:00:00{'+00' if column == 'at' else ''}'"

    def condition(self, depth: int = 2) -> str:
        """A predicate, of key columns more often than not."""
        rng = self.rng
        if depth and rng.random() < 0.5:
            word = rng.choice((" AND ", " AND ", " OR "))
            joined = word.join(self.condition(depth - 1) for _ in range(rng.randrange(2, 4)))
            return f"NOT ({joined})" if rng.random() < 0.1 else f"({joined})"
        return self.simple(rng.choice(KEY) if rng.random() < 0.6 else rng.choice(list(COLUMNS)))

    def simple(self, column: str) -> str:
        """A predicate of one column."""
        rng = self.rng
        match rng.randrange(7):
            case 0:
                return f"{column} IN ({', '.join(self.literal(column) for _ in range(rng.randrange(1, 5)))})"
            case 1:
                return f"{column} BETWEEN {self.literal(column)} AND {self.literal(column)}"
            case 2:
                return f"{column} IS {rng.choice(('', 'NOT '))}NULL"
            case 3:
                return f"{self.literal(column)} {rng.choice(('<', '<=', '>', '>=', '='))} {column}"
            case 4 if COLUMNS[column] == "text":
                return f"{column} {rng.choice(('', 'NOT '))}LIKE '{rng.choice(('J', 'L', 'o', 't', '', 'a'))}%'"
            case 5:
                return (
                    f"(city, sensor) {rng.choice(('<', '<=', '>', '>=', '='))} ({self.literal('city')}, {self.literal('sensor')})"
                )
            case _:
                return f"{column} {rng.choice(('=', '=', '=', '<>', '<', '>'))} {self.literal(column)}"

    def where(self) -> str:
        """WHERE, or nothing."""
        return f" WHERE {self.condition()}" if self.rng.random() < 0.9 else ""

    def limit(self) -> str:
        """LIMIT and OFFSET, or nothing."""
        rng = self.rng
        limit = f" LIMIT {rng.randrange(12)}" if rng.random() < 0.4 else ""
        return limit + (f" OFFSET {rng.randrange(6)}" if rng.random() < 0.2 else "")

    def order(self) -> str:
        """A total order of readings: by key, in some direction, perhaps after another column."""
        rng = self.rng
        way = rng.choice(("", " DESC"))
        first = f"{rng.choice(list(COLUMNS))}{rng.choice(('', ' DESC', ' NULLS FIRST'))}, " if rng.random() < 0.3 else ""
        return f" ORDER BY {first}city{way}, sensor{way}, at{way}"

    def rows(self) -> str:
        """Rows of readings."""
        columns = "*" if self.rng.random() < 0.3 else ", ".join(self.rng.sample(list(COLUMNS), self.rng.randrange(1, 5)))
        return f"SELECT {columns} FROM readings{self.where()}{self.order()}{self.limit()}"

    def groups(self) -> str:
        """Aggregates."""
        rng = self.rng
        by = rng.sample(("city", "sensor", "word", "ok", "day"), rng.randrange(3))
        wanted = (
            "count(*)",
            "count(word)",
            "sum(small)",
            "min(temp)",
            "max(at)",
            "sum(price)",
            "avg(temp)",
            "count(DISTINCT word)",
        )
        items = ", ".join([*by, *rng.sample(wanted, rng.randrange(1, 4))])
        if not by:
            return f"SELECT {items} FROM readings{self.where()}"
        having = f" HAVING count(*) > {rng.randrange(4)}" if rng.random() < 0.3 else ""
        return f"SELECT {items} FROM readings{self.where()} GROUP BY {', '.join(by)}{having} ORDER BY {', '.join(by)}{self.limit()}"

    def join(self) -> str:
        """readings with sensors."""
        kind, on = self.rng.choice(("JOIN", "LEFT JOIN")), self.rng.choice(("rate > 1", "kind = 'hot'", "true"))
        return (
            f"SELECT city, at, kind, rate, temp FROM readings {kind} sensors ON id = sensor AND {on}"
            f"{self.where()} ORDER BY city, sensor, at{self.limit()}"
        )

    def nested(self) -> str:
        """A condition above a subquery or CTE."""
        inner = f"SELECT * FROM readings{self.where()}"
        outer = f"city, sensor, at, small FROM {{}} AS q{self.where()}{self.order()}{self.limit()}"
        if self.rng.random() < 0.5:
            return f"WITH w AS ({inner}) SELECT " + outer.format("w")
        return "SELECT " + outer.format(f"({inner})")

    def set_operation(self) -> str:
        """Two sets of keys."""
        word = self.rng.choice(("UNION", "UNION ALL", "EXCEPT", "INTERSECT"))
        one, other = (f"SELECT city, sensor, at FROM readings{self.where()}" for _ in range(2))
        return f"{one} {word} {other} ORDER BY city, sensor, at{self.limit()}"
