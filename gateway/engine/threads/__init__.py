"""Threads, cores, heaps and garbage: what keeps the event loop free while queries compute."""
