"""Texts that were parsed before, shared by all sessions: drivers and dashboards send the same ones over and over."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from planner.parse import parse
from planner.statement import Statement

TEXTS_MAX: Final = 2_000
#: Longer texts are rarely sent twice and cost the most to keep.
TEXT_CHARACTERS_MAX: Final = 10_000


class ParseCache:
    """Least recently used texts are forgotten first. Statements are immutable and may be shared. For the event loop's thread;
    *parser* is for any."""

    def __init__(self, parser: Callable[[str], list[Statement]] = parse) -> None:
        self.parser = parser
        self._known: OrderedDict[str, list[Statement]] = OrderedDict()

    def parse(self, sql: str) -> list[Statement]:
        """The text's statements; raises what planner.parse does."""
        found = self._known.get(sql)
        if found is not None:
            self._known.move_to_end(sql)
            return found
        statements = self.parser(sql)
        self.keep(sql, statements)
        return statements

    def knows(self, sql: str) -> bool:
        """Is there nothing left to parse?"""
        return sql in self._known

    def keep(self, sql: str, statements: list[Statement]) -> None:
        """Remember what the parser made of the text."""
        if len(sql) <= TEXT_CHARACTERS_MAX:
            self._known[sql] = statements
            if len(self._known) > TEXTS_MAX:
                self._known.popitem(last=False)
