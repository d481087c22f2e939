"""Views defined by SQL, as the catalog shows them: PostgreSQL's views, relkind v, without keys of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planner.tree.catalog import Relation

Row = dict[str, Any]


@dataclass(frozen=True)
class DefinedEntry:
    """A view that can be read. *sql* is its query as it was written, *rule_oid* the number of its rule _RETURN."""

    relation: Relation
    sql: str
    comment: str
    rule_oid: int

    @property
    def name(self) -> str:
        """The view's name."""
        return self.relation.name

    @property
    def oid(self) -> int:
        """The view's OID."""
        return self.relation.oid

    @property
    def text(self) -> str:
        """What pg_get_viewdef gives: the query behind a blank, with its semicolon."""
        return f" {self.sql.strip()};"


def defined_comments(entries: tuple[DefinedEntry, ...]) -> Iterator[tuple[int, int, str]]:
    """(view, 0, comment) of those that have one."""
    return ((entry.oid, 0, entry.comment) for entry in entries if entry.comment)


def information_rows(entries: tuple[DefinedEntry, ...], database: str) -> Iterator[Row]:
    """Rows of information_schema.views."""
    never = dict.fromkeys(
        ("is_updatable", "is_insertable_into", "is_trigger_updatable", "is_trigger_deletable", "is_trigger_insertable_into"), "NO"
    )
    for entry in entries:
        yield never | {
            "table_catalog": database, "table_schema": "public", "table_name": entry.name, "view_definition": entry.text,
            "check_option": "NONE",
        }  # fmt: skip
