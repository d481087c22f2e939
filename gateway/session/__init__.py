"""What a client's connection remembers and does: settings, transactions, statements, portals, cursors."""
