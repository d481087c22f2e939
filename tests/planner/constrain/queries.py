"""Random SELECTs over two views: joins of every kind, derived tables, WITH, set operations, subqueries, grouping, LIMIT.

Every relation has the columns k1 (a number), k2 (a text) and v (a number), so that any can stand where another does. What a query
returns depends on no order that it does not ask for.
"""

from __future__ import annotations

from hypothesis import strategies as s

TABLES = ["a", "b"]
JOINS = ["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"]


class Queries:
    """Draws SQL text."""

    def __init__(self, draw: s.DrawFn) -> None:
        self._draw = draw
        self._aliases = 0
        self._ctes: list[str] = []

    def pick(self, *of: str) -> str:
        return self._draw(s.sampled_from(of))

    def chance(self, one_in: int) -> bool:
        return self._draw(s.integers(1, one_in)) == 1

    def statement(self) -> str:
        """A whole statement, with WITH at times."""
        if not self.chance(3):
            return self.query(2)
        names = ["w1", "w2"][: self._draw(s.integers(1, 2))]
        entries = []
        for name in names:
            entries.append(f"{name} AS ({self.query(1)})")
            self._ctes.append(name)
        return f"WITH {', '.join(entries)} {self.query(2)}"

    def query(self, depth: int, outer: tuple[str, ...] = ()) -> str:
        """A query of three columns; *outer* are aliases that it may refer to besides its own."""
        if depth and self.chance(5):
            op = self.pick("UNION", "UNION ALL", "EXCEPT", "INTERSECT", "EXCEPT ALL")
            return f"({self.query(depth - 1)}) {op} ({self.query(depth - 1)})"
        source, aliases = self.source(depth)
        where = f" WHERE {self.condition(aliases, outer, depth)}" if not self.chance(6) else ""
        return self.shaped(f" FROM {source}{where}", aliases, outer)

    def shaped(self, rest: str, aliases: tuple[str, ...], outer: tuple[str, ...]) -> str:
        """SELECT list, grouping, DISTINCT, windows and LIMIT around FROM and WHERE."""
        one, other = self.pick(*aliases), self.pick(*aliases)
        plain = f"{one}.k1 AS k1, {other}.k2 AS k2, {self.pick(*aliases)}.v AS v"
        match self._draw(s.integers(0, 9)):
            case 0:
                having = f" HAVING {self.leaf((one,), outer, ('k1', 'k2'))}" if one == other and self.chance(2) else ""
                return f"SELECT {one}.k1 AS k1, {other}.k2 AS k2, count(*)::int AS v{rest} GROUP BY {one}.k1, {other}.k2{having}"
            case 1:
                return f"SELECT DISTINCT {plain}{rest}"
            case 2:
                return f"SELECT DISTINCT ON ({one}.k1) {plain}{rest} ORDER BY {one}.k1, 2, 3"
            case 3:
                return f"SELECT {plain}{rest} ORDER BY 1, 2, 3 LIMIT {self._draw(s.integers(0, 4))}"
            case 4:
                window = f"row_number() OVER (PARTITION BY {one}.k1 ORDER BY {other}.k2, {one}.v)::int"
                return f"SELECT {one}.k1 AS k1, {other}.k2 AS k2, {window} AS v{rest}"
            case 5:
                return f"SELECT count(*)::int AS k1, 'x' AS k2, count({one}.v)::int AS v{rest}"
            case 6:
                return f"SELECT {plain}{rest} ORDER BY 1 DESC, 2 DESC, 3 DESC OFFSET {self._draw(s.integers(0, 2))} LIMIT 2"
        return f"SELECT {plain}{rest}"

    def source(self, depth: int) -> tuple[str, tuple[str, ...]]:
        """A FROM and its aliases."""
        left, aliases = self.relation(depth)
        for _ in range(self._draw(s.sampled_from([0, 0, 1, 1, 2]))):
            if self.chance(6):
                right, alias = self.lateral(aliases)
                left, aliases = f"{left} {self.pick('JOIN', 'LEFT JOIN')} LATERAL {right} ON true", (*aliases, alias)
                continue
            right, more = self.relation(depth)
            on = f"{self.pick(*aliases)}.k1 = {more[0]}.k1" if not self.chance(3) else self.condition((*aliases, *more), (), 0)
            if self.chance(4):
                on += f" AND {self.leaf((*aliases, *more), ())}"
            left, aliases = f"{left} {self.pick(*JOINS)} {right} ON {on}", (*aliases, *more)
        return left, aliases

    def relation(self, depth: int) -> tuple[str, tuple[str, ...]]:
        self._aliases += 1
        alias = f"t{self._aliases}"
        if depth and self.chance(3):
            return f"({self.query(depth - 1)}) {alias}", (alias,)
        return f"{self.pick(*TABLES, *self._ctes, *self._ctes)} {alias}", (alias,)

    def lateral(self, outer: tuple[str, ...]) -> tuple[str, str]:
        self._aliases += 1
        alias = f"t{self._aliases}"
        inner = f"i{self._aliases}"
        limit = f" ORDER BY 1, 2, 3 LIMIT {self._draw(s.integers(1, 2))}" if self.chance(2) else ""
        where = f"{inner}.k1 = {self.pick(*outer)}.k1"
        return f"(SELECT {inner}.k1, {inner}.k2, {inner}.v FROM {self.pick(*TABLES)} {inner} WHERE {where}{limit}) {alias}", alias

    def condition(self, aliases: tuple[str, ...], outer: tuple[str, ...], depth: int) -> str:
        parts = [self.part(aliases, outer, depth) for _ in range(self._draw(s.integers(1, 3)))]
        return self.pick(*[" AND "] * 4, " OR ").join(parts)

    def part(self, aliases: tuple[str, ...], outer: tuple[str, ...], depth: int) -> str:
        if depth and self.chance(4):
            return self.subquery(aliases)
        if self.chance(6):
            return f"NOT ({self.leaf(aliases, outer)})"
        if self.chance(6):
            return f"({self.leaf(aliases, outer)} OR {self.leaf(aliases, outer)})"
        return self.leaf(aliases, outer)

    def subquery(self, aliases: tuple[str, ...]) -> str:
        self._aliases += 1
        one, inner = self.pick(*aliases), f"s{self._aliases}"
        table = self.pick(*TABLES, *self._ctes)
        where = self.condition((inner,), (), 0)
        linked = f"{where} AND {inner}.k1 = {one}.k1" if self.chance(2) else f"{inner}.k1 = {one}.k1"
        negated = self.pick("", "", "NOT ")
        match self._draw(s.integers(0, 4)):
            case 0:
                return f"{negated}EXISTS (SELECT 1 FROM {table} {inner} WHERE {linked})"
            case 1:
                return f"{one}.k1 {negated}IN (SELECT {inner}.k1 FROM {table} {inner} WHERE {where})"
            case 2:
                return f"({one}.k1, {one}.k2) {negated}IN (SELECT {inner}.k1, {inner}.k2 FROM {table} {inner} WHERE {where})"
            case 3:
                return f"{one}.v < (SELECT count(*) FROM {table} {inner} WHERE {linked})"
        return f"{one}.k1 IN (VALUES (1), (2))"

    def leaf(self, aliases: tuple[str, ...], outer: tuple[str, ...], columns: tuple[str, ...] = ("k1", "k1", "k2", "v")) -> str:
        """A condition on one column, or on two that should be equal."""
        alias, column = self.pick(*aliases, *outer), self.pick(*columns)
        name, value = f"{alias}.{column}", self.value(column)
        match self._draw(s.integers(0, 9)):
            case 0:
                return f"{name} IS {self.pick('', 'NOT ')}NULL"
            case 1:
                return f"{name} {self.pick('', 'NOT ')}IN ({value}, {self.value(column)})"
            case 2:
                return f"{name} BETWEEN {value} AND {self.value(column)}"
            case 3:
                return f"{name} {self.pick('=', '=', '<', '<>')} {self.pick(*aliases)}.{column}"
            case 4:
                return f"{value} {self.pick('=', '<', '>=')} {name}"
            case 5:
                return f"({alias}.k1, {alias}.k2) {self.pick('=', '>=', '<')} ({self.value('k1')}, {self.value('k2')})"
            case 6:
                return f"{name} IS {self.pick('', 'NOT ')}DISTINCT FROM {value}"
            case 7 | 8:
                return f"{name} = {value}"
        return f"{name} {self.pick('=', '<', '>', '<>')} {value}"

    def value(self, column: str) -> str:
        return self.pick("'x'", "'y'", "'z'") if column == "k2" else self.pick("1", "2", "3", "2.5" if column == "k1" else "0")


@s.composite
def statements(draw: s.DrawFn) -> str:
    return Queries(draw).statement()
