"""Other nodes over Postgres's protocol: connections, and fragments on the wire."""
