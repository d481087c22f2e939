"""A key column as a line of values, and sets of its values, in the bytes of the key codec."""
