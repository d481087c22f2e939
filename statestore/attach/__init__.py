"""Spark's own checkpoints, read where they are: nothing is written to them, no lock is taken, the job does not notice.

Rooms: files (where the bytes are), checkpoint (what the folder says), providers (one partition's keys and values),
tables (what a store's bytes mean), and the live attachment beside them.
"""
