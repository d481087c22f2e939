"""What a request's headers say of the answer (RFC 9110): whether its client has it.

Several lines of one header are one list.
"""

from __future__ import annotations

from starlette.datastructures import Headers


def has(headers: Headers, tag: str | None) -> bool:
    """Does If-None-Match name the answer with this tag, or * whatever answer there is? To be asked where that would be 200."""
    return is_among(tags_of(",".join(headers.getlist("if-none-match"))), tag)


def is_among(tags: frozenset[str], tag: str | None) -> bool:
    """Is this one of tags_of()?"""
    return not tags.isdisjoint(("*", tag))


def tags_of(if_none_match: str) -> frozenset[str]:
    """What a client has already. Weak tags are as good as others; none of ours has a comma in it."""
    return frozenset(item.strip().removeprefix("W/") for item in if_none_match.split(","))
