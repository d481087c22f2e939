"""Python source under construction: lines, blocks, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

#: What is made once for an execution: the session's zone, what writes moments in its style, what matches regular expressions.
_ONCE: Final = re.compile(r"matching\(\)|(?:session_zone|(?:date|timestamp|timestamptz)_text)\('[^'\\]*'(?:, '[^'\\]*')?\)")


def tuple_of(names: Iterable[str]) -> str:
    """A tuple of what stands in these variables."""
    return f"({''.join(f'{name}, ' for name in names)})"


class ProgramSource:
    """Lines of one function. They hold no text from outside: values are named, and stand in *names*."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.before: list[str] = []
        self.lines: list[str] = []
        #: Is anything in it that takes microseconds for each character?
        self.costly = False
        self._depth = 1
        self._made = 0
        self._made_once: dict[str, str] = {}

    def line(self, text: str) -> None:
        """One more line, as deep as its block."""
        self.lines.append(" " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What is written meanwhile stands below *head*."""
        self.line(head)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    @contextmanager
    def once(self) -> Iterator[None]:
        """What is written meanwhile is computed before all lines."""
        lines, depth = self.lines, self._depth
        if lines is not self.before:
            self.lines, self._depth = self.before, 1
        try:
            yield
        finally:
            self.lines, self._depth = lines, depth

    def written(self, form: str) -> str:
        """A form in which what is made once for an execution stands before all lines."""
        for call in set(_ONCE.findall(form)):
            if call not in self._made_once:
                self._made_once[call] = name = self.variable()
                self.before.insert(0, f" {name} = {call}")  # in front of all blocks
            form = form.replace(call, self._made_once[call])
        return form

    def variable(self) -> str:
        """A new variable's name."""
        self._made += 1
        return f"x{self._made}"

    def constant(self, value: object) -> str:
        """The name of a value."""
        self._made += 1
        name = f"k{self._made}"
        self.names[name] = value
        return name
