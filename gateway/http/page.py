"""The status page: files of this package, open to whoever may log in. It asks for its data over /status and /v1/query as its user.

The browser is told to run and load what comes from here and nothing else, whatever a view's name or a value may hold.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response

from gateway.http.negotiation import has

_TYPES: Final = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def _read() -> dict[bytes, tuple[bytes, str, str]]:
    """Content, media type and ETag by path."""
    found = {}
    for file in files(__package__).joinpath("static").iterdir():
        kind = _TYPES.get(file.name.rpartition(".")[2])
        if kind is not None:
            data = file.read_bytes()
            tag = f'"{sha256(data).hexdigest()[:16]}"'
            path = "/" if file.name == "index.html" else f"/page/{file.name}"
            found[path.encode()] = data, kind, tag
    return found


_FILES: Final = _read()


def is_file(path: bytes) -> bool:
    """Is a file of the page there?"""
    return path in _FILES


def page_file(path: bytes, headers: Headers) -> Response | None:
    """The answer to a request for a file of the page; None where there is no such file."""
    found = _FILES.get(path)
    if found is None:
        return None
    data, kind, tag = found
    told = {**_HEADERS, "ETag": tag}
    # Made for each request: what compresses it writes into its headers.
    return Response(status_code=304, headers=told) if has(headers, tag) else Response(data, 200, told, kind)
