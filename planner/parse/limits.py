"""What a statement may cost before anything is planned. Each is TooComplex (54001) beyond its limit."""

from __future__ import annotations

from typing import Final

#: One string of SQL, in UTF-8 bytes, whatever the number of its statements.
STATEMENT_BYTES_MAX: Final = 16 << 20
#: Tokens in one string of SQL; an IN list of a hundred thousand constants has two hundred thousand.
TOKENS_MAX: Final = 2_000_000
#: Tokens of one query for sqlglot, which take some 7 µs and 1 KB each; lists of constants behind IN are one.
SQLGLOT_TOKENS_MAX: Final = 250_000
#: Brackets and CASEs inside one another. Every stage walks the tree by recursion, some frames a level.
NESTING_DEPTH_MAX: Final = 96
#: Levels of an expression tree: brackets, prefix operators, and chains such as a || b || c. AND and OR chains are one level.
EXPRESSION_DEPTH_MAX: Final = 192
#: UNION, INTERSECT and EXCEPT in a row, and JOINs in one FROM item.
CHAIN_MAX: Final = 128
#: Highest parameter number, that of the protocol's 16-bit count.
PARAMETERS_MAX: Final = 65535
#: A table's name: database, schema and its own.
NAME_PARTS_MAX: Final = 3
#: Postgres cuts identifiers at this many bytes.
IDENTIFIER_BYTES_MAX: Final = 63
