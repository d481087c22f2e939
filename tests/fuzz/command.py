"""The command of a fuzzer: so many inputs from a seed, against a gateway of its own; what was seen, or the violation."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.fuzz.model import Violation
from tests.fuzz.target import Target, fuzzed_gateway


class Run(Protocol):
    """One run of a fuzzer."""

    async def run(self, clients: int) -> None:
        """All of it. Raises Violation."""

    def summary(self) -> str:
        """What was sent and what came back."""


@dataclass(frozen=True)
class Command:
    """`python -m MODULE --INPUTS n --seed s --clients c`.

    *start* makes the run of so many inputs from a seed; *prepare* is given the gateway's folder before it starts,
    and returns more lines for the section [access] of its configuration.
    """

    module: str
    invariant: str
    inputs: str
    count: int
    clients: int
    start: Callable[[Target, int, int], Run]
    prepare: Callable[[Path], str] = lambda folder: ""

    def main(self) -> int:
        """Run it as the arguments say; the exit code."""
        parser = argparse.ArgumentParser(prog=f"python -m {self.module}", description=self.invariant)
        parser.add_argument(f"--{self.inputs}", dest="count", type=int, default=self.count)
        parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
        parser.add_argument("--clients", type=int, default=self.clients)
        chosen = parser.parse_args()
        print(f"seed {chosen.seed}", flush=True)
        with (
            tempfile.TemporaryDirectory(prefix="tidegate-fuzz-") as folder,
            fuzzed_gateway(Path(folder), self.prepare(Path(folder))) as target,
        ):
            fuzzing = self.start(target, chosen.count, chosen.seed)
            began = time.monotonic()
            try:
                asyncio.run(fuzzing.run(chosen.clients))
            except Violation as violation:
                print(fuzzing.summary(), violation, sep="\n", file=sys.stderr)
                return 1
            print(fuzzing.summary(), f"{time.monotonic() - began:.0f} s", sep="\n")
        return 0
