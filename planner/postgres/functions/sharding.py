"""tidegate.shard_for_key(view, key …): where a key lies. Not in the registry, for it takes what the view's key takes.

Binding checks the values against the key where the view is a constant (bind.sharding); lowering writes every value as text
beside its type, and a Python function reads them as the view's schema says. The executor gives the schemas of all views in the
variable ``tidegate_shardings``: name → sharding_text().
"""

from __future__ import annotations

from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions.function import ANY, Function, LowerContext, Lowered
from planner.tree.types import BYTEA, DATE, INT4, JSON, JSONB, TEXT, TIMESTAMP, TIMESTAMPTZ, PgType, display_name

#: What the executor has to set for SQL that mentions it.
VARIABLE: Final = "tidegate_shardings"
_AS_TEXT: Final = {
    BYTEA: r"'\x' || lower(hex({0}))",
    DATE: "CAST({0} - DATE '1970-01-01' AS VARCHAR)",
    TIMESTAMP: "CAST(epoch_us({0}) AS VARCHAR)",
    TIMESTAMPTZ: "CAST(epoch_us({0}) AS VARCHAR)",
}


def _lowered(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    view, *values = (a.sql for a in args)
    types = [a.pg for a in context.args[1:]]
    texts = [_text(pg, sql) for pg, sql in zip(types, values, strict=True)]
    names = ",".join(pg.name for pg in types)
    spec = f"coalesce(getvariable('{VARIABLE}')[{view}], '')"
    return Lowered(f"py_shard_for_key({view}, {spec}, '{names}', CAST([{', '.join(texts)}] AS VARCHAR[]))")


def _text(pg: PgType, sql: str) -> str:
    if pg.is_array or pg in (JSON, JSONB):
        raise Unsupported(f"values of type {display_name(pg)} can only be given to shard_for_key as text")
    if pg.category == "S":
        return sql
    return _AS_TEXT.get(pg, "CAST({0} AS VARCHAR)").replace("{0}", sql)


SHARD_FOR_KEY: Final = Function(
    "shard_for_key", (TEXT, ANY), INT4, _lowered, schema="tidegate", variadic=True, strict=False, volatility="stable"
)
