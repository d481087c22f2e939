"""jsonb made of jsonb: ||, -, #-, jsonb_set and its like, jsonb_pretty; order; casts of its scalars."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

from planner.errors import ArraySubscriptFault, InvalidArgument, InvalidText, NullNotAllowed, NumericOverflow
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.json_access import keys_and_strings, path_index, place_in
from planner.postgres.literals.documents import Pairs, decode_json, json_members, jsonb_string, jsonb_text, key_order

_TYPE_NAMES: Final = {
    "bool": "boolean", "int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
    "numeric": "numeric",
}  # fmt: skip
_BITS: Final = {"int2": 15, "int4": 31, "int8": 63}


def _is_object(value: Any) -> bool:
    return isinstance(value, Pairs)


def _is_array(value: Any) -> bool:
    return isinstance(value, list) and not isinstance(value, Pairs)


def kind_of(value: Any) -> str:
    """As messages name it."""
    if _is_object(value):
        return "object"
    if _is_array(value):
        return "array"
    return {bool: "boolean", type(None): "null", str: "string"}.get(type(value), "numeric")


def _sorted(value: Pairs) -> list[tuple[str, Any]]:
    """Members in jsonb's order, the last of equal keys."""
    return sorted(dict(value).items(), key=lambda member: key_order(member[0]))


# ------------------------------------------------------------------------------------------------------------- operators


def concat(left: str, right: str) -> str:
    """jsonb || jsonb."""
    a, b = decode_json(left), decode_json(right)
    if _is_object(a) and _is_object(b):
        return jsonb_text(Pairs([*a, *b]))
    return jsonb_text([*(a if _is_array(a) else [a]), *(b if _is_array(b) else [b])])


def _no_scalar(text: str, verb: str) -> Any:
    value = decode_json(text)
    if not isinstance(value, list):
        raise InvalidArgument(f"cannot {verb} scalar")
    return value


def without_keys(text: str, keys: list[str | None]) -> str:
    """jsonb - text[]: members, or elements that are strings."""
    value = _no_scalar(text, "delete from")
    if isinstance(value, Pairs):
        return jsonb_text(Pairs([(k, v) for k, v in value if k not in keys]))
    return jsonb_text([v for v in value if not (type(v) is str and v in keys)])


def without_index(text: str, position: int) -> str:
    """jsonb - int4. Raises InvalidArgument."""
    value = _no_scalar(text, "delete from")
    if isinstance(value, Pairs):
        raise InvalidArgument("cannot delete from object using integer index")
    return jsonb_text(_without(value, place_in(value, position)))


def _without(items: list[Any], place: int) -> list[Any]:
    return [item for i, item in enumerate(items) if i != place]


def has_any(text: str, keys: list[str | None]) -> bool:
    """jsonb ?| text[]."""
    return not keys_and_strings(text).isdisjoint(keys)


def has_all(text: str, keys: list[str | None]) -> bool:
    """jsonb ?& text[]."""
    return keys_and_strings(text).issuperset(k for k in keys if k is not None)


# ------------------------------------------------------------------------------------------------------------------ paths


def _place(items: list[Any], step: str, number: int) -> int:
    position = path_index(step)
    if position is None:
        raise InvalidText(f'path element at position {number} is not an integer: "{step}"')
    return place_in(items, position)


def _changed(value: Any, path: list[str], change: Any, number: int = 1) -> Any:
    """The value with *change* applied to (container, step) at the path's end; the same where the path leads nowhere."""
    step, rest = path[0], path[1:]
    if not isinstance(value, list):
        return value
    if not rest:
        return change(value, step, number)
    if isinstance(value, Pairs):
        return Pairs([(k, _changed(v, rest, change, number + 1) if k == step else v) for k, v in _sorted(value)])
    index = _place(value, step, number)
    return [_changed(v, rest, change, number + 1) if i == index else v for i, v in enumerate(value)]


def _checked_path(text: str, path: list[str | None], verb: str) -> tuple[Any, list[str]]:
    value = _no_scalar(text, f"{verb} path in")
    if value and None in path:
        raise NullNotAllowed(f"path element at position {path.index(None) + 1} is null")
    return value, [step or "" for step in path]


def without_path(text: str, path: list[str | None]) -> str:
    """jsonb #- text[]."""
    value, steps = _checked_path(text, path, "delete")

    def change(container: Any, step: str, number: int) -> Any:
        if isinstance(container, Pairs):
            return Pairs([(k, v) for k, v in container if k != step])
        return _without(container, _place(container, step, number))

    return jsonb_text(_changed(value, steps, change)) if steps and value else jsonb_text(value)


def set_path(text: str, path: list[str | None], new: str, create: bool) -> str:
    """jsonb_set."""
    value, steps = _checked_path(text, path, "set")
    wanted = decode_json(new)

    def change(container: Any, step: str, number: int) -> Any:
        if isinstance(container, Pairs):
            known = step in dict(container)
            return Pairs([*container, (step, wanted)]) if known or create else container
        index = _place(container, step, number)
        if 0 <= index < len(container):
            return [wanted if i == index else v for i, v in enumerate(container)]
        if not create:
            return container
        return [wanted, *container] if index < 0 else [*container, wanted]

    return jsonb_text(_changed(value, steps, change)) if steps and (value or create) else jsonb_text(value)


def insert(text: str, path: list[str | None], new: str, after: bool) -> str:
    """jsonb_insert."""
    value, steps = _checked_path(text, path, "set")
    wanted = decode_json(new)

    def change(container: Any, step: str, number: int) -> Any:
        if isinstance(container, Pairs):
            if step in dict(container):
                raise InvalidArgument("cannot replace existing key", hint="Try using the function jsonb_set to replace key value.")
            return Pairs([*container, (step, wanted)])
        index = _place(container, step, number)
        at = 0 if index < 0 else min(index + after, len(container))
        return [*container[:at], wanted, *container[at:]]

    return jsonb_text(_changed(value, steps, change)) if steps else jsonb_text(value)


# -------------------------------------------------------------------------------------------------------------- documents


def _stripped(value: Any) -> Any:
    if isinstance(value, Pairs):
        return Pairs([(k, _stripped(v)) for k, v in _sorted(value) if v is not None])
    return [_stripped(v) for v in value] if isinstance(value, list) else value


def _without_nulls(value: Any) -> str:
    """json_strip_nulls, which keeps order and spelling but no blanks."""
    if isinstance(value, Pairs):
        return "{" + ",".join([f"{jsonb_string(k)}:{_without_nulls(v)}" for k, v in value if v is not None]) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_without_nulls, value)) + "]"
    # Numbers are texts of their own spelling.
    return str(value) if isinstance(value, str) and type(value) is not str else jsonb_text(value)


def _pretty(value: Any, indent: int) -> str:
    if not isinstance(value, list):
        return jsonb_text(value)
    if isinstance(value, Pairs):
        brackets, items = "{}", [f"{jsonb_string(k)}: {_pretty(v, indent + 4)}" for k, v in _sorted(value)]
    else:
        brackets, items = "[]", [_pretty(v, indent + 4) for v in value]
    inner, outer = "\n" + " " * (indent + 4), "\n" + " " * indent
    return brackets[0] + (inner + f",{inner}".join(items) if items else "") + outer + brackets[1]


def _written(keys: list[str | None], values: list[str | None]) -> str:
    """Members with values that are JSON."""
    return ", ".join(f"{jsonb_string(k or '')} : {'null' if v is None else v}" for k, v in zip(keys, values, strict=True))


def object_of(keys: list[str | None], values: list[str | None]) -> str:
    """json_object of keys and texts. Raises ArraySubscriptFault, NullNotAllowed."""
    if len(keys) != len(values):
        raise ArraySubscriptFault("mismatched array dimensions")
    if None in keys:
        raise NullNotAllowed("null value not allowed for object key")
    return "{" + _written(keys, [None if v is None else jsonb_string(v) for v in values]) + "}"


def object_of_pairs(items: list[str | None]) -> str:
    """json_object of keys and texts in turn. Raises ArraySubscriptFault."""
    if len(items) % 2:
        raise ArraySubscriptFault("array must have even number of elements")
    return object_of(items[::2], items[1::2])


def object_agg(keys: list[str | None], values: list[str | None]) -> str | None:
    """json_object_agg of keys as texts and values as JSON. Raises InvalidArgument."""
    if None in keys:
        raise InvalidArgument("field name must not be null")
    return "{ " + _written(keys, values) + " }"


def _members(text: str, function: str) -> Pairs:
    value = decode_json(text)
    if not isinstance(value, Pairs):
        if function.startswith("jsonb"):
            raise InvalidArgument(f"cannot call {function} on a non-object")
        raise InvalidArgument(
            "cannot deconstruct an array as an object" if isinstance(value, list) else "cannot deconstruct a scalar"
        )
    return value


def each(text: str, function: str) -> list[dict[str, str]]:
    """jsonb_each."""
    return [{"key": k, "value": jsonb_text(v)} for k, v in _sorted(_members(text, function))]


def json_each(text: str, function: str) -> list[dict[str, str]]:
    """json_each, in the document's order and spelling."""
    _members(text, function)
    members = json_members(text)
    assert isinstance(members, Pairs), "an object"
    return [{"key": k, "value": v} for k, v in members]


# ------------------------------------------------------------------------------------------------------- order and scalars

_RANKS: Final = ("null", "string", "numeric", "boolean", "array", "object")


def _compare(a: Any, b: Any) -> int:
    ranks = _RANKS.index(kind_of(a)), _RANKS.index(kind_of(b))
    if ranks[0] != ranks[1]:
        return -1 if ranks[0] < ranks[1] else 1
    if _is_object(a):
        a, b = ([part for member in _sorted(value) for part in member] for value in (a, b))
    elif not _is_array(a):
        x, y = (
            (Decimal(a), Decimal(b)) if ranks[0] == 2 else (a.encode(), b.encode()) if ranks[0] == 1 else (a or False, b or False)
        )
        return (x > y) - (x < y)
    if len(a) != len(b):
        return -1 if len(a) < len(b) else 1
    return next((found for x, y in zip(a, b, strict=True) if (found := _compare(x, y))), 0)


def compare(left: str, right: str) -> int:
    """-1, 0 or 1 in jsonb's order: Null < String < Number < Boolean < Array < Object, shorter ones first.

    A scalar that is the whole document counts as an array of one, so that an empty array is less than it.
    """
    a, b = decode_json(left), decode_json(right)
    if a == [] and _is_array(a) and not isinstance(b, list):
        return -1
    if b == [] and _is_array(b) and not isinstance(a, list):
        return 1
    return _compare(a, b)


def order_bytes(text: str) -> bytes:
    """What sorts as compare() does."""
    value = decode_json(text)
    return b"" if _is_array(value) and not value else _ordered(value)


def _ordered(value: Any) -> bytes:
    """A byte for the kind, then what tells values of it apart; texts end with what sorts before all that may follow in one."""
    rank = _RANKS.index(kind_of(value))
    match _RANKS[rank]:
        case "null":
            found = b""
        case "string":
            found = value.encode() + b"\0"
        case "numeric":
            found = _ordered_number(Decimal(value))
        case "boolean":
            found = b"\1" if value else b"\0"
        case "array":
            found = len(value).to_bytes(4) + b"".join(map(_ordered, value))
        case _:
            members = _sorted(value)
            found = len(members).to_bytes(4) + b"".join(_ordered(part) for member in members for part in member)
    return bytes((rank + 1,)) + found


def _ordered_number(number: Decimal) -> bytes:
    """Its sign, the power of its first digit, its digits; of those below zero all the other way round."""
    if not number:
        return b"\1"
    digits = "".join(map(str, number.as_tuple().digits)).rstrip("0").encode() + b"\0"
    size = (number.adjusted() + (1 << 31)).to_bytes(4) + digits
    return b"\2" + size if number > 0 else b"\0" + bytes(255 - byte for byte in size)


def scalar(text: str, target: str) -> str | None:
    """The text of a jsonb number or boolean for a cast to *target*. Raises InvalidArgument, NumericOverflow."""
    value = decode_json(text)
    kind = kind_of(value)
    if kind != ("boolean" if target == "bool" else "numeric"):
        raise InvalidArgument(f"cannot cast jsonb {kind} to type {_TYPE_NAMES[target]}")
    if target in _BITS:
        number = int(Decimal(value).to_integral_value("ROUND_HALF_UP"))
        if not -(1 << _BITS[target]) <= number < 1 << _BITS[target]:
            raise NumericOverflow(f"{_TYPE_NAMES[target]} out of range")
        return str(number)
    return jsonb_text(value)


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_jsonb_concat", concat, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_jsonb_without_keys", without_keys, "VARCHAR, VARCHAR[]", "VARCHAR"),
    udf("py_jsonb_without_key", lambda text, key: without_keys(text, [key]), "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_jsonb_without_index", without_index, "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_jsonb_without_path", without_path, "VARCHAR, VARCHAR[]", "VARCHAR"),
    udf("py_jsonb_has_any", has_any, "VARCHAR, VARCHAR[]", "BOOLEAN"),
    udf("py_jsonb_has_all", has_all, "VARCHAR, VARCHAR[]", "BOOLEAN"),
    udf("py_jsonb_set", set_path, "VARCHAR, VARCHAR[], VARCHAR, BOOLEAN", "VARCHAR"),
    udf("py_jsonb_insert", insert, "VARCHAR, VARCHAR[], VARCHAR, BOOLEAN", "VARCHAR"),
    udf("py_jsonb_strip_nulls", lambda text: jsonb_text(_stripped(decode_json(text))), "VARCHAR", "VARCHAR"),
    udf("py_json_strip_nulls", lambda text: _without_nulls(decode_json(text)), "VARCHAR", "VARCHAR"),
    udf("py_jsonb_pretty", lambda text: _pretty(decode_json(text), 0), "VARCHAR", "VARCHAR"),
    udf("py_json_object_of", object_of, "VARCHAR[], VARCHAR[]", "VARCHAR"),
    udf("py_json_object_of_pairs", object_of_pairs, "VARCHAR[]", "VARCHAR"),
    udf("py_json_object_agg", object_agg, "VARCHAR[], VARCHAR[]", "VARCHAR"),
    udf("py_jsonb_each", each, "VARCHAR, VARCHAR", "STRUCT(key VARCHAR, value VARCHAR)[]"),
    udf("py_json_each", json_each, "VARCHAR, VARCHAR", "STRUCT(key VARCHAR, value VARCHAR)[]"),
    udf("py_jsonb_compare", compare, "VARCHAR, VARCHAR", "INTEGER"),
    udf("py_jsonb_order", order_bytes, "VARCHAR", "BLOB"),
    udf("py_jsonb_scalar", scalar, "VARCHAR, VARCHAR", "VARCHAR"),
)
