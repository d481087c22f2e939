"""SQL text, catalog and shard metadata in; a plan out. A pure function: no clock, no files, no threads."""
