"""What a statement may cost before sqlglot sees it. Each is TooComplex (54001) beyond its limit."""

from __future__ import annotations

from typing import Final

#: Tokens of one statement: some 10 µs each to parse and to write again.
TOKENS_MAX: Final = 20_000
#: Tokens in a row without a comma, AND, OR or clause between, which may be a chain that is walked by recursion.
CHAIN_TOKENS_MAX: Final = 800
#: Nodes that templates may make, all together: some write an argument twice, and calls may be nested.
TEMPLATE_NODES_MAX: Final = 20_000
#: Prefix operators in a row, which sqlglot takes by recursion.
PREFIXES_MAX: Final = 64
#: An EXECUTE IMMEDIATE may hold an EXECUTE IMMEDIATE …
LEVELS_MAX: Final = 4
