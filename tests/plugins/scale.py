"""Long tests run a sample by default and their full size under `make full`; each run's seed is fresh and printed."""

from __future__ import annotations

import os
import random

FULL = os.environ.get("TIDEGATE_FULL") == "1"


def scaled(sample: int, full: int) -> int:
    """How often to do it in this run."""
    return full if FULL else sample


def fresh_random(what: str) -> random.Random:
    """A generator whose seed is printed; TIDEGATE_SEED repeats a run."""
    seed = int(os.environ.get("TIDEGATE_SEED") or random.SystemRandom().randrange(2**32))
    print(f"{what}: TIDEGATE_SEED={seed}")
    return random.Random(seed)
