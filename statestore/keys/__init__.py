"""Order-preserving keys: a view's key columns as bytes that sort as SQL sorts the rows."""

from statestore.keys.codec import KeyCodec
from statestore.keys.layout import NULL_COLUMN, successor

__all__ = ["NULL_COLUMN", "KeyCodec", "successor"]
