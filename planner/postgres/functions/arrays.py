"""Arrays: DuckDB lists of one dimension, whose lower bound is 1, 0 for int2vector and oidvector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions import display
from planner.postgres.functions.bounding import joined_lists, remade_list
from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.equal_texts import has_documents, key_of
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, lowering
from planner.postgres.functions.numeric import at_shape, widest
from planner.postgres.functions.output import output_text
from planner.postgres.functions.reg_names import each
from planner.tree.types import BPCHAR, NAMED_NUMBERS, NUMERIC, PgType

#: Of what is written for the arguments.
_Template = str | Callable[[Sequence[str]], str]


@lowering
def by_subscripts(context: LowerContext, args: tuple[Lowered, ...], lower: LowerFunction | str, from_zero: str) -> Lowered:
    """*lower* for arrays whose first subscript is 1, the template *from_zero* for the others."""
    chosen = from_zero if context.from_zero[0] else lower
    return Lowered(context.fill(chosen, [a.sql for a in args])) if isinstance(chosen, str) else chosen(context, args)


def _concatenated(written: Sequence[str]) -> str:
    return joined_lists(lambda lists: f"pg_array_cat({', '.join(lists)})", written)


def _remade(template: str, index: int = 0) -> Callable[[Sequence[str]], str]:
    """Of the list at *index*."""
    return lambda written: remade_list(
        lambda list_: template.format(*written[:index], list_, *written[index + 1 :]), written[index]
    )


@lowering
def _aligned(
    context: LowerContext, args: tuple[Lowered, ...], template: _Template, *, boolean: bool = False, looks: bool = False
) -> Lowered:
    """Arguments that hold numerics are brought to one shape, which an array result has. *looks*: it compares elements."""
    looks = looks or (isinstance(template, str) and "IS " in template)
    if boolean or looks:
        args = tuple(replace(a, sql=_key(a.sql, t.pg, made=looks and not boolean)) for a, t in zip(args, context.args, strict=True))
    shapes = [a.shape for a in args if a.shape is not None]
    shape = widest(shapes) if shapes else None
    written = [at_shape(a, shape, array=t.pg.is_array) for a, t in zip(args, context.args, strict=True)]
    found = Lowered(_filled(context, template, written), None if boolean else shape)
    if found.shape is None or all(display.is_fixed(a) and a.shape in (None, shape) for a in args) or looks:
        return found
    texts = [display.text_of(a, array=t.pg.is_array) for a, t in zip(args, context.args, strict=True)]
    return replace(found, text=_filled(context, template, texts))


def _key(sql: str, pg: PgType, *, made: bool) -> str:
    """What an argument is compared by. Raises Unsupported where the result is *made* of it."""
    if made and has_documents(pg):
        raise Unsupported("replacing or removing elements of arrays of jsonb is not supported")
    return key_of(sql, pg) if pg is not BPCHAR else sql


def _filled(context: LowerContext, template: _Template, written: Sequence[str]) -> str:
    return context.fill(template, written) if isinstance(template, str) else template(written)


def _to_string(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    element = context.args[0].pg.element
    if element is None:
        raise TypeError("array_to_string of no array")
    numeric = element is NUMERIC
    items = display.text_of(args[0], array=True) if numeric else args[0].sql
    item = "e" if numeric else output_text(Lowered("e"), element, context.settings)
    null = f"coalesce({item}, {args[2].sql})" if len(args) == 3 else item
    join = "pg_array_join" if context.constants[1] is not None else "pg_array_join_by"
    texts = each(items, null) if element in NAMED_NUMBERS else f"list_transform({items}, lambda e: {null})"
    return Lowered(f"{join}({texts}, {args[1].sql})")


_FUNCTIONS: Final[dict[str, str | LowerFunction]] = {
    "array_length(anyarray, int4) -> int4": by_subscripts(
        "CASE WHEN {1} = 1 THEN nullif(len({0}), 0) END", "CASE WHEN {1} = 1 THEN len({0}) END"
    ),
    "array_upper(anyarray, int4) -> int4": by_subscripts(
        "CASE WHEN {1} = 1 THEN nullif(len({0}), 0) END", "CASE WHEN {1} = 1 THEN len({0}) - 1 END"
    ),
    "array_lower(anyarray, int4) -> int4": by_subscripts(
        "CASE WHEN {1} = 1 AND len({0}) > 0 THEN 1 END", "CASE WHEN {1} = 1 AND {0} IS NOT NULL THEN 0 END"
    ),
    "array_ndims(anyarray) -> int4": by_subscripts("CASE WHEN len({0}) > 0 THEN 1 END", "CASE WHEN {0} IS NOT NULL THEN 1 END"),
    "array_dims(anyarray) -> text": by_subscripts(
        "CASE WHEN len({0}) > 0 THEN '[1:' || len({0}) || ']' END", "('[0:' || (len({0}) - 1) || ']')"
    ),
    "cardinality(anyarray) -> int4": "len({0})",
    "trim_array(anyarray, int4) -> anyarray": "list_slice({0}, 1, len({0}) - py_trimmed(CAST({1} AS INTEGER), "
    "CAST(len({0}) AS INTEGER)))",
}
_NON_STRICT: Final[dict[str, str | LowerFunction]] = {
    "array_append(anycompatiblearray, anycompatible) -> anycompatiblearray": _aligned(_remade("list_append({0}, {1})")),
    "array_prepend(anycompatible, anycompatiblearray) -> anycompatiblearray": _aligned(_remade("list_prepend({0}, {1})", 1)),
    "array_cat(anycompatiblearray, anycompatiblearray) -> anycompatiblearray": _aligned(_concatenated),
    "array_position(anycompatiblearray, anycompatible) -> int4": by_subscripts(
        _aligned("pg_array_position({0}, {1})", boolean=True), "(pg_array_position({0}, {1}) - 1)"
    ),
    "array_position(anycompatiblearray, anycompatible, int4) -> int4": by_subscripts(
        _aligned("pg_array_position_from({0}, {1}, {2})", boolean=True), "(pg_array_position_from({0}, {1}, {2} + 1) - 1)"
    ),
    "array_positions(anycompatiblearray, anycompatible) -> int4[]": by_subscripts(
        _aligned("pg_array_positions({0}, {1})", boolean=True),
        "list_transform(pg_array_positions({0}, {1}), lambda p: p - 1)",
    ),
    "array_remove(anycompatiblearray, anycompatible) -> anycompatiblearray": _aligned(
        _remade("list_filter({0}, lambda e: e IS DISTINCT FROM {1})"), looks=True
    ),
    "array_replace(anycompatiblearray, anycompatible, anycompatible) -> anycompatiblearray": _aligned(
        _remade("list_transform({0}, lambda e: CASE WHEN e IS NOT DISTINCT FROM {1} THEN {2} ELSE e END)"), looks=True
    ),
    "array_to_string(anyarray, text[, text]) -> text": _to_string,
    "string_to_array(text, text) -> text[]": "pg_string_to_array({0}, {1})",
    "string_to_array(text, text, text) -> text[]": "list_transform(pg_string_to_array({0}, {1}), lambda e: nullif(e, {2}))",
}


def _contains(all_: str, some: str) -> str:
    """NULL is in no array."""
    known = f"{all_} IS NOT NULL AND {some} IS NOT NULL"
    return f"CASE WHEN {known} THEN list_has_all({all_}, {some}) AND len(list_filter({some}, lambda e: e IS NULL)) = 0 END"


FUNCTIONS: Final[tuple[Function, ...]] = (
    *functions(_FUNCTIONS),
    *functions(_NON_STRICT, strict=False),
    *operators(
        {
            "anycompatiblearray || anycompatiblearray -> anycompatiblearray": _aligned(_concatenated),
            "anycompatiblearray || anycompatible -> anycompatiblearray": _aligned(_remade("list_append({0}, {1})")),
            "anycompatible || anycompatiblearray -> anycompatiblearray": _aligned(_remade("list_prepend({0}, {1})", 1)),
            "anyarray @> anyarray -> bool": _aligned(_contains("{0}", "{1}"), boolean=True),
            "anyarray <@ anyarray -> bool": _aligned(_contains("{1}", "{0}"), boolean=True),
            "anyarray && anyarray -> bool": _aligned("list_has_any({0}, {1})", boolean=True),
        }
    ),
)
