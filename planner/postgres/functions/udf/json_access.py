"""json and jsonb functions over text."""

from __future__ import annotations

import re
from typing import Any, Final

from planner.errors import InvalidArgument
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.large import check_doubled
from planner.postgres.literals.documents import Pairs, decode_json, json_members, jsonb_key, jsonb_string, jsonb_text, key_order
from planner.remembering import remembered

#: One document is often asked for several members.
_decoded: Final = remembered(256)(decode_json)

#: Whether documents whose lengths have a larger product contain each other is looked at elsewhere: each element with each.
HERE_PAIRS_MAX: Final = 1 << 14


#: What strtol reads, without its limits.
_INTEGER: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?)0*([0-9]{1,10})")


def path_index(step: str) -> int | None:
    """The place in an array that a step of a path names; None if none."""
    found = _INTEGER.fullmatch(step)
    index = int(found[1] + found[2]) if found else None
    return index if index is not None and -(2**31) < index < 2**31 else None


def place_in(items: list[Any], position: int) -> int:
    """The place that a position stands for, which counts from the end where it is negative; it may be none of the array's."""
    return position if position >= 0 else len(items) + position


def _element(items: list[Any], position: int) -> tuple[bool, Any]:
    """Is there such an element, and which?"""
    index = place_in(items, position)
    return (True, items[index]) if 0 <= index < len(items) else (False, None)


def _step(value: Any, key: str) -> tuple[bool, Any]:
    if isinstance(value, Pairs):
        members = dict(value)
        return (True, members[key]) if key in members else (False, None)
    if isinstance(value, list) and (place := path_index(key)) is not None:
        return _element(value, place)
    return False, None


def jsonb_path(text: str, path: list[str | None]) -> str | None:
    """#> of jsonb."""
    value = _decoded(text)
    for key in path:
        if key is None:
            return None
        found, value = _step(value, key)
        if not found:
            return None
    return jsonb_text(value)


def jsonb_field(text: str, key: str) -> str | None:
    """-> text of jsonb."""
    value = _decoded(text)
    return jsonb_path(text, [key]) if isinstance(value, Pairs) else None


def jsonb_element(text: str, position: int) -> str | None:
    """-> int of jsonb; a scalar is like an array of one."""
    value = _decoded(text)
    if not isinstance(value, list):
        return text if position in (0, -1) else None
    return None if isinstance(value, Pairs) else jsonb_path(text, [str(position)])


def _source(text: str, key: str | int) -> str | None:
    """A member's own text, as json keeps it."""
    members = json_members(text)
    if isinstance(members, Pairs):
        return dict(members).get(key) if isinstance(key, str) else None
    found: str | None = _element(members, key)[1] if members is not None and isinstance(key, int) else None
    return found


def json_path(text: str, path: list[str | None]) -> str | None:
    """#> of json; without a path the document, but for the blanks around it."""
    found: str | None = text.strip()
    for key in path:
        if found is None or key is None:
            return None
        members = json_members(found)
        place = path_index(key) if isinstance(members, list) and not isinstance(members, Pairs) else None
        found = _source(found, key if place is None else place)
    return found


def as_text(text: str) -> str | None:
    """->>: a string without its quotes, NULL for null, else the JSON."""
    stripped = text.strip()
    if stripped == "null":
        return None
    return str(decode_json(stripped)) if stripped.startswith('"') else text


def typeof(text: str) -> str:
    """json_typeof."""
    kinds = {"{": "object", "[": "array", '"': "string", "t": "boolean", "f": "boolean", "n": "null"}
    return kinds.get(text.strip()[0], "number")


def array_length(text: str) -> int:
    """json_array_length. Raises InvalidArgument."""
    value = _decoded(text)
    if not isinstance(value, list):
        raise InvalidArgument("cannot get array length of a scalar")
    if isinstance(value, Pairs):
        raise InvalidArgument("cannot get array length of a non-array")
    return len(value)


def string(text: str) -> str:
    """A text as JSON."""
    check_doubled(text, '"\\')
    return jsonb_string(text)


def json_object(items: list[str]) -> str:
    """json_build_object of keys and values as JSON; keys that are not strings become them. Raises InvalidArgument."""
    if len(items) % 2:
        raise InvalidArgument("argument list must have even number of elements")
    parts = []
    for key, value in zip(items[::2], items[1::2], strict=True):
        if key == "null":
            raise InvalidArgument("null value not allowed for object key")
        parts.append(f"{key if key.startswith(chr(34)) else jsonb_string(key)} : {value}")
    return "{" + ", ".join(parts) + "}"


def _items(value: Any, message: str, an_object: str, a_scalar: str) -> list[Any]:
    """The elements of an array. Raises InvalidArgument: the message with what the value is instead."""
    if isinstance(value, Pairs) or not isinstance(value, list):
        raise InvalidArgument(message + (an_object if isinstance(value, Pairs) else a_scalar))
    return value


def jsonb_elements(text: str) -> list[str]:
    """jsonb_array_elements."""
    return [jsonb_text(v) for v in _items(_decoded(text), "cannot extract elements from ", "an object", "a scalar")]


def json_elements(text: str, function: str) -> list[str]:
    """json_array_elements and its like, by name."""
    _items(_decoded(text), f"cannot call {function} on a ", "non-array", "scalar")
    members = json_members(text)
    return [] if members is None or isinstance(members, Pairs) else members


def json_records(text: str, function: str) -> list[str]:
    """The objects that json_to_record or json_to_recordset, or their like of jsonb, by name, make rows of.

    Raises InvalidArgument.
    """
    value = _decoded(text)
    if not function.endswith("set"):
        _keys(text, "populate_composite")  # which PostgreSQL names
        return [text]
    kinds = ("an object", "a scalar") if function.startswith("json_") else ("a non-array", "a non-array")
    if not all(isinstance(element, Pairs) for element in _items(value, f"cannot call {function} on ", *kinds)):
        raise InvalidArgument(f"argument of {function} must be an array of objects")
    return json_elements(text, function)


def _keys(text: str, function: str) -> list[str]:
    value = _decoded(text)
    if not isinstance(value, Pairs):
        raise InvalidArgument(f"cannot call {function} on {'an array' if isinstance(value, list) else 'a scalar'}")
    return [k for k, _ in value]


def _contains(left: Any, right: Any, *, top: bool = True) -> bool:
    if isinstance(left, Pairs) and isinstance(right, Pairs):
        members = dict(left)
        return all(k in members and _contains(members[k], v, top=False) for k, v in right)
    if isinstance(left, Pairs) or isinstance(right, Pairs):
        return False
    if isinstance(left, list):
        items = right if isinstance(right, list) else [right] if top else None
        return items is not None and all(any(_contains(x, y, top=False) for x in left) for y in items)
    return not isinstance(right, list) and jsonb_key(jsonb_text(left)) == jsonb_key(jsonb_text(right))


def contains(left: str, right: str) -> bool:
    """jsonb @> jsonb."""
    return _contains(_decoded(left), _decoded(right))


def keys_and_strings(text: str) -> set[str]:
    """What ? and its like look for: an object's keys, an array's strings, or a string."""
    value = _decoded(text)
    if isinstance(value, Pairs):
        return {k for k, _ in value}
    return {v for v in (value if isinstance(value, list) else [value]) if type(v) is str}


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_jsonb_path", jsonb_path, "VARCHAR, VARCHAR[]", "VARCHAR"),
    udf("py_jsonb_field", jsonb_field, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_jsonb_element", jsonb_element, "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_json_path", json_path, "VARCHAR, VARCHAR[]", "VARCHAR"),
    udf("py_json_field", _source, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_json_element", _source, "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_json_as_text", as_text, "VARCHAR", "VARCHAR"),
    udf("py_json_typeof", typeof, "VARCHAR", "VARCHAR"),
    udf("py_json_array_length", array_length, "VARCHAR", "INTEGER"),
    udf("py_json_object", json_object, "VARCHAR[]", "VARCHAR"),
    udf("py_json_string", string, "VARCHAR", "VARCHAR"),
    udf("py_jsonb_elements", jsonb_elements, "VARCHAR", "VARCHAR[]"),
    udf("py_json_elements", json_elements, "VARCHAR, VARCHAR", "VARCHAR[]"),
    udf("py_json_records", json_records, "VARCHAR, VARCHAR", "VARCHAR[]"),
    udf("py_json_keys", lambda text: _keys(text, "json_object_keys"), "VARCHAR", "VARCHAR[]"),
    udf("py_jsonb_keys", lambda text: sorted(set(_keys(text, "jsonb_object_keys")), key=key_order), "VARCHAR", "VARCHAR[]"),
    udf("py_jsonb_contains", contains, "VARCHAR, VARCHAR", "BOOLEAN", small=lambda a, b: len(a) * len(b) <= HERE_PAIRS_MAX),
    udf("py_jsonb_key", jsonb_key, "VARCHAR", "VARCHAR"),
    udf("py_jsonb_exists", lambda text, key: key in keys_and_strings(text), "VARCHAR, VARCHAR", "BOOLEAN"),
)
