"""What a client may send, in bytes and counts; each is checked before anything is allocated for it."""

from __future__ import annotations

from typing import Final

#: A startup packet with its length word. PostgreSQL: MAX_STARTUP_PACKET_LENGTH.
STARTUP_BYTES_MAX: Final = 10_000

#: A message of a login. PostgreSQL: PG_MAX_SASL_MESSAGE_LENGTH.
SASL_BYTES_MAX: Final = 1_024

#: Query, Parse and Bind without type and length. PostgreSQL allows 1 GB; here it is what one connection may make us hold.
LARGE_MESSAGE_BYTES_MAX: Final = 16 << 20

#: Every other message. PostgreSQL: PQ_SMALL_MESSAGE_LIMIT.
SMALL_MESSAGE_BYTES_MAX: Final = 10_000

#: Prepared statements and portals of one session; beyond, 53400.
STATEMENTS_MAX: Final = 10_000
PORTALS_MAX: Final = 1_000
