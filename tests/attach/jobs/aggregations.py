"""Aggregations: without a key, by keys of many types, in windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.attach.jobs.inputs import Inputs
from tests.attach.jobs.job import STATE_STORE, Job

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

DELAY: Final = "5 minutes"
TUMBLING: Final = "10 minutes"
SLIDING: Final = ("10 minutes", "5 minutes")
GAP: Final = "2 minutes"


def _measures() -> list[Column]:
    from pyspark.sql import functions as F  # noqa: N812

    return [
        F.count("*").alias("events"),
        F.sum("number").alias("total"),
        F.avg("amount").alias("mean"),
        F.min("word").alias("first_word"),
        F.max("price").alias("dearest"),
        F.sum("wide").alias("wide_total"),
    ]


def no_key(inputs: Inputs) -> DataFrame:
    """One group of everything."""
    return inputs.events().agg(*_measures())


def text_and_number(inputs: Inputs) -> DataFrame:
    """The ordinary case."""
    return inputs.events().groupBy("word", "number").agg(*_measures())


def many_types(inputs: Inputs) -> DataFrame:
    """A key of every kind that Spark hashes in its own way."""
    from pyspark.sql import functions as F  # noqa: N812

    keys = ("price", "wide", "day", "flag", "tiny", "small", "amount", "ratio", "bytes", "local", "at")
    return inputs.events().groupBy(*keys).agg(F.count("*").alias("events"), F.max("id").alias("last"))


def nested(inputs: Inputs) -> DataFrame:
    """Arrays and structs, in the key and in the buffer."""
    from pyspark.sql import functions as F  # noqa: N812

    place = F.struct("flag", F.struct("word", "number").alias("inner")).alias("place")
    latest = F.max(F.struct("id", "word", "tags")).alias("latest")
    return inputs.events().select("*", place).groupBy("place", "tags").agg(latest, F.count("*").alias("events"))


def functions(inputs: Inputs) -> DataFrame:
    """Aggregates whose buffers have several parts, or share a name."""
    from pyspark.sql import functions as F  # noqa: N812

    return (
        inputs.events()
        .groupBy("word")
        .agg(
            F.avg("number").alias("mean"),
            F.avg("price").alias("mean_price"),
            F.stddev("amount").alias("spread"),
            F.first("number", ignorenulls=True).alias("first"),
            F.corr("amount", "number").alias("together"),
            F.bool_and("flag").alias("always"),
            F.max_by("word", "id").alias("latest"),
        )
    )


def results(inputs: Inputs) -> DataFrame:
    """Every aggregate whose result follows from its buffers, of groups of one row, of NULLs, with NaN or infinity, of a constant.

    The key has no name, and Spark makes one.
    """
    from pyspark.sql import functions as F  # noqa: N812

    group = F.expr("CASE WHEN id < 3 THEN concat('row ', id) WHEN id < 24 THEN concat('odd ', id % 4) ELSE word END")
    odd = "CASE id % 4 WHEN 1 THEN double('NaN') WHEN 2 THEN double('Infinity') WHEN 3 THEN 7D END"
    x, y = F.expr(f"CASE WHEN id BETWEEN 3 AND 23 THEN {odd} ELSE amount END"), F.col("number")
    measures = {
        "avg_x": F.avg(x),
        "avg_number": F.avg(y),
        "avg_price": F.avg("price"),
        "avg_wide": F.avg("wide"),
        "stddev_samp": F.stddev_samp(x),
        "stddev_pop": F.stddev_pop(y),
        "var_samp": F.var_samp(y),
        "var_pop": F.var_pop(x),
        "covar_samp": F.covar_samp(x, y),
        "covar_pop": F.covar_pop(y, x),
        "corr": F.corr(x, y),
        "corr_id": F.corr("id", "amount"),
        "skewness_x": F.skewness(x),
        "kurtosis_x": F.kurtosis(x),
        "skewness": F.skewness(y),
        "kurtosis": F.kurtosis(y),
        "sum_price": F.sum("price"),
        "events": F.count("*"),
        "sum_number": F.sum(y),
    }
    return inputs.events().groupBy(group).agg(*measures.values()).toDF("what", *measures)


#: Around where approx_count_distinct begins to estimate in another way, with 512 registers.
DISTINCT: Final = (0, 1, 5, 100, 390, 400, 410, 420, 1000, 2000, 2500, 2540, 2570, 2600, 100_000)


def distinct_counts(inputs: Inputs) -> DataFrame:
    """approx_count_distinct of as many values as DISTINCT says, in the first batch; then each group gets a few more."""
    from pyspark.sql import functions as F  # noqa: N812

    size = f"CASE WHEN id < {len(DISTINCT)} THEN array({', '.join(map(str, DISTINCT))})[id] ELSE 0 END"
    values = f"CASE WHEN id >= 40 THEN array(-id) WHEN {size} > 0 THEN sequence(1L, {size}) END"
    of = inputs.events().selectExpr(f"id % {len(DISTINCT)} AS place", f"explode_outer({values}) AS value")
    value = F.col("value") * len(DISTINCT) + F.col("place")
    return of.groupBy("place").agg(
        F.approx_count_distinct(value).alias("numbers"),
        F.count("value").alias("events"),
        F.approx_count_distinct(F.concat(F.lit("value "), value.cast("string")), 0.06).alias("texts"),
        F.approx_count_distinct(value, 0.02).alias("finer"),
        F.approx_count_distinct(value / 7).alias("doubles"),
    )


def typed_imperative(inputs: Inputs) -> DataFrame:
    """Buffers that Spark keeps as serialized objects."""
    from pyspark.sql import functions as F  # noqa: N812

    return inputs.events().groupBy("number").agg(F.collect_set("word").alias("words"), F.count("*").alias("events"))


def tumbling(inputs: Inputs) -> DataFrame:
    """Ten minutes each, closed by the watermark."""
    from pyspark.sql import functions as F  # noqa: N812

    return inputs.events().withWatermark("at", DELAY).groupBy(F.window("at", TUMBLING), "word").agg(*_measures())


def sliding(inputs: Inputs) -> DataFrame:
    """Every row in two windows."""
    from pyspark.sql import functions as F  # noqa: N812

    return inputs.events().withWatermark("at", DELAY).groupBy("number", F.window("at", *SLIDING)).agg(*_measures())


def sessions(inputs: Inputs) -> DataFrame:
    """As long as no gap of two minutes lies between."""
    from pyspark.sql import functions as F  # noqa: N812

    return inputs.events().withWatermark("at", DELAY).groupBy(F.session_window("at", GAP), "word").agg(*_measures())


def two_steps(inputs: Inputs) -> DataFrame:
    """Two stateful operators in one query: windows of an hour over windows of ten minutes."""
    from pyspark.sql import functions as F  # noqa: N812

    windows = inputs.events().withWatermark("at", DELAY).groupBy(F.window("at", TUMBLING), "word").agg(F.count("*").alias("events"))
    hours = F.window(F.window_time("window"), "1 hour").alias("hour")
    return windows.groupBy(hours, "word").agg(F.count("*").alias("windows"), F.sum("events").alias("events"))


_FORMAT_1: Final = {"spark.sql.streaming.aggregation.stateFormatVersion": "1"}
_CHECKSUMS: Final = {f"{STATE_STORE}.rowChecksum.enabled": "true"}
_UNCOUNTED: Final = {f"{STATE_STORE}.rocksdb.trackTotalNumberOfRows": "false"}
_CODEC: Final = f"{STATE_STORE}.compression.codec"

JOBS: Final = (
    Job("no_key", "aggregation", no_key, mode="complete"),
    Job("no_key_changelog", "aggregation", no_key, "changelog", mode="complete", full=True),
    Job("text_and_number", "aggregation", text_and_number),
    Job("text_and_number_changelog", "aggregation", text_and_number, "changelog"),
    Job("text_and_number_rocksdb_v2", "aggregation", text_and_number, "rocksdb_v2", mode="complete"),
    Job("text_and_number_changelog_v2", "aggregation", text_and_number, "changelog_v2"),
    Job("text_and_number_hdfs", "aggregation", text_and_number, "hdfs"),
    Job("text_and_number_format_1", "aggregation", text_and_number, conf=_FORMAT_1, full=True),
    Job("text_and_number_format_1_hdfs", "aggregation", text_and_number, "hdfs", conf=_FORMAT_1, full=True),
    Job("text_and_number_zstd", "aggregation", text_and_number, "changelog", conf={_CODEC: "zstd"}),
    Job("text_and_number_snappy", "aggregation", text_and_number, "changelog", conf={_CODEC: "snappy"}, full=True),
    Job("text_and_number_hdfs_zstd", "aggregation", text_and_number, "hdfs", conf={_CODEC: "zstd"}, full=True),
    Job("text_and_number_uncounted", "aggregation", text_and_number, conf=_UNCOUNTED, full=True),
    Job("text_and_number_checksums", "aggregation", text_and_number, conf=_CHECKSUMS),
    Job("text_and_number_checksums_hdfs", "aggregation", text_and_number, "hdfs", conf=_CHECKSUMS, full=True),
    Job("many_types", "aggregation", many_types, "changelog"),
    Job("many_types_hdfs", "aggregation", many_types, "hdfs", full=True),
    Job("nested", "aggregation", nested),
    Job("nested_hdfs", "aggregation", nested, "hdfs", full=True),
    Job("functions", "aggregation", functions),
    # Constants have no correlation: Spark divides by zero, which it refuses unless it is told to give NULL.
    Job("results", "aggregation", results, conf={"spark.sql.ansi.enabled": "false"}),
    Job("distinct_counts", "aggregation", distinct_counts, conf={"spark.sql.ansi.enabled": "false"}),
    Job("typed_imperative", "aggregation", typed_imperative, mode="complete", full=True),
    Job("tumbling", "aggregation", tumbling, mode="append", full=True),
    Job("tumbling_changelog_v2", "aggregation", tumbling, "changelog_v2"),
    Job("tumbling_hdfs", "aggregation", tumbling, "hdfs", full=True),
    Job("sliding", "aggregation", sliding, "changelog", full=True),
    Job("sliding_rocksdb_v2", "aggregation", sliding, "rocksdb_v2", mode="append", full=True),
    Job("two_steps", "aggregation", two_steps, mode="append"),
    Job("two_steps_changelog_v2", "aggregation", two_steps, "changelog_v2", mode="append", full=True),
    Job("sessions", "session window", sessions, mode="append"),
    Job("sessions_hdfs", "session window", sessions, "hdfs", mode="append", full=True),
    Job("sessions_changelog", "session window", sessions, "changelog", mode="append", full=True),
    Job("sessions_rocksdb_v2", "session window", sessions, "rocksdb_v2", mode="append", full=True),
)
