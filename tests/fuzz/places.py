"""Random expressions in every place of a SELECT: over columns, over groups and over window functions."""

from __future__ import annotations

from typing import Final

from sqlglot import exp

from tests.fuzz.typed import COLUMNS, CONSTANTS, TypedMaker

_ANYWHERE: Final = (
    "SELECT {e} AS v FROM readings {groups}",
    "SELECT DISTINCT {e} AS v FROM readings {groups} ORDER BY 1",
    "SELECT 1 FROM readings {groups} ORDER BY {e} LIMIT 3",
    "SELECT DISTINCT ON ({e}) 1 FROM readings {groups}",
    "SELECT count(*) FROM (SELECT {e} AS v FROM readings {groups} LIMIT 5) q GROUP BY v",
    "SELECT {e} AS v FROM readings {groups} UNION ALL SELECT NULL",
    "SELECT {e} AS v FROM readings {groups} UNION SELECT NULL ORDER BY 1 LIMIT 3",
    "WITH w AS (SELECT {e} AS v FROM readings {groups}) SELECT count(v), (SELECT v FROM w LIMIT 1) FROM w",
    "SELECT CASE WHEN {e} IS NULL THEN 1 ELSE 2 END FROM readings {groups}",
    "SELECT ARRAY[{e}], ROW({e}, 1) FROM readings {groups}",
    "SELECT {e} IN (SELECT {e}) FROM readings {groups}",
    "SELECT ({e})::text || 'x', to_json({e}) FROM readings {groups}",
)
_INSIDE_WINDOWS: Final = (
    "SELECT lag({e}) OVER (ORDER BY {key}) FROM readings {groups}",
    "SELECT rank() OVER (PARTITION BY {e} ORDER BY {key}) FROM readings {groups}",
    "SELECT rank() OVER (ORDER BY {e}) FROM readings {groups}",
)
_PLACES: Final = {
    "rows": (
        *_ANYWHERE, *_INSIDE_WINDOWS,
        "SELECT {e}, count(*) FROM readings GROUP BY 1",
        "SELECT count(*) FROM readings GROUP BY GROUPING SETS (({e}), (city))",
        "SELECT 1 FROM readings GROUP BY city, {e} HAVING {e} IS NULL",
        "SELECT count(*) FROM readings WHERE {e} IS NOT NULL",
        "SELECT max(({e})::text), count({e}), count(DISTINCT {e}), array_agg({e} ORDER BY {e}) FROM readings",
        "SELECT count(*) FILTER (WHERE {e} IS NULL) FROM readings GROUP BY city",
        "SELECT 1 FROM readings JOIN sensors s ON {e} IS NULL LIMIT 2",
        "SELECT q.city FROM readings q LEFT JOIN sensors s ON s.id = q.sensor AND {e} IS NOT NULL ORDER BY {e} LIMIT 2",
        "SELECT l.v FROM readings, LATERAL (SELECT {e} AS v) l LIMIT 3",
        "SELECT 1 FROM sensors WHERE EXISTS (SELECT 1 FROM readings WHERE {e} IS NULL)",
        "SELECT (SELECT count(*) FROM sensors WHERE {e} IS NULL), (SELECT {e}) FROM readings LIMIT 3",
        "SELECT max(CASE WHEN {e} IS NULL THEN 1 END) OVER (PARTITION BY city) FROM readings",
    ),
    "groups": (
        *_ANYWHERE, *_INSIDE_WINDOWS,
        "SELECT 1 FROM readings {groups} HAVING {e} IS NULL",
        "SELECT rank() OVER (ORDER BY {key}) FROM readings {groups} HAVING {e} IS NOT NULL",
    ),
    "windows": _ANYWHERE,
}  # fmt: skip
_GROUPS: Final = ("GROUP BY city", "GROUP BY ROLLUP(city)", "GROUP BY GROUPING SETS ((city), (sensor, city), ())")
_WINDOWS: Final = ("lag({}) OVER (ORDER BY sensor)", "first_value({}) OVER ()", "nth_value({}, 2) OVER (PARTITION BY city)")


class PlacedMaker(TypedMaker):
    """Draws such statements."""

    _over = "rows"

    def statement(self) -> str:
        """One of them."""
        self._over = self.rng.choice(list(_PLACES))
        place = self.rng.choice(_PLACES[self._over])
        written = self.expression(self.rng.choice(list(CONSTANTS)), 2).sql(dialect="postgres", copy=False)
        groups, key = (self.rng.choice(_GROUPS), "city") if self._over == "groups" else ("", "sensor")
        return place.format(e=written, groups=groups, key=key)

    def _leaf(self, kind: str, depth: int) -> exp.Expression:
        """A constant, or what the expression is over."""
        if self._over == "rows" or kind not in COLUMNS or self.rng.random() < 0.3:
            return super()._leaf(kind, depth)
        column = exp.column(self.rng.choice(COLUMNS[kind]))
        if self._over == "windows":
            return exp.maybe_parse(self.rng.choice(_WINDOWS).format(column.name), dialect="postgres")
        if kind == "text" and self.rng.random() < 0.5:
            return exp.column("city")
        if kind == "int4" and self.rng.random() < 0.3:
            return exp.maybe_parse(self.rng.choice(("count(*)::int", "GROUPING(city)")), dialect="postgres")
        folded = "bool_or" if kind == "bool" else self.rng.choice(("min", "max", "(array_agg({})){}"))
        call = folded.format(column.name, "[1]") if "{" in folded else f"{folded}({column.name})"
        return exp.maybe_parse(call, dialect="postgres")
