"""HTTP: health, metrics, rows by REST and any statement, for who has no driver. docs/rest.md, docs/operate.md."""
