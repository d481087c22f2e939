"""pg_cursors and pg_prepared_statements: what the session that asks holds by name."""

from __future__ import annotations

import pyarrow as pa

from gateway.catalog.relations import table
from gateway.contract.held import Held


def cursors(held: Held) -> pa.Table:
    """pg_cursors. A cursor that was declared without SCROLL goes forward only here, whatever its query."""
    rows = (
        {
            "name": c.name, "statement": c.statement, "is_holdable": c.is_holdable, "is_binary": c.is_binary,
            "is_scrollable": c.is_scrollable, "creation_time": c.made_us,
        }
        for c in held.cursors
    )  # fmt: skip
    return table("pg_catalog", "pg_cursors", rows)


def prepared_statements(held: Held) -> pa.Table:
    """pg_prepared_statements. Plans are not counted."""
    rows = (
        {
            "name": s.name, "statement": s.statement, "prepare_time": s.made_us, "parameter_types": list(s.parameter_oids),
            "from_sql": s.from_sql, "generic_plans": 0, "custom_plans": 0,
        }
        for s in held.statements
    )  # fmt: skip
    return table("pg_catalog", "pg_prepared_statements", rows)
