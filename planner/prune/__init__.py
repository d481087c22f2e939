"""Which shards and keys a query's conditions leave: conditions become formulas, formulas key ranges, ranges shards.

constrain   what WHERE, ON and HAVING say about a view's key columns, before parameters are known
keyspace    sets of one column's values, and of keys made of them
route       keys and ranges → the shards that hold them
lean        queries that are one keyed read and nothing else
"""
