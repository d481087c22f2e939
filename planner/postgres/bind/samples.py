"""TABLESAMPLE: in the table's place a query of its rows that the sample has (Postgres's transformRangeTableSample).

A row is in a REPEATABLE sample by a hash of the seed and the row's key: wherever the row lies, however few rows are read, and in
every larger sample of the same seed. Without a seed each row is drawn. SYSTEM is as BERNOULLI, for rows do not lie in blocks here.
"""

from __future__ import annotations

from typing import Final

from planner.errors import InvalidSampleArgument, UndefinedObject, Unsupported
from planner.parse.syntax import Node, Sample, TableName
from planner.postgres.bind.coerce import specific
from planner.postgres.bind.names import relation_columns
from planner.postgres.bind.parts import bind, location
from planner.postgres.bind.scope import Item, Scope
from planner.postgres.functions.duckdb_types import duckdb_type
from planner.postgres.functions.function import ANY, Function, LowerContext, Lowered
from planner.tree.bound import Call, ColumnRef, DefinitionUse, Derived, Expr, From, Scan, Select, Subquery, column_refs
from planner.tree.catalog import Relation
from planner.tree.types import BOOL, FLOAT4, FLOAT8, NUMERIC, PgType, SqlType
from planner.tree.walk import is_volatile, nodes_in

_METHODS: Final = ("bernoulli", "system")


def _repeatable(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """DuckDB combines two hashes by XOR, so that the outer hash is what makes samples of two seeds independent.

    A hash depends on the type: the key's are said, and the digits of a DECIMAL do not count.
    """
    percentage, seed, *key = args
    types = [FLOAT8 if of.pg is NUMERIC else of.pg for of in context.args[2:]]
    values = ", ".join(f"CAST({part.sql} AS {duckdb_type(pg)})" for part, pg in zip(key, types, strict=True))
    return Lowered(f"(CAST(hash(hash({seed.sql}, {values})) >> 32 AS DOUBLE) < pg_sample({percentage.sql}, {seed.sql}))")


# Volatile, so that they stay where the rows of all nodes come together: nodes may have other releases of DuckDB.
_DRAWN: Final = Function(
    "tablesample",
    (FLOAT4,),
    BOOL,
    "(random() * 4294967296 < pg_sample({0}, 0))",
    schema="syntax",
    strict=False,
    volatility="volatile",
)
_REPEATABLE: Final = Function(
    "tablesample",
    (FLOAT4, FLOAT8, ANY),
    BOOL,
    _repeatable,
    schema="syntax",
    variadic=True,
    strict=False,
    volatility="volatile",
)


def refuse_sample(node: TableName) -> None:
    """Raises Unsupported where a relation of other kinds is to be sampled."""
    if node.sample is not None:
        message = "TABLESAMPLE clause can only be applied to tables and materialized views"
        raise Unsupported(message, position=node.pos)


def bind_sample(scope: Scope, node: TableName, sample: Sample, relation: Relation) -> tuple[From, list[Item]]:
    """A view's sample. Raises UndefinedObject, InvalidSampleArgument, DatatypeMismatch, Unsupported."""
    view = relation.view
    if view is None:
        raise Unsupported("TABLESAMPLE of system relations is not supported", position=node.pos)
    context = scope.context
    if context.defining:
        raise Unsupported("TABLESAMPLE in views defined by SQL is not supported", position=sample.pos)
    inner, source = context.new_source(), context.new_source()
    alias = node.alias.name if node.alias else relation.name
    scan = Scan(inner, relation, alias)
    context.scans.append(scan)
    rows, columns = column_refs(inner, relation.columns), relation_columns(relation, node.alias)
    # Privileges are asked for by what the statement mentions of the sample.
    context.uses.append(DefinitionUse(relation, range(inner, inner + 1), tuple((source, i) for i in range(len(columns)))))
    item = scope.offer(alias, columns, column_refs(source, columns), relation, aliased=node.alias is not None)
    is_sampled = _condition(scope, sample, tuple(rows[i] for i in view.key_ordinals))
    return Derived(source, Select(rows, columns, scan, is_sampled), alias, columns), [item]


def _condition(scope: Scope, sample: Sample, key: tuple[ColumnRef, ...]) -> Expr:
    *schema, method = sample.method
    if schema not in ([], ["pg_catalog"]) or method not in _METHODS:
        raise UndefinedObject(f"tablesample method {'.'.join(sample.method)} does not exist", position=sample.pos)
    if len(sample.args) != 1:
        message = f"tablesample method {method} requires 1 argument, not {len(sample.args)}"
        raise InvalidSampleArgument(message, position=sample.pos)
    percentage = _argument(scope, sample.args[0], FLOAT4, "TABLESAMPLE")
    if sample.seed is None:
        return Call(_DRAWN, (percentage,), SqlType(BOOL))
    seed = _argument(scope, sample.seed, FLOAT8, "REPEATABLE")
    return Call(_REPEATABLE, (percentage, seed, *key), SqlType(BOOL))


def _argument(scope: Scope, node: Node, pg: PgType, what: str) -> Expr:
    with scope.binding("functions in FROM", lateral=False):
        found = specific(scope, bind(scope, node), pg, node, what)
    if any(isinstance(part, (ColumnRef, Subquery)) or is_volatile(part) for part in nodes_in(found)):
        message = f"columns, subqueries and volatile functions in the argument of {what} are not supported"
        raise Unsupported(message, position=location(node), hint="Send the value as a parameter.")
    return found
