"""Random statements over ranges of keys, of a small view and of a larger one: first rows, least and greatest keys."""

from __future__ import annotations

import random
from typing import Final

#: A view → its key, the values around which ranges lie, and what is asked for beside the key.
_VIEWS: Final = {
    "small": (("customer", "number"), (range(8), range(-4, 20)), ("word", "quantity + 0", "upper(note)", "day", "tags")),
    "grouped": (("k", "n"), (range(-1, 9), range(-5, 400)), ("q", "word || '!'", "amount", "at", "price * 2")),
}
#: A value, and how else it can be written: known before the view is read, but not to the planner.
_WRITTEN: Final = (
    "{v}", "{v}", "{v}", "(SELECT {v})", "(SELECT {v} + min(code) + 2147483648 FROM other)",
    "(SELECT max(c) FROM (VALUES ({v}), (-9)) t(c))", "(SELECT code + {v} - 7 FROM other WHERE code = 7)",
    "(SELECT code FROM other WHERE code = {v})", "current_setting('tidegate.nobody_set_this', true)::int",
    "(SELECT max({first}) FROM {view} WHERE {first} <= {v})", "(SELECT min({first}) FROM {view} WHERE {first} > {v})",
    "(SELECT {first} FROM {view} ORDER BY {first}, {second} LIMIT 1)", "coalesce(nullif({v}, 3), 2)", "abs({v})",
)  # fmt: skip
_ON_NO_KEY: Final = {
    "small": ("flag", "quantity > 0", "word IN ('ash', 'oak')", "tiny = customer", "note IS NULL", "length(note) > 1"),
    "grouped": ("flag", "q > 0", "word = 'ash'", "amount > 1e5", "q = k", "n % 3 = 1"),
}


class RangeMaker:
    """Statements by a seed. Each has the same rows whatever the order in which rows are read."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def statement(self) -> str:
        """One over a range, or over all."""
        rng = self._rng
        view = rng.choice(list(_VIEWS))
        (first, second), _, others = _VIEWS[view]
        conditions = self._conditions(view)
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        limit = rng.choice((0, 1, 1, 2, 3, 7, 40, 300))
        way = rng.choice(("", " DESC"))
        order = f" ORDER BY {first}{way}, {second}{way} LIMIT {limit}{rng.choice(('', '', ' OFFSET 1', ' OFFSET 5'))}"
        match rng.randrange(6):
            case 0 | 1:
                items = ", ".join(rng.sample((first, second, *others), rng.randint(1, 3)))
                return f"SELECT {items} FROM {view}{where}{order}"
            case 2:
                # Any of them, but so many, and none that does not meet the conditions.
                met = " AND ".join(f"coalesce({c}, false)" for c in conditions) or "true"
                return f"SELECT count(*), bool_and(met) FROM (SELECT {met} AS met FROM {view}{where} LIMIT {limit}) any_of_them"
            case 3:
                calls = [f"{rng.choice(('min', 'max'))}({rng.choice((first, second))})" for _ in range(rng.randint(1, 3))]
                return f"SELECT {', '.join(calls)}, {rng.choice(('1', calls[0] + ' + 1'))} FROM {view}{where}"
            case 4:
                extreme = f"SELECT {rng.choice(('min', 'max'))}({first}) FROM {view}{where}"
                return f"SELECT count(*), min({second}), max({others[0]}) FROM {view} WHERE {first} = ({extreme})"
        items = f"(SELECT count(*) FROM other WHERE code = {first}), {others[0]}, {second}"
        return f"SELECT {items} FROM {view}{where}{order}"

    def _conditions(self, view: str) -> list[str]:
        rng = self._rng
        key, values, _ = _VIEWS[view]
        found = list[str]()
        for column, around in zip(key, values, strict=True):
            kind = rng.randrange(7)
            one, other = (self._value(view, rng.choice(around)) for _ in range(2))
            if kind < 3:
                found.append(rng.choice((f"{column} {rng.choice(('>', '>=', '<', '<=', '='))} {one}", f"{one} < {column}")))
            elif kind == 3:
                found.append(f"{column} BETWEEN {one} AND {other}")
            elif kind == 4:
                found.append(f"{column} IN ({one}, {other})")
        if rng.random() < 0.3:
            found.append(rng.choice(_ON_NO_KEY[view]))
        rng.shuffle(found)
        return found

    def _value(self, view: str, value: int) -> str:
        first, second = _VIEWS[view][0]
        return self._rng.choice(_WRITTEN).format(v=value, first=first, second=second, view=view)
