"""Each statement gives rows or an error that is its own: never an internal one, a word of what is inside, a hang or a crash.

    python -m tests.fuzz.sql --statements 100000 --seed 7

Random trees of sqlglot's (trees.py) go over the wire in PostgreSQL's dialect, by the simple and the extended protocol. A violation
says of which seed, client and statement it is. A long run is one of many seeds, 20,000 statements or more each; memory is watched
in each of them (watch.py).
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

from statestore.schema import HashPartitioning
from statestore.views.local_writer import write_version
from tests.fuzz.command import Command
from tests.fuzz.frames import answers
from tests.fuzz.model import Violation
from tests.fuzz.target import Target
from tests.fuzz.trees import TreeMaker
from tests.fuzz.watch import MemoryWatch
from tests.gateway.differential import readings, sensors
from tests.gateway.serving import SYNC, bind, describe, execute, parse, query, startup

CLIENTS: Final = 4
#: Generous, for machines that do much else: what takes longer hangs.
STATEMENT_S_MAX: Final = 300.0
#: Whoever takes longer, though it should have been ended, is named; no violation, for machines that do much else.
SLOW_S: Final = 20.0
#: The client's own; what takes longer is ended by it.
TIMEOUT: Final = query("SET statement_timeout = '1s'")
READ_BYTES: Final = 1 << 20
READY: Final = ord("Z")
#: Statements between two words about how it goes.
PROGRESS_EVERY: Final = 5_000
#: So many violations are looked for before the run ends.
VIOLATIONS_MAX: Final = 40
#: No message may speak of these, unless the statement did.
INSIDE: Final = re.compile(
    r"duckdb|python|traceback|\.py\b|candidate functions|line \d+: |\b(?:tg|udf)_|0x[0-9a-f]{8,}|null pointer|unordered_map"
    r"|(?:catalog|binder|parser|conversion|invalid input|out of range|not implemented|internal|constraint|serialization) error"
    r"|/(?:tmp|work|home|usr|root|var)/|\bNoneType\b|\bHUGEINT\b|\bVARCHAR\b|\bnumpy\b|\bpyarrow\b|\bDECIMAL\(",
    re.IGNORECASE,
)


def serve_tables(folder: Path) -> str:
    """The tables that statements are about, as views below *folder*; the same ones each time. Nothing has to be configured."""
    rng = random.Random(1)
    for table in (readings(rng), sensors(rng)):
        write_version(str(folder / "root"), table.schema(HashPartitioning(4)), table.arrow())
    return ""


@dataclass
class Fuzzing:
    """One run."""

    target: Target
    statements: int
    seed: int
    sent: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    #: Statements that violated something, and one of each kind.
    faulty: int = 0
    violations: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.memory = MemoryWatch(self.target)

    async def run(self, clients: int) -> None:
        """Send so many statements. Raises Violation."""
        await asyncio.gather(*(self._client(number, self.statements // clients) for number in range(clients)))
        faults = self.target.faults()
        if faults:
            self.violations["log"] = f"in the log: {faults[:5]}"
        left = await asyncio.to_thread(self.target.left_running)
        if left:
            self.violations["left"] = left
        if self.memory.fault:
            self.violations["memory"] = self.memory.fault
        if self.violations:
            raise Violation("\n\n".join(self.violations.values()))

    async def _client(self, number: int, statements: int) -> None:
        maker = TreeMaker(random.Random(f"{self.seed} {number}"))
        where = sql = "the start"
        reader, writer = await asyncio.open_connection(self.target.host, self.target.port, limit=READ_BYTES)
        try:
            await self._ask(reader, writer, startup(database="tidegate"))
            await self._ask(reader, writer, TIMEOUT)
            for at in range(statements):
                self.sent += 1
                sql = maker.statement()
                sent = query(sql) if maker.rng.random() < 0.6 else self._prepared(maker.rng, sql)
                where = f"seed {self.seed} client {number} statement {at}"
                began_s = monotonic()
                answer = await self._ask(reader, writer, sent)
                if (took_s := monotonic() - began_s) > SLOW_S:
                    print(f"{took_s:.0f} s: {where}\n  {sql}", flush=True)
                self._check(where, sql, answer)
                if self.memory.count() and self.memory.inputs % PROGRESS_EVERY == 0:
                    print(self.memory.inputs, self.faulty, self.memory, flush=True)
                if len(self.violations) >= VIOLATIONS_MAX:
                    break
        except (TimeoutError, EOFError, ConnectionError) as error:
            self.faulty += 1
            self.violations[repr(error)] = f"{error!r} after {where}\n  {sql}"
            print(self.violations[repr(error)], flush=True)
        finally:
            writer.transport.abort()

    @staticmethod
    def _prepared(rng: random.Random, sql: str) -> bytes:
        formats = rng.choice(((), (1,)))
        return parse("", sql) + describe("S", "") + bind("", "", results=formats) + execute("", rng.choice((0, 0, 3))) + SYNC

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> bytes:
        """Everything up to ReadyForQuery."""
        writer.write(sent)
        answer, at = bytearray(), 0
        async with asyncio.timeout(STATEMENT_S_MAX):
            await writer.drain()
            while True:
                while len(answer) >= at + 5 and len(answer) > (end := at + int.from_bytes(answer[at + 1 : at + 5])):
                    if answer[at] == READY:
                        return bytes(answer)
                    at = end + 1
                more = await reader.read(READ_BYTES)
                if not more:
                    raise EOFError("the connection has ended")
                answer += more

    def _check(self, where: str, sql: str, answer: bytes) -> None:
        errors = [payload for kind, payload in answers(answer) if kind == "E"]
        if not errors:
            self.outcomes["rows"] += 1
        for payload in errors:
            fields = {part[:1].decode(): part[1:].decode() for part in payload.split(b"\0") if part}
            self.outcomes[fields.get("C", "none")] += 1
            fault = self._fault(sql, fields)
            if fault:
                self.faulty += 1
                shape = re.sub(r"\d+|\"[^\"]*\"|'[^']*'", "", fault)[:120]
                if shape not in self.violations:
                    self.violations[shape] = f"{where}: {fault}\n  {fields}\n  {sql}"
                    print(self.violations[shape], flush=True)  # a long run may be ended before its end

    def _fault(self, sql: str, fields: dict[str, str]) -> str:
        if not re.fullmatch(r"[0-9A-Z]{5}", fields.get("C", "")) or fields["C"].startswith("XX"):
            return f"internal error: {self.target.last_cause()}"
        told = " ".join(fields.get(part, "") for part in "MDH")
        quoted = re.sub(r'"[^"]*"', '""', told)
        inside = [word for word in INSIDE.findall(quoted) if word.lower() not in sql.lower()]
        return f"speaks of {inside}: {told}" if inside else ""

    def summary(self) -> str:
        """What was sent and what came back."""
        return f"{self.sent} statements, {self.faulty} in violation: {dict(self.outcomes.most_common())}\n{self.memory}"


if __name__ == "__main__":
    invariant = (__doc__ or "").splitlines()[0]
    sys.exit(Command("tests.fuzz.sql", invariant, "statements", 5_000, CLIENTS, Fuzzing, serve_tables).main())
