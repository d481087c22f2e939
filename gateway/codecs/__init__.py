"""Values of SQL types as the protocol carries them, text and binary, one module per family of types.

- Text input of the forms that drivers send (digits, decimals, ISO dates and timestamps) is read here; everything else, errors
  included, goes to `planner.postgres.literals`.
- Floats: Python's repr is the shortest text that reads back; PostgreSQL avoids texts exactly half-way to a neighbour, takes
  exponents from 1e15 (float4: 1e6), and so do we.
- Infinite numerics carry display scale 32 in binary: that is what PostgreSQL sends.
- Physical timestamps are int64 since 1970, so the last 29 of PostgreSQL's years (up to 294276) are 22008.
- Parameters of record cannot be received; values of void have no binary form; parameters of reg* types are OIDs.
"""
