"""One function, operator or aggregate: its Postgres signature and how DuckDB spells it.

*lower* is a template, or a Python function for what a template cannot say. In a template ``{0}`` is the first argument's SQL,
``{1=''}`` the second's or what is there instead of it, ``{*}`` all of them with commas between, ``{AND}`` and ``{OR}`` with that
word between, ``{zone}`` the session time zone as a literal, ``{now}`` the statement's time; aggregates have ``{distinct} {order}
{suffix}`` too. Other braces stand for themselves. What a template gives is cast to the result's DuckDB type by lowering.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Concatenate, Final, Literal, NamedTuple, ParamSpec

from planner.postgres.functions.chains import chain
from planner.tree.query_plan import PlanSettings
from planner.tree.types import PgType, SqlType, display_name

#: Pseudo-types of pg_type that signatures use.
ANY: Final = PgType("any", 2276, 4, "P")
ANYELEMENT: Final = PgType("anyelement", 2283, 4, "P")
ANYARRAY: Final = PgType("anyarray", 2277, -1, "P")
ANYNONARRAY: Final = PgType("anynonarray", 2776, 4, "P")
ANYCOMPATIBLE: Final = PgType("anycompatible", 5077, 4, "P")
ANYCOMPATIBLEARRAY: Final = PgType("anycompatiblearray", 5078, -1, "P")
POLYMORPHIC: Final = frozenset({ANYELEMENT, ANYARRAY, ANYNONARRAY, ANYCOMPATIBLE, ANYCOMPATIBLEARRAY})


class NumericShape(NamedTuple):
    """The DECIMAL(width, scale) that a numeric expression has in DuckDB. (For an array of numeric: its elements'.)"""

    width: int
    scale: int

    @property
    def digits(self) -> int:
        """Most digits in front of the point."""
        return self.width - self.scale


class Part(NamedTuple):
    """One of those that a text is joined of. Is it *stored* as a view's column?"""

    text: str
    value: str
    pg: PgType
    stored: bool = False


@dataclass(frozen=True, slots=True)
class Lowered:
    """DuckDB SQL of an expression; *shape* is set exactly where its type is numeric or numeric[].

    *scale* and *text* say what is shown of a numeric, where its shape does not: see planner.postgres.functions.display.
    *fields* are those of a record, where it is made of them. *parts* are a text's that is joined of them, or a
    stored one's only one (bounding). *grouped* is what has as many values as it and is computed in less time,
    and it, made of that.
    """

    sql: str
    shape: NumericShape | None = None
    scale: str | None = None
    text: str | None = None
    fields: tuple[Lowered, ...] | None = None
    parts: tuple[Part, ...] | None = None
    grouped: tuple[str, str] | None = None


#: Where a piece goes that only lowering knows; NUL cannot occur in SQL text, so nothing else looks like it.
NOW: Final = "\0now\0"
_HOLE: Final = re.compile(r"\{(\d+|\*|AND|OR|zone|now|distinct|order|suffix)(?:=([^}]*))?\}")


@dataclass(frozen=True, slots=True)
class LowerContext:
    """What a lowering may look at. *args* are the arguments' types, *result* the call's. *constants* has the value
    of each argument that is a constant, None for others; *from_zero* says which are arrays whose first subscript is 0,
    *fixed* which are made of constants and parameters.

    For aggregates and windows: *distinct* ("DISTINCT " or empty) and *order* (" ORDER BY …" or empty) go around the arguments,
    *suffix* (FILTER and OVER clauses) behind the call.
    """

    settings: PlanSettings
    args: tuple[SqlType, ...]
    result: SqlType
    constants: tuple[object, ...] = ()
    from_zero: tuple[bool, ...] = ()
    fixed: tuple[bool, ...] = ()
    distinct: str = ""
    order: str = ""
    suffix: str = ""

    @property
    def zone(self) -> str:
        """The session time zone as a literal for pg_to_timestamp and its like."""
        from planner.postgres.functions.zone import zone_literal

        return zone_literal(self.settings.timezone)

    def fill(self, template: str, args: Sequence[str]) -> str:
        """The template with its holes filled, all at once."""

        def replace(hole: re.Match[str]) -> str:
            match hole[1]:
                case "*":
                    return ", ".join(args)
                case "AND" | "OR" as word:
                    return chain(word, args)
                case "now":
                    return f"make_timestamptz(CAST({NOW} AS BIGINT))"
                case "zone" | "distinct" | "order" | "suffix" as name:
                    return str(getattr(self, name))
                case index:
                    return args[int(index)] if hole[2] is None or int(index) < len(args) else hole[2]

        return _HOLE.sub(replace, template)


def literal(text: str) -> str:
    """A text as DuckDB writes it."""
    return "'" + text.replace("'", "''") + "'"


LowerFunction = Callable[[LowerContext, tuple[Lowered, ...]], Lowered]
_Own = ParamSpec("_Own")


def lowering(lower: Callable[Concatenate[LowerContext, tuple[Lowered, ...], _Own], Lowered]) -> Callable[_Own, LowerFunction]:
    """Of a lowering that has parameters of its own: called with them, it is the LowerFunction."""

    def of(*own: _Own.args, **named: _Own.kwargs) -> LowerFunction:
        return lambda context, args: lower(context, args, *own, **named)

    return of


Kind = Literal["scalar", "aggregate", "window", "table"]
Volatility = Literal["immutable", "stable", "volatile"]


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """An entry of the allow-list. Compared by identity: each exists once.

    *result* may be polymorphic (ANYELEMENT, ANYARRAY …), then resolution says the concrete type. With *variadic* the last of
    *args* repeats, and is its element's type (ANY: any types, not converted). *defaults* trailing arguments may be left out.
    *columns* names the columns of a table function with more than one, or of the row of row_document, *output*
    the only one where it is not the function's name.
    *operator* marks operators, whose *name* is the operator ("=", "like", "and", …).
    """

    name: str
    args: tuple[PgType, ...]
    result: PgType
    lower: str | LowerFunction
    kind: Kind = "scalar"
    schema: str = "pg_catalog"
    variadic: bool = False
    strict: bool = True
    volatility: Volatility = "immutable"
    defaults: int = 0
    operator: bool = False
    within_group: bool = False
    columns: tuple[tuple[str, PgType], ...] = field(default=())
    output: str = ""

    def signature(self) -> str:
        """name(argument types), as in Postgres's messages."""
        types = [display_name(a) for a in self.args]
        if self.variadic:
            types[-1] = f"VARIADIC {types[-1]}[]" if self.args[-1] is not ANY else 'VARIADIC "any"'
        return f"{self.name}({', '.join(types)})"
