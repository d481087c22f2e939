"""Which version an answer is of: its ETag, Tidegate-Version and Tidegate-Staleness.

The version is known before and after rows are read; where it is the same, it is theirs. Where other nodes hold a part of the view,
nobody here knows it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from gateway.catalog.state import ViewEntry
from gateway.contract.bounds import READ_VERSION, here, read_versions
from gateway.engine.engine import ReadEngine
from gateway.http.health import staleness_s, whole
from gateway.http.inside import Caller
from gateway.http.values import Numbers
from statestore.node import ViewVersion

#: What all answers of rows have.
_ALWAYS: Final = {"Cache-Control": "no-cache", "Vary": "Authorization"}


@dataclass(frozen=True, slots=True)
class Tag:
    """Of what is answered of a *version*; *name* is an ETag without its W."""

    version: ViewVersion
    name: str


class Tags:
    """See the module. In the gateway's loop."""

    def __init__(self, engine: ReadEngine) -> None:
        self._engine = engine

    def of(self, caller: Caller, view: ViewEntry, numbers: Numbers) -> Tag | None:
        """Of what would be answered now; None where the version is not known. Raises InvalidSetting."""
        version = self._version(caller, view)
        if version is None:
            return None
        grants = self._engine.catalog.guard.of(caller.user)
        granted = None if grants is None else grants.columns(view.name)
        columns = [(column.name, column.type.pg.name) for column in view.relation.columns]
        # The same at every node and worker: clients come to another one the next time.
        what = repr((version.view_id, columns, granted and sorted(granted), numbers))
        return Tag(version, f'"{version.version}-{hashlib.blake2b(what.encode(), digest_size=6).hexdigest()}"')

    def _version(self, caller: Caller, view: ViewEntry) -> ViewVersion | None:
        found = whole(self._engine, view)
        if found is None:
            return None
        wanted = read_versions(READ_VERSION, dict(caller.settings).get(READ_VERSION, "")).of(found)
        return here(self._engine.store, view.name, wanted) if wanted else found

    def still(self, caller: Caller, view: ViewEntry, numbers: Numbers, tag: Tag | None) -> Tag | None:
        """The tag, if no other version has come while rows were read."""
        now = self.of(caller, view, numbers)
        return tag if tag is not None and now is not None and now.name == tag.name else None

    def headers(self, tag: Tag | None) -> dict[str, str]:
        """Of an answer."""
        if tag is None:
            return dict(_ALWAYS)
        staleness = f"{staleness_s(self._engine, tag.version):.3f}"
        return {**_ALWAYS, "ETag": f"W/{tag.name}", "Tidegate-Version": str(tag.version.version), "Tidegate-Staleness": staleness}
