"""The contract of /v1 and the rest, as OpenAPI 3.1."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from gateway.http import views
from gateway.http.changes import WAIT_MAX_S
from gateway.http.media import ARROW, CSV, EVENTS, JSON, LINES
from gateway.http.problems import PROBLEM
from gateway.http.query import ROWS_MAX


def _parameter(name: str, where: str, told: str, **schema: Any) -> dict[str, Any]:
    return {
        "name": name, "in": where, "description": told, "required": where == "path", "schema": {"type": "string", **schema},
    }  # fmt: skip


_VIEW: Final = _parameter("view", "path", "A view's name.")
_KEY: Final = _parameter("key", "path", "The key's parts in the order of the key, as text, percent-encoded, with / between them.")
_COLUMNS: Final = _parameter("columns", "query", "Names of columns, with commas between them; all by default.")
_NUMBERS: Final = _parameter("numbers", "query", "Whether int8 and numeric are numbers or strings.", enum=["json", "string"])
_BOUNDS: Final = [
    _parameter("read_version", "query", "The version to read, or 409.", pattern="^[0-9]+$"),
    _parameter("min_version", "query", "The version that has to be reached, or 409.", pattern="^[0-9]+$"),
    _parameter("max_staleness", "query", "How stale the answer may be, in milliseconds, or 409.", pattern="^[0-9]+$"),
]
_ROW: Final = {"type": "object", "description": "Values by column. docs: JSON by type."}


def _answer(schema: dict[str, Any], told: str = "As asked.") -> dict[str, Any]:
    return {"description": told, "content": {JSON: {"schema": schema}}}


def _list(name: str, item: dict[str, Any], **more: Any) -> dict[str, Any]:
    properties = {name: {"type": "array", "items": item}, **more}
    return {"type": "object", "properties": properties, "required": list(properties)}


_PROBLEM: Final = {"$ref": "#/components/responses/Problem"}


def _operation(summary: str, parameters: list[dict[str, Any]], ok: dict[str, Any], *statuses: int, **more: Any) -> dict[str, Any]:
    responses = {"200": ok, **{str(status): _PROBLEM for status in statuses}, "default": _PROBLEM}
    return {"summary": summary, "parameters": parameters, "responses": responses, **more}


def _body(properties: dict[str, Any], required: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": [required], "additionalProperties": False}
    return {"required": True, "content": {JSON: {"schema": schema}}}


_UNCHANGED: Final = {"304": {"description": "The client has this version."}}
#: Missing where other nodes hold a part of the view, and where another version came meanwhile.
_VERSIONED: Final = {
    name: {"description": told, "schema": {"type": kind}}
    for name, told, kind in (
        ("ETag", "The version, and what was asked of it: for If-None-Match.", "string"),
        ("Tidegate-Version", "The version that was read.", "integer"),
        ("Tidegate-Staleness", "How long ago the first version was committed that the answer lacks, in seconds.", "number"),
    )
}


def _read(summary: str, parameters: list[dict[str, Any]], schema: dict[str, Any]) -> dict[str, Any]:
    return {"get": _operation(summary, [*parameters, *_BOUNDS], _answer(schema), 400, 403, 404, 409)}


def _versioned(path: dict[str, Any]) -> dict[str, Any]:
    responses = path["get"]["responses"]
    responses |= _UNCHANGED
    responses["200"]["headers"] = _VERSIONED
    return path


@cache
def document() -> dict[str, Any]:
    """The whole of it."""
    rows = {"rows": {"type": "array", "items": {"oneOf": [_ROW, {"type": "null"}]}}}
    limit = _parameter("limit", "query", "Rows of the page.", type="integer", minimum=1, maximum=views.LIMIT_MAX)
    after = _parameter("after", "query", "Where the page before ended; next has it.")
    conditions = _parameter("conditions", "query", "{column}=value; of key columns also .gt .gte .lt .lte.", type="object")
    conditions |= {"style": "form", "explode": True, "schema": {"type": "object", "additionalProperties": {"type": "string"}}}
    keys = {"keys": {"type": "array", "maxItems": views.KEYS_MAX, "items": {"type": "array"}}}
    query = {
        "sql": {"type": "string"},
        "parameters": {"type": "array"},
        "rows_max": {"type": "integer", "minimum": 0, "maximum": ROWS_MAX, "description": "The answer ends after so many; 0: all."},
    }
    table = {
        "type": "object",
        "properties": {
            "columns": {"type": "array"},
            "rows": {"type": "array"},
            "command": {"type": "string"},
            "more": {"type": "boolean"},
        },
    }
    answer = _answer(table)
    answer["content"] |= {LINES: {}, CSV: {}, ARROW: {}}
    text = {"description": "Text.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    start = _parameter("from", "query", "snapshot, now, or a position that was told: strictly after it.", type="string")
    wait = _parameter("wait", "query", "Seconds that lines wait for a change.", type="number", minimum=0, maximum=WAIT_MAX_S)
    changes = {"description": "insert, update, delete, progress.", "content": {LINES: {}, EVENTS: {}}}
    number = {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
    one, page = "/v1/views/{view}/rows/{key}", "/v1/views/{view}/rows"
    paths = {
        "/livez": {"get": _operation("Is the process there?", [], text, security=[])},
        "/readyz": {"get": _operation("Should clients be sent here?", [], _answer({"type": "object"}), security=[])},
        "/": {"get": _operation("The status page.", [], {"description": "HTML.", "content": {"text/html": {}}})},
        "/status": {"get": _operation("Views, nodes, readiness.", [], _answer({"type": "object"}))},
        "/metrics": {"get": _operation("What Prometheus scrapes.", [], text)},
        "/v1/views": {"get": _operation("All views.", [], _answer(_list("views", {"type": "object"})))},
        "/v1/views/{view}": {"get": _operation("A view's columns and key.", [_VIEW], _answer({"type": "object"}), 403, 404)},
        one: _versioned(_read("The row with a key.", [_VIEW, _KEY, _COLUMNS, _NUMBERS], _ROW)),
        page: _versioned(_read("Rows in the order of the key.", [_VIEW, limit, after, conditions, _COLUMNS, _NUMBERS],
                               _list("rows", _ROW, next={"type": ["string", "null"]}))),
        f"{page}:lookup": {"post": _operation("Rows by keys, of one version.", [_VIEW, _COLUMNS, _NUMBERS, *_BOUNDS],
                           _answer({"type": "object", "properties": rows, "required": ["rows"]}), 400, 403, 404, 409, 413, 415,
                           requestBody=_body(keys, "keys"))},
        "/v1/views/{view}/count": _versioned(_read("How many rows.", [_VIEW, conditions], number)),
        "/v1/views/{view}/changes": {"get": _operation("What changes, as it does.",
                                     [_VIEW, start, wait, conditions, _COLUMNS, _NUMBERS, *_BOUNDS], changes, 400, 403, 404, 406,
                                     409)},
        "/v1/metadata": {"get": _operation("The nodes.", [], _answer(_list("nodes", {"type": "object"})))},
        "/v1/metadata/views/{view}": {"get": _operation("A view's shards, and who holds them.", [_VIEW],
                                      _answer({"type": "object"}), 403, 404)},
        "/v1/metadata/views/{view}/keys/{key}": {"get": _operation("The shard that holds a key.", [_VIEW, _KEY],
                                                 _answer({"type": "object"}), 400, 403, 404)},
        "/v1/query": {"post": _operation("Any statement.", [_NUMBERS, *_BOUNDS], answer, 400, 403, 404, 406, 409, 413, 415, 504,
                                         requestBody=_body(query, "sql"))},
    }  # fmt: skip
    paths["/readyz"]["get"]["responses"]["503"] = _answer({"type": "object"}, "No, with the reason.")
    problem = {
        "description": "Problem details (RFC 9457), with sqlstate where SQL has one.",
        "content": {PROBLEM: {"schema": {"type": "object"}}},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tidegate", "version": "1", "description": "The state of Spark Structured Streaming jobs."},
        "paths": paths,
        "components": {
            "responses": {"Problem": problem},
            "securitySchemes": {"basic": {"type": "http", "scheme": "basic"}},
        },
        "security": [{"basic": []}, {}],
    }
