"""Figures of a bench as a page: a bar for each query, its rate as a multiple of PostgreSQL's, with a line where it is wanted.

python -m tests.bench.page figures.json > figures.html
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, Final

_WIDTH_PX: Final = 400
#: The ratio at a bar's right end; what is above is cut there.
_RATIO_MAX: Final = 4.0
_STYLE: Final = """
body { font: 14px system-ui, sans-serif; margin: 2em; color-scheme: light dark; }
td, th { padding: 2px 8px; text-align: left; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
rect.good { fill: #2a7d4f; } rect.low { fill: #b3402a; } line { stroke: currentColor; }
code { font-size: 12px; }
"""


def page(figures: Iterable[Mapping[str, Any]]) -> str:
    """The whole page."""
    tables = (_table(family, list(rows)) for family, rows in groupby(figures, lambda row: row["family"]))
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Tidegate and PostgreSQL</title><style>{_STYLE}</style>'
    return head + "<h1>Rates as multiples of PostgreSQL's</h1>" + "".join(tables) + "</html>\n"


def _table(family: str, rows: list[Mapping[str, Any]]) -> str:
    head = "<tr><th>query<th>ratio<th>wanted<th>Tidegate/s<th>PostgreSQL/s<th><th>SQL</tr>"
    return f"<h2>{escape(family)}</h2><table>{head}{''.join(map(_row, rows))}</table>"


def _row(row: Mapping[str, Any]) -> str:
    ratio = row["tidegate"] / row["postgresql"]
    width, wanted = (round(min(of, _RATIO_MAX) / _RATIO_MAX * _WIDTH_PX) for of in (ratio, row["wanted"]))
    kind = "good" if ratio >= row["wanted"] else "low"
    bar = f'<rect class="{kind}" width="{width}" height="12"/><line x1="{wanted}" x2="{wanted}" y2="12"/>'
    cells = (f"{ratio:.2f}", f"{row['wanted']:g}", f"{row['tidegate']:,.0f}", f"{row['postgresql']:,.0f}")
    numbers = "".join(f'<td class="number">{cell}' for cell in cells)
    drawn = f'<td><svg role="img" aria-label="{ratio:.2f}" width="{_WIDTH_PX}" height="12">{bar}</svg>'
    return f"<tr><td>{escape(row['name'])}{numbers}{drawn}<td><code>{escape(row['sql'])}</code></tr>"


if __name__ == "__main__":
    print(page(json.loads(Path(sys.argv[1]).read_text())), end="")
