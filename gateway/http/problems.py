"""Errors over HTTP: problem details (RFC 9457), with what SQL clients are told beside them.

The status follows from the SQLSTATE, here and nowhere else. A view that nothing of is granted is 403, as 42501 is in SQL: what SQL
tells of it, HTTP tells too, and no more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.responses import Response

from gateway.errors import AccessDenied, GatewayError, InvalidPassword
from gateway.http.inside import StatementFailed
from gateway.http.login import CredentialsNeeded
from gateway.http.media import EVENTS, OF_CHANGES
from gateway.http.negotiation import form_of
from gateway.sqlstate import KNOWN_ERRORS, report
from gateway.wire.writer import Report

PROBLEM: Final = "application/problem+json"
CHALLENGE: Final = {"WWW-Authenticate": 'Basic realm="Tidegate", charset="UTF-8"'}
#: By SQLSTATE, or its class; the longest that fits counts. What is not here is the server's fault.
_STATUS: Final = {
    "0A": 400, "08": 503, "08P01": 400, "21": 400, "22": 400, "25": 400, "26": 400, "28": 403, "3": 400, "40001": 409,
    "42": 400, "42501": 403, "42P01": 404, "53": 503, "53400": 400, "54": 400, "55": 400, "57": 503, "57014": 504,
}  # fmt: skip
#: Those that a client may try again.
_RETRY: Final = {"Retry-After": "1"}
#: Of a request behind which nothing is heard.
CLOSE: Final = {"Connection": "close"}
#: Of events: none of them is kept, by nobody in between.
EVENTS_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
#: Whose connection ends connects anew after a second.
EVENTS_RETRY: Final = b"retry: 1000\n\n"


class HttpFault(GatewayError):
    """A request that makes no statement. It is answered with *status*."""

    def __init__(self, status: int, message: str, *, hint: str | None = None, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message, hint=hint)
        self.status, self.headers = status, dict(headers or {})


def accepted(headers: Headers, offered: Sequence[str]) -> str:
    """Which of these media types the answer to a request with these headers has. Raises HttpFault where none will do."""
    found = form_of(headers, offered)
    if found is None:
        raise HttpFault(406, f"what there is: {', '.join(offered)}")
    return found


def status_of(sqlstate: str) -> int:
    """For an error with this SQLSTATE."""
    return next((_STATUS[sqlstate[:n]] for n in range(len(sqlstate), 0, -1) if sqlstate[:n] in _STATUS), 500)


def body_of(told: Report, status: int) -> dict[str, Any]:
    """The members of the problem's object."""
    found: dict[str, Any] = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": told.message}
    found |= {"sqlstate": told.sqlstate}
    further = {"explanation": told.detail, "hint": told.hint, "position": told.position}
    return found | {name: value for name, value in further.items() if value is not None}


def report_of(error: Exception) -> Report:
    """What is told of it, for any of KNOWN_ERRORS."""
    return error.report if isinstance(error, StatementFailed) else report(error)  # type: ignore[arg-type]


def problem(error: Exception) -> Response:
    """The answer to a request that failed with one of KNOWN_ERRORS."""
    if isinstance(error, HttpFault):
        body = {"type": "about:blank", "title": HTTPStatus(error.status).phrase, "status": error.status, "detail": error.message}
        if error.hint is not None:
            body["hint"] = error.hint
        return Response(json.dumps(body), error.status, error.headers, PROBLEM)
    told = report_of(error)
    status = status_of(told.sqlstate)
    headers: dict[str, str] = {}
    if isinstance(error, CredentialsNeeded | InvalidPassword):
        status, headers = 401, CHALLENGE
    elif isinstance(error, AccessDenied):
        status = 403
    elif status == 503:
        headers = _RETRY
    return Response(json.dumps(body_of(told, status)), status, headers, PROBLEM)


def problem_event(error: Exception) -> bytes:
    """What ends a stream of events."""
    return b"event: error\ndata: %b\n\n" % json.dumps(_body(error)).encode()


def problem_line(error: Exception) -> bytes:
    """What ends a stream of lines."""
    return json.dumps({"error": _body(error)}).encode() + b"\n"


def _body(error: Exception) -> dict[str, Any]:
    told = report_of(error)
    return body_of(told, status_of(told.sqlstate))


def problem_for(headers: Headers, error: Exception) -> Response:
    """The answer to a request with these headers that failed.

    A browser's EventSource gives up for good at any status but 200. So where events are asked for, what passes by itself is one.
    """
    found = problem(error)
    if found.status_code != 503 or form_of(headers, OF_CHANGES) != EVENTS:
        return found
    return Response(EVENTS_RETRY + problem_event(error), 200, EVENTS_HEADERS, EVENTS)


__all__ = [
    "CHALLENGE", "CLOSE", "KNOWN_ERRORS", "PROBLEM", "HttpFault", "accepted", "body_of", "problem", "problem_event", "problem_for",
    "problem_line",
    "report_of",
    "status_of",
]  # fmt: skip
