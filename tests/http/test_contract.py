"""Generated requests against the contract: an answer that it describes, in the form that it says; never a fault of the server's."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.http.conftest import ODD, Door

_KNOWN = ["orders", "kinds", ODD, "nothing", "", "1", "7", "-1", "1e9", "customer", "id", "json", "string", "NaN", "'"]
_BYTES = st.binary(max_size=6).map(lambda b: b.decode("latin-1"))
WORDS = st.one_of(st.sampled_from(_KNOWN), st.integers(-(2**65), 2**65).map(str), st.text(max_size=20), _BYTES)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
_SQL = st.sampled_from(["SELECT $1", "SELECT 1", "SELECT $1::int + $2", ";"]) | st.text(max_size=30)
BODIES = st.one_of(
    VALUES,
    st.fixed_dictionaries({"keys": st.lists(st.lists(VALUES, max_size=3), max_size=4)}),
    st.fixed_dictionaries({"sql": _SQL}, optional={"parameters": st.lists(VALUES, max_size=3)}),
)


@st.composite
def requests(draw: st.DrawFn, paths: dict[str, Any]) -> tuple[str, str, str, bytes | None]:
    """(path of the contract, method, target, body)."""
    path = draw(st.sampled_from(sorted(paths)))
    method = draw(st.sampled_from(sorted(paths[path])))
    target = path
    pairs = []
    for parameter in paths[path][method]["parameters"]:
        word = draw(WORDS)
        if parameter["in"] == "path":
            many = [word, *draw(st.lists(WORDS, max_size=2))] if parameter["name"] == "key" else [word]
            target = target.replace("{" + parameter["name"] + "}", "/".join(quote(w, safe="") for w in many))
        elif draw(st.booleans()):
            name = draw(WORDS) if parameter["name"] == "conditions" else parameter["name"]
            pairs.append(f"{quote(name, safe='')}={quote(word, safe='')}")
    body = json.dumps(draw(BODIES)).encode() if method == "post" else None
    return path, method.upper(), target + ("?" + "&".join(pairs) if pairs else ""), body


def test_generated_requests(door: Door) -> None:
    document = door.ask("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=60)

    @settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests(document["paths"]))
    def check(request: tuple[str, str, str, bytes | None]) -> None:
        path, method, target, body = request
        connection.request(method, target, body, {} if body is None else {"Content-Type": "application/json"})
        answer = connection.getresponse()
        data = answer.read()
        assert answer.status not in (500, 502, 503), data
        described = document["paths"][path][method.lower()]["responses"]
        if answer.status == 200:
            media = (answer.getheader("content-type") or "").partition(";")[0]
            assert media in described["200"]["content"], target
            if media == "application/json":
                json.loads(data)
        elif answer.status != 304:
            assert answer.getheader("content-type") == "application/problem+json", (target, data)
            told = json.loads(data)
            assert (told["status"], bool(told["detail"])) == (answer.status, True)

    check()
    connection.close()
