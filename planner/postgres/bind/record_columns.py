"""json_to_record, json_to_recordset and their like of jsonb: FROM f(document) AS t(column type, …).

Each object is a row of a list that is unnested; a column is the text of the member of its name, cast to the column's type, as
PostgreSQL gives it to the type's input function. JSON's arrays become arrays element by element.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from planner.errors import DuplicateColumn, SyntaxFault, Unsupported
from planner.parse import syntax as s
from planner.postgres.bind import calls
from planner.postgres.bind.coerce import coerce
from planner.postgres.bind.parts import bind, resolve_function
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.type_names import bind_type
from planner.postgres.functions.function import Function
from planner.tree.bound import Expr, FunctionScan, OutputColumn, Select, column_refs
from planner.tree.types import BPCHAR, JSON, JSONB, VARCHAR, PgType, SqlType

_DOCUMENT: Final = {"json_to_record": JSON, "json_to_recordset": JSON, "jsonb_to_record": JSONB, "jsonb_to_recordset": JSONB}
#: The columns of the objects, and of an array's elements; no text can have such a name.
_OBJECT: Final = "\0object"
_ELEMENT: Final = "\0element"


def takes_definitions(node: s.FunctionFrom) -> bool:
    """Is it one of these? Raises SyntaxFault where other functions have definitions, or these have none."""
    call = node.call
    found = isinstance(call, s.FuncCall) and call.name[-1] in _DOCUMENT and call.name[:-1] in ((), ("pg_catalog",))
    if found and node.ordinality and node.definitions:
        message, hint = (
            "WITH ORDINALITY cannot be used with a column definition list",
            "Put the column definition list inside ROWS FROM().",
        )
        raise SyntaxFault(message, position=node.definitions[0].pos, hint=hint)
    if node.definitions and not found:
        message = 'a column definition list is only allowed for functions returning "record"'
        raise SyntaxFault(message, position=node.definitions[0].pos)
    if found and not node.definitions:
        raise SyntaxFault('a column definition list is required for functions returning "record"', position=node.call.pos)
    return found


def bind_records(scope: Scope, node: s.FunctionFrom) -> tuple[str, Select]:
    """The function's name, and its rows as a query."""
    call = node.call
    assert isinstance(call, s.FuncCall)
    name = call.name[-1]
    document = _DOCUMENT[name]
    _check_names(node.definitions)
    with scope.binding("functions in FROM", lateral=True):
        scan = _objects(scope, call, name, document)
        inner = Scope(scope.context, scope)
        inner.namespace.append(inner.offer(_OBJECT, scan.columns, column_refs(scan.source, scan.columns), aliased=False))
        items = tuple(_member(inner, definition, document) for definition in node.definitions)
    columns = tuple(OutputColumn(d.name, item.type) for d, item in zip(node.definitions, items, strict=True))
    return name, Select(items, columns, scan)


def _check_names(definitions: tuple[s.ColumnDefinition, ...]) -> None:
    seen: set[str] = set()
    for definition in definitions:
        if definition.name in seen:
            raise DuplicateColumn(f'column name "{definition.name}" specified more than once')
        seen.add(definition.name)


def _objects(scope: Scope, call: s.FuncCall, name: str, document: PgType) -> FunctionScan:
    args = calls.bind_args(scope, call)
    if len(args) != 1:
        resolve_function(name, None, [a.type.pg for a in args], call.pos)
    arg: Expr = coerce(scope, args[0], document, call.args[0])
    return FunctionScan(scope.context.new_source(), _unnested(name), (arg,), name, (OutputColumn(_OBJECT, SqlType(document)),))


@cache
def _unnested(name: str) -> Function:
    """The list of objects; a record of NULL is a row of NULLs."""
    lower = f"py_json_records({{0}}, '{name}')"
    if not name.endswith("set"):
        lower = f"coalesce({lower}, [NULL])"
    document = _DOCUMENT[name]
    # No node but this one can be sent it: it has no name in SQL.
    return Function(name, (document,), document, lower, "table", "syntax", volatility="volatile", strict=False)


# ------------------------------------------------------------------------------------------------------------------ members


def _member(inner: Scope, definition: s.ColumnDefinition, document: PgType) -> Expr:
    target, pos = bind_type(definition.type), definition.pos
    if target.pg in (VARCHAR, BPCHAR) and target.typmod != -1:
        raise Unsupported("columns of documents with a length are not supported", position=pos, hint="Cast them in SELECT.")
    key = s.Literal("string", definition.name, pos)
    value = s.OperatorCall("->", s.ColumnName((_OBJECT,), pos), key, pos)
    text = s.OperatorCall("->>", s.ColumnName((_OBJECT,), pos), key, pos)
    node: s.Node = s.CastExpr(text, definition.type, pos)
    if target.pg in (JSON, JSONB):
        node = _unless_null(text, s.CastExpr(value, definition.type, pos), pos)
    elif target.pg.element is not None:
        # A member that is null or missing is no array to take apart, and is NULL itself.
        node = _unless_null(text, _array(_unless_null(text, value, pos), definition.type, document, pos), pos)
    return bind(inner, node)


def _unless_null(text: s.Node, node: s.Node, pos: int) -> s.Node:
    return s.CaseExpr(None, ((s.IsTest(text, "null", negated=False, pos=pos), s.Literal("null", "", pos)),), node, pos, (pos,))


def _array(value: s.Node, written: s.TypeName, document: PgType, pos: int) -> s.Node:
    """ARRAY(SELECT …) over the member's elements; what is no array of JSON is an error."""
    element = s.TypeName(written.parts, written.modifiers, 0, written.pos, written.fields)
    whole = s.ColumnName((_ELEMENT,), pos)
    if bind_type(element).pg in (JSON, JSONB):
        raise Unsupported("columns of documents that are arrays of documents are not supported", position=pos)
    path = s.CastExpr(s.Literal("string", "{}", pos), s.TypeName(("text",), (), 1, pos), pos)
    target = s.Target(s.CastExpr(s.OperatorCall("#>>", whole, path, pos), element, pos), None, pos)
    elements = s.FuncCall((f"{document.name}_array_elements",), (value,), pos)
    from_ = s.FunctionFrom(elements, s.Alias(_ELEMENT, (_ELEMENT,)), ordinality=False, lateral=False, pos=pos)
    return s.SubqueryExpr("array", s.QueryNode(s.SelectCore((target,), pos, from_=(from_,)), pos), pos)
