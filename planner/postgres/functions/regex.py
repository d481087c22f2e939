"""Regular expressions: the ~ operators and regexp_ functions.

Matching runs in DuckDB's RE2 where it has what the pattern needs; which text a match is, in Python. See udf/expression.py for what
is refused because it would come out otherwise than in Postgres.
"""

from __future__ import annotations

from typing import Final

from planner.errors import PlanError
from planner.postgres.functions.bounding import within
from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, lowering
from planner.postgres.functions.udf.expression import expression
from planner.postgres.functions.udf.matching import ANY_LENGTH, reach


@lowering
def _match(context: LowerContext, args: tuple[Lowered, ...], flags: str = "''", template: str = "{}") -> Lowered:
    """text ~ pattern, also with {2} as flags."""
    rest = f"{args[1].sql}, {args[2].sql if flags == '{2}' else flags}"
    pattern = context.constants[1]
    given = context.constants[2] if flags == "{2}" else flags.strip("'")
    is_known = isinstance(pattern, str) and isinstance(given, str)
    if is_known and _needs_python(str(pattern), str(given)):
        return Lowered(template.replace("{}", f"py_regexp_like({args[0].sql}, {rest})"))
    bytes_max = _reach(str(pattern), str(given)) if is_known else f"py_reach({rest})"
    sql = within(args[0].sql, bytes_max, lambda x: f"regexp_matches({x}, py_regex({rest}))", lambda x: f"py_matches({x}, {rest})")
    return Lowered(template.replace("{}", f"({sql})"))


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


FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators({**_operators("text"), **_operators("name"), **_operators("bpchar")}),
    *functions(
        {
            "regexp_like(text, text) -> bool": _match(),
            "regexp_like(text, text, text) -> bool": _match("{2}"),
            "regexp_replace(text, text, text[, text]) -> text": "py_regexp_replace({0}, {1}, {2}, {3=''})",
            "regexp_replace(text, text, text, int4[, int4, text]) -> text": "py_regexp_replace_nth({0}, {1}, {2}, "
            "[{3}, {4=1}], {5=''})",
            "regexp_match(text, text[, text]) -> text[]": "py_regexp_match({0}, {1}, {2=''})",
            "regexp_split_to_array(text, text[, text]) -> text[]": "py_regexp_split({0}, {1}, {2=''}, 'regexp_split_to_array')",
            "regexp_count(text, text[, int4, text]) -> int4": "py_regexp_count({0}, {1}, {2=1}, {3=''})",
            "regexp_substr(text, text[, int4, int4, text, int4]) -> text": "py_regexp_substr({0}, {1}, "
            "[{2=1}, {3=1}, {5=0}], {4=''})",
            "regexp_instr(text, text[, int4, int4, int4, text, int4]) -> int4": "py_regexp_instr({0}, {1}, "
            "[{2=1}, {3=1}, {4=0}, {6=0}], {5=''})",
            "substring(text, text) -> text": "py_substring({0}, {1})",
        }
    ),
    *functions(
        {
            "regexp_matches(text, text[, text]) -> text[]": "py_regexp_matches({0}, {1}, {2=''})",
            "regexp_split_to_table(text, text[, text]) -> text": "py_regexp_split({0}, {1}, {2=''}, 'regexp_split_to_table')",
        },
        kind="table",
    ),
)
