"""Columnar copies of views that are scanned whole: made, brought along version by version, in memory or in files."""
