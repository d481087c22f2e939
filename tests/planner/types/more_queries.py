# ruff: noqa: E501 - tables of values
"""More families of generated calls: documents, arrays, bytes, regular expressions with positions, sets, windows."""

from __future__ import annotations

from itertools import product

DOCUMENTS = (
    "'{}'", "'[]'", "'1'", "'\"a\"'", "'null'", "'true'", "'{\"a\": 1, \"b\": [1, {\"c\": null}]}'", "'[1, \"a\", null, [2], {\"a\": 3}]'",
    "'{\"b\": {\"a\": \"x\"}, \"a\": 1.50, \"aa\": false}'", "'[-0, 1e3, 1.10, \"\\u00e9\"]'", "NULL",
)  # fmt: skip
PATHS = ("'{}'", "'{a}'", "'{b,1,c}'", "'{0}'", "'{-1}'", "'{3,0}'", "'{b,x}'", "'{x,y}'")
NEW = ("'9'", "'{\"n\": []}'", "'null'")
ARRAYS = ("'{}'::int[]", "array[1]", "array[3,1,2,1]", "array[1,null,3]", "NULL::int[]")
TEXT_ARRAYS = ("'{}'::text[]", "array['a','b',null]", "array['a b','','NULL','x\"y','c,d']")
BYTES = (r"'\x'::bytea", r"'\x00ff'::bytea", r"'\x616263'::bytea", "NULL::bytea")
SUBJECTS = ("'foobarbaz'", "''", "'aXbXc'", "'one two  three'", "'日本 x日'", "NULL::text")
PATTERNS = ("'b..'", "'(o+)(b)?'", "'[aeiou]'", "'x*'", "'X'", "'^'", "'\\s+'", "'(a|o)(.)'", "'日'", "'nope'")
NUMBERS = ("0", "1", "-1", "2", "5")


def documents() -> list[str]:
    """json and jsonb: access, tests, changes, order, casts."""
    found = [
        f"SELECT {f}({d}::jsonb)"
        for f in (
            "jsonb_typeof",
            "jsonb_array_length",
            "jsonb_strip_nulls",
            "jsonb_pretty",
            "to_json",
            "jsonb_array_elements",
            "jsonb_object_keys",
        )
        for d in DOCUMENTS
    ]
    found += [
        f"SELECT {f}({d}::json)"
        for f in ("json_typeof", "json_array_length", "json_strip_nulls", "json_array_elements_text")
        for d in DOCUMENTS
    ]
    found += [
        f"SELECT * FROM {f}({d}::{f[: f.index('_')]})"
        for f in ("json_each", "jsonb_each", "jsonb_each_text", "json_each_text")
        for d in DOCUMENTS
    ]
    found += [f"SELECT {d}::jsonb #> {p}, {d}::jsonb #>> {p}, {d}::json #>> {p}" for d, p in product(DOCUMENTS, PATHS)]
    found += [f"SELECT {d}::jsonb #- {p}" for d, p in product(DOCUMENTS, PATHS)]
    found += [f"SELECT jsonb_set({d}, {p}, {n}), jsonb_set({d}, {p}, {n}, false)" for d, p, n in product(DOCUMENTS, PATHS, NEW)]
    found += [f"SELECT jsonb_insert({d}, {p}, '9')" for d, p in product(DOCUMENTS, PATHS)]
    found += [f"SELECT jsonb_insert({d}, {p}, '9', true)" for d, p in product(DOCUMENTS, PATHS)]
    pairs = list(product(DOCUMENTS, repeat=2))
    found += [
        f"SELECT {a}::jsonb @> {b}, {a}::jsonb || {b}, {a}::jsonb = {b}, {a}::jsonb < {b}, {a}::jsonb >= {b}" for a, b in pairs
    ]
    found += [f"SELECT {d}::jsonb -> {n}, {d}::jsonb ->> {n}, {d}::json -> {n}" for d, n in product(DOCUMENTS, NUMBERS)]
    found += [f"SELECT {d}::jsonb - {n}" for d, n in product(DOCUMENTS, NUMBERS)]
    found += [
        f"SELECT {d}::jsonb -> {k}, {d}::jsonb ? {k}, {d}::json ->> {k}" for d, k in product(DOCUMENTS, ("'a'", "''", "'zz'"))
    ]
    found += [f"SELECT {d}::jsonb - {k}" for d, k in product(DOCUMENTS, ("'a'::text", "array['a','b']", "'{}'::text[]"))]
    found += [f"SELECT {d}::jsonb ?| {a}, {d}::jsonb ?& {a}" for d, a in product(DOCUMENTS, TEXT_ARRAYS)]
    return found + [
        f"SELECT ({d}::jsonb)::{t}" for d, t in product(DOCUMENTS, ("int", "int8", "numeric", "float8", "bool", "text"))
    ]


def arrays() -> list[str]:
    """Arrays of numbers and texts."""
    single = ("cardinality", "array_ndims", "array_dims", "array_to_json", "to_jsonb", "unnest")
    found = [f"SELECT {f}({a})" for f in single for a in (*ARRAYS, *TEXT_ARRAYS)]
    found += [
        f"SELECT {f}({a}, 1)"
        for f in ("array_length", "array_lower", "array_upper", "array_position", "array_positions", "array_remove", "array_append")
        for a in ARRAYS
    ]
    found += [f"SELECT trim_array({a}, {n})" for a, n in product(ARRAYS, NUMBERS)]
    found += [f"SELECT array_position({a}, {v}, {n})" for a, v, n in product(ARRAYS, ("1", "NULL"), NUMBERS)]
    found += [f"SELECT {a} || {b}, {a} = {b}, {a} < {b}, {a} @> {b}, {a} && {b}" for a, b in product(ARRAYS, repeat=2)]
    found += [f"SELECT ({a})[{n}], ({a})[{n}:], ({a})[:{n}]" for a, n in product(ARRAYS, NUMBERS)]
    found += [f"SELECT {n} = ANY({a}), {n} < ALL({a}), {n} <> ALL({a})" for a, n in product(ARRAYS, NUMBERS)]
    found += [
        f"SELECT array_to_string({a}, {d}, {n})" for a, d, n in product((*ARRAYS, *TEXT_ARRAYS), ("','", "''"), ("'*'", "NULL"))
    ]
    return found + [f"SELECT width_bucket({n}, {a})" for n, a in product(NUMBERS, ("array[1,2,5]", "array[0]", "array[1,null]"))]


def byte_strings() -> list[str]:
    """bytea."""
    single = ("length", "octet_length", "bit_length", "md5", "sha224", "sha256", "sha384", "sha512", "bit_count")
    found = [f"SELECT {f}({b})" for f in single for b in BYTES]
    found += [f"SELECT {f}({b}, {n})" for f in ("get_byte", "get_bit", "substr", "substring") for b, n in product(BYTES, NUMBERS)]
    found += [f"SELECT substring({b}, {n}, {m})" for b, n, m in product(BYTES, NUMBERS, NUMBERS)]
    found += [f"SELECT set_byte({b}, {n}, 300), set_bit({b}, {n}, 1)" for b, n in product(BYTES, NUMBERS)]
    found += [
        f"SELECT {a} || {b}, position({a} IN {b}), btrim({a}, {b}), ltrim({a}, {b}), {a} < {b}" for a, b in product(BYTES, repeat=2)
    ]
    found += [f"SELECT overlay({a} PLACING {b} FROM {n})" for a, b, n in product(BYTES, BYTES[:3], NUMBERS)]
    return found + [
        f"SELECT encode({b}, '{f}'), decode(encode({b}, '{f}'), '{f}')" for b, f in product(BYTES, ("hex", "base64", "escape"))
    ]


def expressions() -> list[str]:
    """Regular expression functions with positions, numbers and groups."""
    found = [f"SELECT regexp_replace({s}, {p}, '<\\&>', {n})" for s, p, n in product(SUBJECTS, PATTERNS, NUMBERS)]
    found += [f"SELECT regexp_replace({s}, {p}, '[\\1]', 1, {n})" for s, p, n in product(SUBJECTS, PATTERNS, NUMBERS)]
    found += [
        f"SELECT regexp_substr({s}, {p}, 1, {n}), regexp_instr({s}, {p}, 1, {n}, 1)"
        for s, p, n in product(SUBJECTS, PATTERNS, NUMBERS)
    ]
    found += [
        f"SELECT regexp_count({s}, {p}, {n}), regexp_substr({s}, {p}, {n}, 1, 'i', 1)"
        for s, p, n in product(SUBJECTS, PATTERNS, NUMBERS)
    ]
    found += [f"SELECT regexp_matches({s}, {p}, 'g')" for s, p in product(SUBJECTS, PATTERNS)]
    return found + [f"SELECT regexp_split_to_table({s}, {p}), 1" for s, p in product(SUBJECTS, PATTERNS)]


def angles() -> list[str]:
    """Trigonometry in degrees, hyperbolic functions."""
    values = ("0", "30", "45", "-60", "90", "180", "270", "361.5", "-720", "0.5", "-1", "1", "1e300", "'nan'", "'inf'")
    names = ("sind", "cosd", "tand", "cotd", "asind", "acosd", "atand", "asinh", "acosh", "atanh")
    return [f"SELECT {f}({v}::float8)" for f in names for v in values]


MORE_FAMILIES = {f.__name__: f for f in (documents, arrays, byte_strings, expressions, angles)}
