"""gzip of answers, for clients that accept it: those of GZIP_BYTES_MIN or more, and those that come in parts, part by part.

A part is sent when it is there, compressed or not, so neither rows nor back-pressure wait for more. Arrow compresses by itself.
"""

from __future__ import annotations

from typing import Final

from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from gateway.http.media import ARROW, EVENTS
from gateway.http.negotiation import takes_gzip

GZIP_BYTES_MIN: Final = 1_024
#: Half the time of the next levels, and a tenth more bytes of rows.
_LEVEL: Final = 1
#: More than that takes a thread: half a millisecond.
_THREAD_BYTES_MIN: Final = 1 << 15
_AS_THEY_ARE: Final = (ARROW, EVENTS)


def compressed(response: Response, request: Request) -> ASGIApp:
    """The answer as it is to be sent."""
    if not takes_gzip(request.headers):
        return IdentityResponder(response, GZIP_BYTES_MIN, exclude_content_types=_AS_THEY_ARE)
    return GZipResponder(
        response, GZIP_BYTES_MIN, _LEVEL, thread_minimum_size=_THREAD_BYTES_MIN, exclude_content_types=_AS_THEY_ARE
    )
