"""Hashes of values, which pick samples and split work into parts: hashtext and its kind."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function

#: Type → (how PostgreSQL's functions of it begin, the Python function).
_HASHED: Final = {
    "text": ("hashtext", "py_hash_text"),
    "int2": ("hashint2", "py_hash_integer"),
    "int4": ("hashint4", "py_hash_integer"),
    "int8": ("hashint8", "py_hash_integer"),
    "float4": ("hashfloat4", "py_hash_float"),
    "float8": ("hashfloat8", "py_hash_float"),
    "uuid": ("uuid_hash", "py_hash_uuid"),
}

FUNCTIONS: Final[tuple[Function, ...]] = (
    *functions({f"{name}({pg}) -> int4": f"{lower}({{0}})" for pg, (name, lower) in _HASHED.items()}),
    *functions(
        {
            f"{name}{'_' * ('_' in name)}extended({pg}, int8) -> int8": f"{lower}_extended({{0}}, {{1}})"
            for pg, (name, lower) in _HASHED.items()
        }
    ),
)
