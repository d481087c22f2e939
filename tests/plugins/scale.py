"""Long tests run a sample by default and their full size under `make full`.

What is drawn at random is the same in each run, Hypothesis's examples too, so that a change is not judged by what chance finds
elsewhere. Under `make full` it is drawn anew, and where a test asks for it; seeds are printed, and TIDEGATE_SEED repeats a run.
"""

from __future__ import annotations

import os
import random
import zlib

FULL = os.environ.get("TIDEGATE_FULL") == "1"


def scaled(sample: int, full: int) -> int:
    """How often to do it in this run."""
    return full if FULL else sample


def seed_for(what: str, *, anew: bool = FULL) -> int:
    """The seed of *what* in this run, printed."""
    drawn = random.SystemRandom().randrange(2**32) if anew else zlib.crc32(what.encode())
    seed = int(os.environ.get("TIDEGATE_SEED") or drawn)
    print(f"{what}: TIDEGATE_SEED={seed}")
    return seed


def random_for(what: str, *, anew: bool = FULL) -> random.Random:
    """A generator with seed_for(what)."""
    return random.Random(seed_for(what, anew=anew))
