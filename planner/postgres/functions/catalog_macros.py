"""DuckDB macros of the functions over the system catalog, and what they read.

They read helper relations that the executor keeps in DuckDB, one generation of the catalog at a time:

==========================================================  ======================================================================
sys.relation(oid, namespace, name, kind, visible, shown,    views, indexes, system relations; *shown* is how regclass prints,
             identity, published)                           *identity* the index that says which row is which
sys.named(kind, oid, name)                                  'role', 'namespace', 'database' by OID
sys.called(kind, oid, name)                                 'proc', 'operator' … by OID: what is in schemas, as it prints
sys.definition(oid, part, pretty, plain)                    keys: part 0 whole, part n the n-th column; views: QUERY
sys.comment(class, oid, part, text)                         comments, by the catalog of what they are about; part 0 or a column
sys.procedure(oid, arguments, identity, result)             texts of functions' signatures
sys.keyword(word, catcode, barelabel, catdesc, baredesc)    what pg_get_keywords gives
==========================================================  ======================================================================

and variables per execution: ``tidegate_settings`` and ``tidegate_sizes`` (maps), ``tidegate_pid``, and ``tidegate_grants``
(gateway.catalog.privileges), which is NULL where everybody may read everything. Nobody may write. ``tidegate_hidden`` are the
numbers of relations of which the user may read nothing, and of what belongs to them; OLDEST and NEWEST are numbers of versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planner import errors
from planner.postgres.functions.faults import fault

#: Macros that look at variables of the execution.
USING_VARIABLES: Final = ("tg_size", "tg_setting", "tg_may_read", "tg_may_read_column", "tg_published")
#: The published views that the user may read, each with the numbers of the columns that are granted (NULL: all).
PUBLISHED: Final = "tidegate_published"
#: What is in the SQL of a query that asks who may read what.
ASKING_PRIVILEGES: Final = "tg_may_read"
#: Macros that tell of a relation, be it by its number; of hidden ones, in the variable HIDDEN, they tell nothing.
TELLING: Final = ("tg_definition", "tg_comment", "tg_any_comment")
HIDDEN: Final = "tidegate_hidden"
#: The names of every relation's columns, by its number; and the macros that look there.
COLUMNS: Final = "tidegate_columns"
FINDING_COLUMNS: Final = ("tg_column_named", "tg_column_numbered")
#: Macros that know the session's user, by these variables.
NAMING_ROLES: Final = ("tg_userbyid", "tg_regrole", "tg_regrole_text", "tg_to_role", "tg_has_role", "tg_role", "tg_aclexplode")
USER: Final = "tidegate_user"
#: The addresses and ports of the session's socket, of its client's end and the server's; none of a Unix socket.
ENDS: Final = "tidegate_ends"
#: When the process began, in microseconds since 1970.
STARTED: Final = "tidegate_started"
#: What regclass prints of each relation where the search path is not the usual one, else NULL; and the macros that look at it.
SHOWN: Final = "tidegate_shown"
ALONG_PATH: Final = ("tg_regclass_text", "tg_to_regclass", "tg_text_regclass", "tg_regclass", "tg_on_path")
#: What the types of rows are called, and the macros that look there: number=name, each between characters 0. A map of them takes
#: DuckDB ten times as long, to set and in each statement, and only what is no type of values is looked up.
ROW_TYPES: Final = "tidegate_row_types"
CALLING_TYPES: Final = ("tg_format_type", "tg_regtype_text", "tg_type_known")
#: Of the versions at which the transaction reads the published views, the lowest and the highest.
OLDEST: Final = "tidegate_oldest"
NEWEST: Final = "tidegate_newest"
USER_NUMBER: Final = "tidegate_user_number"
#: The part of sys.definition that is a view's query.
QUERY: Final = -1
#: SQL that makes the helper relations, empty.
HELPERS: Final = (
    "CREATE SCHEMA sys",
    "CREATE TABLE sys.relation(oid BIGINT, namespace BIGINT, name VARCHAR, kind VARCHAR, visible BOOLEAN, shown VARCHAR, "
    "identity BIGINT, published BOOLEAN)",
    "CREATE TABLE sys.named(kind VARCHAR, oid BIGINT, name VARCHAR)",
    "CREATE TABLE sys.called(kind VARCHAR, oid BIGINT, name VARCHAR)",
    "CREATE TABLE sys.definition(oid BIGINT, part INTEGER, pretty VARCHAR, plain VARCHAR)",
    "CREATE TABLE sys.comment(class VARCHAR, oid BIGINT, part INTEGER, text VARCHAR)",
    "CREATE TABLE sys.procedure(oid BIGINT, arguments VARCHAR, identity VARCHAR, result VARCHAR)",
    "CREATE TABLE sys.keyword(word VARCHAR, catcode VARCHAR, barelabel BOOLEAN, catdesc VARCHAR, baredesc VARCHAR)",
)


def named(kind: str, oid: str) -> str:
    """SQL of the name that an object of sys.named has."""
    return f"(SELECT any_value(n.name) FROM sys.named n WHERE n.kind = '{kind}' AND n.oid = {oid})"


#: What was asked for, in a message: as it is written, and without quotes.
_WRITTEN, _DOTTED = "' || n_ || '", "' || py_dotted(n_) || '"


def _none(kind: type[errors.PlanError], what: str, name: str = _DOTTED) -> str:
    return fault(kind, f'{what} "{name}" does not exist')


_NO_FUNCTION: Final = _none(errors.UndefinedFunction, "function", _WRITTEN)
_NO_OPERATOR: Final = fault(errors.UndefinedFunction, f"operator does not exist: {_WRITTEN}")
_NEVER: Final = "NULL"
#: What has a schema besides relations and types, by the type's name without its reg: errors where there is none, and where several.
_CALLED: Final = {
    "proc": (_NO_FUNCTION, fault(errors.AmbiguousFunction, f'more than one function named "{_WRITTEN}"')),
    "procedure": (_NO_FUNCTION, _NEVER),
    "oper": (_NO_OPERATOR, fault(errors.AmbiguousFunction, f"more than one operator named {_WRITTEN}")),
    "operator": (_NO_OPERATOR, _NEVER),
    "config": (_none(errors.UndefinedObject, "text search configuration"), _NEVER),
    "dictionary": (_none(errors.UndefinedObject, "text search dictionary"), _NEVER),
    "collation": (fault(errors.UndefinedObject, f'collation "{_DOTTED}" for encoding "UTF8" does not exist'), _NEVER),
}
#: What is in no schema.
IN_NO_SCHEMA: Final = {"role": _none(errors.UndefinedObject, "role"), "namespace": _none(errors.UndefinedSchema, "schema")}


def _called_macros() -> Iterator[str]:
    """tg_<kind> reads a text as a cast does, tg_<kind>_text prints a number."""
    for kind, (none, several) in _CALLED.items():
        number = f"py_object_number('{kind}', CAST(n_ AS VARCHAR))"
        found = f"list_transform([tg_called('{kind}', n_, TRUE)], lambda v: CASE WHEN v = -1 THEN {several} ELSE v END)[1]"
        yield f"tg_reg{kind}(n_) AS coalesce({number}, {found}, {none})"
        nothing = "0" if kind.startswith("oper") else "-"
        name = f"(SELECT any_value(n.name) FROM sys.called n WHERE n.kind = '{kind}' AND n.oid = o_)"
        yield f"tg_reg{kind}_text(o_) AS CASE WHEN o_ = 0 THEN '{nothing}' ELSE coalesce({name}, CAST(o_ AS VARCHAR)) END"
    for kind, none in IN_NO_SCHEMA.items():
        number = f"py_object_number('{kind}', CAST(n_ AS VARCHAR))"
        yield f"tg_reg{kind}(n_) AS coalesce({number}, tg_to_{kind}(n_, TRUE), {none})"
        name = "py_quote_ident(tg_role_name(o_))" if kind == "role" else named(kind, "o_")
        yield f"tg_reg{kind}_text(o_) AS CASE WHEN o_ = 0 THEN '-' ELSE coalesce({name}, CAST(o_ AS VARCHAR)) END"


#: What the letters of an ACL stand for: aclexplode's names of them.
_LETTERS: Final = {
    "a": "INSERT", "r": "SELECT", "w": "UPDATE", "d": "DELETE", "D": "TRUNCATE", "x": "REFERENCES", "t": "TRIGGER", "X": "EXECUTE",
    "U": "USAGE", "C": "CREATE", "T": "TEMPORARY", "c": "CONNECT", "s": "SET", "A": "ALTER SYSTEM",
}  # fmt: skip
_PRIVILEGE: Final = " ".join(["CASE p[1]", *(f"WHEN '{letter}' THEN '{name}'" for letter, name in _LETTERS.items()), "END"])
#: acldefault: what everybody, and what the owner may, by the kind of object.
_DEFAULT_ACLS: Final = {
    "r": (None, "arwdDxt"), "s": (None, "rwU"), "d": ("Tc", "CTc"), "f": ("X", "X"), "l": ("U", "U"),
    "L": (None, "rw"), "n": (None, "UC"), "t": (None, "C"), "F": (None, "U"), "S": (None, "U"), "T": ("U", "U"), "p": (None, "sA"),
}  # fmt: skip


def _default_acl(everybody: str | None, owner: str) -> str:
    own = f"tg_userbyid(u_) || '={owner}/' || tg_userbyid(u_)"
    return f"[{own}]" if everybody is None else f"['={everybody}/' || tg_userbyid(u_), {own}]"


_DEFAULTS: Final = " ".join(f"WHEN '{kind}' THEN {_default_acl(*may)}" for kind, may in _DEFAULT_ACLS.items())
#: Who owns everything.
OWNER: Final = "tidegate"
OWNER_NUMBER: Final = 10
_RELATION_OF: Final = (
    "(SELECT any_value(r.oid) FROM sys.relation r, (SELECT py_relation_name(CAST(n_ AS VARCHAR), s_) AS c) AS k "
    f"WHERE coalesce(getvariable('{SHOWN}')[r.oid], r.shown) = k.c "
    f"OR CASE WHEN r.visible THEN {named('namespace', 'r.namespace')} || '.' ELSE '' END || r.shown = k.c)"
)

_SYSTEM_COLUMNS: Final = "['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid']"
_RELATION_ITSELF: Final = "' || (SELECT any_value(r.name) FROM sys.relation r WHERE r.oid = o_) || '"
_NO_COLUMN: Final = fault(errors.UndefinedColumn, f'column "\' || c_ || \'" of relation "{_RELATION_ITSELF}" does not exist')

#: CREATE MACRO … bodies; need HELPERS.
MACROS: Final = (
    "tg_grant(u_, rest_) AS getvariable('tidegate_grants')"
    "[CASE WHEN getvariable('tidegate_grants')[u_] IS NULL THEN 'public' ELSE u_ END || chr(10) || rest_]",
    # *p_*: would everybody have the privilege? *all_*: on the whole of it, not only some columns.
    "tg_may_read(u_, o_, p_, all_) AS CASE WHEN o_ IS NULL OR tg_visible(o_) IS NULL THEN NULL "
    "WHEN NOT p_ OR getvariable('tidegate_grants') IS NULL OR getvariable('tidegate_grants')[chr(10) || o_] IS NULL "
    "THEN p_ ELSE tg_grant(u_, CAST(o_ AS VARCHAR)) IS NOT NULL "
    "AND (tg_grant(u_, CAST(o_ AS VARCHAR)) OR NOT all_) END",
    "tg_may_read_column(u_, o_, c_, p_) AS CASE WHEN c_ IS NULL THEN NULL WHEN coalesce(tg_may_read(u_, o_, p_, TRUE), TRUE) "
    "THEN tg_may_read(u_, o_, p_, TRUE) ELSE coalesce(p_ AND tg_grant(u_, o_ || chr(10) || c_), FALSE) END",
    # No look-up in a relation: DuckDB would make a join of it, which does not keep the rows in their order.
    f"tg_row_type(o_) AS nullif(regexp_extract(getvariable('{ROW_TYPES}'), chr(0) || o_ || '=([^' || chr(0) || ']*)', 1), '')",
    "tg_value_type(o_, m_) AS py_format_type(CAST(o_ AS BIGINT), CAST(coalesce(m_, -1) AS INTEGER), m_ IS NOT NULL)",
    "tg_format_type(o_, m_) AS CASE WHEN tg_value_type(o_, m_) = '???' "
    "THEN coalesce(tg_row_type(o_) || CASE WHEN m_ >= 0 THEN '(' || m_ || ')' ELSE '' END, '???') ELSE tg_value_type(o_, m_) END",
    f"tg_regclass_text(o_) AS CASE WHEN o_ = 0 THEN '-' ELSE coalesce(getvariable('{SHOWN}')[o_], "
    "(SELECT any_value(r.shown) FROM sys.relation r WHERE r.oid = o_), CAST(o_ AS VARCHAR)) END",
    "tg_regtype_text(o_) AS CASE WHEN py_regtype_text(CAST(o_ AS BIGINT)) = CAST(o_ AS VARCHAR) "
    "THEN coalesce(tg_row_type(o_), CAST(o_ AS VARCHAR)) ELSE py_regtype_text(CAST(o_ AS BIGINT)) END",
    f"tg_to_regclass(n_, s_) AS {_RELATION_OF}",
    # Casts of text: numbers stand for themselves, '-' for 0, unknown names are errors.
    f"tg_text_regclass(n_) AS coalesce(tg_to_regclass(n_, TRUE), {_none(errors.UndefinedTable, 'relation')})",
    "tg_regclass(n_) AS coalesce(py_object_number('class', CAST(n_ AS VARCHAR)), tg_text_regclass(n_))",
    f"tg_role_name(o_) AS CASE WHEN o_ = getvariable('{USER_NUMBER}') THEN getvariable('{USER}') ELSE {named('role', 'o_')} END",
    f"tg_role_number(n_) AS CASE WHEN n_ = getvariable('{USER}') THEN getvariable('{USER_NUMBER}') "
    "ELSE (SELECT any_value(n.oid) FROM sys.named n WHERE n.kind = 'role' AND n.name = n_) END",
    f"tg_role(n_) AS coalesce(tg_role_number(n_), {_none(errors.UndefinedObject, 'role', _WRITTEN)})",
    # An item of an ACL is grantee=privileges/grantor; an asterisk follows what may be granted on.
    f"tg_acl_role(n_) AS CASE n_ WHEN '' THEN 0 WHEN '{OWNER}' THEN {OWNER_NUMBER} WHEN 'pg_database_owner' THEN 6171 "
    f"WHEN getvariable('{USER}') THEN getvariable('{USER_NUMBER}') END",
    "tg_aclexplode(a_) AS flatten(list_transform(a_, lambda i: list_transform("
    "regexp_extract_all(split_part(split_part(i, '=', 2), '/', 1), '[a-zA-Z][*]?'), lambda p: struct_pack("
    "grantor := tg_acl_role(split_part(i, '/', -1)), grantee := tg_acl_role(trim(split_part(i, '=', 1), '\"')), "
    f"privilege_type := {_PRIVILEGE}, is_grantable := contains(p, '*')))))",
    # By their numbers; the database's owner is in the role that owns schema public.
    "tg_has_role(u_, r_, p_) AS (u_ = r_ OR (u_ = 10 AND r_ = 6171)) AND py_may('role', CAST(p_ AS VARCHAR))",
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
    # A column's number, below 0 one of the system's; none of a relation that does not exist.
    f"tg_column_named(o_, c_) AS CASE WHEN tg_visible(o_) IS NOT NULL THEN coalesce(nullif(list_position("
    f"getvariable('{COLUMNS}')[o_], c_), 0), -nullif(list_position({_SYSTEM_COLUMNS}, c_), 0), {_NO_COLUMN}) END",
    f"tg_column_numbered(o_, n_) AS CASE WHEN n_ BETWEEN 1 AND len(getvariable('{COLUMNS}')[o_]) "
    f"OR (n_ BETWEEN -len({_SYSTEM_COLUMNS}) AND -1 AND tg_visible(o_) IS NOT NULL) THEN n_ END",
    # What is found without its schema prints without it.
    f"tg_on_path(o_) AS (SELECT any_value(CASE WHEN r.visible THEN coalesce(getvariable('{SHOWN}')[r.oid] = r.shown, TRUE) "
    f"ELSE coalesce(getvariable('{SHOWN}')[r.oid] <> r.shown, FALSE) END) FROM sys.relation r WHERE r.oid = o_)",
    "tg_identity(o_) AS (SELECT any_value(r.identity) FROM sys.relation r WHERE r.oid = o_)",
    "tg_publishable(o_) AS (SELECT any_value(r.published) FROM sys.relation r WHERE r.oid = o_)",
    f"tg_published(n_) AS coalesce(getvariable('{PUBLISHED}')[n_], [])",
    # What is not visible is named with its schema, in which nothing is quoted.
    "tg_type_known(o_) AS CASE WHEN py_type_known(CAST(o_ AS BIGINT)) THEN TRUE "
    "ELSE NOT regexp_matches(tg_row_type(o_), '^[a-z_]+[.]') END",
    "tg_userbyid(o_) AS CASE WHEN o_ IS NOT NULL THEN coalesce(tg_role_name(o_), 'unknown (OID=' || o_ || ')') END",
    # Of what the owner *u_* has made, by the letter of its kind.
    f"tg_acldefault(k_, u_) AS CASE k_ {_DEFAULTS} WHEN 'c' THEN CAST([] AS VARCHAR[]) END",
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
)
