"""The words and commas between the arguments of special calls: position(a IN b), substring(a FROM b FOR c) …"""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.sql.feed import Feed, Want
from planner.parse.sql.marks import Call
from planner.parse.syntax import Literal

#: Calls with words between their arguments → what was between them so far → what may come next; None: they may end here.
SEPARATORS: Final[dict[str, dict[tuple[str, ...], tuple[str | None, ...]]]] = {
    "position": {(): ("in",), ("in",): (None,)},
    "substring": {
        (): ("from", "for", "similar", ",", None), ("from",): ("for", None), ("for",): ("from", None),
        ("similar",): ("escape",), ("similar", "escape"): (None,), ("from", "for"): (None,), ("for", "from"): (None,),
    },
    "overlay": {
        (): ("placing", ",", None), ("placing",): ("from",), ("placing", "from"): ("for", None),
        ("placing", "from", "for"): (None,),
    },
    "nullif": {(): (",",), (",",): (None,)},
    "extract": {("from",): (None,)},
    "normalize": {(): (None,), ("form",): (None,)},
    "cast": {(): ()},
}  # fmt: skip


def separate(feed: Feed, word: str) -> bool:
    """Take a word or comma that separates arguments of the special call at hand; False if it is none."""
    call = feed.level.call
    if call is None or (call.kind not in SEPARATORS and call.kind != "trim"):
        return False
    if call.kind == "trim":
        allowed = word == "," or (word == "from" and not call.separators)
    elif set(call.separators) == {","} and call.kind != "nullif":
        allowed = word == ","
    else:
        allowed = word in SEPARATORS[call.kind].get(tuple(call.separators), ())
    if allowed:
        feed.new_expression()
        call.separators.append(word)
        feed.emit(T.COMMA)
        feed.cursor.at += 1
        feed.want = Want.OPERAND
    return allowed


def may_close(call: Call) -> bool:
    """May the call end here, by its separators so far?"""
    if call.kind not in SEPARATORS or call.type is not None:
        return True
    if set(call.separators) == {","} and call.kind != "nullif":
        return call.kind not in ("cast", "extract")
    return None in SEPARATORS[call.kind].get(tuple(call.separators), ())


def form(feed: Feed, call: Call) -> None:
    """The second argument of NORMALIZE."""
    cursor = feed.cursor
    feed.emit(T.COMMA)
    cursor.at += 1
    pos = cursor.pos
    feed.operand(Literal("string", cursor.expect_word("nfc", "nfd", "nfkc", "nfkd"), pos))
    feed.want = Want.CLOSED
    call.separators.append("form")
