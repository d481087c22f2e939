"""Maps, structs and nested arrays of a view's column as jsonb text."""

from __future__ import annotations

from statestore import types as st


def json_text(name: str, _data_type: st.DataType) -> str:
    """SQL of the column's jsonb text."""
    return f"py_parse_jsonb(CAST(to_json({name}) AS VARCHAR))"
