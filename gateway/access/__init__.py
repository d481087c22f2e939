"""Who may come in, and by what proof: users and their SCRAM verifiers, [[hba]] entries, TLS, failed logins.

- Users' file: pgbouncer's auth_file format, and a first line with the secret that mock salts are made of, so that they
  survive restarts and are the same on all nodes that have the file. Replaced as a whole, 0600; `tidegate user` holds a lock
  beside it.
- No entry, no way in. Without [[hba]] loopback is trusted; with [[hba]] and no --trust only the entries count; with both,
  --trust's come last. A non-loopback address to listen on is refused where no entry lets anybody from beyond in.
- What is told: PostgreSQL's messages, which `tests/access/test_scram_postgres.py` compares one by one, plain and over TLS.
  Unknown users go through the same exchange. Entries for certain users and databases can be told apart by trying, as with
  PostgreSQL; whether a database exists is told after the login only.
- Failed logins count per user and address (IPv6: /64), so that nobody locks out others behind the same address; with
  `--workers N` at all workers together: a file that they map (`access/tallies.py`), in which each writes a part of its own and
  reads all, without locks, so who is killed or stopped in the middle holds up nobody. Only wrong proofs and wrong certificates
  count, not exchanges that were left: clients leave to ask for a password. The lock is looked at when a login begins and again
  when its proof comes. A name that nobody has is given the iterations of some password, as often as passwords have them. A wrong
  password is answered after `failed_login_delay_s`, on a timer.
- Limits: `connections_max`, `connections_per_user_max`, `startup_timeout_s` (TLS and login included) in [server]; a login's
  message has 1,024 bytes at most.
- The store (`store_access.py`) is for the process's user alone: folders 0700, files 0600, by its umask; `store_group_access =
  true` in `[serve]` lets its group read (0750, 0640). Hard links to a root's files have the root's mode, for a link's mode is the
  file's; the store's folder keeps others from them.
- Nodes: with `[cluster] secret_file` each node makes the nodes' user (`tidegate_node`) of it, with an entry in front of all
  others: SCRAM from anywhere, so no trust makes anybody a node. Towards others nothing but SCRAM is answered (`require_auth`),
  and the server has to prove the secret too. Fragments go through libpq; links have a start-up of their own
  (`cluster/forwarding/login.py`), for libpq keeps a connection's TLS to itself. Without a secret nodes come as user `tidegate`
  and are trusted by address, as before. Settings that nodes use (`tidegate.forwarded`, SHARDS) are open to every user: they show
  nothing that a SELECT does not.
- Reads of the key are not only those by name: COPY's KEYS gives all its columns, SHARDS tells rows apart by the shard key,
  `tidegate.shards` and `local_shards` show what lies in a shard, shard_for_key of ranges finds their ends. Each asks for a grant
  on those columns; in the tables what a shard holds is NULL without it. `Bytes Read` of EXPLAIN ANALYZE is of rows as they are
  stored, so it is for who may read all columns; `SHOW tidegate.heartbeat` names every view, so it is for who may read all views.
- Grants (`access/grants.py`, `catalog/guard.py`) count where `grants_file` is set, and then a file without lines, or none,
  grants nothing: it is not the absence of grants that opens everything, or a lost file would. A plan is of one user
  (PlanSettings), so a grant is checked once per plan and costs an execution nothing: naming a view of which nothing is granted is
  42501 before its columns are looked at; a column that is mentioned has to be granted even if nobody reads it, as in PostgreSQL.
  Another file is another catalog generation, within LOOK_S, so prepared statements and the hot path are refused as well; what
  runs, runs on. System tables of users with few grants are made without the other views and kept per set of views. Other nodes'
  user is exempt: who is connected to the coordinator counts, and that is why grants in a cluster need its secret. pg_roles,
  pg_user and information_schema's tables of roles (`catalog/roles.py`) show a user itself, the owner `tidegate` and
  pg_database_owner, not other users, whom PostgreSQL lists to everybody: logging in does not tell whether a name is known, so the
  catalog does not tell it to whoever has any password. That is also why has_table_privilege of an unknown name is what "public"
  may and no error, while pg_has_role and regrole know only the roles that are shown. A user's number is made of its name, the
  same on every node. Comments and definitions of a view that is not seen are NULL for who guesses its OID. Not hidden, as in
  PostgreSQL: that a view exists, to who knows its name (42501 and not 42P01; regclass); of a view of which one column is granted
  the names, types and comments of all columns (in the catalog, in hints), how many rows it has and how large it is, and the order
  that its rows come in without ORDER BY. `has_table_privilege` and its kind follow the grants; of a user whom the file does not
  name they say what "public" may.
- Not there: CRL and OCSP, encrypted private keys, ident/LDAP/GSSAPI, user name maps.
- clientcert= verify-ca and verify-full beside another method, as PostgreSQL has it: the certificate is asked for first, its
  name looked at last, so somebody else's is told no other way than a wrong password.

- SIGHUP (`reloading.py`) reads the configuration file anew: [[hba]], trust, [session] and [view.NAME] count from then on, a
  wrong file changes nothing, and the log names the sections that wait for a restart.
- TLS is ours over two memory buffers, not asyncio's start_tls: a handshake without SSLRequest has sent bytes before anybody
  knows, and those cannot be handed to start_tls; uvloop's and asyncio's also differ in when they call back. Bytes behind an
  SSLRequest are refused before the `S` (CVE-2021-23214). No session tickets, no renegotiation.
"""
