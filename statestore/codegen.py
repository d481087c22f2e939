"""Python functions made to measure: the hot codecs are written out for one schema, then compiled.

A row decoder that asks for each column's type at run time costs five times what one costs that was written
for the columns at hand. The text compiled here consists of constants, positions and type codes of this
package: no name, literal or other text of a user, a file or the network may ever be part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def compile_function(name: str, parameters: str, body: Sequence[str], names: Mapping[str, Any]) -> Callable[..., Any]:
    """The function ``def name(parameters)`` with the lines *body*, in which *names* are global."""
    source = f"def {name}({parameters}):\n" + "\n".join(f"    {line}" for line in body)
    scope = dict(names)
    exec(compile(source, f"<codec {name}>", "exec"), scope)  # noqa: S102 - see the module's text
    function: Callable[..., Any] = scope[name]
    return function


def tuple_of(parts: Sequence[str]) -> str:
    """Python's spelling of a tuple of *parts*."""
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
