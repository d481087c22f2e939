"""`python -m tests.simulation --seeds 1-1000`: run seeds, print what fails."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Final

from tests.simulation.run import run_seed

PROGRESS_SEEDS: Final = 500


def main() -> int:
    """The number of seeds that failed, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", default="1-100", help="FIRST-LAST, or one seed, whose trace is printed in any case")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at the first seed that fails")
    arguments = parser.parse_args()
    first, _, last = arguments.seeds.partition("-")
    begun_s, answers, errors, failed = time.monotonic(), 0, 0, []
    for seed in range(int(first), int(last or first) + 1):
        outcome = run_seed(seed)
        answers += outcome.answers
        errors += outcome.errors
        if outcome.violations:
            failed.append(seed)
            print(f"seed {seed}:", *outcome.violations[:3], sep="\n  ", flush=True)
        if not (seed - int(first) + 1) % PROGRESS_SEEDS:
            print(
                f"{seed - int(first) + 1} seeds, {time.monotonic() - begun_s:.0f} s, {len(failed)} failed",
                file=sys.stderr,
                flush=True,
            )
        if (outcome.violations and not arguments.keep_going) or not last:
            print(outcome.report())
            break
    print(f"{answers} answers, {errors} errors, {time.monotonic() - begun_s:.1f} s, failed seeds: {failed or 'none'}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
