"""What a client may send, in bytes and counts; each is checked before anything is allocated for it."""

from __future__ import annotations

from typing import Final

#: A startup packet with its length word. PostgreSQL: MAX_STARTUP_PACKET_LENGTH.
STARTUP_BYTES_MAX: Final = 10_000

#: A message of a login. PostgreSQL: PG_MAX_SASL_MESSAGE_LENGTH.
SASL_BYTES_MAX: Final = 1_024

#: Query, Parse and Bind without type and length, unless message_bytes_max in [server] says otherwise. PostgreSQL allows 1 GB; here
#: it is what one connection may make us hold.
LARGE_MESSAGE_BYTES_MAX: Final = 16 << 20

#: What that may be set to: PostgreSQL's PQ_LARGE_MESSAGE_LIMIT.
MESSAGE_BYTES_MAX: Final = (1 << 30) - 1

#: Every other message. PostgreSQL: PQ_SMALL_MESSAGE_LIMIT.
SMALL_MESSAGE_BYTES_MAX: Final = 10_000
