"""The table of all settings: those with an effect here, or that tell something true about this server, and those without."""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from gateway import tidegate_version
from gateway.catalog.settings import TIDEGATE, postgres_setting
from gateway.contract.setting import BOOL, STRING, Setting, SettingContext, invalid
from gateway.session.date_style import date_style
from planner.errors import PlanError, Unsupported
from planner.postgres.literals.intervals import parse_interval
from planner.postgres.literals.zones import format_offset, posix_zone

#: The PostgreSQL version whose behaviour is served: drivers read features off it.
POSTGRES_VERSION: Final = "15.18"
POSTGRES_VERSION_NUMBER: Final = "150018"

_MESSAGE_LEVELS: Final = ("debug5", "debug4", "debug3", "debug2", "debug1", "debug", "log", "info", "notice", "warning", "error")
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

_AS_THERE: Final = """
authentication_timeout bytea_output default_transaction_deferrable default_transaction_isolation extra_float_digits
idle_in_transaction_session_timeout idle_session_timeout lc_collate search_path statement_timeout transaction_deferrable
transaction_isolation transaction_read_only
"""
#: PostgreSQL's with an effect.
_POSTGRES: Final = (
    postgres_setting("application_name", read=_application_name, reported=True),
    postgres_setting("array_nulls", served=("on",)),
    postgres_setting("client_encoding", default="UTF8", read=_client_encoding, reported=True),
    postgres_setting("client_min_messages", choices=_MESSAGE_LEVELS),
    postgres_setting("DateStyle", read=date_style, reported=True),
    postgres_setting("default_transaction_read_only", reported=True),
    postgres_setting("IntervalStyle", reported=True),
    postgres_setting("in_hot_standby", reported=True),
    postgres_setting("integer_datetimes", reported=True),
    Setting("is_superuser", BOOL, "off", SettingContext.INTERNAL, reported=True),
    postgres_setting("lc_ctype", default="C.UTF-8"),
    Setting("role", STRING, "none"),
    postgres_setting("server_encoding", default="UTF8", reported=True),
    Setting(
        "server_version", STRING, f"{POSTGRES_VERSION} (Tidegate {tidegate_version()})", SettingContext.INTERNAL, reported=True
    ),
    postgres_setting("server_version_num", default=POSTGRES_VERSION_NUMBER),
    Setting("session_authorization", STRING, "", reported=True),
    postgres_setting("standard_conforming_strings", served=("on",), reported=True),
    postgres_setting("TimeZone", default="UTC", read=_timezone, reported=True),
    postgres_setting("transform_null_equals", served=("off",)),
    *map(postgres_setting, _AS_THERE.split()),
)
#: PostgreSQL's that clients read or set, and that change nothing here.
_INERT: Final = """
allow_system_table_mods archive_mode autovacuum autovacuum_max_workers backend_flush_after backslash_quote block_size
check_function_bodies client_connection_check_interval cluster_name commit_siblings constraint_exclusion cpu_index_tuple_cost
cpu_operator_cost cpu_tuple_cost cursor_tuple_fraction data_checksums deadlock_timeout debug_pretty_print debug_print_parse
debug_print_plan debug_print_rewritten default_statistics_target default_table_access_method default_tablespace
default_toast_compression dynamic_library_path effective_cache_size effective_io_concurrency enable_async_append
enable_bitmapscan enable_gathermerge enable_hashagg enable_hashjoin enable_incremental_sort enable_indexonlyscan
enable_indexscan enable_material enable_memoize enable_mergejoin enable_nestloop enable_parallel_append enable_parallel_hash
enable_partition_pruning enable_partitionwise_aggregate enable_partitionwise_join enable_seqscan enable_sort enable_tidscan
escape_string_warning exit_on_error force_parallel_mode from_collapse_limit fsync full_page_writes geqo geqo_effort
geqo_generations geqo_pool_size geqo_seed geqo_selection_bias geqo_threshold gin_fuzzy_search_limit gin_pending_list_limit
hash_mem_multiplier hot_standby jit jit_above_cost jit_expressions jit_inline_above_cost jit_optimize_above_cost
jit_tuple_deforming join_collapse_limit listen_addresses local_preload_libraries lock_timeout log_duration
log_min_duration_statement log_min_error_statement log_min_messages log_parameter_max_length_on_error log_statement
logical_decoding_work_mem maintenance_io_concurrency maintenance_work_mem max_connections max_function_args
max_identifier_length max_index_keys max_locks_per_transaction max_logical_replication_workers max_parallel_maintenance_workers
max_parallel_workers max_parallel_workers_per_gather max_prepared_transactions max_replication_slots max_wal_senders
max_worker_processes min_parallel_index_scan_size min_parallel_table_scan_size parallel_leader_participation
parallel_setup_cost parallel_tuple_cost password_encryption plan_cache_mode quote_all_identifiers random_page_cost
recursive_worktable_factor restrict_nonsystem_relation_kind row_security seq_page_cost session_replication_role shared_buffers
shared_memory_size shared_memory_size_in_huge_pages shared_preload_libraries ssl ssl_library stats_fetch_consistency
superuser_reserved_connections synchronize_seqscans synchronous_commit tcp_keepalives_count tcp_keepalives_idle
tcp_keepalives_interval tcp_user_timeout temp_buffers temp_file_limit temp_tablespaces trace_notify trace_sort track_activities
track_activity_query_size track_commit_timestamp track_counts track_io_timing vacuum_cost_delay vacuum_cost_limit
vacuum_cost_page_dirty vacuum_cost_page_hit vacuum_cost_page_miss vacuum_failsafe_age vacuum_freeze_min_age
vacuum_freeze_table_age vacuum_multixact_failsafe_age vacuum_multixact_freeze_min_age vacuum_multixact_freeze_table_age
wal_block_size wal_level wal_sender_timeout wal_skip_threshold work_mem xmlbinary xmloption
"""
_INERT_SETTINGS: Final = (
    *map(postgres_setting, _INERT.split()),
    postgres_setting("default_text_search_config", default="pg_catalog.english"),
    Setting("data_directory_mode", STRING, "0700", SettingContext.INTERNAL),
    Setting("lc_messages", STRING, "", SettingContext.SUPERUSER),
    *(Setting(name, STRING, "C") for name in ("lc_monetary", "lc_numeric", "lc_time")),
    postgres_setting("log_timezone", default="UTC"),
    postgres_setting("port", default="5433"),
    Setting("timezone_abbreviations", STRING, "Default"),
)
OWN_PREFIX: Final = "tidegate."

#: Those that mean something here.
EFFECTIVE: Final = (*_POSTGRES, *TIDEGATE)
SETTINGS: Final = {s.key: s for s in (*_INERT_SETTINGS, *EFFECTIVE)}
REPORTED: Final = tuple(s.key for s in SETTINGS.values() if s.reported)

#: Settings of one transaction: their session value is the default_… setting.
TRANSACTION_SETTINGS: Final = ("transaction_isolation", "transaction_read_only", "transaction_deferrable")
