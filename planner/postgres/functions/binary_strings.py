"""bytea functions."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.function import Function

FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators(
        {
            "bytea like bytea -> bool": "py_bytes_like({0}, {1})",
            "bytea not_like bytea -> bool": "(NOT py_bytes_like({0}, {1}))",
        }
    ),
    *functions(
        {
            **{f"sha{bits}(bytea) -> bytea": f"py_digest('sha{bits}', {{0}})" for bits in (224, 384, 512)},
            "get_byte(bytea, int4) -> int4": "py_get_byte({0}, {1})",
            "set_byte(bytea, int4, int4) -> bytea": "py_set_byte({0}, {1}, {2})",
            "get_bit(bytea, int8) -> int4": "py_get_bit({0}, {1})",
            "set_bit(bytea, int8, int4) -> bytea": "py_set_bit({0}, {1}, {2})",
            "bit_count(bytea) -> int8": "py_bit_count({0})",
            "bit_length(bytea) -> int4": "(8 * octet_length({0}))",
            "substr|substring(bytea, int4) -> bytea": "py_bytes_from({0}, {1})",
            "substr|substring(bytea, int4, int4) -> bytea": "py_bytes_substring({0}, {1}, {2})",
            # position(a IN b) arrives as position(b, a).
            "position(bytea, bytea) -> int4": "py_bytes_position({1}, {0})",
            "overlay(bytea, bytea, int4) -> bytea": "py_bytes_overlay({0}, {1}, {2}, CAST(octet_length({1}) AS INTEGER))",
            "overlay(bytea, bytea, int4, int4) -> bytea": "py_bytes_overlay({0}, {1}, {2}, {3})",
            **{f"{side}(bytea, bytea) -> bytea": f"py_bytes_trim({{0}}, {{1}}, '{side}')" for side in ("btrim", "ltrim", "rtrim")},
            "convert_from(bytea, name) -> text": "py_convert_from({0}, {1})",
            "convert_to(text, name) -> bytea": "py_convert_to({0}, {1})",
            "like_escape(bytea, bytea) -> bytea": "py_bytes_like_escape({0}, {1})",
        }
    ),
)
