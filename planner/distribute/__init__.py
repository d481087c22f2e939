"""A query over several nodes: what each of them computes of it (split), and which holds which shards (placement)."""
