"""PostgreSQL's behaviour: its SQL read (parse), its rules of names and types (bind), its functions, literals and way of
writing queries (deparse)."""
