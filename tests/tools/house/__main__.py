"""`make house`: how the source is laid out, to compare before and after a reorganisation.

    python -m tests.tools.house [--json FILE]            # everything, as text; also as JSON
    python -m tests.tools.house --trees FILE             # only keep what the code says, wherever it lies
    python -m tests.tools.house --same FILE              # only compare with what was kept: 1 where something came, went or changed

With --source FOLDER another checkout is measured, all but the ways of queries, for which this one runs a gateway.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, fields
from pathlib import Path
from typing import Final

from tests.tools.house.bodies import Bodies, bodies_of, difference
from tests.tools.house.report import printed, report_of
from tests.tools.house.source import Source
from tests.tools.house.ways import ways

HERE: Final = Path(__file__).resolve().parents[3]


def main() -> int:
    """Do what the arguments say; the exit code."""
    parser = argparse.ArgumentParser(
        prog="tests.tools.house", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=HERE, help="another checkout")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--trees", type=Path, metavar="FILE")
    parser.add_argument("--same", type=Path, metavar="FILE")
    options = parser.parse_args()
    root: Path = options.source.resolve()
    source = Source.read(root)
    if options.trees is not None:
        options.trees.write_text(json.dumps(bodies_of(source), indent=0))
    if options.same is not None:
        return _compare(json.loads(options.same.read_text()), bodies_of(source))
    if options.trees is None:
        report = report_of(source, ways(root, source.packages) if root == HERE else [])
        print("\n".join(printed(report)))
        if options.json is not None:
            options.json.write_text(json.dumps(asdict(report), indent=1))
    return 0


def _compare(before: Bodies, after: Bodies) -> int:
    found = difference(before, after)
    for kind in fields(found):
        lines: list[str] = getattr(found, kind.name)
        print(f"{kind.name}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
