"""Which columns of which views a bound query mentions, read or not: what privileges are asked for, and what a view depends on.

Of a view defined by SQL its own columns count, not what its query reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from planner.tree import bound as b
from planner.tree.catalog import Relation
from planner.tree.walk import nodes_in


def mentioned(query: b.Query, uses: Sequence[b.DefinitionUse]) -> Iterator[tuple[Relation, frozenset[int]]]:
    """(view, positions of columns) for each place in which one stands, system relations apart."""
    scans: dict[int, Relation] = {}
    columns: dict[int, set[int]] = defaultdict(set)
    for node in nodes_in(query):
        if isinstance(node, b.Scan) and node.relation.view is not None:
            scans[node.source] = node.relation
        elif isinstance(node, b.ColumnRef):
            columns[node.source].add(node.column)
    for source, relation in scans.items():
        if not any(source in use.inside for use in uses):
            yield relation, frozenset(columns[source])
    for use in uses:
        yield use.relation, frozenset(i for i, (source, column) in enumerate(use.columns) if column in columns[source])
