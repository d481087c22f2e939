"""Reads the entries of an SST file, tombstones included, which RocksDB's own iterators never show.

The format is RocksDB's block-based table as statestore.views writes it (format versions 3 to 6, binary search index):

    data block … | meta blocks | index block | footer
    block    entries, restart offsets (4 bytes each), their count (4 bytes, high bit: a hash index follows the offsets);
             stored as: bytes, 1 byte compression kind, 4 bytes checksum
    entry    varint shared, varint unshared, varint value length, unshared key bytes, value
    key      user key, then 8 bytes: sequence << 8 | kind (0 a tombstone, 1 a value)
    footer   53 bytes: checksum kind, the handles of metaindex and index padded to 40, 4 bytes version, 8 bytes magic
    handle   varint offset, varint size

Sources: "Rocksdb BlockBasedTable Format" and "Index Block Format" in RocksDB's wiki.
Checked by a test against what RocksDB returns.
"""
