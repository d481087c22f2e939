"""The pages of docs/reference, from the code: `python -m tests.tools.references` writes them, a test keeps them up to date."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Final

import gateway.errors
import planner.errors
import statestore.errors
from gateway.catalog.relations import RELATIONS
from gateway.contract.setting import Setting, SettingContext
from gateway.http.metrics import METRICS
from gateway.session.definitions import EFFECTIVE
from gateway.sqlstate import sqlstate
from planner.tree.types import display_name
from tests.tools.functions_page import reference

FOLDER: Final = Path(__file__).parents[2] / "docs" / "reference"
_MADE: Final = "Made from the code by `python -m tests.tools.references`.\n"
#: When a setting can be changed, in words.
_WHEN: Final = {
    SettingContext.USER: "any time",
    SettingContext.SUPERUSER: "by nobody",
    SettingContext.BACKEND: "when the session begins",
    SettingContext.SIGHUP: "in the configuration file",
    SettingContext.POSTMASTER: "at start",
    SettingContext.INTERNAL: "never; it tells",
}


def pages() -> dict[str, str]:
    """Each page by its file's name."""
    return {
        "functions.md": reference(),
        "settings.md": _settings(),
        "tables.md": _tables(),
        "metrics.md": _metrics(),
        "errors.md": _errors(),
    }


def _settings() -> str:
    rows = [
        f"| `{s.name}` | {s.kind} | {_default(s)} | {_values(s)} | {_WHEN[s.context]} |"
        for s in sorted(EFFECTIVE, key=lambda s: (not s.name.startswith("tidegate."), s.name.lower()))
    ]
    return "\n".join([
        "# Settings of a session",
        "",
        f"{_MADE}Those of PostgreSQL that mean something here, and Tidegate's own; what each does is in PostgreSQL's manual and in",
        "[Ask in SQL](../sql.md). PostgreSQL's other settings can be set and shown, and change nothing.",
        "",
        "| setting | type | default | values | can be changed |",
        "|---|---|---|---|---|",
        *rows,
        "",
    ])  # fmt: skip


def _default(setting: Setting) -> str:
    return "" if setting.context is SettingContext.INTERNAL or not setting.default else f"`{setting.default}`"


def _values(setting: Setting) -> str:
    if setting.served is not None:
        return ", ".join(f"`{v}`" for v in setting.served)
    if setting.choices:
        return ", ".join(f"`{v}`" for v in setting.choices)
    if setting.kind in ("integer", "real"):
        return f"{setting.low:.15g} to {setting.high:.15g}{f' {setting.unit}' if setting.unit else ''}"
    return ""


def _tables() -> str:
    lines = ["# Tables of schema tidegate", "", f"{_MADE}[Operate](../operate.md) says which of them answers which question.", ""]
    for (schema, name), relation in sorted(RELATIONS.items()):
        if schema != "tidegate":
            continue
        lines += [f"## tidegate.{name}", "", "| column | type |", "|---|---|"]
        lines += [f"| `{c.name}` | {display_name(c.type.pg)} |" for c in relation.columns]
        lines.append("")
    return "\n".join(lines)


def _metrics() -> str:
    lines = ["# Metrics", "", f"{_MADE}What `/metrics` of [the HTTP port](../rest.md) tells Prometheus.", ""]
    lines += ["| metric | type | labels | what it says |", "|---|---|---|---|"]
    for name, (kind, told, labels) in METRICS.items():
        shown = f"{name}_total" if kind == "counter" else name
        lines.append(f"| `{shown}` | {kind} | {', '.join(f'`{label}`' for label in labels)} | {told} |")
    return "\n".join([*lines, ""])


def error_classes() -> list[type[Exception]]:
    """Everything that a client is told of."""
    found = [kind for module in (gateway.errors, planner.errors, statestore.errors) for kind in vars(module).values()]
    return [
        kind
        for kind in found
        if isinstance(kind, type) and issubclass(kind, (planner.errors.SqlError, statestore.errors.StateStoreError))
    ]


def _errors() -> str:
    by_code: dict[str, list[str]] = defaultdict(list)
    for kind in error_classes():
        code, said = sqlstate(kind), (kind.__doc__ or "").split("\n")[0].strip()
        if not said.startswith("Base of"):
            by_code[code].append(said)
    lines = ["# Errors", "", f"{_MADE}Codes are those of PostgreSQL 15's appendix A.", "", "| SQLSTATE | when |", "|---|---|"]
    lines += [f"| {code} | {' '.join(dict.fromkeys(by_code[code])).replace('|', chr(92) + '|')} |" for code in sorted(by_code)]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    for page, text in pages().items():
        (FOLDER / page).write_text(text)
