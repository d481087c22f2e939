"""What a request's headers say of the answer (RFC 9110): in which of its forms, packed or not, and whether its client has it.

Several lines of one header are one list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers

#: With what Java's HttpURLConnection sends by itself: q=.2.
_WEIGHT: Final = re.compile(r"[01](?:\.[0-9]*)?|\.[0-9]+")
#: How much something is wanted; of two that are wanted alike, the one that stands earlier.
_Weight = tuple[float, int]
_UNWANTED: Final[_Weight] = (0.0, 0)


def form_of(headers: Headers, offered: Sequence[str]) -> str | None:
    """Of these media types the one that Accept wants most, the first where it says nothing; None: it wants none of them."""
    weights = _weights(headers, "accept")
    if not weights:
        return offered[0]
    wanted = [(_weight(weights, media, f"{media.partition('/')[0]}/*", "*/*"), media) for media in offered]
    (weight, _), media = max(wanted, key=lambda one: one[0])
    return media if weight else None


def takes_gzip(headers: Headers) -> bool:
    """Does Accept-Encoding want gzip at least as much as none?"""
    weights = _weights(headers, "accept-encoding")
    weight, _ = _weight(weights, "gzip", "x-gzip", "*")
    return 0 < weight >= _weight(weights, "identity", "*")[0]


def has(headers: Headers, tag: str | None) -> bool:
    """Does If-None-Match name the answer with this tag, or * whatever answer there is? To be asked where that would be 200."""
    return is_among(tags_of(",".join(headers.getlist("if-none-match"))), tag)


def is_among(tags: frozenset[str], tag: str | None) -> bool:
    """Is this one of tags_of()?"""
    return not tags.isdisjoint(("*", tag))


def tags_of(if_none_match: str) -> frozenset[str]:
    """What a client has already. Weak tags are as good as others; none of ours has a comma in it."""
    return frozenset(item.strip().removeprefix("W/") for item in if_none_match.split(","))


def _weights(headers: Headers, name: str) -> dict[str, _Weight]:
    """By what is wanted; parameters count for nothing. What has no weight that is one is passed over."""
    found: dict[str, _Weight] = {}
    for place, member in enumerate(",".join(headers.getlist(name)).split(",")):
        wanted, *parameters = (part.strip().lower() for part in member.split(";"))
        told = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        if wanted and _WEIGHT.fullmatch(told):
            found.setdefault(wanted, (float(told), -place))
    return found


def _weight(weights: dict[str, _Weight], *names: str) -> _Weight:
    """Of the first of these names that is there: the most exact one counts, not the heaviest."""
    return next((weights[name] for name in names if name in weights), _UNWANTED)
