"""What there is of a view at a root, for operators."""

from __future__ import annotations

from typing import Any

from statestore.schema import HashPartitioning
from statestore.types import to_spark_json
from statestore.views.folder import ViewFolder
from statestore.views.retention import retention_of
from statestore.views.vacuum import vacuum


def describe(folder: ViewFolder) -> dict[str, Any]:
    """Schema, versions, bases, what is kept, and bytes: of all files, of the newest base, and what vacuum would free; the problem
    that keeps vacuum from it, if there is one.

    Raises CorruptFile, UnsupportedFormat, OSError.
    """
    schema, retention, versions = folder.schema(), retention_of(folder), folder.versions()
    newest, base = folder.manifest(versions[-1]) if versions else None, folder.newest_base()
    freed = vacuum(folder, retention, dry_run=True)
    sizes = [size for _, size, _ in folder.files()]
    return {
        "view": folder.name,
        "comment": schema.comment,
        "columns": {column.name: to_spark_json(column.type) for column in schema.columns},
        "key": list(schema.key),
        "shard_key": list(schema.shard_key),
        "partitioning": "hash" if isinstance(schema.partitioning, HashPartitioning) else "range",
        "shards": schema.shards,
        "oldest_version": versions[0] if versions else None,
        "newest_version": versions[-1] if versions else None,
        "committed_at_us": newest.committed_at_us if newest else None,
        "watermark_us": newest.watermark_us if newest else None,
        "expire": schema.expiry.column if schema.expiry else None,
        "expire_after_s": schema.expiry.after_us / 1e6 if schema.expiry else None,
        "expired_before_us": newest.expired.before_us if newest and newest.expired else None,
        "bases": folder.bases(),
        "rows_of_newest_base": base.rows if base else None,
        "retain_versions": retention.versions,
        "retain_age_s": retention.age_s,
        "base_every": retention.base_every,
        "files": len(sizes),
        "bytes": sum(sizes),
        "bytes_of_newest_base": base.size_bytes if base else None,
        "bytes_vacuum_would_free": freed.bytes,
        "problem": freed.problem and freed.problem.sentence,
    }
