"""Random statements about the views of worlds.

Those with a LIMIT sort by all their outputs, so that only equal rows are in doubt. Nothing makes equal numerics that show
different digits, of which DISTINCT and GROUP BY may give any.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

_ITEMS = {
    "e": ("e.id", "e.region", "e.qty", "e.memo", "e.amount", "e.flag", "e.small", "e.big", "e.day", "e.item"),
    "r": ("r.name", "r.factor", "r.boss"),
    "i": ("i.label", "i.price", "i.region", "i.item"),
    "p": ("p.a", "p.b", "p.n"),
    "q": ("q.x", "q.y", "q.w"),
    "d": ("d.region", "d.n", "d.s"),
    "v": ("v.one", "v.word"),
}
_NUMBERS = {
    "e": ("e.id", "e.qty", "e.amount", "e.small", "e.big", "e.score", "e.rate"), "r": ("r.factor",), "i": ("i.price",),
    "p": ("p.n", "p.v"), "q": ("q.w", "q.x"), "d": ("d.n", "d.s"), "v": ("v.one",),
}  # fmt: skip
_FROMS = (
    ("events e", "e"),
    ("events e JOIN regions r ON e.region = r.region", "er"),
    ("regions r LEFT JOIN events e ON e.region = r.region AND e.qty > 0", "er"),
    ("events e LEFT JOIN regions r ON e.region = r.region AND r.factor > 0", "er"),
    ("events e FULL JOIN regions r ON e.region = r.region", "er"),
    ("events e JOIN items i ON e.item = i.item", "ei"),
    ("events e LEFT JOIN items i ON e.item = i.item", "ei"),
    ("events e RIGHT JOIN items i ON e.item = i.item AND e.flag", "ei"),
    ("events e JOIN regions r ON e.region = r.region JOIN items i ON i.item = e.item", "eri"),
    ("events e, regions r, items i WHERE_JOIN e.region = r.region AND i.item = e.item", "eri"),
    ("pairs p JOIN pairs2 q ON p.a = q.x AND p.b = q.y", "pq"),
    ("pairs p LEFT JOIN pairs2 q ON p.a = q.x", "pq"),
    ("(SELECT region, count(*) n, sum(amount) s FROM events GROUP BY region) d", "d"),
    ("(SELECT region, qty n, max(amount) s FROM events GROUP BY region, qty) d JOIN regions r ON r.region = d.region", "dr"),
    ("(SELECT region, qty n, amount s FROM events WHERE flag) d", "d"),
    ("(SELECT memo AS region, qty n, sum(rate) s FROM events GROUP BY 1, 2) d", "d"),
    ("events e JOIN (VALUES (1, 'one'), (2, 'two'), (NULL, 'none')) v(one, word) ON v.one = e.qty", "ev"),
    ("events e CROSS JOIN LATERAL (SELECT e.qty + 1 AS one, e.memo || '!' AS word) v", "ev"),
    ("items i JOIN (SELECT region, count(*) n, sum(qty) s FROM events GROUP BY region) d ON d.region = i.region", "id"),
)
_CONDITIONS = (
    "{n} > 1", "{n} IS NOT NULL", "{n} = 2", "{n} + 1 < 3", "NOT {n} IN (0, 1, 5)", "{n} BETWEEN -1 AND 3 OR {i} IS NULL",
    "{i} IS NOT NULL", "{n} > (SELECT avg(qty) FROM events)", "{n} IN (SELECT qty FROM events WHERE flag)",
    "EXISTS (SELECT 1 FROM items x WHERE x.item = {n})", "{n} < ALL (SELECT price FROM items WHERE price > 1)",
    "coalesce({n}, 1) >= 1", "abs({n}) < 4", "{e}EXISTS (SELECT 1 FROM regions y WHERE y.region = {g} AND y.factor > 0)",
    "{g} {e}IN (SELECT region FROM regions WHERE factor > 0)", "(SELECT count(*) FROM events y WHERE y.region = {g}) > 2",
)  # fmt: skip
_AGGREGATES = (
    "count(*)", "count({i})", "sum({n})", "avg({n})", "min({i})", "max({i})", "min({n})", "stddev({n})", "var_pop({n})",
    "count(DISTINCT {i})", "sum(DISTINCT {n})", "count(*) FILTER (WHERE {c})", "sum({n}) FILTER (WHERE {n} > 0)",
    "array_agg(DISTINCT {i} ORDER BY {i})", "string_agg(DISTINCT ({i})::text, ',' ORDER BY ({i})::text)",
    "array_agg({n} ORDER BY {n})", "bool_or({n} > 1)", "sum({n} * 2 + 1)", "sum({n}) / count(*)", "max({n}) - min({n})",
)  # fmt: skip
_SCALARS = (
    "{i}",
    "{i}",
    "{n} * 2",
    "({i})::text || 'x'",
    "round(({n})::numeric, 2)",
    "CASE WHEN {n} > 1 THEN {n} END",
    "upper(({i})::text)",
)


@dataclass
class Statements:
    """Draws statements."""

    rng: random.Random

    def next(self) -> str:
        """One more."""
        kind = self.rng.choice(["rows", "grouped", "grouped", "grouped", "distinct", "around", "sets", "with"])
        if kind == "around":
            return f"SELECT count(*), max(o0::text) FROM ({self._query(self.rng.choice(['rows', 'grouped', 'distinct']))}) z"
        if kind == "sets":
            word = self.rng.choice(["UNION ALL", "UNION", "INTERSECT", "EXCEPT"])
            sides = (f"SELECT {self._numbers(word)} FROM ({self._query('rows')}) z{n}" for n in (1, 2))
            return f"{f' {word} '.join(sides)} ORDER BY 1"
        if kind == "with":
            name = self.rng.choice(["w", "w a JOIN w b ON a.o0::text = b.o0::text"])
            return f"WITH w AS ({self._query('grouped')}) SELECT count(*) FROM {name}"
        return self._query(kind)

    def _numbers(self, word: str) -> str:
        # INTERSECT and EXCEPT do not tell what numbers of different scales show.
        numeric = ["length(o0::text) / 2.0 AS n", "1.25::numeric(9, 4) AS n"] if word == "UNION ALL" else []
        return self.rng.choice(["length(o0::text) AS n", *numeric])

    def _query(self, kind: str) -> str:
        from_, aliases = self.rng.choice(_FROMS)
        from_, _, joined = from_.partition(" WHERE_JOIN ")
        conditions = [joined] if joined else []
        conditions += [self._fill(self.rng.choice(_CONDITIONS), aliases) for _ in range(self.rng.choice([0, 0, 1, 1, 2]))]
        where = f" WHERE {' AND '.join(f'({c})' for c in conditions)}" if conditions else ""
        body = f" FROM {from_}{where}"
        if kind == "grouped":
            return self._grouped(body, aliases)
        items = [self._fill(self.rng.choice(_SCALARS), aliases) for _ in range(self.rng.randint(1, 3))]
        word = "DISTINCT " if kind == "distinct" else ""
        return f"SELECT {word}{_outputs(items)}{body}{self._tail(len(items))}"

    def _grouped(self, body: str, aliases: str) -> str:
        keys = [self._fill(self.rng.choice(_SCALARS), aliases) for _ in range(self.rng.choice([0, 1, 1, 2]))]
        aggregates = [self._fill(self.rng.choice(_AGGREGATES), aliases) for _ in range(self.rng.randint(1, 3))]
        having = self._fill(self.rng.choice([" HAVING count(*) > 1", " HAVING max({n}) > 0", "", "", ""]), aliases)
        groups = ", ".join(str(n + 1) for n in range(len(keys)))
        if keys and self.rng.random() < 0.15:
            groups = f"ROLLUP ({', '.join(keys)})"
        outputs = keys + aggregates
        by = f" GROUP BY {groups}" if keys else ""
        return f"SELECT {_outputs(outputs)}{body}{by}{having}{self._tail(len(outputs))}"

    def _tail(self, width: int) -> str:
        if self.rng.random() < 0.5:
            return ""
        order = " ORDER BY " + ", ".join(f"{n + 1}{self.rng.choice(['', ' DESC', ' NULLS FIRST'])}" for n in range(width))
        return order + self.rng.choice(["", " LIMIT 3", " LIMIT 2 OFFSET 1", " OFFSET 2", " LIMIT 0"])

    def _fill(self, template: str, aliases: str) -> str:
        if "{c}" in template:
            template = template.replace(
                "{c}", self.rng.choice(["{n} > 1", "{i} IS NULL", "{n} % 2 = 0" if aliases == "e" else "{n} < 2"])
            )
            template = template.replace("{n} % 2", "{n}::int % 2") if "score" not in template else template
        item, number = (self.rng.choice([c for a in aliases for c in of[a]]) for of in (_ITEMS, _NUMBERS))
        regions = [c for a in aliases for c in _ITEMS[a] if c.endswith("region")] or ["'eu'"]
        template = template.replace("{g}", self.rng.choice(regions)).replace("{e}", self.rng.choice(["", "", "NOT "]))
        return template.replace("{i}", item).replace("{n}", number)


def _outputs(items: list[str]) -> str:
    return ", ".join(f"{item} AS o{n}" for n, item in enumerate(items))
