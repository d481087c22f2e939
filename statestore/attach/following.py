"""The thread that follows one attached checkpoint: sleeps until a batch is committed, then has the attachment look.

Each attachment has its own, because a store behind a network may take seconds to answer.
"""

from __future__ import annotations

import logging
import threading
from typing import Final

from statestore.attach.attachment import Attachment
from statestore.attach.checkpoint import CommitWatcher
from statestore.errors import StateStoreError

#: Wakes without any news from the checkpoint, so that what is open for long enough is closed.
TIDY_EVERY_S: Final = 5.0
_log: Final = logging.getLogger("tidegate.attach")


class Following:
    """Owns the thread, and *watcher*, which wakes it."""

    def __init__(self, attachment: Attachment, watcher: CommitWatcher) -> None:
        self._attachment = attachment
        self._watcher = watcher
        self._looking = threading.Lock()
        self._waking = threading.Lock()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"tidegate-attach-{attachment.name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; a look that is under way is finished."""
        with self._waking:
            self._stopping = True
            self._watcher.wake()
        if self._thread.is_alive():
            self._thread.join()
        self._watcher.close()

    def wake(self) -> None:
        """Have the thread look soon; in any thread, also after stop()."""
        with self._waking:
            if not self._stopping:
                self._watcher.wake()

    def refresh(self) -> None:
        """Look now, in this thread."""
        with self._looking:
            self._attachment.rehold()
            self._attachment.refresh()

    def look(self) -> None:
        """As refresh(), but nothing is raised."""
        try:
            self.refresh()
        except Exception as error:  # noqa: BLE001
            # The last line of defence: a thread that died would leave ever older batches served in silence.
            uri = self._attachment.reading.uri
            _log.exception("following %s failed", uri)
            self._attachment.fail(StateStoreError(f"following {uri} failed", detail=repr(error)))

    def _run(self) -> None:
        while not self._stopping:
            self._watcher.wait(TIDY_EVERY_S)
            if not self._stopping:
                self.look()
