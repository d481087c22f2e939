"""`make bench`: Tidegate beside PostgreSQL 15 on the same rows, the same machine, in the same run.

    python -m tests.bench [points|small|formats|adhoc|out|scans|large|rest|secure|visible|subscribe|publish|publishing|
                           cluster|rolling|crowds|catalog|attach|lifetime|lifetime-s3|lifetime-publish]

Machines are shared and noisy, so each comparison takes turns between the two servers and what counts is the ratio.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench import (
    adhoc,
    attach,
    catalog,
    cluster,
    crowds,
    formats,
    large,
    lifetime,
    lifetime_publish,
    lifetime_s3,
    out,
    points,
    publish,
    publishing,
    rest,
    rolling,
    scans,
    secure,
    small,
    subscribe,
    visible,
)

BENCHES: dict[str, Callable[[Path], None]] = {
    "points": points.run,
    "small": small.run,
    "formats": formats.run,
    "adhoc": adhoc.run,
    "out": out.run,
    "scans": scans.run,
    "large": large.run,
    "rest": rest.run,
    "secure": secure.run,
    "visible": visible.run,
    "subscribe": subscribe.run,
    "publish": publish.run,
    "publishing": publishing.run,
    "cluster": cluster.run,
    "rolling": rolling.run,
    "crowds": crowds.run,
    "catalog": catalog.run,
    "attach": attach.run,
    "lifetime": lifetime.run,
    "lifetime-s3": lifetime_s3.run,
    "lifetime-publish": lifetime_publish.run,
}


def main() -> None:
    """Run the named benches, or all."""
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("bench", nargs="*", choices=[*BENCHES, []], help="which ones; all by default")
    for name in parser.parse_args().bench or BENCHES:
        print(f"== {name}", flush=True)
        with tempfile.TemporaryDirectory(prefix="tidegate-bench-") as folder:
            BENCHES[name](Path(folder))


if __name__ == "__main__":
    main()
