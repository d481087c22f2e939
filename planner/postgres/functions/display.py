"""How many fraction digits a numeric shows, where that is not simply its DECIMAL's scale.

Every numeric of Postgres carries a display scale: 1.50 is not printed as 1.5. Where a column's values have different ones
(CASE WHEN … THEN 1.5 ELSE 0 END, a parameter, a quotient) the DECIMAL they share in DuckDB forgets them. A Lowered says so:

* *scale*: SQL of the digits to show, an integer. The DECIMAL holds the value exactly; the rest of its digits are zeros.
* *text*: SQL of the value as Postgres prints it. Without *scale* the DECIMAL may be rounded, only the text is exact.
* neither: the DECIMAL's scale is the one to show.

Arithmetic passes either on (a scale natively, texts through Python); sums of texts are exact to 36 fraction digits. Subqueries,
WITH, VALUES and UNION have columns x0, x1 … beside c0, c1 …; the statement's own output and scalar subqueries have texts instead,
which the encoders take for numerics in both formats; sorting always goes by the DECIMAL. Of equal values that show different
scales, DISTINCT, UNION and GROUP BY show one, as in Postgres.
"""

from __future__ import annotations

from collections.abc import Sequence

from planner.postgres.functions.function import Lowered, NumericShape

#: A condition (None: in all other cases) and what then is the value.
Choice = tuple[str | None, Lowered]


def is_fixed(operand: Lowered) -> bool:
    """Does the DECIMAL's scale say it all?"""
    return operand.scale is None and operand.text is None


def is_exact(operand: Lowered) -> bool:
    """Is the DECIMAL the value, whatever it shows?"""
    return operand.scale is not None or operand.text is None


def text_of(operand: Lowered, *, array: bool = False) -> str:
    """SQL of the numeric as Postgres prints it; with *array* a list of such."""
    if operand.text is not None:
        return operand.text
    if operand.scale is None or operand.shape is None or operand.shape.scale == 0:
        return _digits(operand.sql, operand.shape, array=array)
    # The blank is for a scale that is all of the DECIMAL's: left(…, 0) would be empty.
    return f"rtrim(left({_digits(operand.sql, operand.shape)} || ' ', {operand.scale} - {operand.shape.scale + 1}), '.')"


def _digits(sql: str, shape: NumericShape | None, *, array: bool = False) -> str:
    """All of a DECIMAL's; DuckDB leaves out the zero in front of the point where the type has no other digit there."""
    if shape is None or shape.digits or not shape.scale:
        return f"CAST({sql} AS VARCHAR{'[]' if array else ''})"
    if array:
        return f"list_transform({sql}, lambda d: {_digits('d', shape)})"
    return rf"regexp_replace(CAST({sql} AS VARCHAR), '^(-?)[.]', '\10.')"


def scale_of(operand: Lowered) -> str:
    """SQL of the digits that the numeric shows."""
    if operand.scale is not None:
        return operand.scale
    if operand.text is not None:
        return digits_behind_point(operand.text)
    return str(operand.shape.scale if operand.shape is not None else 0)


def digits_behind_point(text: str) -> str:
    """SQL of how many there are in a number's text."""
    return f"CAST(length(split_part({text}, '.', 2)) AS INTEGER)"


def shown(found: Lowered, choices: Sequence[Choice], *, array: bool = False) -> Lowered:
    """*found*, one of whose *choices* is the value, showing what that one shows. The conditions are tried in order."""
    candidates = [value for _, value in choices if not is_null(value)]
    if found.shape is None or all(is_fixed(c) and c.shape == found.shape for c in candidates):
        return found
    if all(is_fixed(c) and c.shape is not None and c.shape.scale == found.shape.scale for c in candidates):
        return found
    if array or not all(map(is_exact, candidates)):
        return Lowered(found.sql, found.shape, text=_case([(c, text_of(v, array=array)) for c, v in choices]))
    return Lowered(found.sql, found.shape, scale=_case([(c, scale_of(v)) for c, v in choices]))


def is_null(value: Lowered) -> bool:
    """Is it a NULL that is written out?"""
    return value.sql.startswith("CAST(NULL AS")


def _case(arms: Sequence[tuple[str | None, str]]) -> str:
    if arms[0][0] is None:
        return arms[0][1]
    written = "".join(f" WHEN {condition} THEN {value}" if condition else f" ELSE {value}" for condition, value in arms)
    return f"(CASE{written} END)"
