"""Statements that call each function of the page of functions, with arguments that take it long, for very many rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.function import Function
from planner.tree.types import display_name

#: i counts a million rows.
ROWS: Final = "(SELECT a.id * 1000 + b.id AS i FROM numbers a, numbers b) s"
#: What DuckDB's own functions are left with, what is left to Python, and the longest that a function may make.
LENGTHS: Final = (8_000, 20_000)
LONGEST: Final = 16_000_000
#: Arguments by type; {n} is a length.
ARGUMENTS: Final = {
    "text": "(repeat('a', {n}) || i)",
    "name": "('name' || i)::name",
    "character": "(repeat('a', {n}) || i)::char(9000)",
    '"char"': 'chr(97 + (i % 20)::int)::"char"',
    "bytea": "convert_to(repeat('a', {n}) || i, 'UTF8')",
    "smallint": "(i % 100 + 1)::smallint",
    "integer": "(i % 1000 + 1)::int",
    "bigint": "(i + 1)",
    "oid": "(i + 1)::oid",
    "numeric": "(i + 1.234567890123456789)",
    "real": "((i + 1)::real / 1000001)",
    "double precision": "((i + 1)::float8 / 1000001)",
    "boolean": "(i % 2 = 0)",
    "date": "(date '2020-01-01' + (i % 1000)::int)",
    "time without time zone": "(time '00:00' + i * interval '1 ms')",
    "timestamp without time zone": "(timestamp '2020-01-01' + i * interval '1 s')",
    "interval": "(i * interval '1.5 s')",
    "timestamp with time zone": "(timestamptz '2020-01-01' + i * interval '1 s')",
    "uuid": "md5(i::text)::uuid",
    "json": "('[' || repeat('[1,2,{{\"a\":null}}],', {n} / 20) || i || ']')::json",
    "jsonb": "('{{\"a\":[' || repeat('[1,2,{{\"a\":null}}],', {n} / 20) || i || ']}}')::jsonb",
    "text[]": "(string_to_array(repeat('a,', {n} / 8), ',') || i::text)",
    "integer[]": "(string_to_array(repeat('1,', {n} / 8) || '1', ',')::int[] || i::int)",
    "double precision[]": "ARRAY[0.1, 0.5]",
    "anyarray": "(string_to_array(repeat('a,', {n} / 8), ',') || i::text)",
    "anycompatiblearray": "(string_to_array(repeat('a,', {n} / 8), ',') || i::text)",
    "anycompatible": "i::text",
    "anyelement": "(repeat('a', {n}) || i)",
    "anynonarray": "(repeat('a', {n}) || i)",
    '"any"': "(repeat('a', {n}) || i)",
    "record": "ROW(repeat('a', {n}) || i, i)",
    "regtype": "25::regtype",
}
#: Arguments that are not any value of their type, by the function's name and the number of the argument.
CHOSEN: Final = {
    ("repeat", 1): "100",
    ("repeat", 0): "(repeat('a', {n} / 100) || i)",
    ("lpad", 1): "{n} + 5",
    ("rpad", 1): "{n} + 5",
    ("split_part", 1): "'a'",
    ("split_part", 2): "{n} - 10",
    ("translate", 1): "'ab'",
    ("translate", 2): "'cd'",
    ("replace", 1): "'a'",
    ("replace", 2): "'bb'",
    ("chr", 0): "(i % 1000 + 1)::int",
    ("encode", 1): "'escape'",
    ("decode", 0): "encode(convert_to(repeat('a', {n}) || i, 'UTF8'), 'hex')",
    ("decode", 1): "'hex'",
    ("convert_from", 1): "'LATIN1'",
    ("convert_to", 1): "'UTF8'",
    ("normalize", 1): "NFD",
    ("unistr", 0): "(repeat('\\0041', {n} / 5) || i)",
    ("format", 0): "'%s'",
    ("row_to_json", 1): "false",
    ("pow", 1, "numeric"): "3.5",
    ("regexp_match", 2): "'i'",
    ("regexp_matches", 2): "'g'",
    ("regexp_split_to_array", 2): "'i'",
    ("regexp_split_to_table", 2): "'i'",
    ("regexp_like", 2): "'i'",
    ("regexp_replace", 3, "text"): "'g'",
    ("regexp_replace", 5): "'i'",
    ("regexp_count", 3): "'i'",
    ("regexp_substr", 4): "'i'",
    ("regexp_substr", 5): "0",
    ("regexp_instr", 4): "0",
    ("regexp_instr", 5): "'i'",
    ("regexp_instr", 6): "0",
    ("regexp_substr", 2): "1",
    ("regexp_substr", 3): "1",
    ("regexp_instr", 2): "1",
    ("regexp_instr", 3): "1",
    ("parse_ident", 0): "(repeat('a.', {n} / 2) || 'a' || i)",
    ("like", 1): "('%' || repeat('a', {n} / 2) || 'b' || i || '%')",
    ("not_like", 1): "('%' || repeat('a_', {n} / 4) || 'b%')",
    ("ilike", 1): "('%' || repeat('A', {n} / 2) || 'b%')",
    ("not_ilike", 1): "('%' || repeat('a_', {n} / 4) || 'B%')",
    ("like_escape", 1): "'a'",
    ("similar_to_escape", 1): "'a'",
    ("~", 1): "'a.{{200}}b'",
    ("!~", 1): "('(a|aa){{100}}b' || i)",
    ("~*", 1): "'[a-z]{{200}}b'",
    ("!~*", 1): "'(a|b){{100}}(a|aa)*c'",
    ("regexp_like", 1): "'a.{{20}}b'",
    ("regexp_match", 1): "'a*b'",
    ("regexp_matches", 1): "'a+a+b'",
    ("regexp_replace", 1): "'a'",
    ("regexp_replace", 2): "'bb'",
    ("regexp_split_to_array", 1): "'a'",
    ("regexp_split_to_table", 1): "'a'",
    ("regexp_count", 1): "'a'",
    ("regexp_substr", 1): "'(a|aa)+b'",
    ("regexp_instr", 1): "'(a+)+b'",
    ("substring", 1, "text"): "'(a|aa)+b'",
    ("string_to_array", 1): "'a'",
    ("string_to_table", 1): "'a'",
    ("array_to_string", 1): "','",
    ("to_char", 1): "repeat('9', 900)",
    ("to_number", 0): "(i || repeat(' ', {n}))",
    ("to_number", 1): "'999999'",
    ("to_date", 0): "'2020-01-01'||left(i::text, 0)",
    ("to_date", 1): "'YYYY-MM-DD'",
    ("to_timestamp", 0, "text"): "'2020-01-01'||left(i::text, 0)",
    ("to_timestamp", 1): "'YYYY-MM-DD'",
    ("date_trunc", 0): "'month'",
    ("date_part", 0): "'epoch'",
    ("extract", 0): "'epoch'",
    ("timezone", 0, "text"): "'America/New_York'",
    ("make_date", 0): "2020",
    ("make_date", 1): "5",
    ("make_date", 2): "(i % 20 + 1)::int",
    ("make_time", 0): "5",
    ("make_time", 1): "6",
    ("make_timestamp", 0): "2020",
    ("make_timestamp", 1): "5",
    ("make_timestamp", 2): "5",
    ("make_timestamp", 3): "5",
    ("make_timestamp", 4): "5",
    ("make_timestamptz", 0): "2020",
    ("make_timestamptz", 1): "5",
    ("make_timestamptz", 2): "5",
    ("make_timestamptz", 3): "5",
    ("make_timestamptz", 4): "5",
    ("make_timestamptz", 6): "'UTC'",
    ("factorial", 0): "(i % 30)",
    ("^", 1, "numeric"): "3.5",
    ("power", 1, "numeric"): "3.5",
    ("generate_series", 0, "integer"): "1",
    ("generate_series", 0, "bigint"): "1",
    ("generate_series", 0, "numeric"): "1",
    ("generate_series", 2, "interval"): "interval '1 ms'",
    ("setseed", 0): "0.5",
    ("get_byte", 1): "5",
    ("set_byte", 1): "5",
    ("set_byte", 2): "5",
    ("get_bit", 1): "5",
    ("set_bit", 1): "5",
    ("set_bit", 2): "1",
    ("trim_array", 1): "1",
    ("jsonb_set", 1): "'{{a,0}}'::text[]",
    ("jsonb_insert", 1): "'{{a,0}}'::text[]",
    ("->", 1, "integer"): "1",
    ("->", 1, "text"): "'a'",
    ("->>", 1, "text"): "'a'",
    ("ntile", 0): "5",
    ("nth_value", 1): "5",
    ("lag", 1): "1",
    ("lead", 1): "1",
    ("asin", 0): "0.5",
    ("acos", 0): "0.5",
    ("atanh", 0): "0.5",
    ("asind", 0): "0.5",
    ("acosd", 0): "0.5",
    ("acosh", 0): "(i + 1.5)::float8",
    ("width_bucket", 3): "5",
    ("width_bucket", 2, "double precision"): "2.0",
    ("width_bucket", 2, "numeric"): "9999999.5",
    ("exp", 0): "(i % 9 + 0.5)",
    ("percentile_cont", 0, "double precision"): "0.5",
    ("percentile_disc", 0, "double precision"): "0.5",
    ("regr_count", 0): "i::float8",
    ("string_agg", 1): "','",
    ("justify_hours", 0): "i * interval '5 h'",
    ("overlay", 2): "2",
    ("substr", 1): "2",
    ("left", 1): "{n} - 5",
    ("right", 1): "{n} - 5",
}
_INFIX: Final = {"like": "LIKE", "not_like": "NOT LIKE", "ilike": "ILIKE", "not_ilike": "NOT ILIKE"}
#: They signal, or have no arguments, nor brackets.
_LEFT_OUT: Final = frozenset(
    (
        "pg_cancel_backend",
        "pg_terminate_backend",
        "current_date",
        "current_timestamp",
        "localtime",
        "localtimestamp",
    )
)


def served() -> tuple[Function, ...]:
    """Those that the page of functions lists."""
    from tests.tools.functions_page import FAMILIES

    listed = [function for _, module in FAMILIES for function in module.FUNCTIONS if function.name not in _LEFT_OUT]
    return tuple(function for function in listed if function in ALL)


def statements(function: Function) -> Iterator[tuple[str, str]]:
    """Under names; where no argument is long, one."""
    types = [display_name(a) for a in function.args]
    templates = [
        CHOSEN.get((function.name, i, type_)) or CHOSEN.get((function.name, i)) or ARGUMENTS[type_] for i, type_ in enumerate(types)
    ]  # type: ignore[call-overload]
    seen = set()
    for length in LENGTHS:
        args = [t.replace("{n}", str(length)).replace("{{", "{").replace("}}", "}") for t in templates]
        sql = _statement(function, args)
        if sql not in seen:
            yield f"{function.signature()} {length}", sql
        seen.add(sql)
    if "text" in types and function.kind == "scalar":
        args = [t.replace("{n}", str(LONGEST)).replace("{{", "{").replace("}}", "}").replace("|| i", "|| 'b'") for t in templates]
        yield f"{function.signature()} {LONGEST}", _statement(function, args).replace(ROWS, "(SELECT 5 AS i) s")


def _statement(function: Function, args: list[str]) -> str:
    listed = ", ".join(args)
    name = function.name
    match function.kind:
        case "table":
            return f"SELECT count(*) FROM {ROWS}, LATERAL {name}({listed}) AS t"
        case "aggregate" if function.within_group:
            return f"SELECT {name}({', '.join(args[:-1])}) WITHIN GROUP (ORDER BY {args[-1]}) FROM {ROWS}"
        case "aggregate":
            return f"SELECT {name}({listed or '*'}) FROM {ROWS}"
        case "window":
            return f"SELECT count(x) FROM (SELECT {name}({listed}) OVER (ORDER BY i) AS x FROM {ROWS}) q"
    return f"SELECT count({_call(function, args)}) FROM {ROWS}"


def _call(function: Function, args: list[str]) -> str:
    if function.name == "extract":
        return f"extract(epoch FROM {args[1]})"
    if function.name == "position":
        return f"position({args[1]} IN {args[0]})"
    if not function.operator:
        return f"{function.name}({', '.join(args)})"
    word = _INFIX.get(function.name, function.name)
    return f"({args[0]} {word} {args[1]})" if len(args) == 2 else f"({word} {args[0]})"
