"""One node put together: its configuration, its processes, what it joins, what a SIGHUP changes, its start and its end."""
