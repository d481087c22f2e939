"""Each statement gives rows or an error that is its own: never an internal one, a word of what is inside, a hang or a crash.

    python -m tests.fuzz.sql --statements 100000 --seed 7

Random trees of sqlglot's (trees.py) go over the wire in PostgreSQL's dialect, by the simple and the extended protocol.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from statestore.schema import HashPartitioning
from statestore.views.local_writer import write_version
from tests.fuzz.command import Command
from tests.fuzz.frames import answers
from tests.fuzz.model import Violation
from tests.fuzz.target import Target
from tests.fuzz.trees import TreeMaker
from tests.gateway.differential import readings, sensors
from tests.gateway.serving import SYNC, bind, describe, execute, parse, query, startup

CLIENTS: Final = 4
STATEMENT_S_MAX: Final = 150.0
#: The client's own; what takes longer is ended by it.
TIMEOUT: Final = query("SET statement_timeout = '3s'")
#: So many violations are looked for before the run ends.
VIOLATIONS_MAX: Final = 40
#: No message may speak of these, unless the statement did.
INSIDE: Final = re.compile(
    r"duckdb|python|traceback|\.py\b|candidate functions|line \d+: |\b(?:tg|udf)_|0x[0-9a-f]{8,}|null pointer|unordered_map"
    r"|(?:catalog|binder|parser|conversion|invalid input|out of range|not implemented|internal|constraint|serialization) error"
    r"|/(?:tmp|work|home|usr|root|var)/|\bNoneType\b|\bHUGEINT\b|\bVARCHAR\b|\bnumpy\b|\bpyarrow\b|\bDECIMAL\(",
    re.IGNORECASE,
)


def serve_tables(folder: Path) -> None:
    """The tables that statements are about, as views below *folder*; the same ones each time."""
    rng = random.Random(1)
    for table in (readings(rng), sensors(rng)):
        write_version(str(folder / "root"), table.schema(HashPartitioning(4)), table.arrow())


@dataclass
class Fuzzing:
    """One run."""

    target: Target
    statements: int
    seed: int
    sent: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    violations: dict[str, str] = field(default_factory=dict)

    async def run(self, clients: int) -> None:
        """Send so many statements. Raises Violation."""
        await asyncio.gather(*(self._client(number, self.statements // clients) for number in range(clients)))
        faults = self.target.faults()
        if faults:
            self.violations["log"] = f"in the log: {faults[:5]}"
        if self.violations:
            raise Violation("\n\n".join(self.violations.values()))

    async def _client(self, number: int, statements: int) -> None:
        maker = TreeMaker(random.Random(f"{self.seed} {number}"))
        reader, writer = await asyncio.open_connection(self.target.host, self.target.port, limit=1 << 26)
        try:
            await self._ask(reader, writer, startup(database="tidegate"))
            await self._ask(reader, writer, TIMEOUT)
            for _ in range(statements):
                self.sent += 1
                sql = maker.statement()
                sent = query(sql) if maker.rng.random() < 0.6 else self._prepared(maker.rng, sql)
                self._check(sql, await self._ask(reader, writer, sent))
                if len(self.violations) >= VIOLATIONS_MAX:
                    break
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError) as error:
            self.violations[repr(error)] = f"{error!r} after {sql}"
        finally:
            writer.transport.abort()

    @staticmethod
    def _prepared(rng: random.Random, sql: str) -> bytes:
        formats = rng.choice(((), (1,)))
        return parse("", sql) + describe("S", "") + bind("", "", results=formats) + execute("", rng.choice((0, 0, 3))) + SYNC

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> bytes:
        """Everything up to ReadyForQuery."""
        writer.write(sent)
        answer = bytearray()
        async with asyncio.timeout(STATEMENT_S_MAX):
            await writer.drain()
            while True:
                head = await reader.readexactly(5)
                answer += head + await reader.readexactly(int.from_bytes(head[1:]) - 4)
                if head[:1] == b"Z":
                    return bytes(answer)

    def _check(self, sql: str, answer: bytes) -> None:
        errors = [payload for kind, payload in answers(answer) if kind == "E"]
        if not errors:
            self.outcomes["rows"] += 1
        for payload in errors:
            fields = {part[:1].decode(): part[1:].decode() for part in payload.split(b"\0") if part}
            self.outcomes[fields.get("C", "none")] += 1
            fault = self._fault(sql, fields)
            if fault:
                shape = re.sub(r"\d+|\"[^\"]*\"|'[^']*'", "", fault)[:60]
                self.violations.setdefault(shape, f"{fault}\n  {fields}\n  {sql[:3000]}")

    @staticmethod
    def _fault(sql: str, fields: dict[str, str]) -> str:
        if not re.fullmatch(r"[0-9A-Z]{5}", fields.get("C", "")) or fields["C"].startswith("XX"):
            return f"internal error: {fields.get('M')}"
        told = " ".join(fields.get(part, "") for part in "MDH")
        quoted = re.sub(r'"[^"]*"', '""', told)
        inside = [word for word in INSIDE.findall(quoted) if word.lower() not in sql.lower()]
        return f"speaks of {inside}: {told}" if inside else ""

    def summary(self) -> str:
        """What was sent and what came back."""
        return f"{self.sent} statements: {dict(self.outcomes.most_common())}"


if __name__ == "__main__":
    invariant = (__doc__ or "").splitlines()[0]
    sys.exit(Command("tests.fuzz.sql", invariant, "statements", 5_000, CLIENTS, Fuzzing, serve_tables).main())
