"""What a SELECT needs of the one that it is FROM, while that is gathered."""

from __future__ import annotations

from dataclasses import dataclass, field

from planner.tree import bound as b


@dataclass(slots=True)
class Outputs:
    """The inner SELECT's items, as columns of *source*; equal ones are one."""

    source: int
    items: list[b.Expr] = field(default_factory=list)

    def column(self, expr: b.Expr) -> b.ColumnRef:
        """The column that has this expression, which is an item from now on."""
        if expr not in self.items:
            self.items.append(expr)
        at = self.items.index(expr)
        return b.ColumnRef(self.source, at, f"c{at}", expr.type)
