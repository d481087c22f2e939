"""One setting: its type, range, default, who may change it, and how its values are read and shown.

Values are kept as the text that SHOW prints. Rules and wording are those of PostgreSQL 15's guc.c as its documentation (chapter
20.1) describes them: booleans by unambiguous prefix, integers with units, enums regardless of case.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from gateway.errors import FixedSetting, InvalidSetting
from planner.errors import PermissionDenied, Unsupported

Kind = Literal["bool", "integer", "real", "string", "enum"]
BOOL: Final = "bool"
INTEGER: Final = "integer"
REAL: Final = "real"
STRING: Final = "string"
ENUM: Final = "enum"


class SettingContext(Enum):
    """When a setting can be changed; the names are those of pg_settings.context."""

    INTERNAL = "internal"
    POSTMASTER = "postmaster"
    SIGHUP = "sighup"
    BACKEND = "backend"
    SUPERUSER = "superuser"
    USER = "user"


_FIXED: Final = {
    SettingContext.INTERNAL: "cannot be changed",
    SettingContext.POSTMASTER: "cannot be changed without restarting the server",
    SettingContext.SIGHUP: "cannot be changed now",
    SettingContext.BACKEND: "cannot be set after connection start",
}


@dataclass(frozen=True, slots=True)
class Setting:
    """*default* is in the base unit, as pg_settings.setting has it. *read* replaces the type's own rules for strings.

    *served* lists the values that work where others, though valid, would change answers and are refused. *reported* settings
    are sent to the client (ParameterStatus).
    """

    name: str
    kind: Kind
    default: str
    context: SettingContext = SettingContext.USER
    unit: str | None = None
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    served: tuple[str, ...] | None = None
    read: Callable[[str], str] | None = None
    reported: bool = False
    description: str = ""

    @property
    def key(self) -> str:
        """The name that settings are looked up by."""
        return self.name.lower()

    @property
    def shown_default(self) -> str:
        """The default as SHOW prints it."""
        return self.shown(int(self.default)) if self.kind == INTEGER else self.default

    def shown(self, value: int) -> str:
        """A whole number of the base unit as SHOW prints it."""
        return _with_unit(value, self.unit)

    def parse(self, text: str) -> str:
        """A value from the client, as SHOW prints it. Raises InvalidSetting or Unsupported."""
        value = self.read(text) if self.read else _READERS[self.kind](self, text)
        if self.served is not None and value not in self.served:
            raise Unsupported(f'parameter "{self.name}" cannot be "{value}"', hint=f"Tidegate serves {', '.join(self.served)}.")
        return value

    def check_changeable(self) -> None:
        """Raise FixedSetting or PermissionDenied if no client may change it."""
        if self.context is SettingContext.SUPERUSER:
            raise PermissionDenied(f'permission denied to set parameter "{self.name}"')
        if self.context is not SettingContext.USER:
            raise FixedSetting(f'parameter "{self.name}" {_FIXED[self.context]}')


def invalid(name: str, text: str, hint: str | None = None) -> InvalidSetting:
    """A value that a setting does not take."""
    return InvalidSetting(f'invalid value for parameter "{name}": "{text}"', hint=hint)


# ----------------------------------------------------------------------------------------------------------- booleans

_BOOLEANS: Final = (("true", "on"), ("false", "off"), ("yes", "on"), ("no", "off"))


def parse_bool(text: str) -> str | None:
    """on or off; None if it is neither. Words may be cut short where they stay unambiguous."""
    word = text.lower()
    if word in ("on", "1"):
        return "on"
    if word in ("of", "off", "0"):
        return "off"
    return next((value for full, value in _BOOLEANS if word and full.startswith(word)), None)


def _bool(setting: Setting, text: str) -> str:
    value = parse_bool(text)
    if value is None:
        raise InvalidSetting(f'parameter "{setting.name}" requires a Boolean value')
    return value


# ------------------------------------------------------------------------------------------------------------ numbers

#: Units by base unit, largest first, in multiples of the base; a factor below 1 rounds.
_UNITS: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    "ms": (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1), ("us", 0.001)),
    "s": (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1), ("ms", 0.001), ("us", 0.000_001)),
    "min": (("d", 1440), ("h", 60), ("min", 1), ("s", 1 / 60), ("ms", 1 / 60_000)),
    "B": (("TB", 2**40), ("GB", 2**30), ("MB", 2**20), ("kB", 2**10), ("B", 1)),
    "kB": (("TB", 2**30), ("GB", 2**20), ("MB", 2**10), ("kB", 1), ("B", 2**-10)),
    "8kB": (("TB", 2**27), ("GB", 2**17), ("MB", 2**7), ("kB", 2**-3), ("B", 2**-13)),
    "MB": (("TB", 2**20), ("GB", 2**10), ("MB", 1), ("kB", 2**-10)),
}
_TIME_HINT: Final = 'Valid units for this parameter are "us", "ms", "s", "min", "h", and "d".'
_MEMORY_HINT: Final = 'Valid units for this parameter are "B", "kB", "MB", "GB", and "TB".'
_NUMBER: Final = re.compile(
    r"\s*([+-]?(?:0[xX][0-9a-fA-F]+|\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,3})?)\s*([A-Za-z]*)\s*"
)


def _number(setting: Setting, text: str) -> float:
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise invalid(setting.name, text)
    number, unit = match.groups()
    value = float(int(number, 16)) if "x" in number.lower() else float(number)
    if not unit:
        return value
    factors = dict(_UNITS.get(setting.unit or "", ()))
    if unit not in factors:
        hint = None if not factors else _TIME_HINT if setting.unit in ("ms", "s", "min") else _MEMORY_HINT
        raise invalid(setting.name, text, hint)
    return value * factors[unit]


def _check_range(setting: Setting, value: float) -> None:
    if not setting.low <= value <= setting.high:
        unit = f" {setting.unit}" if setting.unit else ""
        range_ = f"({setting.low:.15g} .. {setting.high:.15g})"
        raise InvalidSetting(f'{value:.15g}{unit} is outside the valid range for parameter "{setting.name}" {range_}')


def _integer(setting: Setting, text: str) -> str:
    value = round(_number(setting, text))
    _check_range(setting, value)
    return _with_unit(value, setting.unit)


def _real(setting: Setting, text: str) -> str:
    value = _number(setting, text)
    _check_range(setting, value)
    return f"{value:.15g}"


def _with_unit(value: int, unit: str | None) -> str:
    """A whole number in the largest unit that keeps it whole."""
    if value <= 0 or unit is None:
        return str(value)
    for name, factor in _UNITS[unit]:
        if factor >= 1 and value % factor == 0:
            return f"{int(value // factor)}{name}"
        if factor < 1:
            return f"{round(value / factor)}{name}"
    return str(value)


def in_base_unit(shown: str, unit: str) -> int:
    """A shown integer back in its base unit: "5s" in ms is 5000."""
    match = _NUMBER.fullmatch(shown)
    assert match is not None, "not shown by SHOW"
    number, name = match.groups()
    return round(float(number) * dict(_UNITS[unit]).get(name, 1))


def timeout_s(shown: str) -> float | None:
    """A shown number of milliseconds; None where it is 0, which means no timeout."""
    return None if shown == "0" else in_base_unit(shown, "ms") / 1000


# -------------------------------------------------------------------------------------------------------------- texts


def _enum(setting: Setting, text: str) -> str:
    value = next((choice for choice in setting.choices if choice == text.lower()), None)
    if value is None:
        raise invalid(setting.name, text, f"Available values: {', '.join(setting.choices)}.")
    return value


def _string(_setting: Setting, text: str) -> str:
    return text


_READERS: Final[dict[str, Callable[[Setting, str], str]]] = {
    BOOL: _bool,
    INTEGER: _integer,
    REAL: _real,
    STRING: _string,
    ENUM: _enum,
}
