"""The Postgres protocol without I/O: bytes in, events out; results in, bytes out.

- `conversation.py` is the state machine: STARTUP → SESSION ⇄ AWAITING_SYNC → CLOSED. Skip-until-Sync is a state: frames are still
  checked there, contents are not read. `reader.py` reads one payload, `writer.py` writes messages, `limits.py` names every limit.
- A length is a claim. It is compared with its type's limit before anything is kept for it (start-up 10,000 bytes as PostgreSQL;
  Query, Parse, Bind 16 MiB; others 10,000 bytes), and bytes are kept only as they arrive.
- A broken frame (unknown type, impossible or excessive length, start-up layout) is FATAL and ends the connection. Unsound content
  in a sound frame is an ERROR 08P01 and the session goes on. PostgreSQL closes without a word on impossible lengths; we say why.
- An encryption request is answered once each for TLS (`S` where a certificate is configured) and GSSAPI (`N`); a second one is
  the protocol version that it looks like: refused. TLS may also begin at once, with ALPN `postgresql`.
"""
