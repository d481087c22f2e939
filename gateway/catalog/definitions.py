"""Small SQL texts of the catalog: quoted names, definitions of keys."""

from __future__ import annotations

import re
from typing import Final

from gateway.catalog.state import ViewEntry

_PLAIN: Final = re.compile(r"[a-z_][a-z0-9_$]*").fullmatch
_RESERVED: Final = """
all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char
character check coalesce collate collation column concurrently constraint create cross current_catalog current_date
current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do else
end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike in
initially inner inout int integer intersect interval into is isnull join lateral leading least left like limit localtime
localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only or order out outer
overlaps overlay placing position precision primary real references returning right row select session_user setof similar
smallint some substring symmetric table tablesample then time timestamp to trailing treat trim true union unique unreserved
user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest
xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable
"""
#: Words that PostgreSQL's quote_ident quotes although they look plain: its keywords that are not "unreserved".
RESERVED: Final = frozenset(_RESERVED.split())


def quoted(name: str) -> str:
    """A name as quote_ident writes it."""
    return name if _PLAIN(name) and name not in RESERVED else '"' + name.replace('"', '""') + '"'


def constraint_definition(view: ViewEntry) -> str:
    """PRIMARY KEY (a, b)."""
    kind = "PRIMARY KEY" if view.primary_key else "UNIQUE NULLS NOT DISTINCT"
    return f"{kind} ({', '.join(map(quoted, view.schema.key))})"


def index_definition(view: ViewEntry, *, qualified: bool) -> str:
    """CREATE UNIQUE INDEX … of the view's key."""
    on = f"public.{quoted(view.name)}" if qualified else quoted(view.name)
    columns = ", ".join(map(quoted, view.schema.key))
    nulls = "" if view.primary_key else " NULLS NOT DISTINCT"
    return f"CREATE UNIQUE INDEX {quoted(view.key_name)} ON {on} USING btree ({columns}){nulls}"
