"""Has a view's bases made and its old versions deleted, now and then, by a process beside the job: no commit waits for it."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import IO, Final

from statestore.remote import StorageOptions

#: It rests so many times as long as it has worked: however fast versions come, a fifth of a core is what it takes of the machine.
REST_TIMES: Final = 4

_COMMAND: Final = (sys.executable, "-m", "statestore.node.maintenance")

_log: Final = logging.getLogger("tidegate.publisher")


@dataclass(slots=True)
class Maintenance:
    """Of one view of a job. At most one process at a time; what it could not do is logged, and tried again the next time."""

    root_uri: str
    view: str
    storage_options: StorageOptions
    #: Versions after which it is looked whether there is something to do; 0: never.
    every: int
    _is_due: bool = field(default=False, init=False)
    _running: tuple[subprocess.Popen[bytes], IO[bytes]] | None = field(default=None, init=False)
    _began_s: float = field(default=0.0, init=False)
    _rests_until_s: float = field(default=0.0, init=False)

    def committed(self, version: int) -> None:
        """Begin, if it is time to. Does not wait, and raises nothing."""
        self._is_due = self._is_due or (self.every > 0 and version % self.every == 0)
        is_running = self._is_running()  # looked at each time, for how long it has worked
        if not self._is_due or is_running or time.monotonic() < self._rests_until_s:
            return
        self._is_due = False
        self._began_s = time.monotonic()
        asked = {"root": self.root_uri, "view": self.view, "storage_options": dict(self.storage_options)}
        said = tempfile.TemporaryFile()  # noqa: SIM115 - until the process has ended
        try:
            process = subprocess.Popen(_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said)
            assert process.stdin is not None
            with process.stdin:
                process.stdin.write(json.dumps(asked, default=str).encode())
        except OSError as error:
            _log.warning("view %s: bases cannot be made: %s", self.view, error)
            said.close()
            return
        self._running = process, said

    def wait(self) -> None:
        """Until what has begun is done."""
        if self._running:
            self._running[0].wait()
            self._is_running()

    def _is_running(self) -> bool:
        if self._running is None:
            return False
        process, said = self._running
        if process.poll() is None:
            return True
        if process.returncode:
            said.seek(0)
            why = said.read().decode(errors="replace")
            _log.warning("view %s: bases could not be made, or old versions not deleted: %s", self.view, why)
        said.close()
        self._running = None
        ended_s = time.monotonic()
        self._rests_until_s = ended_s + REST_TIMES * (ended_s - self._began_s)
        return False
