"""String functions and operators. Positions count characters; collation is C."""

from __future__ import annotations

from functools import partial
from typing import Final

from planner.postgres.functions.bounding import appended, is_simple, joined, remade, within
from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, lowering
from planner.postgres.functions.output import output_text, text_of
from planner.postgres.functions.udf.large import SMALL_LENGTH
from planner.postgres.functions.udf.matching import like_reach
from planner.tree import types as t


def _texts(context: LowerContext, args: tuple[Lowered, ...]) -> list[str]:
    """Arguments of any type in their output syntax, as concat prints them (booleans as t and f)."""
    return [output_text(a, t.pg, context.settings) for a, t in zip(args, context.args, strict=True)]


def _concat(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(joined(lambda texts: f"concat({', '.join(texts)})", args, _texts(context, args), [a.pg for a in context.args]))


def _concat_ws(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    texts = _texts(context, args)
    types = [a.pg for a in context.args]
    return Lowered(joined(lambda texts: f"concat_ws({', '.join(texts)})", args, texts, types, max(len(texts) - 2, 1)))


def _format(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    template, *rest = _texts(context, args)
    return Lowered(f"py_format({template}, CAST([{', '.join(rest)}] AS VARCHAR[]))")


@lowering
def _quoted(context: LowerContext, args: tuple[Lowered, ...], template: str) -> Lowered:
    """quote_literal of any value: of what a cast to text gives."""
    return Lowered(template.replace("{}", _cast(context, 0, args[0])))


def _cast(context: LowerContext, index: int, operand: Lowered) -> str:
    """Argument *index* as its cast to text has it."""
    return text_of(operand, context.args[index].pg, context.settings)


@lowering
def _by_case(_context: LowerContext, args: tuple[Lowered, ...], macro: str) -> Lowered:
    return Lowered(remade(args[0], lambda text: f"{macro}{'_direct' if is_simple(text) else ''}({text})"))


@lowering
def _remade(context: LowerContext, args: tuple[Lowered, ...], template: str) -> Lowered:
    return Lowered(remade(args[0], lambda text: context.fill(template, [text, *(a.sql for a in args[1:])])))


def _replaced(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    old, new = context.constants[1:]
    if not (isinstance(old, str) and isinstance(new, str) and old != "" and len(new.encode()) <= len(old.encode())):
        return Lowered(f"pg_replace({', '.join(a.sql for a in args)})")
    constants = f"{args[1].sql}, {args[2].sql}"
    return Lowered(
        within(args[0].sql, SMALL_LENGTH, lambda x: f"replace({x}, {constants})", lambda x: f"py_replace({x}, {constants})")
    )


#: Of the letters that these are lower case of, none but K and I is ASCII; DuckDB's ILIKE takes them for k and i, C's does not.
_NOT_LETTERS: Final = {"k": "\u212a", "i": "\u0130"}


@lowering
def _like(context: LowerContext, args: tuple[Lowered, ...], word: str) -> Lowered:
    """A constant pattern without a backslash is DuckDB's own: it knows prefixes and texts inside, and takes a third of the time."""
    negated, name = word.startswith("not_"), word.removeprefix("not_")
    text, pattern, given = args[0].sql, args[1].sql, context.constants[1]
    if not isinstance(given, str) or "\\" in given or (name == "ilike" and not given.isascii()):
        direct = "_direct" if name == "like" and is_simple(text) and is_simple(pattern) else ""
        sql = f"pg_{name}{direct}({text}, {pattern})"
    else:
        sql = within(text, like_reach(given, name), partial(_own, name, pattern, given), partial(_left, name, pattern))
    return Lowered(f"(NOT {sql})" if negated else sql)


def _own(name: str, pattern: str, given: str, text: str) -> str:
    """DuckDB's LIKE or ILIKE."""
    for letter, other in _NOT_LETTERS.items() if name == "ilike" else ():
        if letter in given.lower():
            text = f"replace({text}, '{other}', '\u00e9')"
    return f"({text} {name.upper()} {pattern})"


def _left(name: str, pattern: str, text: str) -> str:
    """To Python."""
    return f"py_like({text}, {pattern})" if name == "like" else f"py_like(pg_lower({text}), pg_lower({pattern}))"


@lowering
def _append(context: LowerContext, args: tuple[Lowered, ...], other: int | None = None) -> Lowered:
    """Two texts, or two of bytes; argument *other* is of any type, and as its cast to text has it."""
    types, texts = [a.pg for a in context.args], [a.sql for a in args]
    if other is not None:
        texts[other] = _cast(context, other, args[other])
        types[other] = t.TEXT if types[other] is t.BYTEA else types[other]
    return appended(args, texts, types)


_PLAIN: Final[dict[str, str | LowerFunction]] = {
    "lower(text) -> text": _by_case("pg_lower"),
    "upper(text) -> text": _by_case("pg_upper"),
    "length|char_length|character_length(text) -> int4": "length({0})",
    "length|char_length(bpchar) -> int4": "length(rtrim({0}, ' '))",
    "octet_length(text) -> int4": "strlen({0})",
    "bit_length(text) -> int4": "(8 * strlen({0}))",
    "length|octet_length(bytea) -> int4": "octet_length({0})",
    "substr|substring(text, int4) -> text": _remade("pg_substr({0}, {1})"),
    "substr|substring(text, int4, int4) -> text": _remade("pg_substr_for({0}, {1}, {2})"),
    "left(text, int4) -> text": _remade("pg_left({0}, {1})"),
    "right(text, int4) -> text": _remade("pg_right({0}, {1})"),
    "lpad(text, int4[, text]) -> text": "pg_lpad({0}, {1}, {2=' '})",
    "rpad(text, int4[, text]) -> text": "pg_rpad({0}, {1}, {2=' '})",
    "btrim(text[, text]) -> text": _remade("trim({0}, {1=' '})"),
    "ltrim(text[, text]) -> text": _remade("ltrim({0}, {1=' '})"),
    "rtrim(text[, text]) -> text": _remade("rtrim({0}, {1=' '})"),
    "replace(text, text, text) -> text": _replaced,
    "translate(text, text, text) -> text": "py_translate({0}, {1}, {2})",
    "split_part(text, text, int4) -> text": "py_split_part({0}, {1}, {2})",
    "strpos|position(text, text) -> int4": "strpos({0}, {1})",
    "initcap(text) -> text": "py_initcap({0})",
    "reverse(text) -> text": "py_reverse({0})",
    "repeat(text, int4) -> text": "pg_repeat({0}, {1})",
    "starts_with(text, text) -> bool": "starts_with({0}, {1})",
    "chr(int4) -> text": "py_chr({0})",
    "ascii(text) -> int4": "CASE WHEN {0} = '' THEN 0 ELSE unicode({0}) END",
    "md5(text) -> text": "md5({0})",
    "md5(bytea) -> text": "md5({0})",
    "sha256(bytea) -> bytea": "unhex(sha256({0}))",
    "encode(bytea, text) -> text": "py_encode({0}, {1})",
    "decode(text, text) -> bytea": "py_decode({0}, {1})",
    "quote_ident(text) -> text": "py_quote_ident({0})",
    "quote_literal(text) -> text": "py_quote_literal({0})",
    "overlay(text, text, int4) -> text": "py_overlay({0}, {1}, {2}, CAST(length({1}) AS INTEGER))",
    "overlay(text, text, int4, int4) -> text": "py_overlay({0}, {1}, {2}, {3})",
    "text(bpchar) -> text": "rtrim({0}, ' ')",
    "unistr(text) -> text": "py_unistr({0})",
    "substring(text, text, text) -> text": "py_sql_substring({0}, {1}, {2})",
    "parse_ident(text, bool?) -> text[]": "py_parse_ident({0}, {1=TRUE})",
    "normalize(text, text?) -> text": "py_normalize({0}, {1='NFC'})",
    # LIKE … ESCAPE: the pattern is rewritten to one with backslashes, as Postgres does; SIMILAR TO becomes a regular expression.
    "like_escape(text, text) -> text": "py_like_escape({0}, {1})",
    "similar_to_escape(text[, text]) -> text": "py_similar({0}, {1='\\'})",
}

FUNCTIONS: Final[tuple[Function, ...]] = (
    *functions(_PLAIN),
    *functions({"quote_nullable(text) -> text": "coalesce(py_quote_literal({0}), 'NULL')"}, strict=False),
    *functions({"quote_literal(anyelement) -> text": _quoted("py_quote_literal({})")}, volatility="stable"),
    *functions(
        {"quote_nullable(anyelement) -> text": _quoted("coalesce(py_quote_literal({}), 'NULL')")}, strict=False, volatility="stable"
    ),
    *functions(
        {
            "string_to_table(text, text) -> text": "pg_string_to_array({0}, {1})",
            "string_to_table(text, text, text) -> text": "list_transform(pg_string_to_array({0}, {1}), lambda e: nullif(e, {2}))",
        },
        kind="table",
        strict=False,
    ),
    *functions(
        {
            "concat(any...) -> text": _concat,
            "concat_ws(text, any...) -> text": _concat_ws,
            "format(text[, any...]) -> text": _format,
        },
        strict=False,
        volatility="stable",
    ),
    *operators(
        {
            "text || text -> text": _append(),
            "text || anynonarray -> text": _append(1),
            "anynonarray || text -> text": _append(0),
            "bytea || bytea -> bytea": _append(),
            "text ^@ text -> bool": "starts_with({0}, {1})",
            **{
                f"{operand} {word} text -> bool": _like(word)
                for operand in ("text", "bpchar", "name")
                for word in ("like", "not_like", "ilike", "not_ilike")
            },
        }
    ),
)
