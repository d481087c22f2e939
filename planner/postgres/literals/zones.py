"""Time zones: names of the tz database, abbreviations, and fixed offsets; seconds east of Greenwich throughout.

A local time that a clock skips is read with the offset before the change, one that occurs twice with the offset after it: both are
the smaller of the two offsets. Abbreviations are those of PostgreSQL's timezonesets/Default: an offset, or a zone's own time.
"""

from __future__ import annotations

import re
import struct
from datetime import datetime, timedelta
from functools import lru_cache
from io import BytesIO
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from planner.errors import InvalidArgument, Unsupported
from planner.remembering import remembered
from planner.tree.calendar import CYCLE_DAYS, DAY_US, HOUR_US, PYTHON_END_US, PYTHON_MIN_US, SECOND_US

_EPOCH: Final = datetime(1970, 1, 1)
#: POSIX style: a name or <name>, which may be missing, then the offset WEST of Greenwich, then perhaps rules for summers.
_POSIX: Final = re.compile(r"(?:<[^>]*>|[^\d,+<-]*)([+-]?)(\d{1,3})(?::(\d{1,2}))?(?::(\d{1,2}))?(.*)", re.DOTALL)
_POSIX_HOURS_MAX: Final = 167
#: Offsets of literals: hours, minutes and seconds with colons, or hhmm.
_OFFSET: Final = re.compile(r"([+-])(\d*)(?::(\d*))?(?::(\d*))?")
OFFSET_HOURS_MAX: Final = 15
_OFFSETS_KEPT_MAX: Final = 256
_CYCLE_US: Final = CYCLE_DAYS * DAY_US
#: What Python's calendar covers, with room for offsets.
_FIRST_US: Final = PYTHON_MIN_US + 2 * DAY_US
_END_US: Final = PYTHON_END_US - 2 * DAY_US

_FIXED_TEXT: Final = """
-36000 hst taht|-34200 mart|-32400 akst gamt|-28800 akdt pst|-25200 mst pdt|-21600 cst galt mdt
-18000 act cdt cot est pet|-14400 amt ast bot edt|-12600 nft nst|-10800 adt bra brt clst gft pmst pyst uyt wgt|-9000 ndt
-7200 brst fnt pmdt uyst wgst|-3600 azot egt fnst|0 azost egst gmt uct ut utc wet z zulu|3600 bst cet met mez wat wetdst
7200 bdst cest cetdst eet ist mest mesz metdst sast|10800 eat eest eetdst fet idt|12600 irt|14400 msd mut ret sct
16200 aft|18000 must mvt pkt tft tjt uzt|20700 npt|21600 almt bdt btt kgst pkst uzst xjt yekst|23400 mmt
25200 almst cxt ict wast|28800 awst bnt bort cct hkt myt pht wadt|31500 acwst|32400 awsst jayt jst kst pwt ulast wdt
34200 acst cast|36000 aest chut ddut kdt ligt mpt pgt trut yapt|37800 acdt acsst cadt lhst sadt
39600 aedt aesst pont vut|43200 fjt gilt mht nzst nzt tvt wakt wft|45900 chast|46800 fjst nzdt tot|49500 chadt
"""
#: Of zones whose own time they mean, as the tz database has no such names (any more).
_OF_ZONES_TEXT: Final = """
America/Argentina/Buenos_Aires arst art|America/Asuncion pyt|America/Caracas vet|America/Guyana gyt|America/Santiago clt
Antarctica/Davis davt|Antarctica/Mawson mawt|Asia/Anadyr anast anat|Asia/Ashgabat tmt|Asia/Baku azst azt
Asia/Bishkek kgt|Asia/Colombo lkt|Asia/Irkutsk irkst irkt|Asia/Kamchatka petst pett|Asia/Krasnoyarsk krast krat
Asia/Magadan magst magt|Asia/Novosibirsk novst novt|Asia/Omsk omsst omst|Asia/Singapore sgt|Asia/Tbilisi gest get
Asia/Ulaanbaatar ulat|Asia/Vladivostok vlast vlat|Asia/Yakutsk yakst yakt|Asia/Yekaterinburg yekt|Asia/Yerevan amst
Atlantic/Stanley fkst fkt|Australia/Lord_Howe lhdt|Europe/Volgograd volt|Indian/Chagos iot|Pacific/Easter easst east
Pacific/Fakaofo tkt|Pacific/Kiritimati lint|Pacific/Kosrae kost|Pacific/Niue nut|Pacific/Rarotonga ckt
"""


def _entries(text: str) -> dict[str, str]:
    """Abbreviation → what it stands for."""
    entries = [entry.split() for entry in text.strip().replace("\n", "|").split("|")]
    return {name: meaning for meaning, *names in entries for name in names}


def _msk() -> ZoneInfo:
    """Moscow's standard time, which was four hours from 2011 to 2014."""
    header = b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 2, 2, 4)
    types = struct.pack(">lBB", 3 * 3600, 0, 0) + struct.pack(">lBB", 4 * 3600, 0, 0) + b"MSK\0"
    return ZoneInfo.from_file(BytesIO(header + struct.pack(">2l", MSK_FROM_S, MSK_UNTIL_S) + bytes((1, 0)) + types), "MSK")


ABBREVIATIONS: Final = {name: int(offset) for name, offset in _entries(_FIXED_TEXT).items()}
_ZONE_OF: Final = _entries(_OF_ZONES_TEXT)
#: When MSK was four hours: 2011-03-27 02:00 to 2014-10-26 01:00 of three hours.
MSK_FROM_S: Final = 1_301_180_400
MSK_UNTIL_S: Final = 1_414_274_400
MSK: Final = _msk()


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Names by their lower-case spelling; Postgres takes any case."""
    return {name.lower(): name for name in available_timezones()}


def database_zone(name: str) -> ZoneInfo | None:
    """A zone of the tz database, in any case."""
    try:
        return ZoneInfo(_names().get(name.lower(), name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


@remembered(256)
def find_zone(name: str) -> ZoneInfo | int | None:
    """A zone of the tz database, or what an abbreviation or POSIX string stands for; None if there is none.

    Raises Unsupported for POSIX strings with summers of their own.
    """
    word = name.lower()
    if (offset := ABBREVIATIONS.get(word)) is not None:
        return offset
    if word == "msk":
        return MSK
    return database_zone(_ZONE_OF.get(word, name)) or posix_zone(name)


def posix_zone(name: str) -> int | None:
    """The fixed offset that a POSIX string stands for. Raises Unsupported for one with rules for summers."""
    found = _POSIX.fullmatch(name)
    if found is None:
        return None
    sign, hours, minutes, seconds, rules = found.groups(default="0")
    if rules:
        raise Unsupported(f'time zone "{name}" is not supported', hint="Use a name of the tz database, or an offset alone.")
    if int(hours) > _POSIX_HOURS_MAX or int(minutes) > 59 or int(seconds) > 59:
        return None
    total = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return total if sign == "-" else -total


def literal_offset(text: str) -> int | None:
    """Seconds that +hh, +hhmm, +hh:mm or +hh:mm:ss stands for, east; None where it is none of them. Raises OverflowError."""
    found = _OFFSET.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds = int(found[2] or 0), int(found[3] or 0), int(found[4] or 0)
    if found[3] is None and len(text) > len("+hh"):
        hours, minutes = divmod(hours, 100)
    if hours > OFFSET_HOURS_MAX or minutes > 59 or seconds > 59:
        raise OverflowError(text)
    total = hours * 3600 + minutes * 60 + seconds
    return -total if found[1] == "-" else total


def zone_of_argument(text: str) -> ZoneInfo | int:
    """The zone of make_timestamptz: an offset as in literals, or else as AT TIME ZONE. Raises InvalidArgument, Unsupported."""
    if text[:1].isdigit():
        raise InvalidArgument(
            f'invalid input syntax for type numeric time zone: "{text}"',
            hint='Numeric time zones must have "-" or "+" as first character.',
        )
    try:
        found = literal_offset(text)
    except OverflowError:
        raise InvalidArgument(f'numeric time zone "{text}" out of range') from None
    return named_zone(text) if found is None else found


def named_zone(name: str) -> ZoneInfo | int:
    """The zone of AT TIME ZONE. Raises InvalidArgument, Unsupported."""
    found = find_zone(name)
    if found is None:
        raise InvalidArgument(f'time zone "{name}" not recognized')
    return found


@remembered(256)
def session_zone(name: str) -> ZoneInfo | int:
    """The zone that a session has: a name, an offset (east), or a POSIX string (west)."""
    found = database_zone(name)
    if found is None and (offset := literal_offset(name)) is not None:
        return offset
    return named_zone(name) if found is None else found


def _into_python(micros: int) -> int:
    """A moment of the years 1 to 9999 with the same offset, for the years beyond."""
    if micros < _FIRST_US:
        return _FIRST_US
    return micros if micros < _END_US else micros - ((micros - _END_US) // _CYCLE_US + 1) * _CYCLE_US


def _moment(zone: ZoneInfo, micros: int) -> datetime:
    """Without its part of a second."""
    return datetime.fromtimestamp(_into_python(micros) // SECOND_US, zone)


def offset_at(zone: ZoneInfo | int, micros: int) -> int:
    """Offset in seconds at an instant (microseconds since 1970 UTC)."""
    if isinstance(zone, int):
        return zone
    return 0 if zone.key == "UTC" else _seconds(_moment(zone, micros).utcoffset())


def abbreviation_at(zone: ZoneInfo | int, micros: int) -> str:
    """What the zone's time is called at an instant; a fixed offset has no other name than itself."""
    if isinstance(zone, int):
        return format_offset(zone)
    return _moment(zone, micros).tzname() or ""


def offset_of_local(zone: ZoneInfo | int, micros: int) -> int:
    """Offset in seconds that a local time (microseconds since 1970 of no zone) is read with."""
    if isinstance(zone, int):
        return zone
    if zone.key == "UTC":
        return 0
    if zone is MSK:
        return offset_at(zone, micros - 3 * HOUR_US)
    local = (_EPOCH + timedelta(microseconds=_into_python(micros))).replace(tzinfo=zone)
    return min(_seconds(local.utcoffset()), _seconds(local.replace(fold=1).utcoffset()))


def _seconds(offset: timedelta | None) -> int:
    return 0 if offset is None else offset.days * 86_400 + offset.seconds


@lru_cache(_OFFSETS_KEPT_MAX)
def format_offset(seconds: int) -> str:
    """+hh, +hh:mm or +hh:mm:ss."""
    minutes, rest = divmod(abs(seconds), 60)
    text = f"{'-' if seconds < 0 else '+'}{minutes // 60:02}"
    if minutes % 60 or rest:
        text += f":{minutes % 60:02}"
    return f"{text}:{rest:02}" if rest else text
