"""Functions and operators of PostgreSQL that are refused by name (0A000), with what could be used instead.

Everything else that is not on the allow-list does not exist (42883). Functions with an effect are ReadOnly.
"""

from __future__ import annotations

from typing import Final

_JSONPATH: Final = "jsonpath is not supported: use ->, ->>, #> and @>."
_TEXT_SEARCH: Final = "There is no full-text search: use LIKE, ILIKE or ~."
#: hint → names.
_BY_HINT: Final = {
    _JSONPATH: """
        jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_path_exists jsonb_path_match jsonb_path_query_tz
        jsonb_path_query_array_tz jsonb_path_query_first_tz jsonb_path_exists_tz jsonb_path_match_tz
    """,
    "Documents do not become rows here: use -> and ->>, or jsonb_each.": """
        json_populate_record json_populate_recordset jsonb_populate_record jsonb_populate_recordset
    """,
    "It stands in FROM, and its columns are declared: FROM json_to_record(…) AS t(a int, b text).": """
        json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset
    """,
    _TEXT_SEARCH: """
        to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline ts_delete
        ts_filter ts_lexize ts_rewrite ts_parse ts_token_type ts_stat tsquery_phrase array_to_tsvector json_to_tsvector
        jsonb_to_tsvector tsvector_to_array setweight strip numnode querytree get_current_ts_config
    """,
    "There are no ranges: compare with both ends.": """
        int4range int8range numrange tsrange tstzrange daterange int4multirange int8multirange nummultirange tsmultirange
        tstzmultirange datemultirange multirange range_merge range_agg range_intersect_agg isempty lower_inc upper_inc lower_inf
        upper_inf
    """,
    "There are no geometric types: keep coordinates in columns of their own.": """
        point box circle line lseg path polygon area center diameter height width radius npoints pclose popen isclosed isopen slope
        bound_box diagonal isparallel isperp isvertical ishorizontal
    """,
    "There are no network addresses.": "inet_same_family host masklen network broadcast netmask",
    "There is no XML.": """
        xmlelement xmlforest xmlagg xmlparse xpath query_to_xml table_to_xml xmlcomment xpath_exists xml_is_well_formed
        xml_is_well_formed_document xml_is_well_formed_content
    """,
    "Use jsonb_set.": "jsonb_set_lax",
    "A sleeping statement would hold a place of another one.": "pg_sleep pg_sleep_for pg_sleep_until",
    "random() has no seed that could be set.": "setseed",
    "Use translate or normalize.": "to_ascii",
    "Arrays have one dimension: use array_agg over generate_series.": "array_fill",
    "Values are not kept as PostgreSQL keeps them.": "pg_column_size",
    "Reads have no transaction ids: see SHOW tidegate.version.": "pg_current_xact_id",
}
#: name → hint.
FUNCTIONS: Final = {name: hint for hint, names in _BY_HINT.items() for name in names.split()}
#: Locks that sessions would share; migration tools take one before they write.
_LOCKS: Final = tuple(
    f"{how}{kind}"
    for how in ("pg_advisory_", "pg_try_advisory_")
    for kind in ("lock", "lock_shared", "xact_lock", "xact_lock_shared")
)
#: What a read-only server refuses with 25006.
WRITES: Final = frozenset((
    "pg_notify", "nextval", "setval", "lo_create", "lo_import", "lo_unlink", "pg_reload_conf", "pg_rotate_logfile",
    "pg_advisory_unlock", "pg_advisory_unlock_shared", *_LOCKS,
))  # fmt: skip
#: What looks at the server's files, which PostgreSQL lets superusers and its monitors do.
OF_SUPERUSERS: Final = frozenset((
    "pg_ls_archive_statusdir", "pg_ls_dir", "pg_ls_logdir", "pg_ls_tmpdir", "pg_ls_waldir", "pg_read_binary_file", "pg_read_file",
    "pg_stat_file",
))  # fmt: skip
#: Window functions that are hypothetical-set aggregates with WITHIN GROUP.
HYPOTHETICAL: Final = frozenset(("rank", "dense_rank", "percent_rank", "cume_dist"))
#: symbol → hint.
OPERATORS: Final[dict[str, str]] = {
    "@?": _JSONPATH,
    "@@": f"{_TEXT_SEARCH} {_JSONPATH[0].upper()}{_JSONPATH[1:]}",
}
