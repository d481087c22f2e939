"""Which tables and columns each operator gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from statestore import types as st
from statestore.attach.checkpoint.model import (
    ColumnFamily,
    KeyEncoding,
    PrefixScan,
    RangeScan,
    StatefulOperator,
    StoreRef,
    TimestampPostfix,
    TimestampPrefix,
    Unkept,
)
from statestore.attach.tables import StateTable, Unreadable, tables_of
from statestore.errors import InvalidSchema
from tests.attach.state_stores import (
    CONF,
    DOUBLE,
    INT,
    LONG,
    STRICT,
    TEXT,
    WINDOW,
    family,
    operator,
    pairs,
    struct_of,
    table,
    tables,
)

AGGREGATION = "spark.sql.streaming.aggregation.stateFormatVersion"
GROUPS = "spark.sql.streaming.flatMapGroupsWithState.stateFormatVersion"
DUMMY = struct_of(__dummy__=st.Boolean())
BUFFERS = pairs(("count", LONG), ("sum", LONG), ("sum", DOUBLE), ("count", LONG), ("isEmpty", st.Boolean()), ("MS[0]", LONG))
BUFFER_COLUMNS = ["count", "sum", "sum_2", "count_2", "is_empty", "ms_0", "avg_result"]


def described(found: StateTable | Unreadable) -> tuple[list[str], list[str], list[str], int]:
    """Columns, key, shard key, shards."""
    assert isinstance(found, StateTable), found
    schema = found.schema
    return [c.name for c in schema.columns], list(schema.key), list(schema.shard_key), schema.shards


@pytest.mark.parametrize(
    ("name", "key", "value", "columns", "keys", "shard_keys"),
    [
        ("stateStoreSave", struct_of(symbol=TEXT), BUFFERS, ["symbol", *BUFFER_COLUMNS], 1, 1),
        (
            "stateStoreSave",
            struct_of(window=WINDOW, symbol=TEXT),
            struct_of(count=LONG),
            ["window_start", "window_end", "symbol", "count"],
            3,
            3,
        ),
        (
            "stateStoreSave",
            struct_of(count=LONG, place=struct_of(x=INT, y=INT)),
            struct_of(count=LONG, max=TEXT),
            ["count", "place_x", "place_y", "count_2", "max"],
            3,
            3,
        ),
        (
            "stateStoreSave",
            struct_of(shop=struct_of(at=struct_of(x=INT, w=WINDOW), id=LONG), shop_id=TEXT),
            struct_of(max=struct_of(x=INT)),
            ["shop_at_x", "shop_at_w_start", "shop_at_w_end", "shop_id", "shop_id_2", "max"],
            5,
            5,
        ),
        ("dedupe", struct_of(Symbol=TEXT, day=st.Date()), DUMMY, ["Symbol", "day"], 2, 2),
        ("dedupeWithinWatermark", struct_of(s=TEXT), struct_of(expiresAtMicros=LONG), ["s", "expires_at"], 1, 1),
        (
            "applyInPandasWithState",
            struct_of(s=TEXT),
            struct_of(groupState=struct_of(myCount=LONG, s=TEXT), timeoutTimestamp=LONG),
            ["s", "myCount", "s_2", "timeout_timestamp"],
            1,
            1,
        ),
        (
            "flatMapGroupsWithState",
            struct_of(value=TEXT),
            struct_of(groupState=struct_of(value=LONG)),
            ["key", "value"],
            1,
            1,
        ),
    ],
)
def test_operators_with_one_store(
    name: str, key: st.Struct, value: st.Struct, columns: list[str], keys: int, shard_keys: int
) -> None:
    found = table(operator(name, family(key, value)))
    assert described(found) == (columns, columns[:keys], columns[:shard_keys], 4)
    assert found.schema.name == "trades"
    assert not found.schema.ordered
    assert found.schema.comment is not None
    assert name in found.schema.comment


def test_types_are_those_of_the_fields() -> None:
    found = table(operator("stateStoreSave", family(struct_of(window=WINDOW, d=st.Decimal(30, 2)), struct_of(max=TEXT))))
    assert [c.type for c in found.schema.columns] == [st.Timestamp(), st.Timestamp(), st.Decimal(30, 2), TEXT]


@pytest.mark.parametrize(("name", "key"), [("stateStoreSave", st.Struct(())), ("globalLimit", struct_of(key=st.Boolean()))])
def test_without_grouping_there_is_one_row_in_one_partition(name: str, key: st.Struct) -> None:
    found = table(operator(name, family(key, struct_of(value=LONG))))
    assert described(found) == (["value"], [], [], 1)


@pytest.mark.parametrize("conf", [{**CONF, AGGREGATION: "1"}, STRICT])
def test_aggregation_version_1_repeats_the_key(conf: dict[str, str]) -> None:
    """It is also what an old job means that does not say a version."""
    value = struct_of(window=WINDOW, s=TEXT, count=LONG)
    found = table(operator("stateStoreSave", family(struct_of(window=WINDOW, s=TEXT), value)), conf=conf)
    assert described(found)[0] == ["window_start", "window_end", "s", "count"]
    assert found.schema.state_rows is not None
    assert found.schema.state_rows.paths[-1] == (1, 2)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_session_may_stand_anywhere_among_the_grouping_columns(place: int) -> None:
    keys = [("a", TEXT), ("b", LONG)]
    repeated = [*keys[:place], ("visit", WINDOW), *keys[place:]]
    found = table(
        operator(
            "sessionWindowStateStoreSaveExec",
            family(pairs(*keys, ("sessionStartTime", st.Timestamp())), pairs(*repeated, ("count", LONG)), encoding=PrefixScan(2)),
        )
    )
    columns = ["a", "b", "visit_start", "visit_end", "count"]
    assert described(found) == (columns, columns[:3], columns[:2], 4)
    assert found.schema.state_rows is not None
    assert found.schema.state_rows.paths == ((0, 0), (0, 1), (1, 0), (2, place, 1), (2, 3))


def test_sessions_of_all_events_are_in_one_partition() -> None:
    found = table(
        operator(
            "sessionWindowStateStoreSaveExec",
            family(struct_of(sessionStartTime=st.Timestamp()), struct_of(session_window=WINDOW, count=LONG)),
        )
    )
    assert described(found) == (["session_window_start", "session_window_end", "count"], [], [], 1)


@pytest.mark.parametrize(
    ("value", "columns"),
    [
        (struct_of(n=LONG, msg=TEXT), ["s", "n", "msg"]),
        (struct_of(n=LONG, timeoutTimestamp=LONG), ["s", "n", "timeout_timestamp"]),
        (struct_of(timeoutTimestamp=LONG), ["s", "timeoutTimestamp"]),
    ],
)
def test_groups_of_version_1_keep_the_state_flat(value: st.Struct, columns: list[str]) -> None:
    found = table(operator("mapGroupsWithState", family(struct_of(s=TEXT), value)), conf={**CONF, GROUPS: "1"})
    assert described(found)[0] == columns


def join(*families: ColumnFamily) -> StatefulOperator:
    """Four stores, as formats 1 and 2 have them."""
    stores = tuple(StoreRef(0, f.name, 4) for f in families)
    return StatefulOperator(0, "symmetricHashJoin", stores, {}, {f.name: (replace(f, name="default"),) for f in families})


def test_a_join_has_a_table_for_each_side() -> None:
    key, row = struct_of(field0=TEXT, field1=DOUBLE), struct_of(s=TEXT, qty=INT, matched=st.Boolean())
    number = pairs(*((f.name, f.type) for f in key.fields), ("index", LONG))
    found = tables(
        join(
            family(key, struct_of(value=LONG), "left-keyToNumValues"),
            family(number, row, "left-keyWithIndexToValue"),
            family(key, struct_of(value=LONG), "right-keyToNumValues"),
            family(number, row, "right-keyWithIndexToValue"),
        )
    )
    kept = ["field0", "field1", "index", "s", "qty", "matched"]
    rows = (kept, kept[:3], kept[:2], 4)
    assert [described(t) for t in found] == [rows, rows]
    assert [t.schema.name for t in found if isinstance(t, StateTable)] == ["trades_0_left", "trades_0_right"]


def test_a_join_of_format_4() -> None:
    key, row = struct_of(field0=TEXT, __event_time=LONG), struct_of(s=TEXT, matched=st.Boolean())
    families = [
        family(key, row, "left-keyWithTsToValues", TimestampPostfix()),
        family(key, DUMMY, "left-tsWithKey", TimestampPrefix()),
        family(key, row, "right-keyWithTsToValues", TimestampPostfix()),
        family(key, DUMMY, "right-tsWithKey", TimestampPrefix()),
    ]
    found = tables(operator("symmetricHashJoin", *families), conf={**CONF, "spark.sql.streaming.join.stateFormatVersion": "4"})
    columns = ["field0", "event_time", "index", "s", "matched"]
    assert [described(t) for t in found] == [(columns, columns[:3], columns[:1], 4)] * 2


def with_state() -> StatefulOperator:
    key, user_key = struct_of(symbol=TEXT, d=st.Decimal(30, 2)), struct_of(symbol=TEXT, k=INT)
    value = struct_of(qty=INT, d=TEXT)
    timed = struct_of(value=value, ttlExpirationMs=LONG)
    composite = struct_of(key=key, userKey=user_key)
    index = struct_of(expirationMs=LONG, elementKey=key)
    return operator(
        "transformWithStateInPySparkExec",
        family(key, value, "total"),
        family(key, timed, "Hist-2"),
        family(key, struct_of(count=LONG), "$rowCounter_hist"),
        family(index, DUMMY, "$ttl_hist", RangeScan((0,))),
        family(composite, timed, "per", PrefixScan(1)),
        family(struct_of(key=key, expiryTimestampMs=LONG), DUMMY, "$procTimers_keyToTimestamp", PrefixScan(1)),
        family(struct_of(expiryTimestampMs=LONG, key=key), DUMMY, "$procTimers_timestampToKey", RangeScan((0,))),
        variables=[
            ("total", "ValueState", False),
            ("Hist-2", "ListState", True),
            ("per", "MapState", True),
            ("$procTimers_keyToTimestamp", "TimerState", False),
        ],
        number=3,
    )


def test_the_variables_of_a_transform_with_state() -> None:
    found = {t.schema.name: described(t) for t in tables(with_state()) if isinstance(t, StateTable)}
    assert found == {
        "trades_3_total": (["symbol", "d", "qty", "d_2"], ["symbol", "d"], ["symbol", "d"], 4),
        "trades_3_hist_2": (
            ["symbol", "d", "index", "qty", "d_2", "ttl_expiration"],
            ["symbol", "d", "index"],
            ["symbol", "d"],
            4,
        ),
        "trades_3_per": (
            ["symbol", "d", "symbol_2", "k", "qty", "d_2", "ttl_expiration"],
            ["symbol", "d", "symbol_2", "k"],
            ["symbol", "d"],
            4,
        ),
        "trades_3_timers": (["symbol", "d", "expiry_timestamp"], ["symbol", "d", "expiry_timestamp"], ["symbol", "d"], 4),
    }


def test_scala_s_lone_values_are_told_apart() -> None:
    lone = struct_of(value=TEXT)
    found = tables(
        operator(
            "transformWithStateExec",
            family(struct_of(key=lone, userKey=lone), lone, "m", PrefixScan(1)),
            variables=[("m", "MapState", False)],
        )
    )
    assert described(found[0])[:2] == (["key", "map_key", "value"], ["key", "map_key"])


@pytest.mark.parametrize(
    ("found", "conf", "reason"),
    [
        (operator("fancyNewExec", family(struct_of(a=TEXT), struct_of(b=LONG))), CONF, "fancyNewExec is not known"),
        (
            operator("stateStoreSave", family(struct_of(a=TEXT), struct_of(b=LONG))),
            {**CONF, AGGREGATION: "3"},
            "format version 3",
        ),
        (
            operator("stateStoreSave", replace(family(st.Struct(()), st.Struct(())), unreadable="no variants")),
            CONF,
            "no variants",
        ),
        (
            operator("stateStoreSave", family(struct_of(a=TEXT), struct_of(b=LONG, c=Unkept("no variants")))),
            {**CONF, "spark.sql.streaming.stateStore.encodingFormat": "avro"},
            "no variants",
        ),
        (
            operator("stateStoreSave", family(st.Struct(()), struct_of(b=Unkept("no variants")))),
            CONF,
            "b: no variants",
        ),
        (
            operator("stateStoreSave", family(struct_of(a=TEXT), struct_of(b=LONG))),
            {**CONF, "spark.sql.streaming.stateStore.encodingFormat": "cbor"},
            "encoded as cbor",
        ),
        (
            operator("stateStoreSave", family(struct_of(a=TEXT), struct_of(b=LONG))),
            {**CONF, "spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion": "7"},
            "merge operator has version 7",
        ),
        (
            operator(
                "transformWithStateExec", family(struct_of(a=TEXT), struct_of(b=LONG), "v"), variables=[("v", "SetState", False)]
            ),
            CONF,
            "SetState",
        ),
    ],
)
def test_what_cannot_be_read_says_why(found: StatefulOperator, conf: dict[str, str], reason: str) -> None:
    [one] = tables(found, conf=conf)
    assert isinstance(one, Unreadable)
    assert reason in one.reason
    assert one.name == "trades"


@pytest.mark.parametrize(
    ("name", "key", "conf", "reason"),
    [
        ("dedupe", struct_of(a=DOUBLE), CONF, "floating point"),
        ("dedupe", struct_of(a=st.Array(struct_of(b=st.Float()))), CONF, "floating point"),
        ("applyInPandasWithState", struct_of(a=st.Float()), CONF, "floating point"),
        ("stateStoreSave", struct_of(a=st.Map(TEXT, LONG)), CONF, "map"),
        ("stateStoreSave", struct_of(a=st.Array(struct_of(b=LONG))), CONF, "array of arrays or structs"),
        ("stateStoreSave", struct_of(a=struct_of(b=st.Array(st.Array(LONG)))), CONF, "array of arrays or structs"),
        ("stateStoreSave", struct_of(a=TEXT), {AGGREGATION: "2"}, "fewer columns"),
        ("stateStoreSave", struct_of(**{f"c{i}": LONG for i in range(33)}), CONF, "32 columns"),
        ("stateStoreSave", struct_of(**{f"c{i}": struct_of(a=LONG) for i in range(5)}), CONF, "more than 4 structs"),
    ],
)
def test_rows_that_can_only_be_scanned(name: str, key: st.Struct, conf: dict[str, str], reason: str) -> None:
    found = table(operator(name, family(key, struct_of(groupState=LONG))), conf=conf)
    assert described(found)[1:] == ([], [], 4)
    assert reason in str(found.schema.comment)


def test_float_keys_of_aggregations_are_normalised_by_spark() -> None:
    found = table(operator("stateStoreSave", family(struct_of(a=DOUBLE), struct_of(count=LONG))))
    assert found.schema.key == ("a",)


def test_names_that_clash_and_names_too_long() -> None:
    families = [family(struct_of(a=TEXT), struct_of(b=LONG), name) for name in ("x y", "x-y", "x_y_2", "z" * 80)]
    found = tables(
        operator("transformWithStateExec", *families, variables=[(f.name, "ValueState", False) for f in families]),
    )
    names = [t.schema.name for t in found if isinstance(t, StateTable)]
    assert names[:3] == ["trades_0_x_y", "trades_0_x_y_3", "trades_0_x_y_2"]
    assert len(names[3]) <= 63
    assert names[3].startswith("trades_0_zzzz")


def test_two_operators_have_their_numbers_in_their_names() -> None:
    one = operator("stateStoreSave", family(struct_of(a=TEXT), struct_of(count=LONG)))
    other = operator("fancy", family(struct_of(a=TEXT), struct_of(count=LONG)), number=1)
    found: list[Any] = tables(one, other)
    assert [found[0].schema.name, found[1].name] == ["trades_0_default", "trades_1_default"]


def test_an_aggregate_s_own_buffer_says_so() -> None:
    found = table(operator("stateStoreSave", family(struct_of(a=TEXT), struct_of(buf=st.Binary(), max=st.Binary()))))
    comments = {c.name: c.comment for c in found.schema.columns}
    assert comments["buf"] is not None
    assert comments["max"] is None


@pytest.mark.parametrize("encoding", [PrefixScan(1), None])
def test_the_hdfs_backed_provider_keeps_keys_whole(encoding: KeyEncoding | None) -> None:
    found = table(
        operator("stateStoreSave", family(struct_of(a=TEXT, b=LONG), struct_of(count=LONG), encoding=encoding)), provider="hdfs"
    )
    assert found.schema.state_rows is not None
    assert found.schema.state_rows.paths == ((0, 0), (0, 1), (1, 0))


def test_column_families_need_rocksdb() -> None:
    found = tables(with_state(), provider="hdfs")
    assert {type(t) for t in found} == {Unreadable}
    assert "column families" in str(found[0])


MOMENTS = {"n": DOUBLE, "avg": DOUBLE, "m2": DOUBLE}
PRODUCTS = {"n": DOUBLE, "xAvg": DOUBLE, "yAvg": DOUBLE, "ck": DOUBLE}
SPREADS = ["stddev_samp_result", "stddev_pop_result", "var_samp_result", "var_pop_result"]


def registers(*words: int) -> st.Struct:
    """Of several approx_count_distinct."""
    return pairs(*((f"MS[{i}]", LONG) for of_one in words for i in range(of_one)))


@pytest.mark.parametrize(
    ("buffers", "results"),
    [
        (struct_of(sum=DOUBLE, count=LONG), ["avg_result"]),
        (struct_of(sum=st.Decimal(22, 2), count=LONG), ["avg_result"]),
        (struct_of(sum=LONG, count=LONG), []),
        (struct_of(sum=st.Decimal(22, 2), isEmpty=st.Boolean(), count=LONG), ["sum_result"]),
        (struct_of(**MOMENTS), SPREADS),
        (pairs(*MOMENTS.items(), *MOMENTS.items()), [*SPREADS, *(f"{name}_2" for name in SPREADS)]),
        (struct_of(**MOMENTS, m3=DOUBLE), ["skewness_result"]),
        (struct_of(**MOMENTS, m3=DOUBLE, m4=DOUBLE), ["kurtosis_result"]),
        (struct_of(**PRODUCTS), ["covar_samp_result", "covar_pop_result"]),
        (struct_of(**PRODUCTS, xMk=DOUBLE, yMk=DOUBLE), ["corr_result"]),
        (struct_of(n=LONG, avg=DOUBLE, m2=DOUBLE), []),
        (registers(52), ["approx_count_distinct_result"]),
        (registers(52, 103, 52), ["approx_count_distinct_result", "approx_count_distinct_result_2"]),
        (registers(51), []),
        (registers(103), []),
        (struct_of(**{f"MS[{i}]": DOUBLE if i == 51 else LONG for i in range(52)}), []),
        (struct_of(max=DOUBLE, count=LONG, min=TEXT), []),
    ],
)
def test_results_that_follow_from_buffers(buffers: st.Struct, results: list[str]) -> None:
    found = table(operator("stateStoreSave", family(struct_of(s=TEXT), buffers)))
    assert described(found)[0][1 + len(buffers.fields) :] == results
    again = table(operator("stateStoreSave", family(struct_of(s=TEXT), buffers)))
    assert again.schema == found.schema


def test_registers_without_a_result_say_why() -> None:
    found = table(operator("stateStoreSave", family(struct_of(s=TEXT), registers(52, 103))))
    comments = {c.name: c.comment for c in found.schema.columns}
    assert comments["ms_0"] == "the first word of approx_count_distinct's registers"
    assert "its result is served for an rsd of 0.049 to 0.069" in str(comments["ms_0_2"])
    assert found.schema.columns[-1].type == LONG


def test_the_mean_of_decimals_has_four_more_digits() -> None:
    found = table(operator("stateStoreSave", family(struct_of(s=TEXT), struct_of(sum=st.Decimal(38, 36), count=LONG))))
    assert found.schema.columns[-1].type == st.Decimal(38, 38)
    found = table(operator("stateStoreSave", family(struct_of(s=TEXT), struct_of(sum=st.Decimal(22, 2), count=LONG))))
    assert found.schema.columns[-1].type == st.Decimal(38, 6)


AVERAGES = operator("stateStoreSave", family(struct_of(_groupingexpression=TEXT), struct_of(sum=DOUBLE, count=LONG)))


def test_columns_are_called_as_the_configuration_says() -> None:
    [found] = tables_of("trades", [AVERAGES], "rocksdb", CONF, {"trades": ["Symbol", "", "trades", "mean"]})
    assert described(found)[:3] == (["Symbol", "trades", "mean"], ["Symbol"], ["Symbol"])
    assert [c.comment for c in found.schema.columns] == ["Spark's _groupingexpression", "Spark's count", "Spark's avg_result"]
    [plain] = tables(AVERAGES)
    assert isinstance(plain, StateTable)
    rows, renamed = plain.schema.state_rows, found.schema.state_rows
    assert rows is not None
    assert renamed is not None
    assert renamed.paths == (rows.paths[0], *rows.paths[2:])
    [same] = tables_of("trades", [AVERAGES], "rocksdb", CONF, {"trades": ["_groupingexpression", "sum", "count", "avg_result"]})
    assert same.schema == plain.schema


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["a", "b"], "2 columns are named of trades, which has 4: _groupingexpression, sum, count, avg_result"),
        (["", "a", "b", "c"], "column _groupingexpression of trades is of its key and cannot be left out"),
    ],
)
def test_names_that_do_not_fit_the_columns(given: list[str], reason: str) -> None:
    [found] = tables_of("trades", [AVERAGES], "rocksdb", CONF, {"trades": given})
    assert isinstance(found, Unreadable)
    assert found.reason == reason


def test_names_of_columns_of_a_table_that_is_none() -> None:
    with pytest.raises(InvalidSchema, match="columns are named of trade, and attachment trades has no such table") as caught:
        tables_of("trades", [AVERAGES], "rocksdb", CONF, {"trade": ["a"]})
    assert caught.value.hint == "see [attach.trades.columns]; tables: trades"
