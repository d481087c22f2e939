"""SET, SHOW, RESET, DISCARD."""

from __future__ import annotations

from typing import Final

from planner.errors import Unsupported
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import IDENT, INTEGER, NUMBER, QUOTED, STRING
from planner.parse.transactions import transaction_modes
from planner.parse.type_names import interval_fields
from planner.tree.statement import SNAPSHOT, DiscardStatement, ResetStatement, SetStatement, ShowStatement

#: Settings that take lists.
_LISTS: Final = frozenset({"datestyle", "log_destination", "synchronous_standby_names", "listen_addresses", "debug_io_direct"})
#: Settings whose list elements Postgres writes as identifiers, quoted where they need it.
_IDENTIFIER_LISTS: Final = frozenset({"search_path", "temp_tablespaces", "session_preload_libraries", "local_preload_libraries"})


def set_(cursor: TokenCursor) -> SetStatement:
    """SET …, all its forms."""
    cursor.advance()
    if cursor.is_words("session", "characteristics"):
        cursor.at += 2
        cursor.expect_words("as", "transaction")
        return _modes(cursor, "default_", local=False)
    if cursor.is_word("transaction") and cursor.ahead().kind == IDENT and cursor.ahead().value != "to":
        cursor.advance()
        return _modes(cursor, "", local=True)
    local = False
    if cursor.is_word("local", "session") and cursor.ahead().kind in (IDENT, QUOTED) and cursor.ahead().value != "to":
        local = cursor.is_word("local")
        if local or cursor.ahead().value != "authorization":
            cursor.advance()
    return _special(cursor, local) or _plain(cursor, local)


def _modes(cursor: TokenCursor, prefix: str, local: bool) -> SetStatement:
    if not prefix and cursor.take_word("snapshot"):
        return SetStatement(SNAPSHOT, cursor.expect_string(), local)
    modes = [(prefix + name, value) for name, value in transaction_modes(cursor)]
    if not modes:
        cursor.fail()
    return SetStatement(modes[0][0], modes[0][1], local, tuple(modes[1:]))


def _special(cursor: TokenCursor, local: bool) -> SetStatement | None:
    """The forms that name no setting."""
    if cursor.take_words("time", "zone"):
        return SetStatement("timezone", _zone(cursor), local)
    if cursor.take_words("session", "authorization"):
        return SetStatement("session_authorization", _name_or_default(cursor), local)
    if cursor.is_word("role", "names", "schema", "catalog") and not _is_assignment(cursor):
        word = cursor.advance().value
        if word == "catalog":
            raise Unsupported("SET CATALOG is not supported", position=cursor.token.start + 1)
        if word == "names":
            value = None if cursor.token.kind not in (STRING, IDENT, QUOTED) else _name_or_default(cursor)
            return SetStatement("client_encoding", value, local)
        return SetStatement("search_path" if word == "schema" else word, _name(cursor), local)
    if cursor.is_word("constraints", "xml") and not _is_assignment(cursor):
        raise Unsupported(f"SET {cursor.token.value.upper()} is not supported", position=cursor.token.start + 1)
    return None


def _is_assignment(cursor: TokenCursor) -> bool:
    return cursor.ahead().value in ("=", "to")


def _name_or_default(cursor: TokenCursor) -> str | None:
    return None if cursor.take_word("default") else _name(cursor)


def _name(cursor: TokenCursor) -> str:
    return cursor.advance().value if cursor.token.kind == STRING else cursor.word()


def _zone(cursor: TokenCursor) -> str | None:
    if cursor.take_word("default", "local"):
        return None
    if cursor.take_word("interval"):
        value = cursor.expect_string()
        interval_fields(cursor)
        return f"INTERVAL '{value}'"
    return _value(cursor)


def _plain(cursor: TokenCursor, local: bool) -> SetStatement:
    name = _setting_name(cursor)
    if not cursor.take_symbol("="):
        cursor.expect_word("to")
    if cursor.take_word("default"):
        return SetStatement(name, None, local)
    values = [_value(cursor)]
    while cursor.take_symbol(","):
        values.append(_value(cursor))
    if name in _IDENTIFIER_LISTS:
        values = [_quoted(v) for v in values]
    several = len(values) > 1 and name not in _LISTS | _IDENTIFIER_LISTS
    return SetStatement(name, ", ".join(values), local, several=several)


def _quoted(name: str) -> str:
    plain = name and all(c.islower() or c.isdigit() or c == "_" for c in name) and not name[0].isdigit()
    return name if plain and name.isascii() else '"{}"'.format(name.replace('"', '""'))


def _setting_name(cursor: TokenCursor) -> str:
    parts = [cursor.column_name()]
    while cursor.take_symbol("."):
        parts.append(cursor.column_name())
    return ".".join(parts).lower()


def _value(cursor: TokenCursor) -> str:
    sign = ""
    if cursor.is_symbol("-") or cursor.is_symbol("+"):
        sign = cursor.advance().value.replace("+", "")
        if cursor.token.kind not in (INTEGER, NUMBER):
            cursor.fail()
    if cursor.token.kind in (INTEGER, NUMBER, STRING):
        return sign + cursor.advance().value
    if cursor.is_word("true", "false", "on"):
        return cursor.advance().value
    return cursor.word()


def show(cursor: TokenCursor) -> ShowStatement:
    """SHOW …"""
    return ShowStatement(*_named(cursor))


def reset(cursor: TokenCursor) -> ResetStatement:
    """RESET …"""
    return ResetStatement(_named(cursor)[0])


#: Settings that SHOW and RESET call by several words, with the name that SHOW's column has.
_IN_WORDS: Final = {
    ("all",): ("all", "all"),
    ("time", "zone"): ("timezone", "TimeZone"),
    ("transaction", "isolation", "level"): ("transaction_isolation", "transaction_isolation"),
    ("session", "authorization"): ("session_authorization", "session_authorization"),
}


def _named(cursor: TokenCursor) -> tuple[str, str]:
    """A setting's name, and as it was written."""
    cursor.advance()
    for words, found in _IN_WORDS.items():
        if cursor.take_words(*words):
            return found
    start = cursor.token.start
    name = _setting_name(cursor)
    return name, cursor.text[start : cursor.tokens[cursor.at - 1].end]


def discard(cursor: TokenCursor) -> DiscardStatement:
    """DISCARD …"""
    cursor.advance()
    word = cursor.expect_word("all", "plans", "sequences", "temp", "temporary")
    return DiscardStatement("TEMP" if word == "temporary" else word.upper())  # type: ignore[arg-type]
