"""Attached Spark checkpoints: rooms by themselves, and against real jobs."""
