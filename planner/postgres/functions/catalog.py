"""Functions over the system catalog: what psql, drivers and BI tools ask besides the catalog's tables. See catalog_macros.py."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterable
from itertools import product
from operator import attrgetter
from typing import Final

from planner import errors
from planner.postgres.functions.catalog_macros import ENDS, IN_NO_SCHEMA, NEWEST, OLDEST, QUERY, STARTED
from planner.postgres.functions.declare import function, functions
from planner.postgres.functions.faults import fault
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, NumericShape, literal, lowering
from planner.tree.catalog import MAY_NOT_EXAMINE, SCHEMAS, SUPERUSERS_SETTINGS
from planner.tree.query_plan import PlanSettings
from planner.tree.types import ARRAY_OF, BOOL, CHAR_, INT2VECTOR, INT4, NAME, NUMERIC, OID, OIDVECTOR, TEXT, PgType

_NAMES: Final = functions(
    {
        "format_type(oid, int4) -> text": "tg_format_type({0}, {1})",
        "pg_get_userbyid(oid) -> name": "tg_userbyid({0})",
        "pg_encoding_to_char(int4) -> name": "(CASE WHEN {0} = 6 THEN 'UTF8' WHEN {0} = 0 THEN 'SQL_ASCII' ELSE '' END)",
        "pg_char_to_encoding(name) -> int4": "(CASE WHEN upper(replace({0}, '-', '')) = 'UTF8' THEN 6 ELSE -1 END)",
        "getdatabaseencoding() -> name": "'UTF8'",
        "to_regclass(text) -> regclass": "tg_to_regclass({0}, FALSE)",
        "to_regtype(text) -> regtype": "py_type_number(CAST({0} AS VARCHAR), FALSE)",
        **{f"to_reg{kind}(text) -> reg{kind}": f"tg_to_{kind}({{0}}, FALSE)" for kind in IN_NO_SCHEMA},
        **{
            f"to_reg{kind}(text) -> reg{kind}": f"tg_to_called('{kind}', {{0}})"
            for kind in ("proc", "procedure", "oper", "operator", "collation")
        },
        "pg_size_pretty(int8) -> text": "py_size_pretty({0})",
        "pg_size_bytes(text) -> int8": "py_size_bytes({0})",
    },
    volatility="stable",
    strict=False,
)

_SEEN_WHEREVER: Final = (
    "function", "operator", "opclass", "opfamily", "collation", "conversion", "ts_config", "ts_dict", "ts_parser", "ts_template",
    "statistics_obj",
)  # fmt: skip
_VISIBLE: Final = functions(
    {
        "pg_table_is_visible(oid) -> bool": "tg_on_path({0})",
        "pg_type_is_visible(oid) -> bool": "tg_type_known({0})",
        **{f"pg_{what}_is_visible(oid) -> bool": "({0} IS NOT NULL)" for what in _SEEN_WHEREVER},
        "pg_get_replica_identity_index(regclass) -> regclass": "tg_identity({0})",
        "pg_relation_is_publishable(regclass) -> bool": "tg_publishable({0})",
        # Nothing is written here.
        "pg_relation_is_updatable(regclass, bool) -> int4": "(CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL THEN 0 END)",
        "pg_column_is_updatable(regclass, int2, bool) -> bool": "(CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL "
        "AND {2} IS NOT NULL THEN FALSE END)",
        "pg_is_other_temp_schema(oid) -> bool": "FALSE",
        "pg_my_temp_schema() -> oid": "0",
        "row_security_active(oid) -> bool": "(CASE WHEN {0} IS NOT NULL THEN FALSE END)",
        "row_security_active(text) -> bool": "(tg_text_regclass({0}) IS NULL)",
    },
    volatility="stable",
)

_NULL_TEXT: Final = "CAST(NULL AS VARCHAR)"
_WHOLE_SIZE: Final = "list_sum(map_values(getvariable('tidegate_sizes')))"
_DEFINITIONS: Final = functions(
    {
        "pg_get_indexdef(oid) -> text": "tg_definition({0}, 0, FALSE)",
        "pg_get_indexdef(oid, int4, bool) -> text": "tg_definition({0}, {1}, {2})",
        "pg_get_constraintdef(oid[, bool]) -> text": "tg_definition({0}, 0, {1=FALSE})",
        "pg_get_viewdef(oid[, bool]) -> text": f"(CASE WHEN {{0}} IS NOT NULL THEN tg_definition({{0}}, {QUERY}, TRUE) END)",
        "pg_get_viewdef(text[, bool]) -> text": "(CASE WHEN (CASE WHEN {0} IS NOT NULL THEN tg_text_regclass({0}) END) IS NOT NULL "
        f"THEN tg_definition(tg_to_regclass({{0}}, TRUE), {QUERY}, TRUE) END)",
        "pg_get_expr(text, oid[, bool]) -> text": "{0}",
        "pg_get_ruledef|pg_get_triggerdef(oid[, bool]) -> text": _NULL_TEXT,
        "pg_get_statisticsobjdef_columns|pg_get_statisticsobjdef|pg_get_partkeydef(oid) -> text": _NULL_TEXT,
        "pg_get_functiondef|pg_get_function_sqlbody|pg_get_partition_constraintdef(oid) -> text": _NULL_TEXT,
        "pg_get_serial_sequence(text, text) -> text": _NULL_TEXT,
        "shobj_description(oid, name) -> text": _NULL_TEXT,
        "obj_description(oid) -> text": "tg_any_comment({0})",
        "obj_description(oid, name) -> text": "tg_comment({0}, 0, {1})",
        "col_description(oid, int4) -> text": "tg_comment({0}, {1}, 'pg_class')",
        "pg_get_function_arguments(oid) -> text": "tg_procedure({0}).arguments",
        "pg_get_function_identity_arguments(oid) -> text": "tg_procedure({0}).identity",
        "pg_get_function_result(oid) -> text": "tg_procedure({0}).result",
        "pg_tablespace_location(oid) -> text": "CASE WHEN {0} IS NOT NULL THEN '' END",
        **{f"pg_tablespace_size({by}) -> int8": _WHOLE_SIZE for by in ("oid", "name")},
    },
    volatility="stable",
    strict=False,
)  # fmt: skip

_SIZES: Final = functions(
    {
        "pg_relation_size|pg_table_size|pg_total_relation_size(regclass) -> int8": "tg_size({0})",
        "pg_relation_size(regclass, text) -> int8": "(CASE WHEN {1} = 'main' THEN 1 ELSE 0 END * tg_size({0}))",
        "pg_indexes_size(regclass) -> int8": "(CASE WHEN tg_visible({0}) IS NOT NULL THEN 0 END)",
        **{f"pg_database_size({by}) -> int8": _WHOLE_SIZE for by in ("name", "oid")},
    },
    volatility="stable",
)


_NO_SEQUENCE: Final = "\"' || {x} || '\" is not a sequence"
#: How functions about privileges may name the user, and how they may name the relation.
_WHO: Final = ("", "name, ", "oid, ")
_WHAT: Final = ("text", "oid")


def _one_of(names: Iterable[str], kind: type[errors.PlanError], what: str) -> str:
    """SQL that is true of these names, and raises an error for others."""
    missing = fault(kind, f"{what} \"' || {{x}} || '\" does not exist")
    return f"CASE WHEN {{x}} IN ({', '.join(map(literal, names))}) THEN TRUE ELSE {missing} END"


#: Is there an object of the kind by this name, {x}? An error where there is none.
_FOUND: Final = {
    "schema": _one_of(sorted(SCHEMAS), errors.UndefinedSchema, "schema"),
    "database": _one_of(("tidegate",), errors.UndefinedCatalog, "database"),
    "function": "tg_regprocedure({x}) IS NOT NULL",
    "sequence": f"CASE WHEN tg_text_regclass({{x}}) IS NOT NULL THEN {fault(errors.WrongObjectType, _NO_SEQUENCE)} END",
    "type": "TRUE",  # Views' rows have types, too, which are not known by their names here.
    "language": _one_of(("internal", "c", "sql", "plpgsql"), errors.UndefinedObject, "language"),
    "tablespace": _one_of(("pg_default", "pg_global"), errors.UndefinedObject, "tablespace"),
}


@lowering
def _reading(
    context: LowerContext, args: tuple[Lowered, ...], body: str, kind: str, who: str, relation: str, column: str = ""
) -> Lowered:
    """The macro's call *body* with the user's name, the relation's number and the column in it; without a user, the session's."""
    found = [a.sql for a in args]
    user = literal(context.settings.user) if not who else found.pop(0) if who.startswith("name") else f"tg_userbyid({found.pop(0)})"
    number = f"tg_text_regclass({found[0]})" if relation == "text" else found[0]
    named = f"('#' || tg_column_{'named' if column == 'text' else 'numbered'}({number}, {found[1]}))"
    asked = body.format(user=user, relation=number, column=named, privilege=f"py_may('{kind}', {found[-1]})")
    return Lowered(f"CASE WHEN {' AND '.join(f'{a.sql} IS NOT NULL' for a in args)} THEN {asked} END")


def _privileges() -> dict[str, str | LowerFunction]:
    table: dict[str, str | LowerFunction] = {}
    for who, thing in product(_WHO, _WHAT):
        for what in _FOUND:
            at = 1 if who else 0
            known = "{0} IS NOT NULL AND {1} IS NOT NULL" if who else "{0} IS NOT NULL"
            found = _FOUND[what].replace("{x}", f"{{{at}}}") if thing == "text" else "TRUE"
            asked = f"CASE WHEN {known} AND {found} THEN py_may('{what}', {{{at + 1}}}) END"
            table[f"has_{what}_privilege({who}{thing}, text) -> bool"] = asked
        for what, whole in (("table", "TRUE"), ("any_column", "FALSE")):
            body = f"tg_may_read({{user}}, {{relation}}, {{privilege}}, {whole})"
            table[f"has_{what}_privilege({who}{thing}, text) -> bool"] = _reading(body, what, who, thing)
        for column in ("text", "int2"):
            body = "tg_may_read_column({user}, {relation}, {column}, {privilege})"
            table[f"has_column_privilege({who}{thing}, {column}, text) -> bool"] = _reading(body, "column", who, thing, column)
    for who, role in product(_WHO, ("name", "oid")):
        table[f"pg_has_role({who}{role}, text) -> bool"] = _having(who, role)
    return table


@lowering
def _having(context: LowerContext, args: tuple[Lowered, ...], who: str, role: str) -> Lowered:
    """Has the user, or the session's, a role? Roles by their names have to be there."""
    *roles, privilege = ([] if who else [literal(context.settings.user)]) + [a.sql for a in args]
    kinds = (who or "name", role)
    numbers = [f"tg_role({sql})" if kind.startswith("name") else sql for kind, sql in zip(kinds, roles, strict=True)]
    return Lowered(f"tg_has_role({', '.join(numbers)}, {privilege})")


_PRIVILEGES: Final = functions(_privileges(), volatility="stable")


def _path(settings: PlanSettings) -> list[str]:
    return [schema for schema in settings.search_path if schema in SCHEMAS]


_MACHINE: Final = f"{platform.machine()}-{sys.platform}"
_COMPILER: Final = f"{platform.python_implementation()} {platform.python_version()}"
_SETTLED: Final[dict[str, Callable[[PlanSettings], str | bool | None]]] = {
    "current_user|session_user|user|current_role() -> name": attrgetter("user"),
    "current_database|current_catalog() -> name": attrgetter("database"),
    "current_schema() -> name": lambda settings: next(iter(_path(settings)), None),
    # What stands behind "on" and the commas is taken apart by clients.
    "version() -> text": lambda settings: f"PostgreSQL {settings.server_version} on {_MACHINE}, compiled by {_COMPILER}, 64-bit",
    "pg_is_in_recovery|pg_is_wal_replay_paused() -> bool": lambda _settings: False,
}
#: Functions without arguments whose values a plan's settings say, or nothing does, by name.
OF_SESSION: Final = {name: value for of, value in _SETTLED.items() for name in of.partition("(")[0].split("|")}


@lowering
def _of_session(
    context: LowerContext, _args: tuple[Lowered, ...], value_of: Callable[[PlanSettings], str | bool | None]
) -> Lowered:
    value = value_of(context.settings)
    return Lowered(_NULL_TEXT if value is None else literal(value) if isinstance(value, str) else str(value))


def _current_schemas(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    named = list(map(literal, _path(context.settings)))
    first = [] if "'pg_catalog'" in named else ["'pg_catalog'"]
    implicit, explicit = (f"[{', '.join(items)}]" for items in ([*first, *named], named))
    return Lowered(f"CAST(CASE WHEN {args[0].sql} THEN {implicit} ELSE {explicit} END AS VARCHAR[])")


_NO_SETTING: Final = fault(errors.UndefinedObject, "unrecognized configuration parameter \"' || {0} || '\"")
_HIDDEN_SETTING: Final = fault(errors.PermissionDenied, f"{MAY_NOT_EXAMINE} \"' || {{0}} || '\"")
_IS_HIDDEN: Final = f"lower({{0}}) IN ({', '.join(map(literal, SUPERUSERS_SETTINGS))})"
_SETTING_ERROR: Final = f"CASE WHEN {_IS_HIDDEN} THEN {_HIDDEN_SETTING} ELSE {_NO_SETTING} END"
_MISSING_SETTING: Final = f"CASE WHEN {_IS_HIDDEN} THEN {_HIDDEN_SETTING} WHEN NOT {{1}} THEN {_NO_SETTING} END"
# Positions are versions (gateway.replication.positions): of several views' the lowest, so that who begins there misses none.
_POSITION: Final = f"(to_hex(getvariable('{OLDEST}')) || '/8')"
_SESSION: Final = functions(
    {
        **{signature: _of_session(value) for signature, value in _SETTLED.items()},
        "current_schemas(bool) -> _name": _current_schemas,
        "pg_backend_pid() -> int4": "getvariable('tidegate_pid')",
        # Nobody waits for a lock here.
        "pg_blocking_pids(int4) -> _int4": "CAST([] AS INTEGER[])",
        "pg_current_wal_lsn|pg_current_wal_insert_lsn|pg_current_wal_flush_lsn() -> text": _POSITION,
        # The number that no version has yet.
        "txid_current() -> int8": f"getvariable('{NEWEST}') + 1",
        "txid_current_if_assigned() -> int8": "CAST(NULL AS BIGINT)",
        # Of the catalog's numbers of transactions, which are 0 or NULL: nothing is ever frozen, or has to be.
        "age|mxid_age(int8) -> int4": "(CASE WHEN {0} IS NOT NULL THEN 0 END)",
        "pg_last_wal_receive_lsn|pg_last_wal_replay_lsn() -> text": _NULL_TEXT,
        "pg_last_xact_replay_timestamp() -> timestamptz": "CAST(NULL AS TIMESTAMPTZ)",
        "current_setting(text) -> text": f"coalesce(tg_setting({{0}}), {_SETTING_ERROR})",
        # What it sets, the session has set: see planner.parse.set_config.
        "set_config(text, text, bool) -> text": "coalesce(tg_setting({0}), '')",
        "current_setting(text, bool) -> text": f"coalesce(tg_setting({{0}}), {_MISSING_SETTING})",
        **{f"inet_{end}_addr() -> text": f"getvariable('{ENDS}')['{end}_addr']" for end in ("client", "server")},
        **{f"inet_{end}_port() -> int4": f"CAST(getvariable('{ENDS}')['{end}_port'] AS INTEGER)" for end in ("client", "server")},
        "pg_postmaster_start_time|pg_conf_load_time() -> timestamptz": f"make_timestamptz(getvariable('{STARTED}'))",
        "pg_stat_get_numscans(oid) -> int8": "0",
        # Nobody vacuums or analyzes.
        **{
            f"pg_stat_get_last_{what}_time(oid) -> timestamptz": "CAST(NULL AS TIMESTAMPTZ)"
            for what in ("vacuum", "autovacuum", "analyze", "autoanalyze")
        },
        "pg_advisory_unlock_all() -> void": "''",
    },
    volatility="stable",
)


#: Of a difference of positions.
_LSN: Final = NumericShape(20, 0)


@lowering
def _lsn_difference(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    left, right = (f"pg_position({arg.sql})" for arg in args)
    return Lowered(f"CAST({left} - {right} AS DECIMAL({_LSN.width},{_LSN.scale}))", _LSN)


_POSITIONS: Final = functions({
    "pg_wal_lsn_diff(text, text) -> numeric": _lsn_difference(),
    # What is a cast in PostgreSQL: positions are texts here.
    "pg_lsn(text) -> text": "pg_lsn_text(pg_position({0}))",
    "pg_lsn(numeric) -> text": "pg_lsn_number(round({0}))",
})  # fmt: skip


def _table(signature: str, rows: str, **columns: PgType) -> Function:
    return function(signature, rows, kind="table", volatility="stable", columns=tuple(columns.items()))


_TABLES: Final = (
    function("pg_partition_ancestors(regclass) -> regclass", "CAST([] AS BIGINT[])", kind="table", output="relid"),
    _table(
        "pg_get_keywords() -> record",
        "(SELECT list(k ORDER BY k.word) FROM sys.keyword AS k)",
        word=TEXT,
        catcode=CHAR_,
        barelabel=BOOL,
        catdesc=TEXT,
        baredesc=TEXT,
    ),
    _table(
        "pg_options_to_table(_text) -> record",
        "list_transform({0}, lambda o: struct_pack(option_name := split_part(o, '=', 1), "
        "option_value := CASE WHEN contains(o, '=') THEN substr(o, strpos(o, '=') + 1) END))",
        option_name=TEXT,
        option_value=TEXT,
    ),
    _table("pg_get_publication_tables(text) -> record", "tg_published({0})", relid=OID, attrs=INT2VECTOR, qual=TEXT),
    # There are none.
    _table(
        "pg_available_extensions() -> record",
        "CAST([] AS STRUCT(name VARCHAR, default_version VARCHAR, comment VARCHAR)[])",
        name=NAME,
        default_version=TEXT,
        comment=TEXT,
    ),
    _table(
        "aclexplode(_aclitem) -> record", "tg_aclexplode({0})", grantor=OID, grantee=OID, privilege_type=TEXT, is_grantable=BOOL
    ),
)
#: Elements of an array with their positions, which pgjdbc asks keys for.
_EXPANDED: Final = tuple(
    function(
        f"_pg_expandarray({array.name}) -> record",
        "list_transform({0}, lambda e, i: struct_pack(x := e, n := i))",
        kind="table",
        schema="information_schema",
        columns=(("x", array.element or TEXT), ("n", INT4)),
    )
    for array in (INT2VECTOR, OIDVECTOR, *ARRAY_OF.values())
    if array.element is not NUMERIC
)


FUNCTIONS: Final = (
    *_NAMES, *_VISIBLE, *_DEFINITIONS, *functions({"acldefault(char, oid) -> _aclitem": "tg_acldefault({0}, {1})"}), *_SIZES,
    *_PRIVILEGES, *_SESSION, *_POSITIONS, *_TABLES, *_EXPANDED,
)  # fmt: skip
