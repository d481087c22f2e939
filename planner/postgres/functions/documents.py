"""json and jsonb: access, construction. Both are text; jsonb is in its canonical text, which every function here keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planner.errors import InvalidArgument, Unsupported
from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, lowering
from planner.postgres.functions.json_text import json_of
from planner.postgres.functions.output import output_text
from planner.tree.types import BOOL, DATE, JSON, JSONB, TEXT, TIMESTAMP, TIMESTAMPTZ, PgType, is_record


def _to_json(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(json_of(args[0], context.args[0].pg, context.settings))


def _row_to_json(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    if len(args) == 2 and context.constants[1] is not False:
        raise Unsupported("row_to_json with line feeds is not supported")
    return _to_json(context, args)


@lowering
def _build(context: LowerContext, args: tuple[Lowered, ...], template: str, keys: slice) -> Lowered:
    """The arguments at *keys* are members' names."""
    for key in context.args[keys]:
        _check_key(key.pg)
    items = [f"coalesce({json_of(a, t.pg, context.settings)}, 'null')" for a, t in zip(args, context.args, strict=True)]
    return Lowered(template.replace("{items}", f"CAST([{', '.join(items)}] AS VARCHAR[])"))


def _check_key(pg: PgType) -> None:
    """Raises InvalidArgument for what cannot name a member."""
    if pg.element is not None or is_record(pg) or pg in (JSON, JSONB):
        raise InvalidArgument("key value must be scalar, not array, composite, or json")


def _access(pg: str) -> dict[str, str | LowerFunction]:
    return {
        f"{pg} -> text -> {pg}": f"py_{pg}_field({{0}}, {{1}})",
        f"{pg} -> int4 -> {pg}": f"py_{pg}_element({{0}}, {{1}})",
        f"{pg} ->> text -> text": f"py_json_as_text(py_{pg}_field({{0}}, {{1}}))",
        f"{pg} ->> int4 -> text": f"py_json_as_text(py_{pg}_element({{0}}, {{1}}))",
        f"{pg} #> text[] -> {pg}": f"py_{pg}_path({{0}}, {{1}})",
        f"{pg} #>> text[] -> text": f"py_json_as_text(py_{pg}_path({{0}}, {{1}}))",
    }


def _functions(pg: str) -> dict[str, str | LowerFunction]:
    return {
        f"{pg}_typeof({pg}) -> text": "py_json_typeof({0})",
        f"{pg}_array_length({pg}) -> int4": "py_json_array_length({0})",
        f"{pg}_extract_path({pg}, text...) -> {pg}": _path(pg, "{0}"),
        f"{pg}_extract_path_text({pg}, text...) -> text": _path(pg, "py_json_as_text({0})"),
    }


@lowering
def _path(_context: LowerContext, args: tuple[Lowered, ...], pg: str, template: str) -> Lowered:
    path = f"py_{pg}_path({args[0].sql}, CAST([{', '.join(a.sql for a in args[1:])}] AS VARCHAR[]))"
    return Lowered(template.replace("{0}", path))


def _builders() -> dict[str, str | LowerFunction]:
    found: dict[str, str | LowerFunction] = {}
    for pg, wrap in (("json", "{}"), ("jsonb", "py_parse_jsonb({})")):
        for name, template, keys in (
            ("object", "py_json_object({items})", slice(0, None, 2)),
            ("array", "pg_json_array({items})", slice(0)),
        ):
            lower = _build(wrap.replace("{}", template), keys)
            found |= {f"{pg}_build_{name}() -> {pg}": lower, f"{pg}_build_{name}(any...) -> {pg}": lower}
    return found


_PAIR: Final = "{'k': {0}, 'v': {1}}"


def _pair(context: LowerContext, args: Sequence[Lowered]) -> list[str]:
    pg = context.args[0].pg
    key = f"CAST({args[0].sql} AS VARCHAR)" if pg is BOOL else output_text(args[0], pg, context.settings)
    if pg in (DATE, TIMESTAMP, TIMESTAMPTZ):  # as their JSON
        key = f"trim({json_of(args[0], pg, context.settings)}, '\"')"
    return [key, json_of(args[1], context.args[1].pg, context.settings)]


def _distinct_pairs(context: LowerContext, args: Sequence[Lowered]) -> str:
    """What is distinct are keys and values themselves, in their order. Raises Unsupported."""
    if context.order or is_record(context.args[1].pg):
        raise Unsupported("DISTINCT in aggregates of objects with ORDER BY, or of rows, is not supported")
    values = context.fill(f"list_sort(list(DISTINCT {_PAIR}){{suffix}})", [a.sql for a in args])
    written = _pair(context, [Lowered("p['k']", args[0].shape), Lowered("p['v']", args[1].shape)])
    return f"list_transform({values}, lambda p: {context.fill(_PAIR, written)})"


@lowering
def _object_agg(context: LowerContext, args: tuple[Lowered, ...], wrap: str) -> Lowered:
    """Keys as their output texts, values as JSON, in one list so that ORDER BY and FILTER count for both."""
    _check_key(context.args[0].pg)
    if context.distinct:
        pairs = _distinct_pairs(context, args)
    else:
        pairs = context.fill(f"list({_PAIR}{{order}}){{suffix}}", _pair(context, args))
    parts = (f"CAST(list_transform({pairs}, lambda e: e['{part}']) AS VARCHAR[])" for part in "kv")
    return Lowered(wrap.replace("{}", f"py_json_object_agg({', '.join(parts)})"))


_CHANGES: Final[dict[str, str | LowerFunction]] = {
    "jsonb_set(jsonb, text[], jsonb, bool?) -> jsonb": "py_jsonb_set({0}, {1}, {2}, {3=TRUE})",
    "jsonb_insert(jsonb, text[], jsonb, bool?) -> jsonb": "py_jsonb_insert({0}, {1}, {2}, {3=FALSE})",
    "jsonb_strip_nulls(jsonb) -> jsonb": "py_jsonb_strip_nulls({0})",
    "json_strip_nulls(json) -> json": "py_json_strip_nulls({0})",
    "jsonb_pretty(jsonb) -> text": "py_jsonb_pretty({0})",
    "json_object(text[]) -> json": "py_json_object_of_pairs({0})",
    "json_object(text[], text[]) -> json": "py_json_object_of({0}, {1})",
    "jsonb_object(text[]) -> jsonb": "py_parse_jsonb(py_json_object_of_pairs({0}))",
    "jsonb_object(text[], text[]) -> jsonb": "py_parse_jsonb(py_json_object_of({0}, {1}))",
}
#: Functions that are operators too: name, symbol, right operand, result.
_NAMED_OPERATORS: Final = {
    ("jsonb_exists", "?", "text", "bool"): "py_jsonb_exists({0}, {1})",
    ("jsonb_exists_any", "?|", "text[]", "bool"): "py_jsonb_has_any({0}, {1})",
    ("jsonb_exists_all", "?&", "text[]", "bool"): "py_jsonb_has_all({0}, {1})",
    ("jsonb_contains", "@>", "jsonb", "bool"): "py_jsonb_contains({0}, {1})",
    ("jsonb_contained", "<@", "jsonb", "bool"): "py_jsonb_contains({1}, {0})",
    ("jsonb_concat", "||", "jsonb", "jsonb"): "py_jsonb_concat({0}, {1})",
    ("jsonb_delete", "-", "text", "jsonb"): "py_jsonb_without_key({0}, {1})",
    ("jsonb_delete", "-", "int4", "jsonb"): "py_jsonb_without_index({0}, {1})",
    ("jsonb_delete_path", "#-", "text[]", "jsonb"): "py_jsonb_without_path({0}, {1})",
}
_OPERATORS: Final[dict[str, str | LowerFunction]] = {
    **{f"jsonb {op} {right} -> {result}": lower for (_, op, right, result), lower in _NAMED_OPERATORS.items()},
    "jsonb - text[] -> jsonb": "py_jsonb_without_keys({0}, {1})",
    **{f"jsonb {op} jsonb -> bool": f"(py_jsonb_compare({{0}}, {{1}}) {op} 0)" for op in ("<", "<=", ">", ">=")},
}


def _each(pg: str) -> tuple[Function, ...]:
    """Two columns: of members' values as documents, or as texts."""
    columns = (("key", TEXT), ("value", JSONB if pg == "jsonb" else JSON))
    texts = (
        "list_transform(py_{pg}_each({{0}}, '{pg}_each_text'), lambda e: {{'key': e['key'], 'value': py_json_as_text(e['value'])}})"
    )
    return (
        *functions({f"{pg}_each({pg}) -> record": f"py_{pg}_each({{0}}, '{pg}_each')"}, kind="table", columns=columns),
        *functions(
            {f"{pg}_each_text({pg}) -> record": texts.format(pg=pg)}, kind="table", columns=(("key", TEXT), ("value", TEXT))
        ),
    )


def _tables(pg: str) -> dict[str, str | LowerFunction]:
    def elements(name: str) -> str:
        # Errors of json name the function.
        return f"py_json_elements({{0}}, '{name}')" if pg == "json" else "py_jsonb_elements({0})"

    name = f"{pg}_array_elements"
    return {
        f"{name}({pg}) -> {pg}": elements(name),
        f"{name}_text({pg}) -> text": f"list_transform({elements(f'{name}_text')}, lambda e: py_json_as_text(e))",
    }


FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators({**_access("json"), **_access("jsonb"), **_OPERATORS}),
    *functions(_CHANGES),
    *functions({f"{name}(jsonb, {right}) -> {result}": lower for (name, _, right, result), lower in _NAMED_OPERATORS.items()}),
    *functions({**_functions("json"), **_functions("jsonb")}),
    *functions(
        {
            "to_json(anyelement) -> json": _to_json,
            "to_jsonb(anyelement) -> jsonb": lambda context, args: Lowered(f"py_parse_jsonb({_to_json(context, args).sql})"),
            "row_to_json(record[, bool]) -> json": _row_to_json,
            "array_to_json(anyarray) -> json": _to_json,
        },
        volatility="stable",
    ),
    *functions(_builders(), strict=False, volatility="stable"),
    *functions({**_tables("json"), **_tables("jsonb")}, kind="table", output="value"),
    *functions({f"{pg}_object_keys({pg}) -> text": f"py_{pg}_keys({{0}})" for pg in ("json", "jsonb")}, kind="table"),
    *_each("json"),
    *_each("jsonb"),
    *functions(
        {
            "json_object_agg(any, any) -> json": _object_agg("{}"),
            "jsonb_object_agg(any, any) -> jsonb": _object_agg("py_parse_jsonb({})"),
        },
        kind="aggregate",
        strict=False,
        volatility="stable",
    ),
)  # fmt: skip
