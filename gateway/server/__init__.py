"""The thin part of the gateway that does I/O: listener, connections, back-pressure, cancelling, draining.

- Back-pressure. A session's rows go to the transport; while that holds more than `write_high_bytes` (1 MiB) the session
  waits, and neither further rows are asked for nor further events handled. While a query runs, the connection reads on, so that
  it notices a client that leaves, but keeps at most `read_ahead_bytes` (256 KiB) plus one incomplete message. So a connection
  holds at most about 1 MiB + one chunk to send and 16 MiB + 256 KiB received. A client that leaves cancels what it ran and gives
  its portals back. Behind a pause in reading a departure is noticed at the next write.
- Cancel keys are 4 random bytes (protocol 3.0 has no room for more), compared in constant time; a wrong one gets no answer, a
  right one neither.
- Turns (`contract/turns.py`). Of what many connections send at once (also of a TLS handshake, 0.2 ms) and of queries that end
  at once the general path goes on with one thing in each turn of the loop, so that sockets are read in between and the hot path
  answers lookups. The rest of a bystander's wait is for a core: ten threads want the two, as do PostgreSQL's 200 processes
  (`python -m tests.bench crowds`).
- Sends. What a query says before its rows leaves with the first of them, or with the whole answer, unless a Flush or
  something finished waits to be told; so do PostgreSQL's. A send takes 30 to 60 µs where it wakes a client on an idle core, a
  tenth of what a small query costs the loop. A source that has been read to its end has given back all that takes time, so that
  no second step in a thread follows it: half of the loop's futex calls.
"""

from gateway.server.listener import Server, serve
from gateway.server.options import ServerOptions

__all__ = ["Server", "ServerOptions", "serve"]
