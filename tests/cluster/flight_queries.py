"""Random queries over the demo's views: everything that is compared has one right answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from tests.cluster.conditions import NUMBERS, Conditions, Relation

#: Equal columns of two views: on the shard key of both, of one, of neither.
_JOINS: Final = (
    ("flights", "carrier_delays", (("carrier", "carrier"),)),
    ("flights", "carrier_delays", (("carrier", "carrier"), ("dep_delay", "max_dep_delay"))),
    ("flights", "airlines", (("carrier", "carrier"),)),
    ("airlines", "carrier_delays", (("carrier", "carrier"),)),
    ("flights", "planes", (("tailnum", "tailnum"),)),
    ("flights", "airports", (("dest", "faa"),)),
    ("flights", "weather", (("origin", "origin"), ("time_hour", "time_hour"))),
    ("flights", "route_hours", (("origin", "origin"), ("dest", "dest"), ("time_hour", "hour_start"))),
    ("route_hours", "airports", (("dest", "faa"),)),
    ("route_hours", "weather", (("origin", "origin"), ("hour_start", "time_hour"))),
    ("flights", "flights", (("carrier", "carrier"), ("flight", "flight"), ("day", "day"))),
    ("route_hours", "route_hours", (("origin", "origin"), ("dest", "dest"), ("hour_start", "hour_end"))),
)


class FlightQueries(Conditions):
    """Draws queries from a random source."""

    def __init__(self, rng: random.Random, relations: list[Relation]) -> None:
        super().__init__(rng, relations)
        self._shapes: tuple[Callable[[], str], ...] = (
            self.point, self.rows, self.rows, self.groups, self.groups, self.groups, self.total, self.join, self.join,
            self.joined_groups, self.joined_groups, self.subquery, self.subquery, self.cte, self.derived, self.set_operation,
            self.window, self.window, self.distinct, self.top,
        )  # fmt: skip

    def query(self) -> str:
        """One query, with a total order wherever rows are cut off."""
        return self.rng.choice(self._shapes)()

    # ------------------------------------------------------------------------------------------------------ of one relation

    def point(self) -> str:
        """Rows by their whole keys."""
        of = self.any_relation()
        one = f"SELECT * FROM {of.name} WHERE "
        keys = self.rng.sample(of.rows, min(len(of.rows), self.rng.choice((1, 1, 2, 5))))
        if len(keys) == 1:
            return one + " AND ".join(f"{name} = {keys[0][name]}" for name in of.key)
        typed = (", ".join(f"{key[name]}::{of.kinds[name]}" for name in of.key) for key in keys)
        return f"{one}({', '.join(of.key)}) IN ({', '.join(f'({key})' for key in typed)})"

    def rows(self) -> str:
        """Rows, ordered or not."""
        of = self.any_relation()
        columns = "*" if self.rng.random() < 0.3 else self.some(of)
        if self.rng.random() < 0.3:
            return f"SELECT {columns} FROM {of.name}{self.where(of)}"
        return f"SELECT {columns} FROM {of.name}{self.where(of)}{self.order(of)}{self.limit()}"

    def top(self) -> str:
        """The first rows by something that is no key."""
        of = self.any_relation()
        by = ", ".join(f"{name}{self.rng.choice(('', ' DESC', ' DESC NULLS LAST'))}" for name in self.rng.sample(list(of.kinds), 2))
        cut = f" LIMIT {self.rng.randrange(1, 30)} OFFSET {self.rng.choice((0, 0, 3))}"
        return f"SELECT {self.some(of)} FROM {of.name}{self.where(of)} ORDER BY {by}, {', '.join(of.key)}{cut}"

    def distinct(self) -> str:
        """DISTINCT and DISTINCT ON."""
        of = self.any_relation()
        names = self.rng.sample([*of.of("text", "int", "bigint")], self.rng.randrange(1, 3))
        listed = ", ".join(names)
        if self.rng.random() < 0.5:
            return f"SELECT DISTINCT {listed} FROM {of.name}{self.where(of)} ORDER BY {listed}{self.limit()}"
        keys = ", ".join(of.key)
        return f"SELECT DISTINCT ON ({listed}) {listed}, {keys} FROM {of.name}{self.where(of)} ORDER BY {listed}, {keys} DESC"

    def window(self) -> str:
        """Window functions, by the shard key or not."""
        rng, of = self.rng, self.any_relation()
        keys = ", ".join(of.key)
        parted = rng.choice(("", f"PARTITION BY {of.key[0]} ", f"PARTITION BY {rng.choice(of.of('text', 'int'))} "))
        number = self.number(of)
        frame = rng.choice(("", " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW", " ROWS UNBOUNDED PRECEDING"))
        function = rng.choice(("row_number()", "rank()", f"lag({number})", f"sum({number})", "count(*)", f"first_value({number})"))
        frame = "" if function.endswith("()") or function.startswith("lag") else frame
        over = f"{function} OVER ({parted}ORDER BY {keys}{frame})"
        return f"SELECT {keys}, {over} FROM {of.name}{self.where(of)} ORDER BY {keys}{self.limit()}"

    # ---------------------------------------------------------------------------------------------------------- aggregates

    def aggregates(self, of: Relation, prefix: str = "", most: int = 4) -> list[str]:
        """Some of all kinds of them."""
        rng = self.rng
        whole, text = (prefix + rng.choice(of.of(*kinds)) for kinds in ((*NUMBERS, "text"), ("text",)))
        number = self.number(of, prefix)
        keys = ", ".join(prefix + name for name in of.key)
        wanted = [
            "count(*)", f"count({number})", f"sum({number})", f"avg({number})", f"min({number})", f"max({text})",
            f"min({prefix}{of.key[-1]})",
            f"count(DISTINCT {whole})", f"count(DISTINCT {text})", f"stddev({number})", f"var_pop({number})",
            f"stddev_pop({number})", f"bool_and({number} > 0)", f"bool_or({number} > 100)",
            f"count(*) FILTER (WHERE {self.simple(of, of.key[0], prefix)})",
            f"sum({number}) FILTER (WHERE {number} > 10)", f"sum(CASE WHEN {number} > 5 THEN 1 ELSE 0 END)",
            f"string_agg(DISTINCT {text}, ',' ORDER BY {text})", f"array_agg({whole} ORDER BY {keys})",
            f"string_agg({text}, '|' ORDER BY {keys} DESC)", f"max({number}) - min({number})", f"sum({number}) / count(*)",
            f"round(avg({number})::numeric, 2)", f"coalesce(sum({number}), 0)", f"avg({number} + 1)", f"variance({number} * 2)",
        ]  # fmt: skip
        return rng.sample(wanted, rng.randrange(1, most))

    def total(self) -> str:
        """One row of aggregates."""
        of = self.any_relation()
        return f"SELECT {', '.join(self.aggregates(of, most=6))} FROM {of.name}{self.where(of)}"

    def groups(self) -> str:
        """GROUP BY, with and without HAVING, ORDER BY and LIMIT."""
        rng, of = self.rng, self.any_relation()
        by = self._grouping(of)
        items = ", ".join([*by, *self.aggregates(of)])
        having = rng.choice(("", "", f" HAVING count(*) > {rng.randrange(40)}", f" HAVING count(DISTINCT {of.key[-1]}) > 2"))
        ordered = f" ORDER BY {', '.join(str(i + 1) for i in range(len(by)))}{self.limit()}"
        if rng.random() < 0.2:
            ordered = f" ORDER BY count(*) DESC, {', '.join(str(i + 1) for i in range(len(by)))}{self.limit()}"
        listed = ", ".join(str(i + 1) for i in range(len(by)))
        return f"SELECT {items} FROM {of.name}{self.where(of)} GROUP BY {listed}{having}{ordered if rng.random() < 0.8 else ''}"

    def _grouping(self, of: Relation, prefix: str = "") -> list[str]:
        rng = self.rng
        columns = [prefix + name for name in of.of("text", "int")]
        made = [f"date_trunc('day', {prefix}{name})" for name in of.of("timestamptz")]
        made += [f"{prefix}{name} % 3" for name in of.of("int")] + [f"left({prefix}{name}, 1)" for name in of.of("text")]
        return rng.sample(columns + made[:3], rng.randrange(1, 3))

    # ------------------------------------------------------------------------------------------------- of several relations

    def _joined(self, *, kinds: tuple[str, ...]) -> tuple[Relation, Relation, str]:
        rng = self.rng
        one, other, columns = rng.choice(_JOINS)
        left, right = self.relations[one], self.relations[other]
        on = " AND ".join(f"a.{x} = b.{y}" for x, y in columns)
        if rng.random() < 0.3:
            on += f" AND {self.condition(right, 'b.', 1)}"
        return left, right, f"{one} a {rng.choice(kinds)} {other} b ON {on}"

    def join(self) -> str:
        """Rows of two or three views."""
        left, right, text = self._joined(kinds=("JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"))
        narrow = f" WHERE {self.condition(left, 'a.', 1)}" if self.rng.random() < 0.8 else ""
        keys = ", ".join([*(f"a.{name}" for name in left.key), *(f"b.{name}" for name in right.key)])
        columns = f"{self.some(left, 'a.')}, {self.some(right, 'b.')}"
        if "carrier" in left.kinds and self.rng.random() < 0.2:
            text, columns = f"{text} LEFT JOIN airlines n ON n.carrier = a.carrier", f"{columns}, n.name"
        return f"SELECT {columns} FROM {text}{narrow} ORDER BY {keys} LIMIT {self.rng.choice((10, 100, 1000))}"

    def joined_groups(self) -> str:
        """Aggregates over a join."""
        left, right, text = self._joined(kinds=("JOIN", "JOIN", "LEFT JOIN"))
        narrow = f" WHERE {self.condition(left, 'a.', 1)}" if self.rng.random() < 0.7 else ""
        by = self._grouping(left, "a.")[:1] + (self._grouping(right, "b.")[:1] if self.rng.random() < 0.4 else [])
        items = ["count(*)", *(a for a in self.aggregates(left, "a.", 3) if "_agg" not in a)]
        items += [a for a in self.aggregates(right, "b.", 2) if "_agg" not in a]
        listed = ", ".join(str(i + 1) for i in range(len(by)))
        return f"SELECT {', '.join([*by, *items])} FROM {text}{narrow} GROUP BY {listed} ORDER BY {listed}{self.limit()}"

    def subquery(self) -> str:
        """IN, EXISTS and scalar subqueries, correlated and not."""
        rng = self.rng
        one, other, columns = rng.choice(_JOINS)
        left, right = self.relations[one], self.relations[other]
        x, y = columns[0]
        equal = " AND ".join(f"b.{y} = a.{x}" for x, y in columns)
        inner = f" AND {self.condition(right, 'b.', 1)}" if rng.random() < 0.6 else ""
        not_ = rng.choice(("", "NOT "))
        clause = rng.choice(
            (
                f"a.{x} IN (SELECT b.{y} FROM {other} b WHERE b.{y} IS NOT NULL{inner})",
                f"{not_}EXISTS (SELECT 1 FROM {other} b WHERE {equal}{inner})",
                f"a.{x} {not_}IN (SELECT b.{y} FROM {other} b WHERE b.{y} IS NOT NULL ORDER BY 1 LIMIT 3)",
            )
        )
        item = self.some(left, "a.")
        if rng.random() < 0.25 and len(columns) == 1:
            item += f", (SELECT max(b.{rng.choice(list(right.kinds))}) FROM {other} b WHERE {equal})"
        return (
            f"SELECT {item} FROM {one} a WHERE {clause} AND {self.condition(left, 'a.', 1)}{self.order(left, 'a.')}{self.limit()}"
        )

    def cte(self) -> str:
        """A CTE of groups, joined, filtered or read twice."""
        rng = self.rng
        of = self.any_relation()
        by = rng.choice(of.of("text"))
        with_ = f"WITH w AS (SELECT {by} AS g, count(*) AS n, min({of.key[-1]}) AS m FROM {of.name}{self.where(of)} GROUP BY {by}) "
        return with_ + rng.choice(
            (
                f"SELECT * FROM w WHERE n > {rng.randrange(30)} ORDER BY n DESC, g{self.limit()}",
                "SELECT a.g, b.n FROM w a JOIN w b ON a.n = b.n AND a.g < b.g ORDER BY 1, 2 LIMIT 100",
                f"SELECT w.n, t.{of.key[0]} FROM w JOIN {of.name} t ON t.{by} = w.g AND t.{of.key[-1]} = w.m ORDER BY 1, 2",
                "SELECT sum(n), max(g), (SELECT count(*) FROM w WHERE n > 2) FROM w",
                "SELECT g FROM w UNION SELECT carrier FROM airlines ORDER BY 1",
            )
        )

    def derived(self) -> str:
        """A condition, or groups, above a subquery in FROM."""
        of = self.any_relation()
        inner = f"SELECT * FROM {of.name}{self.where(of)}" + (f"{self.order(of)} LIMIT 50" if self.rng.random() < 0.3 else "")
        if self.rng.random() < 0.5:
            return f"SELECT {self.some(of)} FROM ({inner}) q{self.where(of)}{self.order(of)}{self.limit()}"
        by = self.rng.choice(of.of("text"))
        return f"SELECT {by}, {', '.join(self.aggregates(of))} FROM ({inner}) q{self.where(of)} GROUP BY {by} ORDER BY {by}"

    def set_operation(self) -> str:
        """Two sets."""
        rng = self.rng
        word = rng.choice(("UNION", "UNION ALL", "EXCEPT", "INTERSECT", "EXCEPT ALL", "INTERSECT ALL"))
        if rng.random() < 0.5:
            of = self.any_relation()
            keys = ", ".join(of.key)
            one, other = (f"SELECT {keys} FROM {of.name}{self.where(of)}" for _ in range(2))
            return f"{one} {word} {other} ORDER BY {keys}{self.limit()}"
        one, other, columns = rng.choice(_JOINS)
        left, right = self.relations[one], self.relations[other]
        x, y = columns[0]
        return f"SELECT {x} FROM {one}{self.where(left)} {word} SELECT {y} FROM {other}{self.where(right)} ORDER BY 1{self.limit()}"
