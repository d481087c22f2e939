"""SASLprep (RFC 4013): passwords that look the same are the same.

As PostgreSQL does: a password that the profile forbids is used as it is, byte for byte, so that every password works somewhere.
"""

from __future__ import annotations

import stringprep
import unicodedata
from collections.abc import Callable
from typing import Final

_PROHIBITED: Final[tuple[Callable[[str], bool], ...]] = (
    stringprep.in_table_c12,
    stringprep.in_table_c21_c22,
    stringprep.in_table_c3,
    stringprep.in_table_c4,
    stringprep.in_table_c5,
    stringprep.in_table_c6,
    stringprep.in_table_c7,
    stringprep.in_table_c8,
    stringprep.in_table_c9,
    stringprep.in_table_a1,
)


class Prohibited(ValueError):
    """A text that the profile does not allow."""


def saslprep(text: str) -> str:
    """The prepared form. Raises Prohibited."""
    mapped = "".join(
        " " if stringprep.in_table_c12(c) else c for c in text if stringprep.in_table_c12(c) or not stringprep.in_table_b1(c)
    )
    prepared = unicodedata.normalize("NFKC", mapped)
    if not prepared:
        raise Prohibited("nothing is left of it")
    if any(forbids(c) for c in prepared for forbids in _PROHIBITED):
        raise Prohibited("it holds a character that is not allowed")
    _check_direction(prepared)
    return prepared


def _check_direction(text: str) -> None:
    """RFC 3454, section 6: right-to-left text begins and ends so, and has no left-to-right characters."""
    right_to_left = [stringprep.in_table_d1(c) for c in text]
    if not any(right_to_left):
        return
    if any(stringprep.in_table_d2(c) for c in text) or not (right_to_left[0] and right_to_left[-1]):
        raise Prohibited("it mixes directions of writing")


def password_bytes(password: str) -> bytes:
    """What is hashed of a password."""
    if password.isascii():
        return password.encode()
    try:
        return saslprep(password).encode()
    except Prohibited:
        return password.encode()
