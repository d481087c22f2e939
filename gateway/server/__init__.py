"""The thin part of the gateway that does I/O: listener, connections, back-pressure, cancelling, draining."""
