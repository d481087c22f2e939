"""How the source is laid out, in numbers: what to compare before and after a reorganisation (`python -m tests.tools.house`)."""
