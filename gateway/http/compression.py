"""gzip of answers, for clients that accept it: those of GZIP_BYTES_MIN or more, and those that come in parts, part by part.

A part is sent when it is there, compressed or not, so neither rows nor back-pressure wait for more. Arrow compresses by itself.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from gateway.http.media import ARROW, EVENTS

GZIP_BYTES_MIN: Final = 1_024
#: Half the time of the next levels, and a tenth more bytes of rows.
_LEVEL: Final = 1
#: More than that takes a thread: half a millisecond.
_THREAD_BYTES_MIN: Final = 1 << 15
_REFUSED: Final = re.compile(r"gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)", re.IGNORECASE)


def compressed(response: Response, request: Request) -> ASGIApp:
    """The answer as it is to be sent."""
    if _REFUSED.search(request.headers.get("accept-encoding", "")):
        response.headers.add_vary_header("Accept-Encoding")
        return response
    return GZipMiddleware(response, GZIP_BYTES_MIN, _LEVEL, _THREAD_BYTES_MIN, exclude_content_types=(ARROW, EVENTS))
