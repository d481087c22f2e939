"""Functions, operators, collations and text search objects as regproc, regoperator … print them; all catalogs have the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import pyarrow as pa

from gateway.catalog.allowed import SCHEMAS, allowed_rows
from gateway.catalog.facts import ANSWERS
from planner.postgres.functions.udf.strings import quote_ident
from planner.postgres.functions.udf.type_names import regtype_text

_CALLED: Final = pa.schema([("kind", pa.string()), ("oid", pa.int64()), ("name", pa.string())])
_VISIBLE: Final = "pg_catalog"
#: What has a name and no arguments: the relation, and the columns with name and schema.
_PLAIN: Final = {"collation": ("pg_collation", "coll"), "config": ("pg_ts_config", "cfg"), "dictionary": ("pg_ts_dict", "dict")}


@cache
def called() -> pa.Table:
    """(kind, number, name), the kind being the type's name without its reg."""
    columns = list(zip(*_rows(), strict=True))
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, _CALLED, strict=True)], schema=_CALLED)


def _rows() -> Iterator[tuple[str, int, str]]:
    # Of names with several meanings some are not served here. They are still several: nobody should take one for the only one.
    several = {kind: frozenset(ANSWERS[f"several {kind}"].split()) for kind in ("proc", "oper")}
    for row in allowed_rows("pg_proc").select(["oid", "proname", "pronamespace", "proargtypes"]).to_pylist():
        name, schema = quote_ident(row["proname"]), SCHEMAS[row["pronamespace"]]
        yield "proc", row["oid"], _qualified(name, schema, shown=row["proname"] in several["proc"])
        arguments = ",".join(map(regtype_text, row["proargtypes"]))
        yield "procedure", row["oid"], f"{_qualified(name, schema)}({arguments})"
    for row in allowed_rows("pg_operator").select(["oid", "oprname", "oprleft", "oprright"]).to_pylist():
        left = regtype_text(row["oprleft"]) if row["oprleft"] else "NONE"
        yield "oper", row["oid"], _qualified(row["oprname"], _VISIBLE, shown=row["oprname"] in several["oper"])
        yield "operator", row["oid"], f"{row['oprname']}({left},{regtype_text(row['oprright'])})"
    for kind, (relation, prefix) in _PLAIN.items():
        for row in allowed_rows(relation).select(["oid", f"{prefix}name"]).to_pylist():
            yield kind, row["oid"], quote_ident(row[f"{prefix}name"])


def _qualified(name: str, schema: str, *, shown: bool = False) -> str:
    return f"{schema}.{name}" if shown or schema != _VISIBLE else name
