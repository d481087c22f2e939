"""Statements that are refused by name: writes and DDL are ReadOnly (25006), what else Tidegate does not do is Unsupported."""

from __future__ import annotations

from typing import Final

from planner.errors import ReadOnly, Unsupported
from planner.parse.cursor import TokenCursor
from planner.parse.keywords import words
from planner.parse.lexer import IDENT
from planner.parse.set_config import COPY_INSTEAD

#: First word → statements whose command tag takes its second (and third) word too.
_WRITES: Final = words("""
    insert update delete merge truncate create alter drop grant revoke comment reindex cluster vacuum analyze analyse refresh
    import security reassign lock
""")
_TWO_WORDS: Final = frozenset({"create", "alter", "drop", "import", "security", "reassign", "refresh", "lock"})
_UNSUPPORTED: Final = words("""
    call do load checkpoint attach detach install pragma use export summarize describe vacuum force
""")
#: Words that stand between CREATE and the kind of object.
_MODIFIERS: Final = frozenset({"or", "replace", "temp", "temporary", "unlogged", "global", "local", "unique", "recursive"})
_THREE_WORDS: Final = frozenset({"materialized", "foreign", "event", "access", "text", "default"})


def refuse(cursor: TokenCursor) -> None:
    """Raise what the statement is refused with, if it is one of these."""
    token = cursor.token
    if token.kind != IDENT:
        return
    position = token.start + 1
    if token.value in _WRITES:
        # pg_dump locks what it dumps.
        hint = f"Nothing locks here, and dumps are not supported. {COPY_INSTEAD}" if token.value == "lock" else None
        raise ReadOnly(f"cannot execute {_tag(cursor)}: tidegate is read-only", position=position, hint=hint)
    if token.value in _UNSUPPORTED:
        raise Unsupported(f"{token.value.upper()} is not supported", position=position)


def _tag(cursor: TokenCursor) -> str:
    """The command's tag, as CommandComplete would have it: CREATE TABLE, DROP INDEX …"""
    spoken = [t.value for t in cursor.tokens[cursor.at :] if t.kind == IDENT]
    if spoken[0] not in _TWO_WORDS:
        return spoken[0].upper()
    if spoken[0] == "lock":
        return "LOCK TABLE"
    rest = [w for w in spoken[1:] if w not in _MODIFIERS] if spoken[0] == "create" else spoken[1:]
    return " ".join([spoken[0], *rest[: 2 if rest and rest[0] in _THREE_WORDS else 1]]).upper()
