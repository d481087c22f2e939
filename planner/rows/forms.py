"""Functions and operators as Python expressions over physical values that are not NULL: their *row forms*.

In a form ``{0}`` is the first argument's variable. A form may name what is in `helpers`, and nothing else. It gives exactly what
Postgres gives, or raises (`helpers.LEAVES`): then the query is answered in the general way, which also words the errors.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.function import Function
from planner.postgres.functions.zone import zone_literal
from planner.rows import patterns
from planner.rows.kinds import INT, LEAST, OPAQUE, kind_of, session
from planner.rows.shared import shared_form
from planner.tree.query_plan import PlanSettings

#: Operators of patterns.
LIKES: Final = frozenset({"like", "not_like", "ilike", "not_ilike"})
_PYTHON: Final = {"=": "==", "<>": "!="}
_INTEGER: Final = {
    "+": "{0} + {1}", "-": "{0} - {1}", "*": "{0} * {1}", "/": "int_divide({0}, {1})", "%": "int_remainder({0}, {1})",
    "&": "{0} & {1}", "|": "{0} | {1}", "#": "{0} ^ {1}",
}  # fmt: skip
_FLOAT: Final = {
    "+": "finite({0} + {1})", "-": "finite({0} - {1})", "*": "float_multiply({0}, {1})", "/": "float_divide({0}, {1})",
}  # fmt: skip
_NUMERIC: Final = {
    "+": "numeric.add({0}, {1})", "-": "numeric.subtract({0}, {1})", "*": "unsigned(numeric.multiply({0}, {1}))",
    "/": "numeric_divide({0}, {1})", "%": "numeric_remainder({0}, {1})",
}  # fmt: skip
_MADE_MOMENT: Final = "near(py_local(py_make_date({0}, {1}, {2}), py_make_time({3}, {4}, finite({5}))))"
_MAY_LEAVE: Final = frozenset({"+", "-", "*", "/", "@", "abs"})
_SIGNS: Final = {"-": "-{0}", "+": "{0}", "@": "abs({0})"}


def _operators() -> dict[str, str]:
    integers = ("int2", "int4", "int8")
    found = {f"{a} {op} {b}": form for a, b in product(integers, repeat=2) for op, form in _INTEGER.items()}
    found |= {f"float8 {op} float8": form for op, form in _FLOAT.items()}
    found |= {f"numeric {op} numeric": form for op, form in _NUMERIC.items()}
    found |= {f"{op} {a}": form for a in (*integers, "float8") for op, form in _SIGNS.items()}
    return found | {
        "@ float4": "abs({0})",
        # Python's own - and abs() round to the digits of the thread's context.
        "@ numeric": "{0}.copy_abs()",
        "- numeric": "unsigned({0}.copy_negate())",
        "text || text": "{0} + {1}",
        "text ^@ text": "{0}.startswith({1})",
        "bytea || bytea": "{0} + {1}",
        "date + int4": "near_date({0} + {1})",
        "int4 + date": "near_date({0} + {1})",
        "date - int4": "near_date({0} - {1})",
        "date - date": "near_date({0}) - near_date({1})",
        "timestamp - timestamp": "difference({0}, {1})",
        "timestamptz - timestamptz": "difference({0}, {1})",
        "- interval": "interval_sum(Interval(0, 0, 0), {0}, -1)",
        "interval + interval": "interval_sum({0}, {1})",
        "interval - interval": "interval_sum({0}, {1}, -1)",
        "interval * float8": "interval_scaled({0}, {1})",
        "float8 * interval": "interval_scaled({1}, {0})",
        "interval / float8": "interval_divided({0}, {1})",
    }


#: By "name(types)" for functions and "type name type" for operators.
_FORMS: Final[dict[str, str]] = _operators() | {
    **patterns.FORMS,
    **{f"abs({pg})": "abs({0})" for pg in ("int2", "int4", "int8", "float4", "float8")},
    **{f"~ {pg}": "~{0}" for pg in ("int2", "int4", "int8")},
    **{f"mod({pg}, {pg})": "int_remainder({0}, {1})" for pg in ("int2", "int4", "int8")},
    # Zero keeps its sign, and so does what becomes zero; round() goes to the even one of two.
    "floor(float8)": "copysign(floor(finite({0})), {0})",
    "ceil(float8)": "copysign(ceil(finite({0})), {0})",
    "ceiling(float8)": "copysign(ceil(finite({0})), {0})",
    "round(float8)": "copysign(round(finite({0})), {0})",
    "trunc(float8)": "copysign(trunc(finite({0})), {0})",
    "sign(float8)": "float(({0} > 0) - (finite({0}) < 0))",
    "sqrt(float8)": "sqrt(finite({0}))",
    "power(float8, float8)": "float_power({0}, {1})",
    "pow(float8, float8)": "float_power({0}, {1})",
    "width_bucket(float8, float8, float8, int4)": "py_width_bucket(finite({0}), finite({1}), finite({2}), {3})",
    "exp(float8)": "float_exp({0})",
    "ln(float8)": "log(finite({0}))",
    "abs(numeric)": "{0}.copy_abs()",
    "mod(numeric, numeric)": "numeric_remainder({0}, {1})",
    "round(numeric)": "numeric_round({0}, 0)",
    "round(numeric, int4)": "numeric_round({0}, {1})",
    "trunc(numeric)": "numeric_truncate({0})",
    "trunc(numeric, int4)": "numeric_truncate({0}, {1})",
    "floor(numeric)": "numeric_floor({0})",
    "ceil(numeric)": "numeric_ceil({0})",
    "ceiling(numeric)": "numeric_ceil({0})",
    "sign(numeric)": "Decimal(({0} > 0) - ({0} < 0))",
    "lower(text)": "lower({0})",
    "upper(text)": "upper({0})",
    "length(text)": "len({0})",
    "char_length(text)": "len({0})",
    "character_length(text)": "len({0})",
    "octet_length(text)": "len({0}.encode())",
    "bit_length(text)": "8 * len({0}.encode())",
    "length(bytea)": "len({0})",
    "octet_length(bytea)": "len({0})",
    "left(text, int4)": "{0}[:{1}]",
    "right(text, int4)": "right({0}, {1})",
    "substr(text, int4)": "substring({0}, {1})",
    "substr(text, int4, int4)": "substring({0}, {1}, {2})",
    "substring(text, int4)": "substring({0}, {1})",
    "substring(text, int4, int4)": "substring({0}, {1}, {2})",
    "btrim(text)": "{0}.strip(' ')",
    "ltrim(text)": "{0}.lstrip(' ')",
    "rtrim(text)": "{0}.rstrip(' ')",
    "btrim(text, text)": "{0}.strip({1})",
    "ltrim(text, text)": "{0}.lstrip({1})",
    "rtrim(text, text)": "{0}.rstrip({1})",
    "replace(text, text, text)": "text_replace({0}, {1}, {2})",
    "split_part(text, text, int4)": "split_part({0}, {1}, {2})",
    "strpos(text, text)": "{0}.find({1}) + 1",
    "position(text, text)": "{0}.find({1}) + 1",
    "starts_with(text, text)": "{0}.startswith({1})",
    "ascii(text)": "ord({0}[:1] or chr(0))",
    "md5(text)": "md5({0})",
    "to_hex(int4)": "format({0} & 0xffffffff, 'x')",
    "to_hex(int8)": "format({0} & 0xffffffffffffffff, 'x')",
    "lpad(text, int4)": "padded({0}, {1}, ' ', left=True)",
    "rpad(text, int4)": "padded({0}, {1}, ' ', left=False)",
    "lpad(text, int4, text)": "padded({0}, {1}, {2}, left=True)",
    "rpad(text, int4, text)": "padded({0}, {1}, {2}, left=False)",
    "repeat(text, int4)": "repeated({0}, {1})",
    "date_trunc(text, timestamp)": "truncate({0}, {1})",
    "date_trunc(text, timestamptz, text)": "truncate_in({0}, {1}, zone_at({2}))",
    "timezone(text, timestamptz)": "to_local({1}, zone_at({0}))",
    "timezone(text, timestamp)": "from_local({1}, zone_at({0}))",
    **{f"justify_{what}(interval)": f"justified({what!r}, {{0}})" for what in ("days", "hours", "interval")},
    "to_char(interval, text)": "py_to_char_interval(list({0}), {1})",
    "age(timestamp, timestamp)": "calendar_age({0}, {1})",
    "cardinality(anyarray)": "len(flat({0}))",
    "array_length(anyarray, int4)": "array_length({0}, {1})",
    "make_date(int4, int4, int4)": "near_date(py_make_date({0}, {1}, {2}))",
    "make_timestamp(int4, int4, int4, int4, int4, float8)": _MADE_MOMENT,
    "date_bin(interval, timestamp, timestamp)": "binned({0}, {1}, {2})",
    "date_bin(interval, timestamptz, timestamptz)": "binned({0}, {1}, {2})",
    "to_timestamp(float8)": "near(py_epoch(finite({0})))",
    "to_date(text, text)": "near_date(py_to_date({0}, {1}))",
    "to_char(timestamp, text)": "py_to_char_timestamp(near({0}), {1}, '')",
    "to_char(int4, text)": "py_to_char_int4({0}, {1})",
    "to_char(int8, text)": "py_to_char_number(str({0}), {1})",
    "to_char(numeric, text)": "py_to_char_number(numeric_text({0}), {1})",
    "to_char(float8, text)": "py_to_char_float8(finite({0}), {1})",
}
#: In a session's zone, which is a ZoneInfo or a number in {zone} and a text in {name}.
_ZONE_FORMS: Final = {
    "date_trunc(text, timestamptz)": "truncate_in({0}, {1}, {zone})",
    "age(timestamptz, timestamptz)": "calendar_age(to_local({0}, {zone}), to_local({1}, {zone}))",
    "to_char(timestamptz, text)": "py_to_char_timestamp(near({0}), {1}, {name})",
    "to_timestamp(text, text)": "near(py_to_timestamp({0}, {1}, {name}))",
    "make_timestamptz(int4, int4, int4, int4, int4, float8)": f"from_local({_MADE_MOMENT}, {{zone}})",
}
#: The same where it is UTC.
_UTC_FORMS: Final = _ZONE_FORMS | {
    "date_trunc(text, timestamptz)": "truncate({0}, {1})",
    "age(timestamptz, timestamptz)": "calendar_age({0}, {1})",
}


def signatures() -> tuple[str, ...]:
    """Of all functions and operators with forms but comparisons, as `_signature` writes them."""
    settings = PlanSettings()
    return tuple(_signature(f) for f in ALL if f.name not in SYMBOLS and form_of(f, settings) is not None)


def _signature(function: Function) -> str:
    types = [pg.name for pg in function.args]
    if not function.operator:
        return f"{function.name}({', '.join(types)})"
    return " ".join((types[0], function.name, types[1]) if len(types) == 2 else (function.name, *types))


def form_of(function: Function, settings: PlanSettings) -> str | None:
    """The function's row form; None where it has none. Not for syntax and LIKE, which are no plain calls."""
    if function.variadic or function.schema != "pg_catalog" or function.kind != "scalar":
        return None
    if function.operator and len(function.args) == 2 and function.name in SYMBOLS:
        return comparison(function.name, kind_of(function.args[0]), kind_of(function.args[1]))
    if function.operator and function.name in LIKES:
        return None
    signature = _signature(function)
    return _FORMS.get(signature) or _zone_form(signature, settings) or shared_form(function)


def _zone_form(signature: str, settings: PlanSettings) -> str | None:
    zone = session(settings)
    form = (_UTC_FORMS if settings.timezone == "UTC" else _ZONE_FORMS).get(signature)
    if form is None or zone is None:
        return None
    return form.replace("{zone}", zone).replace("{name}", zone_literal(settings.timezone))


def comparison(symbol: str, left: str | None, right: str | None) -> str | None:
    """The form of a comparison of two kinds."""
    if left == right == "interval":
        return f"interval_us({{0}}) {_PYTHON.get(symbol, symbol)} interval_us({{1}})"
    if left is None or left != right or left in OPAQUE:
        return None
    form = f"{{0}} {_PYTHON.get(symbol, symbol)} {{1}}"
    if left == "float":
        return f"({form} if {{0}} == {{0}} and {{1}} == {{1}} else leave())"
    if left == "numeric":
        return f"proper({{0}}) {_PYTHON.get(symbol, symbol)} proper({{1}})"
    return form


def range_of(function: Function) -> tuple[int, int] | None:
    """The least and the greatest result of an operation on integers that may leave its type; None where it cannot."""
    if function.name not in _MAY_LEAVE or function.result not in LEAST or any(kind_of(pg) != INT for pg in function.args):
        return None
    least = LEAST[function.result]
    return least, -least - 1
