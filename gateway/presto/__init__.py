"""The same views for clients of Trino and Presto, over HTTP. Needs the extra `presto`; nothing else here imports this package.

- `presto/session.py` implements buenavista.core's Connection, Session and QueryResult over a gateway session without a socket:
  the messages that a client of the wire would get are kept, a page at most, and back-pressure is the wire's. So admission,
  statement_timeout, cancelling, versions, grants, cluster and `tidegate.queries` are the same; sessions are registered with the
  connections: counted, shown, signalled, drained. The contract blocks (`execute_sql`, `rows`); the HTTP side awaits the same
  objects.
- Of buenavista's HTTP front end its models, headers and contract are used, its routes (`buenavista.http.main.quacko`, 0.5.0)
  are not, because with pydantic 2 every query fails (QueryResult requires two fields that it never sets). Beyond that it executes
  USE in the event loop and for headers of clients, keeps sessions without a bound in a table of the class, reads a text that ends
  in `}` as JSON, holds whole results, has no nextUri, cancel, users or SQLSTATE, query ids that collide, and types that Trino
  does not have ("bool", "bytes"). Its Rewriter parses with a subclass of a compiled dialect, swallows the error and sends the
  text on as it is; planner.presto takes its place.
- A loop of its own: parsing HTTP, rewriting and JSON are never in the way of the wire, but for the interpreter's lock. It is
  asyncio's, not uvloop's (EBUSY on closing).
- Pages are up to `page_bytes` of DataRows and one chunk. A short answer comes with the POST. The last page is kept, so that a
  GET can be repeated; older ones are 410. The address has a random part and is all that a GET or DELETE needs; the password is
  checked at POST.
- Transactions are sessions kept under a random name for their user, REPEATABLE READ as always. All else of a session the
  client sends with each statement.
- Passwords: SCRAM's proof is made from HTTP Basic's password and checked by `access.begin()`'s exchange, so failures count
  and unknown users take as long.
- Workers: with `--workers N` worker 1 alone serves HTTP: pages and transactions are in one process, and requests come on any
  connection. Addresses with a process's own port in them would need N ports open and would not pass proxies. The parent keeps the
  port bound, as it does the wire's, so a new worker 1 has it again.
- Without the extra nothing of it is imported (an import contract); `presto/setup.py` says what is missing.
- HTTPS is the wire's TLS (`presto/protocol.py`, over `access/tls_transport.py`), not uvicorn's: files are looked at for each
  handshake, and method cert and clientcert= find the client's certificate beside each request. A handshake that does not come to
  its end falls under request_timeout_s.
- Waiting (`presto/protocol.py`): each head, body, pause between requests and answer has a time of its own, which bytes that
  come drop by drop do not lengthen. Where there are connections_max connections, the one that has not asked for longest makes
  room for the next.
- Host (`presto/hosts.py`) has to be an address, `localhost`, the name that it listens on, the machine's, or one of `hosts` in
  [presto]; else the answer is 421, for a page that had its name point here would ask as its visitor does. Over HTTPS the
  certificate says it. A proxy that hands on the name that clients call it by has its name in `hosts`.
- Missing: spooling, row and map types.
"""
