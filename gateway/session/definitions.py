"""The settings that have an effect here, or that tell a client something true about this server, and the table of all settings."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from gateway import tidegate_version
from gateway.contract.bounds import MAX_STALENESS, MIN_VERSION, NONE, PARTIAL_RESULTS, READ_VERSION, checked
from gateway.contract.remote import FORWARDED
from gateway.contract.setting import BOOL, ENUM, INTEGER, STRING, Setting, SettingContext, invalid
from gateway.session.date_style import date_style
from gateway.session.inert_settings import INERT_SETTINGS
from planner.errors import PlanError, Unsupported
from planner.postgres.literals.intervals import parse_interval
from planner.postgres.literals.zones import format_offset, posix_zone
from planner.tree.query_plan import ISO_MDY

#: The PostgreSQL version whose behaviour is served: drivers read features off it.
POSTGRES_VERSION: Final = "15.18"
POSTGRES_VERSION_NUMBER: Final = "150018"

ISOLATION_LEVELS: Final = ("serializable", "repeatable read", "read committed", "read uncommitted")
_MESSAGE_LEVELS: Final = ("debug5", "debug4", "debug3", "debug2", "debug1", "debug", "log", "info", "notice", "warning", "error")
_INT_MAX: Final = 2**31 - 1
_APPLICATION_NAME_MAX: Final = 63


# ------------------------------------------------------------------------------------------------ values of their own

#: PostgreSQL's other client encodings, without punctuation.
_ENCODINGS_REFUSED: Final = re.compile(
    r"big5|eucjp|euccn|euckr|euctw|eucjis2004|gb18030|gbk|johab|koi8[ru]?|latin([1-9]|10)|muleinternal|sjis|shiftjis(2004)?|uhc"
    r"|iso8859[0-9]{1,2}|win(dows)?(866|874|949|950|125[0-8])"
)


def _client_encoding(text: str) -> str:
    """UTF8, or SQL_ASCII, which asks for bytes as they are. Spelling as PostgreSQL takes it: letters and digits count."""
    name = re.sub(r"[^a-z0-9]", "", text.lower())
    if name in ("utf8", "unicode"):
        return "UTF8"
    if name == "sqlascii":
        return "SQL_ASCII"
    if _ENCODINGS_REFUSED.fullmatch(name):
        raise Unsupported(f"conversion between {text.upper()} and UTF8 is not supported", hint="Set client_encoding to UTF8.")
    raise invalid("client_encoding", text)


@cache
def _zones() -> dict[str, str]:
    """Zone names by lower case; files that are no zones of their own are left out."""
    return {name.lower(): name for name in available_timezones() if name not in ("localtime", "Factory", "posixrules")}


_HOURS: Final = re.compile(r"[+-]?(?:\d{1,3}\.?\d{0,9}|\.\d{1,9})")
_DAY_S: Final = 86_400
_INTERVAL: Final = re.compile(r"INTERVAL '(.*)'", re.DOTALL)
#: Whole hours for which the tz database has a zone, Etc/GMT±n (west).
_ETC_HOURS: Final = range(-12, 15)


def _timezone(text: str) -> str:
    """An IANA zone; whole-hour offsets as the zones Etc/GMT±n, others in POSIX's way.

    Of offsets, a bare number of hours and INTERVAL count eastward; what has a colon or letters westward, as in PostgreSQL.
    """
    name = _zones().get(text.lower()) or _offset_zone(text)
    try:
        return _existing(name) if name else _no_zone(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return _no_zone(text)


def _existing(name: str) -> str:
    """The name, if there is such a zone. Raises ZoneInfoNotFoundError, ValueError, OSError."""
    return name if name.startswith("<") else ZoneInfo(name).key


def _offset_zone(text: str) -> str | None:
    try:
        east = _offset_east(text)
    except PlanError:
        return None
    if east is None or abs(east) >= _DAY_S:
        return None
    hours, rest = divmod(east, 3600)
    if rest == 0 and hours in _ETC_HOURS:
        return "UTC" if hours == 0 else f"Etc/GMT{-hours:+d}"
    return f"<{format_offset(east)}>{format_offset(-east)}"


def _offset_east(text: str) -> int | None:
    """Seconds, or None where the text is no offset. Raises PlanError."""
    if _HOURS.fullmatch(text):
        return int(float(text) * 3600)
    if interval := _INTERVAL.fullmatch(text):
        found = parse_interval(interval[1])
        return None if found.months or found.days else int(found.micros / 1_000_000)
    return posix_zone(text)


def _no_zone(text: str) -> str:
    raise invalid("TimeZone", text)


def _application_name(text: str) -> str:
    """Printable ASCII, as PostgreSQL keeps it."""
    return re.sub(r"[^ -~]", "?", text)[:_APPLICATION_NAME_MAX]


# ---------------------------------------------------------------------------------------------------------- the table

_POSTGRES: Final = (
    Setting("application_name", STRING, "", read=_application_name, reported=True),
    Setting("array_nulls", BOOL, "on", served=("on",)),
    Setting("authentication_timeout", INTEGER, "60", SettingContext.SIGHUP, unit="s", low=1, high=600),
    Setting("bytea_output", ENUM, "hex", choices=("escape", "hex")),
    Setting("client_encoding", STRING, "UTF8", read=_client_encoding, reported=True),
    Setting("client_min_messages", ENUM, "notice", choices=_MESSAGE_LEVELS),
    Setting("DateStyle", STRING, ISO_MDY, read=date_style, reported=True),
    Setting("default_transaction_deferrable", BOOL, "off"),
    Setting("default_transaction_isolation", ENUM, "read committed", choices=ISOLATION_LEVELS),
    Setting("default_transaction_read_only", BOOL, "off", reported=True),
    Setting("extra_float_digits", INTEGER, "1", low=-15, high=3),
    Setting("idle_in_transaction_session_timeout", INTEGER, "0", unit="ms", high=_INT_MAX),
    Setting("idle_session_timeout", INTEGER, "0", unit="ms", high=_INT_MAX),
    Setting("IntervalStyle", ENUM, "postgres", choices=("postgres", "postgres_verbose", "sql_standard", "iso_8601"), reported=True),
    Setting("in_hot_standby", BOOL, "off", SettingContext.INTERNAL, reported=True),
    Setting("integer_datetimes", BOOL, "on", SettingContext.INTERNAL, reported=True),
    Setting("is_superuser", BOOL, "off", SettingContext.INTERNAL, reported=True),
    Setting("lc_collate", STRING, "C", SettingContext.INTERNAL),
    Setting("lc_ctype", STRING, "C.UTF-8", SettingContext.INTERNAL),
    Setting("role", STRING, "none"),
    Setting("search_path", STRING, '"$user", public'),
    Setting("server_encoding", STRING, "UTF8", SettingContext.INTERNAL, reported=True),
    Setting(
        "server_version", STRING, f"{POSTGRES_VERSION} (Tidegate {tidegate_version()})", SettingContext.INTERNAL, reported=True
    ),
    Setting("server_version_num", INTEGER, POSTGRES_VERSION_NUMBER, SettingContext.INTERNAL),
    Setting("session_authorization", STRING, "", reported=True),
    Setting("standard_conforming_strings", BOOL, "on", served=("on",), reported=True),
    Setting("statement_timeout", INTEGER, "0", unit="ms", high=_INT_MAX),
    Setting("TimeZone", STRING, "UTC", read=_timezone, reported=True),
    Setting("transaction_deferrable", BOOL, "off"),
    Setting("transaction_isolation", ENUM, "read committed", choices=ISOLATION_LEVELS),
    Setting("transaction_read_only", BOOL, "off"),
    Setting("transform_null_equals", BOOL, "off", served=("off",)),
)

#: Tidegate's own; 0 asks for nothing (gateway.contract.bounds).
_TIDEGATE: Final = (
    Setting(FORWARDED, BOOL, "off", SettingContext.BACKEND),
    Setting(MAX_STALENESS, INTEGER, NONE, unit="ms", high=_INT_MAX),
    Setting(MIN_VERSION, STRING, NONE, read=partial(checked, MIN_VERSION)),
    Setting(PARTIAL_RESULTS, BOOL, "off"),
    Setting(READ_VERSION, STRING, NONE, read=partial(checked, READ_VERSION)),
    Setting("tidegate.version", STRING, "", SettingContext.INTERNAL),
)
OWN_PREFIX: Final = "tidegate."

#: Those that mean something here.
EFFECTIVE: Final = (*_POSTGRES, *_TIDEGATE)
SETTINGS: Final = {s.key: s for s in (*INERT_SETTINGS, *EFFECTIVE)}
REPORTED: Final = tuple(s.key for s in SETTINGS.values() if s.reported)

#: Settings of one transaction: their session value is the default_… setting.
TRANSACTION_SETTINGS: Final = ("transaction_isolation", "transaction_read_only", "transaction_deferrable")
