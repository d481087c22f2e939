"""How this node proves to others that it is one of them, and how it makes sure that they are: secret and TLS.

With a secret nodes log in by SCRAM, which proves it both ways; only then is their user believed to be a node. Without one nodes are
trusted by their addresses, as other clients are.
"""

from __future__ import annotations

import ssl
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from gateway.config import ConfigError

#: The user where there is no secret, and where there is one.
USER: Final = "tidegate"
NODE_USER: Final = "tidegate_node"
SECRET_BYTES_MIN: Final = 16
SECRET_BYTES_MAX: Final = 1_024
SSL_MODES: Final = ("disable", "require", "verify-ca", "verify-full")


@dataclass(frozen=True, slots=True)
class Credentials:
    """*sslmode* and *root* (whom to believe certificates) are as libpq has them."""

    user: str = USER
    secret: str | None = field(default=None, repr=False)
    sslmode: str = "disable"
    root: Path | None = None

    @property
    def libpq(self) -> dict[str, Any]:
        """Connection parameters. With a secret nothing but SCRAM is answered: a stranger is not told it in clear."""
        found: dict[str, Any] = {"user": self.user, "sslmode": self.sslmode, "gssencmode": "disable"}
        if self.root is not None:
            found["sslrootcert"] = str(self.root)
        if self.secret is not None:
            found |= {"password": self.secret, "require_auth": "scram-sha-256"}
        return found

    def context(self) -> ssl.SSLContext | None:
        """The same for a TLS of our own; None without. Raises OSError (ssl.SSLError) for a root that cannot be used."""
        if self.sslmode == "disable":
            return None
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        made.minimum_version = ssl.TLSVersion.TLSv1_2
        made.check_hostname = self.sslmode == "verify-full"
        made.verify_mode = ssl.CERT_NONE if self.sslmode == "require" and self.root is None else ssl.CERT_REQUIRED
        if self.root is not None:
            made.load_verify_locations(self.root)
        return made


def read_secret(path: Path) -> str:
    """The cluster's secret: a file's text without the blanks around it. Raises ConfigError."""
    try:
        mode, text = path.stat().st_mode, path.read_text().strip()
    except OSError as error:
        raise ConfigError(f"[cluster] secret_file: {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"[cluster] secret_file: {path} is not text") from error
    if mode & (stat.S_IWGRP | stat.S_IRWXO):
        raise ConfigError(f"[cluster] secret_file: {path} must not be readable by everybody: chmod 600")
    if not SECRET_BYTES_MIN <= len(text.encode()) <= SECRET_BYTES_MAX:
        raise ConfigError(f"[cluster] secret_file: {path}: a secret has from {SECRET_BYTES_MIN} to {SECRET_BYTES_MAX} bytes")
    return text
