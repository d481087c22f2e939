"""Fuzzers of the running gateway: of its protocol and of its SQL. Each module that can be run says its invariant first."""
