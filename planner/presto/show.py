"""SHOW and DESCRIBE as queries over the stand-ins of information_schema."""

from __future__ import annotations

from typing import Final

from planner.errors import UndefinedCatalog, Unsupported
from planner.presto.requests import Names, ReadRequest
from planner.presto.words import PrestoTokens

PUBLIC: Final = "public"


def literal(text: str) -> str:
    """A constant of PostgreSQL's SQL; E'' where there are backslashes, so that no setting changes its meaning."""
    quoted = text.replace("'", "''")
    return "E'" + quoted.replace("\\", "\\\\") + "'" if "\\" in quoted else f"'{quoted}'"


def identifier(name: str) -> str:
    """A quoted name."""
    return '"' + name.replace('"', '""') + '"'


def show(words: PrestoTokens, names: Names) -> ReadRequest:
    """What comes after SHOW. Raises Unsupported."""
    if words.skip("CATALOGS"):
        catalogs = f"(VALUES ({literal(names.home)}), ('system')) AS catalogs (name)"
        return ReadRequest(f'SELECT name AS "Catalog" FROM {catalogs} WHERE true{_like(words, "name")} ORDER BY 1')
    if words.skip("SCHEMAS"):
        _catalog(words, names)
        like = _like(words, "schema_name")
        return ReadRequest(f'SELECT schema_name AS "Schema" FROM {_of(names, "schemata")} WHERE true{like} ORDER BY 1')
    if words.skip("TABLES"):
        schema = _schema(words, names)
        condition = f"table_schema = {literal(schema)}{_like(words, 'table_name')}"
        return ReadRequest(f'SELECT table_name AS "Table" FROM {_of(names, "tables")} WHERE {condition} ORDER BY 1', schema)
    if words.skip("COLUMNS"):
        if not words.skip("IN"):
            words.expect("FROM")
        return describe(words, names)
    if words.skip("SESSION"):
        columns = 'name AS "Name", setting AS "Value", boot_val AS "Default", vartype AS "Type", short_desc AS "Description"'
        return ReadRequest(f"SELECT {columns} FROM pg_catalog.pg_settings WHERE true{_like(words, 'name')} ORDER BY 1")
    raise Unsupported(f"SHOW {words.peek()} is not supported")


def describe(words: PrestoTokens, names: Names) -> ReadRequest:
    """What comes after DESCRIBE; 42P01 for a table that is not there. Raises Unsupported."""
    if words.peek() in ("INPUT", "OUTPUT") and words.peek(1) not in ("", "."):
        raise Unsupported(f"DESCRIBE {words.peek()} is not supported")
    *around, table = words.names()
    if len(around) > 1:
        _check(around[0], names)
    schema = around[-1] if around else names.schema or PUBLIC
    relation = literal(f"{identifier(schema)}.{identifier(table)}")
    return ReadRequest(
        'SELECT column_name AS "Column", data_type AS "Type", \'\' AS "Extra", coalesce(comment, \'\') AS "Comment" '
        f"FROM {_of(names, 'columns')} WHERE table_schema = {literal(schema)} AND table_name = {literal(table)} "
        f"AND {relation}::regclass IS NOT NULL{_like(words, 'column_name')} ORDER BY ordinal_position"
    )


def _of(names: Names, relation: str) -> str:
    return f"({names.relations[f'information_schema.{relation}']}) AS {relation}"


def _check(catalog: str, names: Names) -> None:
    if catalog != names.home:
        raise UndefinedCatalog(f"Catalog '{catalog}' not found")


def _catalog(words: PrestoTokens, names: Names) -> None:
    if words.skip("FROM") or words.skip("IN"):
        _check(words.name(), names)


def _schema(words: PrestoTokens, names: Names) -> str:
    if not (words.skip("FROM") or words.skip("IN")):
        return names.schema or PUBLIC
    found = words.names()
    if len(found) > 1:
        _check(found[0], names)
    return found[-1]


def _like(words: PrestoTokens, column: str) -> str:
    if not words.skip("LIKE"):
        return ""
    pattern = literal(words.string())
    escape = literal(words.string()) if words.skip("ESCAPE") else "''"
    return f" AND {column} LIKE {pattern} ESCAPE {escape}"
