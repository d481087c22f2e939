"""Values of SQL types as the protocol carries them, text and binary, one module per family of types."""
