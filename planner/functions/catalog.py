"""Functions over the system catalog: what psql, drivers and BI tools ask besides the catalog's tables.

They read helper relations that the executor keeps in DuckDB, one generation of the catalog at a time:

==========================================================  ======================================================================
sys.relation(oid, namespace, name, kind, visible, shown)    views, indexes, system relations; *shown* is how regclass prints
sys.named(kind, oid, name)                                  'role', 'namespace', 'database' by OID
sys.called(kind, oid, name)                                 'proc', 'operator' … by OID: what is in schemas, as it prints
sys.definition(oid, part, pretty, plain)                    keys: part 0 whole, part n the n-th column; views: QUERY
sys.comment(class, oid, part, text)                         comments, by the catalog of what they are about; part 0 or a column
sys.procedure(oid, arguments, identity, result)             texts of functions' signatures
sys.keyword(word, catcode, barelabel, catdesc, baredesc)    what pg_get_keywords gives
==========================================================  ======================================================================

and variables per execution: ``tidegate_settings`` and ``tidegate_sizes`` (maps), ``tidegate_pid``, and ``tidegate_grants``
(gateway.catalog.privileges), which is NULL where everybody may read everything. Nobody may write. ``tidegate_hidden`` are the
numbers of relations of which the user may read nothing, and of what belongs to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from planner.catalog import SCHEMAS
from planner.functions.declare import function, functions
from planner.functions.function import Function, LowerContext, Lowered, LowerFunction
from planner.functions.macros import fault
from planner.types import (
    ARRAY_OF,
    BOOL,
    CHAR_,
    INT2VECTOR,
    INT4,
    NAMED_NUMBERS,
    OIDVECTOR,
    REGCLASS,
    REGTYPE,
    TEXT,
    VARCHAR,
    PgType,
)

#: Macros that look at variables of the execution.
USING_VARIABLES: Final = ("tg_size", "tg_setting", "tg_may_read", "tg_may_read_column")
#: What is in the SQL of a query that asks who may read what.
ASKING_PRIVILEGES: Final = "tg_may_read"
#: Macros that tell of a relation, be it by its number; of hidden ones, in the variable HIDDEN, they tell nothing.
TELLING: Final = ("tg_definition", "tg_comment", "tg_any_comment")
HIDDEN: Final = "tidegate_hidden"
#: Macros that know the session's user, by these variables.
NAMING_ROLES: Final = ("tg_userbyid", "tg_regrole", "tg_regrole_text", "tg_to_role", "tg_has_role", "tg_role")
USER: Final = "tidegate_user"
USER_NUMBER: Final = "tidegate_user_number"
#: The part of sys.definition that is a view's query.
QUERY: Final = -1
#: SQL that makes the helper relations, empty.
HELPERS: Final = (
    "CREATE SCHEMA sys",
    "CREATE TABLE sys.relation(oid BIGINT, namespace BIGINT, name VARCHAR, kind VARCHAR, visible BOOLEAN, shown VARCHAR)",
    "CREATE TABLE sys.named(kind VARCHAR, oid BIGINT, name VARCHAR)",
    "CREATE TABLE sys.called(kind VARCHAR, oid BIGINT, name VARCHAR)",
    "CREATE TABLE sys.definition(oid BIGINT, part INTEGER, pretty VARCHAR, plain VARCHAR)",
    "CREATE TABLE sys.comment(class VARCHAR, oid BIGINT, part INTEGER, text VARCHAR)",
    "CREATE TABLE sys.procedure(oid BIGINT, arguments VARCHAR, identity VARCHAR, result VARCHAR)",
    "CREATE TABLE sys.keyword(word VARCHAR, catcode VARCHAR, barelabel BOOLEAN, catdesc VARCHAR, baredesc VARCHAR)",
)


def _named(kind: str, oid: str) -> str:
    return f"(SELECT any_value(n.name) FROM sys.named n WHERE n.kind = '{kind}' AND n.oid = {oid})"


_NO_RELATION: Final = fault("UndefinedTable", "relation \"' || py_dotted(n_) || '\" does not exist")
_NO_ROLE: Final = fault("UndefinedObject", "role \"' || py_dotted(n_) || '\" does not exist")
_NO_ROLE_NAMED: Final = fault("UndefinedObject", "role \"' || n_ || '\" does not exist")
_NO_SCHEMA: Final = fault("UndefinedSchema", "schema \"' || py_dotted(n_) || '\" does not exist")
_NO_FUNCTION: Final = fault("UndefinedFunction", "function \"' || n_ || '\" does not exist")
_NO_OPERATOR: Final = fault("UndefinedFunction", "operator does not exist: ' || n_ || '")
_NO_CONFIG: Final = fault("UndefinedObject", "text search configuration \"' || py_dotted(n_) || '\" does not exist")
_NO_DICTIONARY: Final = fault("UndefinedObject", "text search dictionary \"' || py_dotted(n_) || '\" does not exist")
_NO_COLLATION: Final = fault("UndefinedObject", 'collation "\' || py_dotted(n_) || \'" for encoding "UTF8" does not exist')
_TWO_FUNCTIONS: Final = fault("AmbiguousFunction", "more than one function named \"' || n_ || '\"")
_TWO_OPERATORS: Final = fault("AmbiguousFunction", "more than one operator named ' || n_ || '")
_NEVER: Final = "NULL"
#: What has a schema besides relations and types, by the type's name without its reg: errors where there is none, and where several.
_CALLED: Final = {
    "proc": (_NO_FUNCTION, _TWO_FUNCTIONS), "procedure": (_NO_FUNCTION, _NEVER), "oper": (_NO_OPERATOR, _TWO_OPERATORS),
    "operator": (_NO_OPERATOR, _NEVER), "config": (_NO_CONFIG, _NEVER), "dictionary": (_NO_DICTIONARY, _NEVER),
    "collation": (_NO_COLLATION, _NEVER),
}  # fmt: skip
#: What is in no schema.
_NAMED: Final = {"role": _NO_ROLE, "namespace": _NO_SCHEMA}


def _called_macros() -> Iterator[str]:
    """tg_<kind> reads a text as a cast does, tg_<kind>_text prints a number."""
    for kind, (none, several) in _CALLED.items():
        number = f"py_object_number('{kind}', CAST(n_ AS VARCHAR))"
        found = f"list_transform([tg_called('{kind}', n_, TRUE)], lambda v: CASE WHEN v = -1 THEN {several} ELSE v END)[1]"
        yield f"tg_reg{kind}(n_) AS coalesce({number}, {found}, {none})"
        nothing = "0" if kind.startswith("oper") else "-"
        name = f"(SELECT any_value(n.name) FROM sys.called n WHERE n.kind = '{kind}' AND n.oid = o_)"
        yield f"tg_reg{kind}_text(o_) AS CASE WHEN o_ = 0 THEN '{nothing}' ELSE coalesce({name}, CAST(o_ AS VARCHAR)) END"
    for kind, none in _NAMED.items():
        number = f"py_object_number('{kind}', CAST(n_ AS VARCHAR))"
        yield f"tg_reg{kind}(n_) AS coalesce({number}, tg_to_{kind}(n_, TRUE), {none})"
        name = "py_quote_ident(tg_role_name(o_))" if kind == "role" else _named(kind, "o_")
        yield f"tg_reg{kind}_text(o_) AS CASE WHEN o_ = 0 THEN '-' ELSE coalesce({name}, CAST(o_ AS VARCHAR)) END"


_RELATION_OF: Final = (
    "(SELECT any_value(r.oid) FROM sys.relation r, (SELECT py_relation_name(CAST(n_ AS VARCHAR), s_) AS c) AS k "
    f"WHERE r.shown = k.c OR (r.visible AND {_named('namespace', 'r.namespace')} || '.' || r.shown = k.c))"
)

#: CREATE MACRO … bodies; need HELPERS.
MACROS: Final = (
    # Reading, connecting and using is for everybody, everything else for nobody.
    "tg_may(p_) AS regexp_matches(lower(p_), '^ *(select|usage|connect|execute)')",
    "tg_grant(u_, rest_) AS getvariable('tidegate_grants')"
    "[CASE WHEN getvariable('tidegate_grants')[u_] IS NULL THEN 'public' ELSE u_ END || chr(10) || rest_]",
    # *all_*: the whole of it, not only some columns.
    "tg_may_read(u_, o_, p_, all_) AS CASE WHEN o_ IS NULL OR tg_visible(o_) IS NULL THEN NULL "
    "WHEN NOT tg_may(p_) OR getvariable('tidegate_grants') IS NULL OR getvariable('tidegate_grants')[chr(10) || o_] IS NULL "
    "THEN tg_may(p_) ELSE tg_grant(u_, CAST(o_ AS VARCHAR)) IS NOT NULL "
    "AND (tg_grant(u_, CAST(o_ AS VARCHAR)) OR NOT all_) END",
    "tg_may_read_column(u_, o_, c_, p_) AS CASE WHEN coalesce(tg_may_read(u_, o_, p_, TRUE), TRUE) "
    "THEN tg_may_read(u_, o_, p_, TRUE) ELSE coalesce(tg_may(p_) AND tg_grant(u_, o_ || chr(10) || c_), FALSE) END",
    # No look-up in a relation: DuckDB would make a join of it, which does not keep the rows in their order.
    "tg_format_type(o_, m_) AS py_format_type(CAST(o_ AS BIGINT), CAST(coalesce(m_, -1) AS INTEGER))",
    "tg_regclass_text(o_) AS CASE WHEN o_ = 0 THEN '-' ELSE coalesce("
    "(SELECT any_value(r.shown) FROM sys.relation r WHERE r.oid = o_), CAST(o_ AS VARCHAR)) END",
    "tg_regtype_text(o_) AS py_regtype_text(CAST(o_ AS BIGINT))",
    f"tg_to_regclass(n_, s_) AS {_RELATION_OF}",
    # Casts of text: numbers stand for themselves, '-' for 0, unknown names are errors.
    f"tg_text_regclass(n_) AS coalesce(tg_to_regclass(n_, TRUE), {_NO_RELATION})",
    "tg_regclass(n_) AS coalesce(py_object_number('class', CAST(n_ AS VARCHAR)), tg_text_regclass(n_))",
    f"tg_role_name(o_) AS CASE WHEN o_ = getvariable('{USER_NUMBER}') THEN getvariable('{USER}') ELSE {_named('role', 'o_')} END",
    f"tg_role_number(n_) AS CASE WHEN n_ = getvariable('{USER}') THEN getvariable('{USER_NUMBER}') "
    "ELSE (SELECT any_value(n.oid) FROM sys.named n WHERE n.kind = 'role' AND n.name = n_) END",
    f"tg_role(n_) AS coalesce(tg_role_number(n_), {_NO_ROLE_NAMED})",
    # By their numbers; the database's owner is in the role that owns schema public.
    "tg_has_role(u_, r_, p_) AS (u_ = r_ OR (u_ = 10 AND r_ = 6171)) AND py_role_privilege(CAST(p_ AS VARCHAR))",
    "tg_to_role(n_, s_) AS tg_role_number(py_object_name('role', CAST(n_ AS VARCHAR), s_))",
    "tg_to_namespace(n_, s_) AS (SELECT any_value(n.oid) FROM sys.named n, "
    "(SELECT py_object_name('namespace', CAST(n_ AS VARCHAR), s_) AS c) AS k WHERE n.kind = 'namespace' AND n.name = k.c)",
    # What needs its schema to be told from others of its name is kept with it: -1 for such a name without.
    "tg_called(k_, n_, s_) AS (SELECT CASE WHEN bool_or(x.name <> k.c) THEN -1 ELSE any_value(x.oid) END FROM sys.called x, "
    "(SELECT py_object_name(k_, CAST(n_ AS VARCHAR), s_) AS c) AS k "
    "WHERE x.kind = k_ AND (x.name = k.c OR x.name = 'pg_catalog.' || k.c))",
    "tg_to_called(k_, n_) AS nullif(tg_called(k_, n_, FALSE), -1)",
    *_called_macros(),
    "tg_visible(o_) AS (SELECT any_value(r.visible) FROM sys.relation r WHERE r.oid = o_)",
    "tg_type_known(o_) AS py_type_known(CAST(o_ AS BIGINT))",
    "tg_userbyid(o_) AS CASE WHEN o_ IS NOT NULL THEN coalesce(tg_role_name(o_), 'unknown (OID=' || o_ || ')') END",
    f"tg_seen(o_) AS NOT coalesce(list_contains(getvariable('{HIDDEN}'), o_), FALSE)",
    "tg_definition(o_, p_, y_) AS CASE WHEN tg_seen(o_) THEN (SELECT any_value(CASE WHEN y_ THEN d.pretty ELSE d.plain END) "
    "FROM sys.definition d WHERE d.oid = o_ AND d.part = p_) END",
    "tg_comment(o_, p_, k_) AS CASE WHEN k_ <> 'pg_class' OR tg_seen(o_) THEN (SELECT any_value(c.text) FROM sys.comment c "
    "WHERE c.oid = o_ AND c.part = p_ AND c.class = k_) END",
    "tg_any_comment(o_) AS (SELECT any_value(c.text) FROM sys.comment c WHERE c.oid = o_ AND c.part = 0 "
    "AND (c.class <> 'pg_class' OR tg_seen(o_)))",
    "tg_procedure(o_) AS (SELECT any_value(p) FROM sys.procedure p WHERE p.oid = o_)",
    "tg_size(o_) AS CASE WHEN tg_visible(o_) IS NOT NULL THEN coalesce(getvariable('tidegate_sizes')[o_], 0) END",
    "tg_setting(n_) AS getvariable('tidegate_settings')[lower(n_)]",
    # Half a unit is rounded away from zero, and a unit is left at 10 of the next one, as pg_size_pretty does.
    "tg_size_pretty(b_) AS CASE WHEN abs(b_) < 10240 THEN b_ || ' bytes' "
    "WHEN abs(b_) < 10485248 THEN CAST(round(b_ / 1024.0) AS BIGINT) || ' kB' "
    "WHEN abs(b_) < 10736893952 THEN CAST(round(b_ / 1048576.0) AS BIGINT) || ' MB' "
    "WHEN abs(b_) < 10994579406848 THEN CAST(round(b_ / 1073741824.0) AS BIGINT) || ' GB' "
    "ELSE CAST(round(b_ / 1099511627776.0) AS BIGINT) || ' TB' END",
)

_NAMES: Final = functions(
    {
        "format_type(oid, int4) -> text": "tg_format_type({0}, {1})",
        "pg_get_userbyid(oid) -> name": "tg_userbyid({0})",
        "pg_encoding_to_char(int4) -> name": "(CASE WHEN {0} = 6 THEN 'UTF8' WHEN {0} = 0 THEN 'SQL_ASCII' ELSE '' END)",
        "pg_char_to_encoding(name) -> int4": "(CASE WHEN upper(replace({0}, '-', '')) = 'UTF8' THEN 6 ELSE -1 END)",
        "getdatabaseencoding() -> name": "'UTF8'",
        "to_regclass(text) -> regclass": "tg_to_regclass({0}, FALSE)",
        "to_regtype(text) -> regtype": "py_type_number(CAST({0} AS VARCHAR), FALSE)",
        **{f"to_reg{kind}(text) -> reg{kind}": f"tg_to_{kind}({{0}}, FALSE)" for kind in _NAMED},
        **{
            f"to_reg{kind}(text) -> reg{kind}": f"tg_to_called('{kind}', {{0}})"
            for kind in ("proc", "procedure", "oper", "operator", "collation")
        },
        "pg_size_pretty(int8) -> text": "tg_size_pretty({0})",
    },
    volatility="stable",
    strict=False,
)

_VISIBLE: Final = functions(
    {
        "pg_table_is_visible(oid) -> bool": "tg_visible({0})",
        "pg_type_is_visible(oid) -> bool": "tg_type_known({0})",
        **{
            f"pg_{what}_is_visible(oid) -> bool": "({0} IS NOT NULL)"
            for what in (
                "function",
                "operator",
                "opclass",
                "opfamily",
                "collation",
                "conversion",
                "ts_config",
                "ts_dict",
                "ts_parser",
                "ts_template",
                "statistics_obj",
            )
        },
        "pg_relation_is_publishable(regclass) -> bool": "FALSE",
        "pg_is_other_temp_schema(oid) -> bool": "FALSE",
        "pg_my_temp_schema() -> oid": "0",
    },
    volatility="stable",
)

_NULL_TEXT: Final = "CAST(NULL AS VARCHAR)"
_DEFINITIONS: Final = functions(
    {
        "pg_get_indexdef(oid) -> text": "tg_definition({0}, 0, FALSE)",
        "pg_get_indexdef(oid, int4, bool) -> text": "tg_definition({0}, {1}, {2})",
        "pg_get_constraintdef(oid) -> text": "tg_definition({0}, 0, FALSE)",
        "pg_get_constraintdef(oid, bool) -> text": "tg_definition({0}, 0, {1})",
        **{
            f"pg_get_viewdef({by}{how}) -> text": f"tg_definition({oid}, {QUERY}, TRUE)"
            for by, oid in (("oid", "{0}"), ("text", "tg_to_regclass({0}, TRUE)"))
            for how in ("", ", bool")
        },
        "pg_get_expr(text, oid) -> text": "{0}",
        "pg_get_expr(text, oid, bool) -> text": "{0}",
        **{
            f"{name} -> text": _NULL_TEXT
            for name in (
                "pg_get_ruledef(oid)", "pg_get_ruledef(oid, bool)", "pg_get_triggerdef(oid)", "pg_get_triggerdef(oid, bool)",
                "pg_get_statisticsobjdef_columns(oid)", "pg_get_statisticsobjdef(oid)", "pg_get_partkeydef(oid)",
                "pg_get_functiondef(oid)", "pg_get_function_sqlbody(oid)", "pg_get_partition_constraintdef(oid)",
                "pg_get_serial_sequence(text, text)", "shobj_description(oid, name)",
            )
        },
        "obj_description(oid) -> text": "tg_any_comment({0})",
        "obj_description(oid, name) -> text": "tg_comment({0}, 0, {1})",
        "col_description(oid, int4) -> text": "tg_comment({0}, {1}, 'pg_class')",
        "pg_get_function_arguments(oid) -> text": "tg_procedure({0}).arguments",
        "pg_get_function_identity_arguments(oid) -> text": "tg_procedure({0}).identity",
        "pg_get_function_result(oid) -> text": "tg_procedure({0}).result",
        "pg_tablespace_location(oid) -> text": "''",
        **{
            f"pg_tablespace_size({by}) -> int8": "list_sum(map_values(getvariable('tidegate_sizes')))" for by in ("oid", "name")
        },
    },
    volatility="stable",
    strict=False,
)  # fmt: skip

_SIZES: Final = functions(
    {
        **{
            f"{name} -> int8": "tg_size({0})"
            for name in ("pg_relation_size(regclass)", "pg_table_size(regclass)", "pg_total_relation_size(regclass)")
        },
        "pg_relation_size(regclass, text) -> int8": "(CASE WHEN {1} = 'main' THEN tg_size({0}) ELSE 0 END)",
        "pg_indexes_size(regclass) -> int8": "0",
        **{f"pg_database_size({arg}) -> int8": "list_sum(map_values(getvariable('tidegate_sizes')))" for arg in ("name", "oid")},
    },
    volatility="stable",
)


#: How functions about privileges may name the user, and how they may name the relation.
_WHO: Final = ("", "name, ", "oid, ")
_WHAT: Final = ("text", "oid")


def _reading(body: str, who: str, relation: str, column: str = "") -> LowerFunction:
    """The macro's call *body* with the user's name, the relation's number and the column in it; without a user, the session's."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        found = [a.sql for a in args]
        user = (
            _text(context.settings.user) if not who else found.pop(0) if who.startswith("name") else f"tg_userbyid({found.pop(0)})"
        )
        number = f"tg_text_regclass({found[0]})" if relation == "text" else found[0]
        named = {"": "", "text": found[1], "int2": f"('#' || {found[1]})"}[column]
        return Lowered(body.format(user=user, relation=number, column=named, privilege=found[-1]))

    return lower


def _privileges() -> dict[str, str | LowerFunction]:
    table: dict[str, str | LowerFunction] = {}
    for who, thing in product(_WHO, _WHAT):
        for what in ("schema", "database", "function", "sequence", "type", "language", "tablespace"):
            table[f"has_{what}_privilege({who}{thing}, text) -> bool"] = f"tg_may({{{2 if who else 1}}})"
        for what, whole in (("table", "TRUE"), ("any_column", "FALSE")):
            body = f"tg_may_read({{user}}, {{relation}}, {{privilege}}, {whole})"
            table[f"has_{what}_privilege({who}{thing}, text) -> bool"] = _reading(body, who, thing)
        for column in ("text", "int2"):
            body = "tg_may_read_column({user}, {relation}, {column}, {privilege})"
            table[f"has_column_privilege({who}{thing}, {column}, text) -> bool"] = _reading(body, who, thing, column)
    for who, role in product(_WHO, ("name", "oid")):
        table[f"pg_has_role({who}{role}, text) -> bool"] = _having(who, role)
    return table


def _having(who: str, role: str) -> LowerFunction:
    """Has the user, or the session's, a role? Roles by their names have to be there."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        *roles, privilege = ([] if who else [_text(context.settings.user)]) + [a.sql for a in args]
        kinds = (who or "name", role)
        numbers = [f"tg_role({sql})" if kind.startswith("name") else sql for kind, sql in zip(kinds, roles, strict=True)]
        return Lowered(f"tg_has_role({', '.join(numbers)}, {privilege})")

    return lower


_PRIVILEGES: Final = functions(_privileges(), volatility="stable")


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _path(context: LowerContext) -> list[str]:
    return [_text(schema) for schema in context.settings.search_path if schema in SCHEMAS]


def _current_schema(context: LowerContext, _args: tuple[Lowered, ...]) -> Lowered:
    path = _path(context)
    return Lowered(path[0] if path else "CAST(NULL AS VARCHAR)")


def _current_schemas(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    named = _path(context)
    first = [] if "'pg_catalog'" in named else ["'pg_catalog'"]
    implicit, explicit = (f"[{', '.join(items)}]" for items in ([*first, *named], named))
    return Lowered(f"CAST(CASE WHEN {args[0].sql} THEN {implicit} ELSE {explicit} END AS VARCHAR[])")


def _current_database(context: LowerContext, _args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(_text(context.settings.database))


def _current_user(context: LowerContext, _args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(_text(context.settings.user))


_SETTING_ERROR: Final = fault("UndefinedObject", "unrecognized configuration parameter \"' || {0} || '\"")
_SESSION: Final[tuple[Function, ...]] = (
    *(function(f"{name}() -> name", _current_user, volatility="stable") for name in ("current_user", "session_user", "user")),
    *(function(f"{name}() -> name", _current_database, volatility="stable") for name in ("current_database", "current_catalog")),
    function("current_role() -> name", _current_user, volatility="stable"),
    function("current_schema() -> name", _current_schema, volatility="stable"),
    function("current_schemas(bool) -> _name", _current_schemas, volatility="stable"),
    *functions(
        {
            "version() -> text": "('PostgreSQL ' || tg_setting('server_version'))",
            "pg_backend_pid() -> int4": "getvariable('tidegate_pid')",
            "pg_is_in_recovery() -> bool": "FALSE",
            "pg_is_wal_replay_paused() -> bool": "FALSE",
            "current_setting(text) -> text": f"coalesce(tg_setting({{0}}), {_SETTING_ERROR})",
            # What it sets, the session sets: see planner.parse.set_config.
            "set_config(text, text, bool) -> text": "coalesce({1}, '')",
            "current_setting(text, bool) -> text": f"coalesce(tg_setting({{0}}), CASE WHEN NOT {{1}} THEN {_SETTING_ERROR} END)",
            "inet_server_addr() -> text": _NULL_TEXT,
            "inet_client_addr() -> text": _NULL_TEXT,
            "pg_stat_get_numscans(oid) -> int8": "0",
            "pg_advisory_unlock_all() -> void": "''",
        },
        volatility="stable",
    ),
)
_SETS: Final = functions({"pg_partition_ancestors(regclass) -> regclass": "CAST([] AS BIGINT[])"}, kind="table")
_KEYWORDS: Final = functions(
    {"pg_get_keywords() -> record": "(SELECT list(k ORDER BY k.word) FROM sys.keyword AS k)"},
    kind="table",
    volatility="stable",
    columns=(("word", TEXT), ("catcode", CHAR_), ("barelabel", BOOL), ("catdesc", TEXT), ("baredesc", TEXT)),
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
)


def cast_of_names(operand: Lowered, source: PgType, target: PgType) -> Lowered | None:
    """Casts between text and regclass, regtype …; None for all others."""
    if source in NAMED_NUMBERS and target.category == "S":
        return Lowered(_shown(source, operand.sql))
    if source.element in NAMED_NUMBERS and target.category == "S":
        return Lowered(f"pg_array_text({_each(operand.sql, _shown(source.element, 'e'))})")
    if target in NAMED_NUMBERS and source.category in "SX":
        # From text there is a function to regclass, which knows no numbers; all else goes the way of input.
        is_function = target is REGCLASS and source in (TEXT, VARCHAR)
        return Lowered(f"tg_text_regclass({operand.sql})" if is_function else _read(target, operand.sql))
    return None


def object_of_parameter(name: str, pg: PgType) -> Lowered | None:
    """A parameter of type regclass, regtype …: its value is a number, or a name to look up. None for other types."""
    if pg.element in NAMED_NUMBERS:
        return Lowered(_each(f"CAST({name} AS VARCHAR[])", _read(pg.element, "e")))
    return Lowered(_read(pg, f"CAST({name} AS VARCHAR)")) if pg in NAMED_NUMBERS else None


def _shown(pg: PgType, sql: str) -> str:
    return f"tg_{pg.name}_text({sql})"


def _read(pg: PgType, sql: str) -> str:
    """Names of which there are none are errors."""
    return f"py_type_number(CAST({sql} AS VARCHAR), TRUE)" if pg is REGTYPE else f"tg_{pg.name}({sql})"


def _each(array: str, item: str) -> str:
    """The list with *item* of each e: a lambda's body could not look into relations."""
    of_items = f"(SELECT list({item} ORDER BY i) FROM (SELECT unnest({array}) AS e, generate_subscripts({array}, 1) AS i))"
    return f"CASE WHEN {array} IS NOT NULL THEN coalesce({of_items}, []) END"


FUNCTIONS: Final = (*_NAMES, *_VISIBLE, *_DEFINITIONS, *_SIZES, *_PRIVILEGES, *_SESSION, *_SETS, *_KEYWORDS, *_EXPANDED)
