"""Runs planned reads over the node's views; contract.py is what sessions ask of it."""
