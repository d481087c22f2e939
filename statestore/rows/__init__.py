"""Stored rows: a format byte and Spark's UnsafeRow; one at a time or vectorised, from and to Arrow."""

from statestore.arrow import arrow_type
from statestore.rows.decode_arrow import ArrowDecoder
from statestore.rows.decode_row import row_decoder, value_decoder
from statestore.rows.encode_arrow import ArrowEncoder
from statestore.rows.encode_row import row_encoder
from statestore.rows.layout import fixed
from statestore.rows.live import LiveRows

__all__ = [
    "ArrowDecoder",
    "ArrowEncoder",
    "LiveRows",
    "arrow_type",
    "fixed",
    "row_decoder",
    "row_encoder",
    "value_decoder",
]
