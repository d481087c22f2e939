"""The same views for clients of Trino and Presto, over HTTP. Needs the extra `presto`; nothing else here imports this package."""
