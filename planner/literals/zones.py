"""Time zones: names of the tz database, abbreviations, and fixed offsets; seconds east of Greenwich throughout.

A local time that a clock skips is read with the offset before the change, one that occurs twice with the offset after it: both are
the smaller of the two offsets. Abbreviations are those of PostgreSQL's timezonesets/Default, with one offset each.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from planner.errors import InvalidArgument
from planner.remembering import remembered

_EPOCH: Final = datetime(1970, 1, 1)
_UTC_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
#: POSIX style: a name or <name>, then the offset WEST of Greenwich.
_POSIX: Final = re.compile(r"(?:[A-Za-z]{3,}|<[^>]*>)([+-]?)(\d{1,2})(?::(\d\d))?(?::(\d\d))?")
_ISO_OFFSET: Final = re.compile(r"([+-])(\d{1,2})(?::?(\d\d))?(?::(\d\d))?")
#: The Gregorian calendar repeats after this many years, weekdays included.
_CYCLE_US: Final = 146_097 * 86_400_000_000
_PYTHON_MIN_US: Final = -62_135_596_800_000_000
_PYTHON_MAX_US: Final = 253_402_300_800_000_000
_EDGE_US: Final = 2 * 86_400_000_000

_ABBREVIATIONS_TEXT: Final = """
-39600 nut|-36000 ckt hst taht|-34200 mart|-32400 akst gamt|-28800 akdt pst|-25200 mst pdt|-21600 cst galt mdt
-18000 act cdt cot easst east est pet|-14400 amt ast bot edt gyt vet|-12600 nft nst|-10800 adt arst art bra brt clst clt fkst fkt
-10800 gft pmst pyst pyt uyt wgt|-9000 ndt|-7200 brst fnt pmdt uyst wgst|-3600 azot egt fnst|0 azost egst gmt uct ut utc wet z zulu
3600 bst cet met mez wat wetdst|7200 bdst cest cetdst eet ist mest mesz metdst sast|10800 eat eest eetdst fet idt msk volt
12600 irt|14400 amst azst azt gest get msd mut ret sct|16200 aft|18000 mawt must mvt pkt tft tjt tmt uzt yekt|19800 lkt|20700 npt
21600 almt bdt btt iot kgst kgt omsst omst pkst uzst xjt yekst|23400 mmt|25200 almst cxt davt ict krast krat novst novt wast
28800 awst bnt bort cct hkt irkst irkt myt pht sgt ulat wadt|31500 acwst|32400 awsst jayt jst kst pwt ulast wdt yakst yakt
34200 acst cast|36000 aest chut ddut kdt ligt mpt pgt trut vlast vlat yapt|37800 acdt acsst cadt lhst sadt
39600 aedt aesst kost lhdt magst magt pont vut|43200 anast anat fjt gilt mht nzst nzt petst pett tvt wakt wft|45900 chast
46800 fjst nzdt tkt tot|49500 chadt|50400 lint
"""


def _abbreviations() -> dict[str, int]:
    table: dict[str, int] = {}
    for entry in _ABBREVIATIONS_TEXT.strip().replace("\n", "|").split("|"):
        offset, *names = entry.split()
        table.update(dict.fromkeys(names, int(offset)))
    return table


ABBREVIATIONS: Final = _abbreviations()


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
    """A zone of the tz database, or the fixed offset that an abbreviation or POSIX string stands for; None if there is none."""
    if (offset := ABBREVIATIONS.get(name.lower())) is not None:
        return offset
    return database_zone(name) or _posix(name)


def _posix(name: str) -> int | None:
    if found := _POSIX.fullmatch(name):
        sign, hours, minutes, seconds = found.groups(default="0")
        total = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        return total if sign == "-" else -total
    return None


@remembered(256)
def session_zone(name: str) -> ZoneInfo | int:
    """The zone of that name, as SET TimeZone takes it: offsets written alone count east, as Postgres keeps them after SET."""
    found = database_zone(name) or find_zone(name)
    if found is None and (offset := _ISO_OFFSET.fullmatch(name)):
        sign, hours, minutes, seconds = offset.groups(default="0")
        total = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        return -total if sign == "-" else total
    if found is None:
        raise InvalidArgument(f'time zone "{name}" not recognized')
    return found


def _into_python(micros: int) -> int:
    """A moment of the years 1 to 9999 with the same offset, for the years beyond."""
    if micros < _PYTHON_MIN_US + _EDGE_US:
        return _PYTHON_MIN_US + _EDGE_US
    if micros >= _PYTHON_MAX_US - _EDGE_US:
        return micros - ((micros - _PYTHON_MAX_US + _EDGE_US) // _CYCLE_US + 1) * _CYCLE_US
    return micros


def offset_at(zone: ZoneInfo | int, micros: int) -> int:
    """Offset in seconds at an instant (microseconds since 1970 UTC)."""
    if isinstance(zone, int):
        return zone
    moment = _UTC_EPOCH + timedelta(microseconds=_into_python(micros))
    return _seconds(moment.astimezone(zone).utcoffset())


def abbreviation_at(zone: ZoneInfo | int, micros: int) -> str:
    """What the zone's time is called at an instant; a fixed offset has no other name than itself."""
    if isinstance(zone, int):
        return format_offset(zone)
    moment = _UTC_EPOCH + timedelta(microseconds=_into_python(micros))
    return moment.astimezone(zone).tzname() or ""


def offset_of_local(zone: ZoneInfo | int, micros: int) -> int:
    """Offset in seconds that a local time (microseconds since 1970 of no zone) is read with."""
    if isinstance(zone, int):
        return zone
    local = (_EPOCH + timedelta(microseconds=_into_python(micros))).replace(tzinfo=zone)
    return min(_seconds(local.utcoffset()), _seconds(local.replace(fold=1).utcoffset()))


def _seconds(offset: timedelta | None) -> int:
    return 0 if offset is None else int(offset.total_seconds())


def format_offset(seconds: int) -> str:
    """+hh, +hh:mm or +hh:mm:ss."""
    minutes, rest = divmod(abs(seconds), 60)
    text = f"{'-' if seconds < 0 else '+'}{minutes // 60:02}"
    if minutes % 60 or rest:
        text += f":{minutes % 60:02}"
    return f"{text}:{rest:02}" if rest else text
