"""json and jsonb: access, construction. Both are text; jsonb is in its canonical text, which every function here keeps."""

from __future__ import annotations

from typing import Final

from planner.functions.declare import functions, operators
from planner.functions.function import Function, LowerContext, Lowered, LowerFunction
from planner.functions.json_text import json_of


def _to_json(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(json_of(args[0], context.args[0].pg, context.settings))


def _to_jsonb(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(f"py_parse_jsonb({json_of(args[0], context.args[0].pg, context.settings)})")


def _build(template: str) -> LowerFunction:
    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        items = [f"coalesce({json_of(a, t.pg, context.settings)}, 'null')" for a, t in zip(args, context.args, strict=True)]
        return Lowered(template.replace("{items}", f"CAST([{', '.join(items)}] AS VARCHAR[])"))

    return lower


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


def _path(pg: str, template: str) -> LowerFunction:
    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        path = f"py_{pg}_path({args[0].sql}, CAST([{', '.join(a.sql for a in args[1:])}] AS VARCHAR[]))"
        return Lowered(template.replace("{0}", path))

    return lower


def _builders() -> dict[str, str | LowerFunction]:
    found: dict[str, str | LowerFunction] = {}
    for pg, wrap in (("json", "{}"), ("jsonb", "py_parse_jsonb({})")):
        for name, template in (("object", "py_json_object({items})"), ("array", "pg_json_array({items})")):
            lower = _build(wrap.replace("{}", template))
            found |= {f"{pg}_build_{name}() -> {pg}": lower, f"{pg}_build_{name}(any...) -> {pg}": lower}
    return found


def _tables(pg: str) -> dict[str, str | LowerFunction]:
    return {
        f"{pg}_array_elements({pg}) -> {pg}": f"py_{pg}_elements({{0}})",
        f"{pg}_array_elements_text({pg}) -> text": f"list_transform(py_{pg}_elements({{0}}), lambda e: py_json_as_text(e))",
        f"{pg}_object_keys({pg}) -> text": f"py_{pg}_keys({{0}})",
    }


FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators({**_access("json"), **_access("jsonb"), "jsonb @> jsonb -> bool": "py_jsonb_contains({0}, {1})",
                "jsonb <@ jsonb -> bool": "py_jsonb_contains({1}, {0})", "jsonb ? text -> bool": "py_jsonb_exists({0}, {1})"}),
    *functions({**_functions("json"), **_functions("jsonb")}),
    *functions({"to_json(anyelement) -> json": _to_json, "to_jsonb(anyelement) -> jsonb": _to_jsonb}, volatility="stable"),
    *functions(_builders(), strict=False, volatility="stable"),
    *functions({**_tables("json"), **_tables("jsonb")}, kind="table"),
)  # fmt: skip
