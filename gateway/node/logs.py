"""Section [log] of the configuration file: how the node writes its log, to standard error.

[log]
level = "info"             # debug, info, warning, error
format = "text"            # or "json": one object a line
slow_statement_s = 0.0     # statements that took so long are logged, with their text but without parameters; 0: none
parameters = false         # with their values, too

All of it changes with SIGHUP. A name or text that holds line ends does not make lines.
"""

from __future__ import annotations

import json
import logging
import math
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from gateway.engine.recent import Recent

TEXT_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_LEVELS: Final = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class LogOptions:
    """See the module."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"
    slow_statement_s: float = 0.0
    parameters: bool = False

    def __post_init__(self) -> None:
        if self.level not in _LEVELS:
            raise ValueError(f"level={self.level!r}: one of {', '.join(_LEVELS)}")
        if self.format not in ("text", "json"):
            raise ValueError(f"format={self.format!r}: text or json")
        if not 0 <= self.slow_statement_s < math.inf:
            raise ValueError(f"slow_statement_s={self.slow_statement_s}: 0 seconds or more")

    def tell(self, recent: Recent) -> None:
        """Which executions are logged from now on, and how."""
        recent.slow_s, recent.shows_parameters = self.slow_statement_s, self.parameters


class JsonLines(logging.Formatter):
    """time (ISO 8601, UTC), level, logger, message; exception where there is one; statement of slow ones."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        if statement := getattr(record, "statement", None):
            told["statement"] = statement
        return json.dumps(told, ensure_ascii=False, default=str)


def log_as(options: LogOptions) -> None:
    """From now on the process's log is so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if options.format == "json" else logging.Formatter(TEXT_FORMAT))
    root = logging.getLogger()
    for known in list(root.handlers):
        if type(known) is logging.StreamHandler:
            root.removeHandler(known)
    root.addHandler(handler)
    root.setLevel(options.level.upper())
