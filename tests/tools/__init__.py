"""Tools that make committed files."""
