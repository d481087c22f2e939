"""The values of a session's settings: defaults, start-up values, SET and SET LOCAL, and their undoing with the transaction.

    effective value = SET LOCAL  or else  SET  or else  start-up value  or else  default

All layers are dicts that are replaced, never changed, so that a savepoint is two references.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from gateway.contract.bounds import MAX_STALENESS, MIN_VERSION, READ_VERSION, VersionBounds, read_versions
from gateway.contract.engine import OutputStyle, ReadSettings
from gateway.contract.setting import Setting, SettingContext, in_base_unit, timeout_s
from gateway.errors import ConfigurationLimitExceeded
from gateway.session.date_style import date_style
from gateway.session.definitions import OWN_PREFIX, REPORTED, SETTINGS, TRANSACTION_SETTINGS
from planner.errors import InvalidName, PermissionDenied, PlanError, UndefinedObject
from planner.tree.catalog import MAY_NOT_EXAMINE, SUPERUSERS_SETTINGS
from planner.tree.query_plan import PlanSettings

#: Settings of names with a dot that clients may invent, and how long their values may be.
CUSTOM_SETTINGS_MAX: Final = 1_000
VALUE_CHARACTERS_MAX: Final = 100_000

#: What SET ROLE NONE sets; one's own name is the same.
_NO_ROLE: Final = "none"

Layer = Mapping[str, str]


class Layers(NamedTuple):
    """What SET and SET LOCAL have put on top."""

    session: Layer
    local: Layer


#: PostgreSQL's, or this product's where it differs; a server puts its own limits over them.
DEFAULTS: Final[Layer] = {key: setting.shown_default for key, setting in SETTINGS.items()}
_EMPTY: Final = Layers({}, {})


#: (setting, names that it gives versions for, user): raises InvalidSetting where one names what there is not.
CheckVersions = Callable[[str, Iterable[str], str], None]


def unchecked(_setting: str, _names: Iterable[str], _user: str) -> None:
    """As a CheckVersions, for who knows no names."""


class Variables:
    """The settings of one session. Names are taken regardless of case."""

    def __init__(self, user: str, database: str, defaults: Layer = DEFAULTS, check: CheckVersions = unchecked) -> None:
        self._user = user
        self._database = database
        self._check = check
        self._base: Layer = {**defaults, "session_authorization": user}
        self.layers = _EMPTY
        self._committed = _EMPTY
        self._reported: Layer = {}
        self._reported_at: ReadSettings | None = None
        self._read: ReadSettings | None = None

    # ---------------------------------------------------------------------------------------------------------- reading

    @property
    def read(self) -> ReadSettings:
        """The present settings; the same object until one changes."""
        if self._read is None:
            self._read = self._build()
        return self._read

    def show(self, name: str) -> str:
        """A setting's value as SHOW prints it. Raises UndefinedObject (42704) for none, PermissionDenied for superusers'."""
        value = self.read.values.get(name.lower())
        if value is None:
            raise _unreadable(name)
        return value

    def all(self) -> Iterator[tuple[str, str]]:
        """(name, value) of every setting, by name regardless of case."""
        for key, value in sorted(self.read.values.items()):
            yield (SETTINGS[key].name if key in SETTINGS else key), value

    def timeout_s(self, name: str) -> float | None:
        """A setting in milliseconds; None where it is 0, which means no timeout."""
        return timeout_s(self.read.values[name])

    # --------------------------------------------------------------------------------------------------------- changing

    def start(self, name: str, value: str) -> None:
        """A value from the start-up packet: what RESET goes back to."""
        setting = SETTINGS.get(name.lower())
        if setting is None or setting.context is not SettingContext.BACKEND:
            setting = self._changeable(name)
        self._base = {**self._base, name.lower(): self._parsed(setting, value, self._base)}
        self._read = None

    def set(self, name: str, value: str | None, *, local: bool) -> None:
        """SET or SET LOCAL; None is the value that RESET gives. Raises what a refused setting or value does."""
        key = name.lower()
        setting = self._changeable(name)
        if value is None:
            shown = self._base.get(key, "")
        else:
            shown = self._parsed(setting, value, self.read.values)
        if setting is None and key not in self.layers.session and len(self.layers.session) >= CUSTOM_SETTINGS_MAX:
            raise ConfigurationLimitExceeded(f"a session may have {CUSTOM_SETTINGS_MAX} settings of its own")
        session, held = self.layers
        if local:
            self._replace(Layers(session, {**held, key: shown}))
        else:
            self._replace(Layers({**session, key: shown}, _without(held, key)))

    def _parsed(self, setting: Setting | None, value: str, present: Layer) -> str:
        """The value as SHOW prints it. A DateStyle may say half of itself, and then changes only that."""
        if setting is None:
            return _custom(value)
        match setting.key:
            case "datestyle" as key:
                return date_style(value, present[key], self._base[key])
            case "session_authorization" if value != self._user:
                raise PermissionDenied("permission denied to set session authorization")
            case "role" if value not in (_NO_ROLE, self._user):
                raise PermissionDenied(f'permission denied to set role "{value}"', hint="Tidegate has no roles to change to.")
        shown = setting.parse(value)
        if setting.key in (READ_VERSION, MIN_VERSION):
            self._check(setting.name, read_versions(setting.name, shown).named, self._user)
        return shown

    def reset_all(self) -> None:
        """RESET ALL; the transaction's own settings stay."""
        kept = {key: value for key, value in self.layers.local.items() if key in TRANSACTION_SETTINGS}
        self._replace(Layers({}, kept))

    def _changeable(self, name: str) -> Setting | None:
        """The setting, or None for one that clients invent (any name with a dot). Raises if it cannot be changed."""
        key = name.lower()
        setting = SETTINGS.get(key)
        if setting is not None:
            setting.check_changeable()
            return setting
        if "." not in key:
            raise _unrecognized(name)
        if key.startswith(OWN_PREFIX):
            raise InvalidName(f'invalid configuration parameter name "{name}"', detail=f'"{OWN_PREFIX[:-1]}" is a reserved prefix.')
        return None

    # ----------------------------------------------------------------------------------------------------- transactions

    def commit(self) -> None:
        """The transaction ended well: SET LOCAL ends, SET stays."""
        if self.layers is not self._committed:
            if self.layers.local:
                self._replace(Layers(self.layers.session, {}))
            self._committed = self.layers

    def rollback(self) -> None:
        """The transaction failed: everything is as it was before."""
        self.restore(self._committed)

    def restore(self, layers: Layers) -> None:
        """Back to an earlier state of .layers (a savepoint's)."""
        if self.layers is not layers:
            self._replace(layers)

    # ----------------------------------------------------------------------------------------------------------- report

    def unreported(self) -> list[tuple[str, str]]:
        """(name, value) of reported settings that the client does not know yet; it is assumed to be told."""
        if self.read is self._reported_at:
            return []
        self._reported_at = self.read
        values = self.read.values
        changed = [(SETTINGS[key].name, values[key]) for key in REPORTED if self._reported.get(key) != values[key]]
        if changed:
            self._reported = {key: values[key] for key in REPORTED}
        return changed

    # ---------------------------------------------------------------------------------------------------------- private

    def _replace(self, layers: Layers) -> None:
        self.layers = layers
        self._read = None

    def _build(self) -> ReadSettings:
        session, local = self.layers
        values = {**self._base, **session, **local}
        for key in TRANSACTION_SETTINGS:
            values[key] = local.get(key, values[f"default_{key}"])
        path = schemas(values["search_path"], self._user)
        plan = PlanSettings(
            values["timezone"],
            path,
            self._user,
            self._database,
            values["datestyle"],
            tuple(_unusual_texts(values)),
            values["intervalstyle"],
            values["server_version"],
        )
        style = OutputStyle(
            timezone=values["timezone"],
            extra_float_digits=int(values["extra_float_digits"]),
            bytea_output=values["bytea_output"],
            interval_style=values["intervalstyle"],
            date_style=values["datestyle"],
        )
        staleness_ms = in_base_unit(values[MAX_STALENESS], "ms")
        return ReadSettings(plan, style, values, VersionBounds.of(values[READ_VERSION], values[MIN_VERSION], staleness_ms))


def _unusual_texts(values: Layer) -> Iterator[tuple[str, str]]:
    """See PlanSettings."""
    if values["bytea_output"] != "hex":
        yield "bytea", "bytea_output"
    if int(values["extra_float_digits"]) <= 0:
        yield from (("float4", "extra_float_digits"), ("float8", "extra_float_digits"))


def _unreadable(name: str) -> PlanError:
    if name.lower() in SUPERUSERS_SETTINGS:
        return PermissionDenied(f'{MAY_NOT_EXAMINE} "{name}"')
    return _unrecognized(name)


def _unrecognized(name: str) -> UndefinedObject:
    return UndefinedObject(f'unrecognized configuration parameter "{name}"')


def _custom(value: str) -> str:
    if len(value) > VALUE_CHARACTERS_MAX:
        raise ConfigurationLimitExceeded(f"a setting's value may have {VALUE_CHARACTERS_MAX} characters")
    return value


def _without(layer: Layer, key: str) -> Layer:
    return {k: v for k, v in layer.items() if k != key} if key in layer else layer


_ELEMENT: Final = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^",\s][^",]*?))\s*(?:,|$)')


def schemas(text: str, user: str) -> tuple[str, ...]:
    """The schemas in order. Names without quotes are folded to lower case; "$user" is the user's own schema."""
    names: list[str] = []
    at = 0
    while at < len(text) and (match := _ELEMENT.match(text, at)) is not None:
        quoted, plain = match.groups()
        name = quoted.replace('""', '"') if quoted is not None else plain.lower()
        names.append(user if name == "$user" else name)
        at = match.end()
    return tuple(name for name in names if name)
