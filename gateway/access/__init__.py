"""Who may come in, and by what proof: users and their SCRAM verifiers, [[hba]] entries, TLS, failed logins."""
