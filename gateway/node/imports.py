"""What a node does without."""

from __future__ import annotations

import sys
from typing import Final

import pyarrow as pa

_PANDAS: Final = "pandas"


class _NotHere:
    """A finder (importlib.abc.MetaPathFinder) that has no pandas."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Raises ModuleNotFoundError for it, and leaves all others to the next finder."""
        if name == _PANDAS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def arrow_without_pandas() -> None:
    """Have pyarrow take no value for one of pandas': it imports pandas, where that is installed, with the first value of Python's
    that it is handed. That takes half a second of processor time and 40 MiB, and no value here is pandas'. It asks once."""
    if _PANDAS in sys.modules:
        return
    sys.meta_path.insert(0, _NotHere)
    try:
        pa.scalar(0)
    finally:
        sys.meta_path.remove(_NotHere)
