"""Text to physical values and back, in Postgres's input and output syntax."""
