"""The bound query tree and the walkers over it, types and values, and what planning makes of a query (query_plan)."""
