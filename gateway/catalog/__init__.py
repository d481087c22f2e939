"""The catalog that clients introspect: views as Postgres tables, and schema tidegate."""

from gateway.catalog.live import LiveCatalog

__all__ = ["LiveCatalog"]
