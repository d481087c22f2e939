"""Regular expressions: the ~ operators and regexp_ functions.

Matching runs in DuckDB's RE2 where it has what the pattern needs; which text a match is, in Python. See udf/expression.py for what
is refused because it would come out otherwise than in Postgres.
"""

from __future__ import annotations

from typing import Final

from planner.errors import PlanError
from planner.postgres.functions.bounding import within
from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction
from planner.postgres.functions.udf.expression import expression
from planner.postgres.functions.udf.matching import ANY_LENGTH, reach


def _match(flags: str = "''", template: str = "{}") -> LowerFunction:
    """text ~ pattern, also with {2} as flags."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        rest = f"{args[1].sql}, {args[2].sql if flags == '{2}' else flags}"
        pattern = context.constants[1]
        given = context.constants[2] if flags == "{2}" else flags.strip("'")
        is_known = isinstance(pattern, str) and isinstance(given, str)
        if is_known and _needs_python(str(pattern), str(given)):
            return Lowered(template.replace("{}", f"py_regexp_like({args[0].sql}, {rest})"))
        bytes_max = _reach(str(pattern), str(given)) if is_known else f"py_reach({rest})"
        sql = within(
            args[0].sql, bytes_max, lambda x: f"regexp_matches({x}, py_regex({rest}))", lambda x: f"py_matches({x}, {rest})"
        )
        return Lowered(template.replace("{}", f"({sql})"))

    return lower


def _needs_python(pattern: str, flags: str) -> bool:
    """Is it a pattern that RE2 has not the means for? What is wrong with it comes up when it runs."""
    try:
        return expression(pattern, flags.replace("g", "")).beyond_re2
    except PlanError:
        return False


def _reach(pattern: str, flags: str) -> int:
    """What py_reach() says; what is wrong with the pattern comes up when it runs."""
    try:
        return reach(pattern, flags)
    except PlanError:
        return ANY_LENGTH


def _operators(left: str) -> dict[str, str | LowerFunction]:
    return {
        f"{left} ~ text -> bool": _match(),
        f"{left} !~ text -> bool": _match(template="(NOT {})"),
        f"{left} ~* text -> bool": _match("'i'"),
        f"{left} !~* text -> bool": _match("'i'", "(NOT {})"),
    }


def _where(name: str, numbers: tuple[str, ...], flags_at: int) -> LowerFunction:
    """A function whose optional numbers go into a list, with these defaults; flags are argument *flags_at*."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        given = [a.sql for a in args[2:]]
        flags = given.pop(flags_at - 2) if len(args) > flags_at else "''"
        items = [*given, *numbers[len(given) :]]
        return Lowered(f"{name}({args[0].sql}, {args[1].sql}, [{', '.join(items)}], {flags})")

    return lower


def _replace_nth(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    text, pattern, replacement, start, *rest = (a.sql for a in args)
    number, flags = (rest[0] if rest else "1"), (rest[1] if len(rest) > 1 else "''")
    return Lowered(f"py_regexp_replace_nth({text}, {pattern}, {replacement}, [{start}, {number}], {flags})")


def _optional(name: str, *types: str, result: str, least: int, lower: LowerFunction) -> dict[str, str | LowerFunction]:
    """One entry per number of arguments, as pg_proc has them."""
    return {f"{name}({', '.join(types[:n])}) -> {result}": lower for n in range(least, len(types) + 1)}


_SUBSTR: Final = _where("py_regexp_substr", ("1", "1", "0"), 4)
_INSTR: Final = _where("py_regexp_instr", ("1", "1", "0", "0"), 5)

FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators({**_operators("text"), **_operators("name"), **_operators("bpchar")}),
    *functions(
        {
            "regexp_like(text, text) -> bool": _match(),
            "regexp_like(text, text, text) -> bool": _match("{2}"),
            "regexp_replace(text, text, text) -> text": "py_regexp_replace({0}, {1}, {2}, '')",
            "regexp_replace(text, text, text, text) -> text": "py_regexp_replace({0}, {1}, {2}, {3})",
            **_optional(
                "regexp_replace", "text", "text", "text", "int4", "int4", "text", result="text", least=4, lower=_replace_nth
            ),
            "regexp_match(text, text) -> text[]": "py_regexp_match({0}, {1}, '')",
            "regexp_match(text, text, text) -> text[]": "py_regexp_match({0}, {1}, {2})",
            "regexp_split_to_array(text, text) -> text[]": "py_regexp_split({0}, {1}, '', 'regexp_split_to_array')",
            "regexp_split_to_array(text, text, text) -> text[]": "py_regexp_split({0}, {1}, {2}, 'regexp_split_to_array')",
            "regexp_count(text, text) -> int4": "py_regexp_count({0}, {1}, 1, '')",
            "regexp_count(text, text, int4) -> int4": "py_regexp_count({0}, {1}, {2}, '')",
            "regexp_count(text, text, int4, text) -> int4": "py_regexp_count({0}, {1}, {2}, {3})",
            **_optional("regexp_substr", "text", "text", "int4", "int4", "text", "int4", result="text", least=2, lower=_SUBSTR),
            **_optional(
                "regexp_instr", "text", "text", "int4", "int4", "int4", "text", "int4", result="int4", least=2, lower=_INSTR
            ),
            "substring(text, text) -> text": "py_substring({0}, {1})",
        }
    ),
    *functions(
        {
            "regexp_matches(text, text) -> text[]": "py_regexp_matches({0}, {1}, '')",
            "regexp_matches(text, text, text) -> text[]": "py_regexp_matches({0}, {1}, {2})",
            "regexp_split_to_table(text, text) -> text": "py_regexp_split({0}, {1}, '', 'regexp_split_to_table')",
            "regexp_split_to_table(text, text, text) -> text": "py_regexp_split({0}, {1}, {2}, 'regexp_split_to_table')",
        },
        kind="table",
    ),
)
