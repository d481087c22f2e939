"""Texts that were parsed before, shared by all sessions: drivers and dashboards send the same ones over and over.

Of a text that differs from one of them in free constants only (planner.parse.template) the tree is made when it is wanted.
sqlcommenter's comment behind a text, which names another trace each time, is taken off before.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final
from urllib.parse import unquote

from planner.parse import parse
from planner.parse.template import Template, cut, template, template_of
from planner.tree.statement import SelectStatement, Statement

TEXTS_MAX: Final = 2_000
#: Longer texts are rarely sent twice and cost the most to keep.
TEXT_CHARACTERS_MAX: Final = 10_000
#: Pairs key='value', values percent-encoded (sqlcommenter's specification). Text that ends with */ has a comment or an error there.
_PAIRS: Final = r"(?:[^*/'\\]|'[^*/'\\]*')*"
_COMMENT: Final = re.compile(rf"\s*/\*{_PAIRS}\btraceparent='([0-9A-Fa-f%-]{{1,100}})'{_PAIRS}\*/\s*;?\s*\Z")
_COMMENT_CHARACTERS_MAX: Final = 1_000


class ParseCache:
    """Least recently used texts are forgotten first. Statements are immutable and may be shared. For the event loop's thread;
    *parser* is for any."""

    def __init__(self, parser: Callable[[str], list[Statement]] = parse) -> None:
        self.parser = parser
        self._known: OrderedDict[str, list[Statement]] = OrderedDict()
        #: The numbers of free constants by the text without any constants; what is known of texts without the free ones.
        self._free: dict[str, tuple[int, ...]] = {}
        self._templates: dict[str, Template] = {}

    def parse(self, sql: str) -> list[Statement]:
        """The text's statements; raises what planner.parse does."""
        found = self._known.get(sql)
        if found is not None:
            self._known.move_to_end(sql)
            return found
        tail = sql[-_COMMENT_CHARACTERS_MAX:]
        if "traceparent=" in tail and (comment := _COMMENT.search(tail)):
            trace = unquote(comment[1])
            alone = self.parse(sql[: len(sql) - len(comment[0])])
            return [replace(one, trace=trace) if isinstance(one, SelectStatement) else one for one in alone]
        parts = cut(sql)
        statement = None if parts is None else self._alike(sql, parts)
        statements: list[Statement] = self.parser(sql) if statement is None else [statement]
        self.keep(sql, statements)
        if parts is not None and statement is None and (made := template(sql, parts, statements)):
            self._learn(parts, made)
        return statements

    def _alike(self, sql: str, parts: Sequence[str]) -> SelectStatement | None:
        """The text's statement, if another of its template was parsed."""
        free = self._free.get(template_of(parts))
        found = None if free is None else self._templates.get(template_of(parts, free))
        if found is None:
            return None
        text = sql[found.offset : len(sql) - found.after]
        return SelectStatement(text, partial(self._tree, sql), found.offset, found.constants(parts))

    def _tree(self, sql: str) -> object:
        (statement,) = self.parser(sql)
        assert isinstance(statement, SelectStatement), "texts of one template are alike"
        return statement.tree

    def _learn(self, parts: Sequence[str], made: Template) -> None:
        if len(self._templates) >= TEXTS_MAX:
            self._free.clear()
            self._templates.clear()
        self._free[template_of(parts)] = made.free
        self._templates[template_of(parts, made.free)] = made

    def knows(self, sql: str) -> bool:
        """Is there nothing left to parse?"""
        return sql in self._known

    def keep(self, sql: str, statements: list[Statement]) -> None:
        """Remember what the parser made of the text."""
        if len(sql) <= TEXT_CHARACTERS_MAX:
            self._known[sql] = statements
            if len(self._known) > TEXTS_MAX:
                self._known.popitem(last=False)
