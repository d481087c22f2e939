"""Random window functions over few rows, in orders that leave nothing open: what is not unique is counted, not taken from."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

#: No two rows have the same.
_UNIQUE: Final = (
    "customer, number",
    "number DESC, customer DESC",
    "word, number, customer",
    "quantity DESC NULLS LAST, number, customer",
)
_ANY: Final = (
    "word",
    "quantity DESC",
    "flag NULLS FIRST, word",
    "tiny",
    "day DESC NULLS LAST",
    "amount",
    "price DESC",
    "at",
    "note",
)
_PARTS: Final = ("", "", "PARTITION BY customer ", "PARTITION BY word ", "PARTITION BY flag, tiny ", "PARTITION BY price ")
_BOUNDS: Final = (
    "UNBOUNDED PRECEDING",
    "2 PRECEDING",
    "0 PRECEDING",
    "CURRENT ROW",
    "1 FOLLOWING",
    "3 FOLLOWING",
    "UNBOUNDED FOLLOWING",
)
_WHOLE: Final = (" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING", " RANGE CURRENT ROW", " GROUPS UNBOUNDED PRECEDING")
_COUNTED: Final = (
    "count(*)",
    "count({any})",
    "sum({int})",
    "sum({big})",
    "sum({numeric})",
    "avg({int})",
    "avg({numeric})",
    "bool_or({bool})",
)
_COMPARED: Final = ("min({int})", "max({date})", "max({text})", "min({at})", "min({float})")
_TAKEN: Final = (
    "lag({any})", "lead({any})", "lag({int}, 2)", "lead({text}, 3, 'none')", "lag({int}, 1, {int})", "lead({date}, 0)",
    "lag({numeric}, -1)", "first_value({any})", "last_value({any})", "nth_value({any}, 2)", "nth_value({int}, 1)",
)  # fmt: skip
_RANKED: Final = ("rank()", "dense_rank()", "percent_rank()", "cume_dist()")


class WindowMaker:
    """*expression* makes one of a kind and *where* a condition, over the table small."""

    def __init__(self, rng: random.Random, expression: Callable[[str], str], where: Callable[[], str]) -> None:
        self._rng, self._expression, self._where = rng, expression, where

    def statement(self) -> str:
        """A SELECT with some of them: in its list, its order, over groups, or in a subquery of FROM that is filtered by one."""
        rng = self._rng
        chosen = rng.random()
        if chosen < 0.15:
            keys = rng.choice(("count(*) DESC, word", "sum(quantity) NULLS FIRST, word DESC"))
            over = rng.choice(("rank()", "row_number()", "lag(count(*))", "sum(count(*))", "max(min(tiny))"))
            return (
                f"SELECT word, count(*), {over} OVER (ORDER BY {keys}) FROM small WHERE {self._where()} GROUP BY word ORDER BY word"
            )
        windows = [self._window() for _ in range(rng.choice((1, 1, 2, 3)))]
        if chosen < 0.35:
            inner = ", ".join(f"{window} AS w{i}" for i, window in enumerate(windows))
            where = rng.choice(("w0 IS NOT NULL", "r <= 2", "r = 1 AND n > 0", "k = 3"))
            first = f"row_number() OVER ({rng.choice(_PARTS)}ORDER BY {rng.choice(_UNIQUE)}) AS r"
            table = f"SELECT customer AS k, number AS n, {first}, {inner} FROM small WHERE {self._where()}"
            return f"SELECT * FROM ({table}) t WHERE {where}{rng.choice(('', ' ORDER BY k, n', ' ORDER BY k, n LIMIT 2'))}"
        others = [self._expression(rng.choice(("int", "text", "date", "numeric"))) for _ in range(rng.randint(0, 2))]
        order = rng.choice(
            ("", " ORDER BY customer, number", " ORDER BY number DESC, customer LIMIT 3", " ORDER BY 1, number, customer")
        )
        items = ", ".join([*windows, *others, "number"])
        distinct = "" if order else rng.choice(("", "", "", "DISTINCT "))
        return f"SELECT {distinct}{items} FROM small WHERE {self._where()}{order}"

    def _window(self) -> str:
        rng = self._rng
        part = rng.choice(_PARTS)
        chosen = rng.random()
        if chosen < 0.2:
            return f"{rng.choice(_RANKED)} OVER ({part}ORDER BY {rng.choice(_ANY)})"
        if chosen < 0.3:
            return f"{self._filled(rng.choice(_COUNTED))} OVER ({part}ORDER BY {rng.choice(_ANY)}{rng.choice(('', *_WHOLE))})"
        if chosen < 0.4:
            filtered = rng.choice(("", f" FILTER (WHERE {self._expression('bool')})"))
            return f"{self._filled(rng.choice(_COUNTED + _COMPARED))}{filtered} OVER ({part.strip()})"
        unique = f"{part}ORDER BY {rng.choice(_UNIQUE)}"
        if chosen < 0.5:
            return f"{rng.choice(('row_number()', 'ntile(3)', 'ntile(20)'))} OVER ({unique})"
        call = self._filled(rng.choice(_COUNTED + _COMPARED + _TAKEN))
        begin, end = sorted(rng.sample(range(len(_BOUNDS)), 2))
        frame = rng.choice(("", f" ROWS BETWEEN {_BOUNDS[begin]} AND {_BOUNDS[end]}", " ROWS 1 PRECEDING", rng.choice(_WHOLE)))
        made = f"{call} OVER ({unique}{frame})"
        return rng.choice((made, made, f"({made}) IS NULL", f"coalesce(({made})::text, 'x')"))

    def _filled(self, template: str) -> str:
        rng = self._rng
        kinds = {kind: self._expression(kind) for kind in ("int", "big", "numeric", "bool", "date", "text", "at", "float")}
        return template.format(**kinds, any=kinds[rng.choice(list(kinds))])
