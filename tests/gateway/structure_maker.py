"""Random queries of many shapes: what stands in FROM, what is grouped, numbered, put together and cut, one inside the other.

Expressions are plain and never fail; whatever cuts rows off or numbers them does so in an order of all columns, so that each query
has one right answer but for the order of its rows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_READINGS: Final = (
    ("city", "text"), ("sensor", "int"), ("small", "int"), ("temp", "float"), ("price", "numeric"), ("ok", "bool"),
    ("word", "text"), ("day", "date"),
)  # fmt: skip
_SENSORS: Final = (("id", "int"), ("kind", "text"), ("rate", "float"))
_LITERALS: Final = {
    "int": ("0", "3", "7", "-20", "NULL::int"), "text": ("'JFK'", "'two'", "'x'", "NULL::text"),
    "float": ("1.5::float8", "0::float8"), "numeric": ("2.50", "10::numeric", "NULL::numeric"), "bool": ("true", "false"),
    "date": ("'2013-07-03'::date", "NULL::date"),
}  # fmt: skip
_MADE: Final = {
    "int": ("{0}", "{0} + 1", "abs({0})", "{0} % 3", "coalesce({0}, 5)"),
    "text": ("{0}", "upper({0})", "{0} || '!'", "left({0}, 2)"), "float": ("{0}", "-{0}"),
    "numeric": ("{0}", "{0} + 1", "round({0})"), "bool": ("{0}", "NOT {0}", "({0} IS TRUE)"),
    "date": ("{0}", "{0} + 1"),
}  # fmt: skip
_AGGREGATES: Final = {
    "count(*)": "int8", "count({int})": "int8", "sum({int})": "int8", "max({text})": "text", "min({date})": "date",
    "max({int})": "int",
    "sum({numeric})": "numeric", "bool_or({bool})": "bool", "count(DISTINCT {text})": "int8", "min({numeric})": "numeric",
    "string_agg({text}, ',' ORDER BY {text})": "text", "sum({int}) FILTER (WHERE {bool})": "int8", "avg({int})": "numeric",
    "array_agg({int} ORDER BY {int})": "other",
}  # fmt: skip
_WINDOWS: Final = {
    "row_number() OVER ({part}ORDER BY {all})": "int8", "rank() OVER ({part}ORDER BY {int})": "int8",
    "count(*) OVER ({part}ORDER BY {int} NULLS FIRST)": "int8", "sum({int}) OVER ({part}ORDER BY {all} ROWS 1 PRECEDING)": "int8",
    "lag({int}) OVER ({part}ORDER BY {all})": "int", "max({text}) OVER ({part}ORDER BY {date})": "text",
    "first_value({int}) OVER ({part}ORDER BY {all})": "int", "dense_rank() OVER (ORDER BY {text} DESC)": "int8",
    "sum({numeric}) OVER (PARTITION BY {bool})": "numeric", "ntile(3) OVER ({part}ORDER BY {all})": "int",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """A part of FROM, or a query; *columns* are names, as the query around it knows them, and kinds."""

    sql: str
    columns: tuple[tuple[str, str], ...]

    def of(self, kind: str) -> list[str]:
        """The names of its columns of a kind; int8 is an int, too."""
        return [name for name, own in self.columns if own == kind or (kind == "int" and own == "int8")]


class StructureMaker:
    """Draws queries from a random source."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._names = 0
        self._with: list[Table] = []

    def query(self) -> str:
        """One query."""
        self._names, self._with = 0, []
        entries = list[str]()
        recursive = self.rng.random() < 0.05
        if recursive:
            steps, name = self.rng.randint(0, 5), self._name("w")
            word = self.rng.choice(("UNION", "UNION ALL"))
            entries.append(f"{name}(c0, c1) AS (SELECT 1, 'x' {word} SELECT c0 + 1, c1 || 'y' FROM {name} WHERE c0 < {steps})")
            self._with.append(Table(name, (("c0", "int"), ("c1", "text"))))
        for _ in range(self.rng.choice((0, 0, 0, 1, 2))):
            made, name = self._query(2), self._name("w")
            hint = self.rng.choice(("", "", " MATERIALIZED", " NOT MATERIALIZED"))
            names = [f"c{i}" for i in range(len(made.columns))]
            entries.append(f"{name}({', '.join(names)}) AS{hint} ({made.sql})")
            self._with.append(Table(name, tuple((c, kind) for c, (_, kind) in zip(names, made.columns, strict=True))))
        before = f"WITH {'RECURSIVE ' if recursive else ''}{', '.join(entries)} " if entries else ""
        return before + self._query(3).sql

    def _name(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}"

    def _query(self, depth: int) -> Table:
        return self._set_operation(depth) if depth > 0 and self.rng.random() < 0.25 else self._select(depth)

    # -------------------------------------------------------------------------------------------------------------- FROM

    def _from(self, depth: int) -> Table:
        rng = self.rng
        found = self._item(depth)
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2)) if depth > 0 else 0):
            kind = rng.choice(("JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN"))
            if depth > 1 and rng.random() < 0.2:
                inner = self._select(depth - 2, Table("", found.columns))
                other = self._aliased("LATERAL ", inner)
                kind = rng.choice(("CROSS JOIN", "LEFT JOIN"))
            else:
                other = self._item(depth - 1)
            both = Table(f"{found.sql} {kind} {other.sql}", (*found.columns, *other.columns))
            found = both if kind == "CROSS JOIN" else Table(f"{both.sql} ON {self._joined(found, other)}", both.columns)
        return found

    def _joined(self, one: Table, other: Table) -> str:
        kinds = [kind for kind in ("int", "text", "date", "bool") if one.of(kind) and other.of(kind)]
        if not kinds:
            return "true" if self.rng.random() < 0.5 else "1 = 2"
        kind = self.rng.choice(kinds)
        return f"{self.rng.choice(one.of(kind))} = {self.rng.choice(other.of(kind))}"

    def _item(self, depth: int) -> Table:
        rng, chosen = self.rng, self.rng.random()
        if self._with and chosen < 0.3:
            found = rng.choice(self._with)
            return self._aliased("", found, name_only=True)
        if depth <= 0 or chosen < 0.6:
            name, columns = rng.choice((("readings", _READINGS), ("sensors", _SENSORS)))
            return self._aliased("", Table(name, columns), name_only=True)
        if chosen < 0.67:
            kinds = rng.sample(list(_LITERALS), 2)
            rows = ", ".join(f"({', '.join(rng.choice(_LITERALS[kind][:2]) for kind in kinds)})" for _ in range(rng.randint(1, 4)))
            return self._aliased("", Table(f"VALUES {rows}", tuple((f"v{i}", kind) for i, kind in enumerate(kinds))))
        if chosen < 0.71:
            alias = self._name("g")
            return Table(f"generate_series(1, {rng.randint(0, 4)}) {alias}(n)", ((f"{alias}.n", "int"),))
        if chosen < 0.75:
            alias = self._name("g")
            return Table(f"unnest(ARRAY[1, 3, NULL, 7]) {alias}(n)", ((f"{alias}.n", "int"),))
        return self._aliased("", self._query(depth - 1))

    def _aliased(self, before: str, table: Table, *, name_only: bool = False) -> Table:
        alias = self._name("t")
        sql = table.sql if name_only else f"({table.sql})"
        if name_only:
            return Table(f"{before}{sql} {alias}", tuple((f"{alias}.{name}", kind) for name, kind in table.columns))
        names = [f"c{i}" for i in range(len(table.columns))]
        columns = tuple((f"{alias}.{name}", kind) for name, (_, kind) in zip(names, table.columns, strict=True))
        return Table(f"{before}{sql} {alias}({', '.join(names)})", columns)

    # ------------------------------------------------------------------------------------------------------------ SELECT

    def _select(self, depth: int, outer: Table | None = None) -> Table:
        rng = self.rng
        source = self._from(depth)
        where = ""
        if rng.random() < 0.7 or outer is not None:
            conditions = [self._condition(source, depth, outer) for _ in range(rng.choice((1, 1, 2)))]
            where = f" WHERE {rng.choice((' AND ', ' AND ', ' OR ')).join(conditions)}"
        chosen = rng.random()
        if chosen < 0.3:
            return self._grouped(source, where)
        items = [self._expression(source, depth) for _ in range(rng.randint(1, 3))]
        if chosen < 0.45:
            items.append(self._filled(rng.choice(list(_WINDOWS)), source, _WINDOWS))
        if rng.random() < 0.1:
            return self._first_of_each(source, where, items)
        distinct = "DISTINCT " if rng.random() < 0.15 and all(kind != "other" for _, kind in items) else ""
        made = f"SELECT {distinct}{', '.join(sql for sql, _ in items)} FROM {source.sql}{where}"
        return self._cut(Table(made, tuple(("", kind) for _, kind in items)))

    def _first_of_each(self, source: Table, where: str, items: list[tuple[str, str]]) -> Table:
        """DISTINCT ON of what sorts first, in an order of all that is shown."""
        rng = self.rng
        items = [item for item in items if item[1] != "other" and item[0].count(".") == 1 and "NULL::" not in item[0]]
        items = [item for item in items if item[0][0] not in "'0123456789("] or [(source.columns[0][0], source.columns[0][1])]
        ways = [f"{sql}{rng.choice(('', ' DESC', ' NULLS FIRST'))}" for sql, _ in items]
        shown = ", ".join(sql for sql, _ in items)
        made = f"SELECT DISTINCT ON ({items[0][0]}) {shown} FROM {source.sql}{where} ORDER BY {', '.join(ways)}"
        return Table(made, tuple(("", kind) for _, kind in items))

    def _cut(self, made: Table) -> Table:
        """In an order, perhaps not all of it."""
        rng = self.rng
        if rng.random() < 0.75:
            return made
        ways = (f"{i + 1}{rng.choice(('', ' DESC', ' NULLS FIRST'))}" for i in range(len(made.columns)))
        tail = rng.choice(("", f" LIMIT {rng.randint(0, 9)}", f" LIMIT {rng.randint(1, 9)} OFFSET 2", " OFFSET 3"))
        return Table(f"{made.sql} ORDER BY {', '.join(ways)}{tail}", made.columns)

    def _grouped(self, source: Table, where: str) -> Table:
        rng = self.rng
        keys = [self._expression(source, 0) for _ in range(rng.choice((0, 1, 1, 2)))]
        keys = [key for key in dict(keys).items() if "." in key[0] and key[0][0] not in "12"]
        wanted = [self._filled(rng.choice(list(_AGGREGATES)), source, _AGGREGATES) for _ in range(rng.randint(1, 2))]
        by = ", ".join(sql for sql, _ in keys)
        if len(keys) == 2 and rng.random() < 0.3:
            by = rng.choice((f"ROLLUP ({by})", f"CUBE ({by})", f"GROUPING SETS (({by}), ({keys[0][0]}), ())"))
            wanted.append((f"GROUPING({keys[0][0]}, {keys[1][0]})", "int"))
        having = rng.choice(("", "", f" HAVING count(*) > {rng.randint(0, 4)}"))
        group = f" GROUP BY {by}" if keys else ""
        if keys and rng.random() < 0.15:
            wanted.append((f"rank() OVER (ORDER BY count(*), {keys[0][0]})", "int8"))
        items = [*keys, *wanted]
        made = f"SELECT {', '.join(sql for sql, _ in items)} FROM {source.sql}{where}{group}{having}"
        return self._cut(Table(made, tuple(("", kind) for _, kind in items)))

    def _set_operation(self, depth: int) -> Table:
        rng = self.rng
        kinds = [rng.choice(list(_LITERALS)) for _ in range(rng.randint(1, 3))]
        made = self._side(kinds, depth)
        for _ in range(rng.choice((1, 1, 2))):
            word = rng.choice(("UNION", "UNION ALL", "UNION ALL", "EXCEPT", "INTERSECT", "EXCEPT ALL", "INTERSECT ALL"))
            made = f"{made} {word} {self._side(kinds, depth)}"
        return self._cut(Table(made, tuple(("", kind) for kind in kinds)))

    def _side(self, kinds: Sequence[str], depth: int) -> str:
        rng = self.rng
        source = self._from(depth - 1)
        items = ", ".join(self._of(source, kind) for kind in kinds)
        where = f" WHERE {self._condition(source, depth - 1)}" if rng.random() < 0.6 else ""
        made = f"SELECT {rng.choice(('', '', 'DISTINCT '))}{items} FROM {source.sql}{where}"
        return f"({self._cut(Table(made, tuple(('', kind) for kind in kinds))).sql})" if rng.random() < 0.3 else made

    # ------------------------------------------------------------------------------------------------------- expressions

    def _of(self, source: Table, kind: str) -> str:
        """Of that type, and of a column where there is one."""
        names = [name for name, own in source.columns if own == kind]
        if not names:
            return self.rng.choice(_LITERALS.get(kind, ("NULL",)))
        return self.rng.choice(_MADE[kind]).format(self.rng.choice(names))

    def _expression(self, source: Table, depth: int) -> tuple[str, str]:
        rng = self.rng
        kind = rng.choice(list(_LITERALS))
        made = self._of(source, kind)
        if rng.random() < 0.1:
            made = f"CASE WHEN {self._condition(source, 0)} THEN {made} ELSE {self._of(source, kind)} END"
        if depth > 1 and rng.random() < 0.1:
            inner = self._from(0)
            of_inner = self._of(inner, kind)
            if kind != "bool":
                made = f"(SELECT max({of_inner}) FROM {inner.sql} WHERE {self._condition(inner, 0, source)})"
        return made, kind

    def _filled(self, template: str, source: Table, kinds: dict[str, str]) -> tuple[str, str]:
        made = template
        for kind in _LITERALS:
            if f"{{{kind}}}" in made:
                # DISTINCT and ORDER BY are of one expression.
                made = made.replace(f"{{{kind}}}", self._of(source, kind))
        part = f"PARTITION BY {self._of(source, 'text')} " if self.rng.random() < 0.6 else ""
        every = ", ".join(name for name, kind in source.columns if kind != "other") or "1"
        return made.replace("{part}", part).replace("{all}", every), kinds[template]

    def _condition(self, source: Table, depth: int, outer: Table | None = None) -> str:
        rng = self.rng
        kind = rng.choice(("int", "text", "numeric", "date", "bool"))
        value = self._of(source, kind)
        other = self._of(source, kind) if rng.random() < 0.3 else rng.choice(_LITERALS[kind][:2])
        if outer is not None and outer.of(kind):
            other = rng.choice(outer.of(kind))
        chosen = rng.random()
        if depth > 0 and chosen < 0.2:
            inner = self._from(0)
            match rng.randrange(5):
                case 3:
                    array = f"ARRAY(SELECT {self._of(inner, kind)} FROM {inner.sql} WHERE {self._condition(inner, 0)})"
                    return f"{value} {rng.choice(('= ANY', '<> ALL'))} ({array})"
                case 4:
                    pair = f"SELECT {self._of(inner, kind)}, {self._of(inner, 'int')} FROM {inner.sql}"
                    return f"({value}, {self._of(source, 'int')}) IN ({pair} WHERE {self._condition(inner, 0)})"
                case 0:
                    word = rng.choice(("", "NOT "))
                    return f"{word}EXISTS (SELECT 1 FROM {inner.sql} WHERE {self._condition(inner, 0, source)})"
                case 1:
                    word = rng.choice(("IN", "NOT IN"))
                    return f"{value} {word} (SELECT {self._of(inner, kind)} FROM {inner.sql} WHERE {self._condition(inner, 0)})"
                case _:
                    made = self._query(depth - 1)
                    return f"(SELECT count(*) FROM ({made.sql}) {self._name('q')}) > {rng.randint(0, 5)}"
        if chosen < 0.3:
            return f"{value} IS {rng.choice(('', 'NOT '))}NULL"
        if chosen < 0.4:
            return f"{value} IN ({', '.join(_LITERALS[kind][:2])})"
        if kind == "bool" and chosen < 0.6:
            return value
        return f"{value} {rng.choice(('=', '<>', '<', '>=', 'IS DISTINCT FROM'))} {other}"
