"""Statements of which the model knows what they do: their rows, tags and effect on the transaction, or how they fail.

They mean the same to PostgreSQL, so that the model itself can be tried there. Each session has its own texts with its own marker.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from struct import pack
from typing import Final

Cells = tuple[str | None, ...]
Rows = list[Cells]

#: The table that the server under test has: id 0 …, word w0 …
NUMBERS: Final = 1000
MARKER: Final = re.compile(rb"mk[0-9a-f]{16}", re.IGNORECASE)
#: Integers that every expression here can take.
_SMALL: Final = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Step:
    """What one statement does.

    *kind* is rows, copy, empty, begin, commit, rollback, save, rollback to, release, error (at Parse), late error (by Execute).
    *name* is a savepoint's name or the error's SQLSTATE.
    """

    kind: str
    name: str = ""
    columns: tuple[str, ...] = ()
    rows: Callable[[Cells], Rows] = lambda _: []

    @property
    def ends_transaction(self) -> bool:
        """May it stand in a failed transaction?"""
        return self.kind in ("commit", "rollback", "rollback to")


@dataclass(frozen=True, slots=True)
class Known:
    """A text of one or more statements. *params* are types: text or int8."""

    steps: tuple[Step, ...]
    params: tuple[str, ...] = ()


def encoded(value: str | None, kind: str, code: int) -> bytes | None:
    """A cell as DataRow has it."""
    if value is None:
        return None
    if code == 0 or kind == "text":
        return value.encode()
    return pack("!q" if kind == "int8" else "!i", int(value))


def decoded(raw: bytes | None, kind: str, code: int) -> str | None:
    """A parameter that is surely right; raises ValueError for others, which may be right all the same."""
    if raw is None:
        return None
    if kind == "int8" and code == 1:
        if len(raw) != 8:
            raise ValueError
        text = str(int.from_bytes(raw, signed=True))
    else:
        text = raw.decode()
    if "\0" in text or (kind == "int8" and not _SMALL.fullmatch(text)):
        raise ValueError
    return text if kind == "text" else str(int(text))


def _constant(columns: tuple[str, ...], *rows: Cells) -> Known:
    return Known((Step("rows", columns=columns, rows=lambda _: list(rows)),))


def _asked(columns: tuple[str, ...], params: tuple[str, ...], rows: Callable[[Cells], Rows]) -> Known:
    return Known((Step("rows", columns=columns, rows=rows),), params)


def _number(value: str | None) -> int:
    return -1 if value is None else int(value)


def _from(params: Cells) -> Rows:
    if params[0] is None:
        return []
    return [(str(i), f"w{i}") for i in range(max(int(params[0]), 0), NUMBERS)][:5]


def _word(params: Cells) -> Rows:
    return [(f"w{_number(params[0])}",)] if 0 <= _number(params[0]) < NUMBERS else []


def _others(params: Cells) -> Rows:
    if params[0] is None:
        return [("0",)]
    return [(str(NUMBERS - (params[0] in {f"w{i}" for i in range(NUMBERS)})),)]


BEGIN: Final = Step("begin")
ONE: Final = Step("rows", columns=("int4",), rows=lambda _: [("1",)])
_SERIES: Final = [(str(n),) for n in range(1, 21)]

_SHARED: Final[dict[str, Known]] = {
    "SELECT $1::text": _asked(("text",), ("text",), lambda p: [p]),
    "SELECT $1::text, $2::int8": _asked(("text", "int8"), ("text", "int8"), lambda p: [p]),
    "SELECT word FROM numbers WHERE id = $1": _asked(("text",), ("int8",), _word),
    "SELECT id, word FROM numbers WHERE id >= $1 ORDER BY id LIMIT 5": _asked(("int8", "text"), ("int8",), _from),
    "SELECT count(*) FROM numbers WHERE word <> $1": _asked(("int8",), ("text",), _others),
    "SELECT n FROM generate_series(1, 20) AS n": _constant(("int4",), *_SERIES),
    "SELECT id FROM numbers WHERE word = 'w5'": _constant(("int8",), ("5",)),
    "VALUES (1, 'a'), (2, NULL)": _constant(("int4", "text"), ("1", "a"), ("2", None)),
    "SELECT 1": Known((ONE,)),
    "SELECT": Known((Step("rows", rows=lambda _: [()]),)),
    "": Known((Step("empty"),)),
    " ; -- nothing": Known((Step("empty"),)),
    "BEGIN": Known((BEGIN,)),
    "START TRANSACTION": Known((BEGIN,)),
    "COMMIT": Known((Step("commit"),)),
    "ROLLBACK": Known((Step("rollback"),)),
    "END": Known((Step("commit"),)),
    "SAVEPOINT a": Known((Step("save", "a"),)),
    "SAVEPOINT b": Known((Step("save", "b"),)),
    "ROLLBACK TO a": Known((Step("rollback to", "a"),)),
    "RELEASE a": Known((Step("release", "a"),)),
    "BEGIN; SELECT 1": Known((BEGIN, ONE)),
    "SELECT 1; SELECT 1; COMMIT": Known((ONE, ONE, Step("commit"))),
    "SELECT 1; SELECT nope; SELECT 1": Known((ONE, Step("error", "42703"), ONE)),
    "BEGIN; SELECT * FROM nope; COMMIT": Known((BEGIN, Step("error", "42P01"), Step("commit"))),
    "SELECT nope": Known((Step("error", "42703"),)),
    "SELECT * FROM nope": Known((Step("error", "42P01"),)),
    "SELECT nope(1)": Known((Step("error", "42883"),)),
    "SELEC 1": Known((Step("error", "42601"),)),
    "SELECT 1 / (id - id) FROM numbers": Known((Step("late error", "22012"),)),
    "COPY (SELECT 1) TO STDOUT": Known((Step("copy", rows=lambda _: [("1",)]),)),
}  # fmt: skip


def texts(marker: str) -> dict[str, Known]:
    """Those of a session with *marker*. Texts that differ by a constant share a plan in the server's caches."""
    return _SHARED | {
        f"SELECT '{marker}'": _constant(("text",), (marker,)),
        f"SELECT '{marker}' AS a, word FROM numbers WHERE id = 7": _constant(("text", "text"), (marker, "w7")),
        f"SELECT word || '{marker}' FROM numbers WHERE id = 3": _constant(("text",), ("w3" + marker,)),
        f"SELECT word FROM numbers WHERE word = '{marker}'": _constant(("text",)),
        f"SELECT upper('{marker}') || $1::text": _asked(
            ("text",), ("text",), lambda p: [(None if p[0] is None else marker.upper() + p[0],)]
        ),
        f'SELECT 1 AS "{marker}"': Known((ONE,)),
        f'SELECT "{marker}"': Known((Step("error", "42703"),)),
        f'SELECT * FROM "{marker}"': Known((Step("error", "42P01"),)),
        f"SELECT '{marker}'::int8": Known((Step("error", "22P02"),)),
        f"COPY (SELECT '{marker}') TO STDOUT": Known((Step("copy", rows=lambda _: [(marker,)]),)),
    }


def loose_texts(marker: str) -> tuple[str, ...]:
    """Texts that do something to the session that the model does not follow; their answers only have to be legal."""
    return (
        f"SET application_name = '{marker}'",
        "SHOW application_name",
        "SELECT current_setting('application_name')",
        f"PREPARE q AS SELECT '{marker}' || $1::text",
        "EXECUTE q('x')",
        "DEALLOCATE q",
        "DEALLOCATE ALL",
        f"DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT '{marker}', id FROM numbers ORDER BY id",
        "DECLARE c2 CURSOR FOR SELECT n FROM generate_series(1, 50) AS n",
        "FETCH 3 c",
        "FETCH BACKWARD 1 FROM c",
        "MOVE FORWARD 2 c2",
        "FETCH ALL FROM p1",
        "CLOSE c",
        "CLOSE ALL",
        "DISCARD ALL",
        "RESET ALL",
        "SET TimeZone = 'Asia/Tokyo'",
        "SET LOCAL statement_timeout = '10s'",
        "SET client_min_messages = warning",
        "SHOW transaction_isolation",
        f"EXPLAIN SELECT word FROM numbers WHERE word = '{marker}'",
        "SELECT pg_backend_pid() > 0",
        "SELECT relname FROM pg_class WHERE relname = 'numbers'",
        "SELECT * FROM numbers ORDER BY word DESC LIMIT 40",
        "SELECT $1 + 1, $2 || 'x'",
        "DELETE FROM nope",
        "START TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        "ROLLBACK AND CHAIN",
    )
