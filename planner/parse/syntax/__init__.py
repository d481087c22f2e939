"""What a query's text says, before any name is looked up: the tree that parsing hands to binding.

It follows PostgreSQL's raw parse tree: constructs that Postgres's grammar turns into function calls (EXTRACT, TRIM, AT TIME
ZONE …) are FunctionCalls here too. Every *pos* is the 1-based character offset in the statement's text that Postgres would
point at.
"""

from planner.parse.syntax.calls import (
    Conditional,
    FrameClause,
    FrameEnd,
    FunctionCall,
    Grouping,
    Sort,
    ValueFunction,
    WindowDef,
)
from planner.parse.syntax.expressions import (
    ArrayLiteral,
    Between,
    BoolOp,
    CaseExpr,
    CastExpr,
    Collate,
    ColumnName,
    Distinct,
    FieldAccess,
    In,
    Index,
    IsTest,
    Literal,
    Node,
    Not,
    OperatorCall,
    Parameter,
    Quantified,
    RowExpr,
    SubqueryExpr,
    Subscripts,
    TypeName,
)
from planner.parse.syntax.queries import (
    ROWS_FROM,
    Alias,
    ColumnDefinition,
    FromNode,
    FunctionFrom,
    GroupingSets,
    JoinFrom,
    Query,
    Sample,
    SelectCore,
    SetOperation,
    SubqueryFrom,
    TableName,
    Target,
    ValuesCore,
    WithEntry,
)

__all__ = [
    "ROWS_FROM", "Alias", "ArrayLiteral", "Between", "BoolOp", "CaseExpr", "CastExpr", "Collate", "ColumnDefinition", "ColumnName",
    "Conditional",
    "Distinct", "FieldAccess", "FrameClause", "FrameEnd", "FromNode", "FunctionCall", "FunctionFrom", "Grouping",
    "GroupingSets", "In", "Index", "IsTest", "JoinFrom", "Literal", "Node", "Not", "OperatorCall", "Parameter", "Quantified",
    "Query", "RowExpr", "Sample", "SelectCore", "SetOperation", "Sort", "SubqueryExpr", "SubqueryFrom", "Subscripts", "TableName",
    "Target", "TypeName", "ValueFunction", "ValuesCore", "WindowDef", "WithEntry",
]  # fmt: skip
