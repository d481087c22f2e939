"""PostgreSQL 15's keywords (pg_get_keywords()) by what they may name.

* unreserved words may be any name;
* COLUMN words may be names of columns and tables, but not of functions or types;
* TYPE words may be names of functions and types, but not of columns and tables;
* RESERVED words may only be labels after AS.
"""

from __future__ import annotations

from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of *text*."""
    return frozenset(text.split())


RESERVED: Final = words("""
    all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_catalog
    current_date current_role current_time current_timestamp current_user default deferrable desc distinct do else end except
    false fetch for foreign from grant group having in initially intersect into lateral leading limit localtime localtimestamp
    not null offset on only or order placing primary references returning select session_user some symmetric table then to
    trailing true union unique user using variadic when where window with
""")
COLUMN: Final = words("""
    between bigint bit boolean char character coalesce dec decimal exists extract float greatest grouping inout int integer
    interval least national nchar none normalize nullif numeric out overlay position precision real row setof smallint substring
    time timestamp treat trim values varchar xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi
    xmlroot xmlserialize xmltable
""")
TYPE: Final = words("""
    authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like natural
    notnull outer overlaps right similar tablesample verbose
""")
#: Words that are no label without AS.
NEEDS_AS: Final = words("""
    char character precision array as create except fetch for from grant group having intersect into limit offset on order
    returning to union where window with isnull notnull overlaps day filter hour minute month over second varying within without
    year
""")
NOT_COLUMN_NAME: Final = RESERVED | TYPE
NOT_FUNCTION_NAME: Final = RESERVED | COLUMN
#: Words after which a select list has ended.
LIST_ENDS: Final = words("from where group having window into union intersect except order limit offset fetch for")
