"""The scalar codecs applied to a list of values: for what has no vectorised form."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from gateway.codecs.codec import encoder
from gateway.contract.engine import OutputStyle
from planner.tree import types as t


def one_by_one(values: list[Any], type_: t.SqlType, format_: int, style: OutputStyle) -> pa.BinaryArray:
    """Cells of physical values (planner.tree.values); None is NULL."""
    encode = encoder(type_, format_, style)
    return pa.array([None if v is None else encode(v) for v in values], pa.binary())
