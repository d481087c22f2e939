"""Every knob of a node's local store, with its value; nothing is left to RocksDB's defaults that matters here.

What the values rest on (300,000 rows of 65 bytes, one core, docs/measurements.md has the table): LZ4 blocks of 16 KiB
read as fast as plain ones of 4 KiB and are a third of the size; index and filter outside the block cache save 0.3 µs a
get; a Bloom filter makes a miss 0.2 µs instead of 2.

`options.py` has all of them in one frozen class. Level compaction with dynamic level sizes: a first big version lands in the last
level, small ones are merged among themselves first. Level 0 starts a compaction at 4 files; at 24 ingesting waits for it.
RocksDB's own manifest is cut at 16 KiB because every freeze reads it. Index and filter stay outside the block cache (0.3 µs a
get), so each kept version costs about 1.5 bytes a row for each changed shard; `cache_index_and_filter_blocks` is for stores where
that is too much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal, get_args

from rocksdict import BlockBasedOptions, Cache, DBCompactionStyle, DBCompressionType, Options

Compression = Literal["none", "lz4", "zstd", "snappy"]

#: Files of the live database that a pass of ingesting may add before it lets compaction catch up.
INGEST_FILES_MAX: Final = 16
#: Kept versions never exceed this, whatever keep_age_s says: each holds file descriptors.
KEEP_VERSIONS_MAX: Final = 64

_MIB: Final = 1 << 20
_LEVELS: Final = 7
_LOG_FILES_KEPT: Final = 1
#: Of RocksDB's own log of a shard, which grows by 6 KB a version.
LOG_BYTES_MAX: Final = 64 * 1024
_MANIFEST_BYTES_MAX: Final = 16 * 1024
#: The least that makes sense of each option.
_LEAST: Final = {
    "block_cache_bytes": 0,
    "bloom_bits_per_key": 0,
    "block_bytes": 1024,
    "background_jobs": 1,
    "write_buffer_bytes": 1024,
    "level0_files_compact": 1,
    "level0_files_max": 1,
    "overlay_versions_max": 0,
    "level_base_bytes": 1024,
    "target_file_bytes": 1024,
    "keep_age_s": 0,
}


@dataclass(frozen=True, slots=True)
class StoreOptions:
    """Options of a LocalStore. The defaults suit a machine that runs the gateway beside other programs.

    *keep_versions* counts the current version; at least 2. A replaced version stays while it is among the last
    *keep_versions*, or was replaced less than *keep_age_s* ago, or somebody holds it.
    """

    #: One cache for the blocks of all views, shards and versions.
    block_cache_bytes: int = 256 * _MIB
    bloom_bits_per_key: int = 10
    #: Size of a block before compression, of the files that compaction writes.
    block_bytes: int = 16 * 1024
    compression: Compression = "lz4"
    #: -1 keeps every file open. Compaction unlinks files that kept versions still read, so none can be opened later.
    max_open_files: int = -1
    #: Filters and index in the block cache: less memory per kept version, 0.3 µs more per get.
    cache_index_and_filter_blocks: bool = False
    #: Threads for compaction, shared by all databases of the process.
    background_jobs: int = 2
    #: Nothing is ever written through the memtable.
    write_buffer_bytes: int = 64 * 1024
    #: Level 0 files that start a compaction.
    level0_files_compact: int = 4
    #: Level 0 files at which ingesting waits for compaction.
    level0_files_max: int = 24
    #: Small versions of a view that are kept in memory until they are ingested together; 0: each is ingested at once.
    overlay_versions_max: int = 32
    level_base_bytes: int = 16 * _MIB
    target_file_bytes: int = 32 * _MIB
    keep_versions: int = 3
    keep_age_s: float = 2.0
    #: How often the log of a root on a local disk is read when no notification came.
    local_poll_s: float = 2.0
    #: How often any other root is asked for news.
    remote_poll_s: float = 1.2
    #: A view that failed is tried again after this, then after twice as long, up to retry_max_s.
    retry_s: float = 1.0
    retry_max_s: float = 60.0

    def __post_init__(self) -> None:
        if not 2 <= self.keep_versions <= KEEP_VERSIONS_MAX:
            raise ValueError(f"keep_versions={self.keep_versions}: 2 to {KEEP_VERSIONS_MAX} are possible")
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise ValueError(f"{name}={getattr(self, name)}: at least {least}")
        for name in ("local_poll_s", "remote_poll_s", "retry_s", "retry_max_s"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}={getattr(self, name)}: more than 0 seconds")
        if self.compression not in get_args(Compression):
            raise ValueError(f"compression={self.compression!r}: one of {', '.join(get_args(Compression))}")
        if self.max_open_files != -1:
            raise ValueError("max_open_files must be -1: a kept version's files cannot be opened a second time")


def block_cache(options: StoreOptions) -> Cache:
    """The one cache of a store."""
    return Cache(options.block_cache_bytes)


def rocksdb_options(options: StoreOptions, cache: Cache) -> Options:
    """RocksDB's own options for a shard, live or frozen."""
    opts = Options(raw_mode=True)
    configure(opts, options, cache)
    return opts


def configure(opts: Options, options: StoreOptions, cache: Cache) -> None:
    """Set all that rocksdb_options sets."""
    opts.create_if_missing(True)
    opts.set_block_based_table_factory(_table_options(options, cache))
    opts.set_max_open_files(options.max_open_files)
    opts.set_compression_type(getattr(DBCompressionType, options.compression)())
    opts.set_max_background_jobs(options.background_jobs)
    opts.set_write_buffer_size(options.write_buffer_bytes)
    opts.set_keep_log_file_num(_LOG_FILES_KEPT)
    opts.set_max_log_file_size(LOG_BYTES_MAX)
    # Opening a shard is on the path from commit to visible. 16 threads for its few files took longer than the files; the
    # manifest, which grows by every ingest, is read from its start.
    opts.set_max_file_opening_threads(1)
    # Every file stays open, so nobody looks into the cache of open ones: 64 parts of it are 25 KiB in each handle.
    opts.set_table_cache_num_shard_bits(0)
    opts.set_max_manifest_file_size(_MANIFEST_BYTES_MAX)
    # A statistics thread per database would be hundreds of threads.
    opts.set_stats_dump_period_sec(0)
    opts.set_stats_persist_period_sec(0)
    _set_levels(opts, options)


def _table_options(options: StoreOptions, cache: Cache) -> BlockBasedOptions:
    table = BlockBasedOptions()
    table.set_block_cache(cache)
    table.set_bloom_filter(options.bloom_bits_per_key, False)
    table.set_block_size(options.block_bytes)
    table.set_cache_index_and_filter_blocks(options.cache_index_and_filter_blocks)
    table.set_pin_l0_filter_and_index_blocks_in_cache(options.cache_index_and_filter_blocks)
    return table


def _set_levels(opts: Options, options: StoreOptions) -> None:
    opts.set_compaction_style(DBCompactionStyle.level())
    opts.set_num_levels(_LEVELS)
    # A first big version lands in the last level; the base level then follows its size, so that small versions are
    # merged among themselves rather than with all rows each time.
    opts.set_level_compaction_dynamic_level_bytes(True)
    opts.set_level_zero_file_num_compaction_trigger(options.level0_files_compact)
    opts.set_max_bytes_for_level_base(options.level_base_bytes)
    opts.set_target_file_size_base(options.target_file_bytes)
