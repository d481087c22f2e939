"""The demo: a year of real flights streamed through Spark into views that psql can ask."""
