"""pg_stat_user_tables and its like: live rows of views. Nothing else is counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.relations import RELATIONS, table
from gateway.catalog.state import CatalogState
from planner.tree.types import INT8

#: The relations that show_tables makes.
OF_TABLES: Final = frozenset({"pg_stat_user_tables", "pg_stat_all_tables"})
#: Those that count nothing: one row for each view, or for each key.
NOTHING_OF_TABLES: Final = frozenset({"pg_statio_user_tables", "pg_statio_all_tables"})
NOTHING_OF_INDEXES: Final = frozenset({
    "pg_stat_user_indexes", "pg_stat_all_indexes", "pg_statio_user_indexes", "pg_statio_all_indexes",
})  # fmt: skip
_NEVER: Final = dict.fromkeys((
    "seq_scan", "seq_tup_read", "idx_scan", "idx_tup_fetch", "n_tup_ins", "n_tup_upd", "n_tup_del", "n_tup_hot_upd", "n_dead_tup",
    "n_mod_since_analyze", "n_ins_since_vacuum", "vacuum_count", "autovacuum_count", "analyze_count", "autoanalyze_count",
), 0)  # fmt: skip


def show_tables(name: str, state: CatalogState, rows: Mapping[str, int | None]) -> pa.Table:
    """One row per view; *rows* are their live rows, None where a shard's node has not said."""
    shown: list[dict[str, Any]] = [
        _NEVER | {"relid": view.oid, "schemaname": "public", "relname": view.name, "n_live_tup": rows.get(view.name)}
        for view in state.views
    ]
    return table("pg_catalog", name, shown)


def show_nothing(name: str, state: CatalogState) -> pa.Table:
    """One row per view, or per key, with a 0 for whatever could be counted and is not."""
    relation = RELATIONS["pg_catalog", name]
    zeros: dict[str, Any] = {column.name: 0 for column in relation.columns if column.type.pg is INT8}
    shown: list[dict[str, Any]] = []
    for view in state.views if name in NOTHING_OF_TABLES else state.keyed:
        known = {"relid": view.oid, "schemaname": "public", "relname": view.name}
        shown.append(zeros | known | {"indexrelid": view.index_oid, "indexrelname": view.key_name})
    return table("pg_catalog", name, shown)
