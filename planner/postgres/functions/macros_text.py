"""DuckDB macros of strings. See planner.postgres.functions.macros."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Final

from planner import errors
from planner.postgres.functions.faults import fault
from planner.postgres.functions.macros import NO_INFINITE_SERIES, let
from planner.postgres.functions.udf.large import SMALL_LENGTH
from planner.postgres.functions.udf.matching import LIKE_WORK_MAX

_NEGATIVE_LENGTH: Final = fault(errors.SubstringFault, "negative substring length not allowed")
_NO_STEP: Final = fault(errors.InvalidArgument, "step size cannot equal zero")
#: DuckDB makes a series as one list, outside its memory limit and deaf to interrupts; a billion would take 16 GB.
SERIES_ROWS_MAX: Final = 20_000_000
_LONG_SERIES: Final = fault(errors.LimitExceeded, f"a series can have at most {SERIES_ROWS_MAX} rows")
_BAD_ESCAPE: Final = fault(errors.InvalidEscape, "LIKE pattern must not end with escape character")
#: Does a pattern end in an odd number of backslashes?
_DANGLING: Final = r"(^|[^\\])(\\\\)*\\$"


def _like(x: str, p: str) -> str:
    """What DuckDB takes long over for a whole vector is left to Python, which can be stopped."""
    return (
        f"CASE WHEN strlen({x}) * strlen({p}) > {LIKE_WORK_MAX} THEN py_like({x}, {p}) "
        f"WHEN contains({p}, '\\') AND regexp_matches({p}, '{_DANGLING}') THEN {_BAD_ESCAPE} ELSE {x} LIKE {p} ESCAPE '\\' END"
    )


def _by_case(name: str, letters: str, others: str) -> tuple[str, str]:
    """Collation C: only ASCII letters have case. For texts of nothing else DuckDB's own takes a fortieth of translate's time."""

    def value(x: str) -> str:
        left = f"WHEN strlen({x}) > {SMALL_LENGTH} THEN py_{name}({x}) ELSE translate({x}, '{letters}', '{others}')"
        return f"CASE WHEN strlen({x}) = length({x}) THEN {name}({x}) {left} END"

    return f"pg_{name}(x_) AS list_transform([x_], lambda v: {value('v')})[1]", f"pg_{name}_direct(x_) AS {value('x_')}"


#: Of the texts in a list.
_TEXTS_BYTES: Final = "CAST(list_sum(list_transform(l, lambda t: strlen(t))) AS BIGINT)"


def _of_list(head: str, body: str, total: str = _TEXTS_BYTES) -> str:
    """*body* over the list of texts l, which are joined to one text of so many bytes."""
    too_long = f"{total} > {SMALL_LENGTH} AND py_fits({total}) IS NULL"
    return f"{head} AS list_transform([l_], lambda l: CASE WHEN {too_long} THEN NULL WHEN l IS NOT NULL THEN {body} END)[1]"


def _rows(count: str) -> str:
    """So many, if that is not too many, and more than a few are counted."""
    return (
        f"list_transform([{count}], lambda n: CASE WHEN n >= {SERIES_ROWS_MAX} THEN {_LONG_SERIES} "
        f"WHEN n > {SMALL_LENGTH} AND py_series_rows(CAST(n AS BIGINT)) IS NULL THEN NULL ELSE n END)[1]"
    )


#: Of what is split; 16 bytes each in DuckDB, so who splits long texts says how many there will be.
_PIECES: Final = (
    "CASE WHEN x_ = '' THEN CAST([] AS VARCHAR[]) WHEN d_ = '' AND x_ IS NOT NULL THEN [x_] "
    f"WHEN strlen(x_) > {SMALL_LENGTH} AND py_pieces(x_, coalesce(d_, chr(0))) IS NULL THEN NULL "
    "ELSE string_split(x_, coalesce(d_, '')) END"
)

MACROS: Final = (
    *_by_case("lower", ascii_uppercase, ascii_lowercase),
    *_by_case("upper", ascii_lowercase, ascii_uppercase),
    # greatest and least pass over NULLs, so they are of nothing that may be NULL.
    "pg_substr(x_, i_) AS CASE WHEN i_ < 1 THEN substring(x_, 1) ELSE substring(x_, i_) END",
    "pg_substr_for(x_, i_, n_) AS CASE WHEN n_ < 0 AND x_ IS NOT NULL AND i_ IS NOT NULL "
    f"THEN {_NEGATIVE_LENGTH} WHEN i_ IS NULL OR n_ IS NULL THEN NULL "
    "WHEN CAST(i_ AS BIGINT) + n_ <= 1 THEN CASE WHEN x_ IS NOT NULL THEN '' END "
    "ELSE substring(x_, greatest(i_, 1), least(CAST(i_ AS BIGINT) + n_ - greatest(i_, 1), 2147483647)) END",
    "pg_left(x_, n_) AS CASE WHEN n_ < 0 THEN left(x_, greatest(length(x_) + n_, 0)) ELSE left(x_, n_) END",
    "pg_right(x_, n_) AS CASE WHEN n_ = -2147483648 THEN x_ "
    "WHEN n_ < 0 THEN right(x_, greatest(length(x_) + n_, 0)) ELSE right(x_, n_) END",
    # Texts beyond SMALL_LENGTH are left to Python (udf/growing.py), where they are counted: DuckDB counts no string to its
    # memory before a vector of them is done. The limit is in the arguments, too: DuckDB folds constant calls before it
    # looks at a CASE around them.
    *(
        f"pg_{pad}(x_, n_, f_) AS CASE WHEN n_ BETWEEN 1 AND {SMALL_LENGTH} AND f_ <> '' "
        f"THEN {pad}(x_, least(n_, {SMALL_LENGTH}), f_) ELSE py_{pad}(x_, n_, f_) END"
        for pad in ("lpad", "rpad")
    ),
    f"pg_repeat(x_, n_) AS coalesce(repeat(x_, CASE WHEN strlen(x_) * CAST(n_ AS BIGINT) <= {SMALL_LENGTH} "
    "THEN greatest(n_, 0) END), py_repeat(x_, n_))",
    "pg_replace(x_, f_, t_) AS "
    + let(
        "xft",
        "CASE WHEN f_ <> '' AND strlen(x_) * greatest(CASE WHEN strlen(t_) > strlen(f_) THEN strlen(t_) END, 1) "
        f"<= {SMALL_LENGTH} THEN replace(x_, f_, t_) ELSE py_replace(x_, f_, t_) END",
    ),
    f"pg_like(x_, p_) AS {let('xp', _like('x_', 'p_'))}",
    f"pg_like_direct(x_, p_) AS {_like('x_', 'p_')}",
    "pg_ilike(x_, p_) AS pg_like(pg_lower(x_), pg_lower(p_))",
    _of_list("pg_json_array(l_)", "'[' || coalesce(list_aggregate(l, 'string_agg', ', '), '') || ']'"),
    _of_list(
        "pg_json_list(l_)",
        "'[' || coalesce(list_aggregate(list_transform(l, lambda i: coalesce(i, 'null')), 'string_agg', ','), '') || ']'",
    ),
    # record_out's quotes.
    _of_list(
        "pg_record_text(l_)",
        "'(' || coalesce(list_aggregate(list_transform(l, lambda t: CASE WHEN t IS NULL THEN '' "
        "WHEN t = '' OR regexp_matches(t, '[\"\\\\(), \\t\\n\\v\\f\\r]') "
        "THEN '\"' || replace(replace(t, '\\', '\\\\'), '\"', '\"\"') || '\"' ELSE t END), 'string_agg', ','), '') || ')'",
        f"2 * {_TEXTS_BYTES}",
    ),
    "pg_json_timestamp(x_) AS '\"' || regexp_replace(regexp_replace(x_, '([+-][0-9][0-9])( BC)?$', '\\1:00\\2'), ' ', 'T') || '\"'",
    _of_list(
        "pg_array_join(l_, d_)",
        "CASE WHEN d_ IS NOT NULL THEN coalesce(array_to_string(l, d_), '') END",
        f"({_TEXTS_BYTES} + len(l) * strlen(d_))",
    ),
    # DuckDB joins by constants only; no text of PostgreSQL's has the character 0 in it.
    "pg_array_join_by(l_, d_) AS pg_replace(pg_array_join(l_, chr(0)), chr(0), d_)",
    "pg_array_cat(a_, b_) AS CASE WHEN a_ IS NULL THEN b_ WHEN b_ IS NULL THEN a_ ELSE list_concat(a_, b_) END",
    "pg_array_positions(l_, x_) AS list_filter(list_transform(l_, lambda e, i: CASE WHEN e IS NOT DISTINCT FROM x_ THEN i END), "
    "lambda p: p IS NOT NULL)",
    "pg_array_position(l_, x_) AS pg_array_positions(l_, x_)[1]",
    "pg_array_position_from(l_, x_, s_) AS list_filter(pg_array_positions(l_, x_), lambda p: p >= s_)[1]",
    "pg_string_to_array(x_, d_) AS " + let("xd", _PIECES),
    f"pg_series(a_, b_, s_) AS CASE WHEN s_ = 0 THEN {_NO_STEP} ELSE generate_series(CAST(a_ AS BIGINT), CASE "
    f"WHEN {_rows('(CAST(b_ AS HUGEINT) - a_) // nullif(s_, 0)')} IS NOT NULL THEN CAST(b_ AS BIGINT) END, CAST(s_ AS BIGINT)) END",
    "pg_time_series(a_, b_, s_) AS CASE WHEN a_ IS NULL OR b_ IS NULL OR s_ IS NULL THEN NULL "
    f"WHEN NOT isfinite(a_) OR NOT isfinite(b_) THEN {NO_INFINITE_SERIES} "
    f"WHEN s_ = to_days(0) THEN {_NO_STEP} ELSE generate_series(a_, "
    f"CASE WHEN {_rows('abs(epoch(b_) - epoch(a_)) / abs(epoch(s_))')} IS NOT NULL THEN b_ END, s_) END",
    f"pg_numeric_series(a_, b_, s_) AS CASE WHEN s_ = 0 THEN {_NO_STEP} ELSE list_transform(generate_series(0, "
    f"CAST(floor({_rows('CAST(CAST(b_ - a_ AS VARCHAR) AS DOUBLE) / CAST(CAST(s_ AS VARCHAR) AS DOUBLE)')} + 1e-9) AS BIGINT)), "
    "lambda i: a_ + CAST(i AS DECIMAL(18,0)) * s_) END",
)
