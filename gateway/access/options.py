"""Section [access] of the configuration file.

[access]
users_file = "/etc/tidegate/users"       # made and changed by `tidegate user`
scram_iterations = 4096                  # of new passwords' hashes
grants_file = "/etc/tidegate/grants"     # who may read which views; without it, everybody all of them
ssl_cert_file = "/etc/tidegate/tls.crt"  # PEM, with intermediate certificates behind it; TLS is offered where it is given
ssl_key_file = "/etc/tidegate/tls.key"   # PEM, without a passphrase, for its owner's eyes only
ssl_ca_file = "/etc/tidegate/clients.crt"  # who signs clients' certificates
ssl_min_protocol_version = "TLSv1.2"     # or TLSv1.3
failed_logins_max = 20                   # as one user from one address (IPv6: one /64) within …
failed_logins_window_s = 60
failed_logins_lockout_s = 60             # how long that user is then refused from there
failed_login_delay_s = 0.5               # before a wrong password is answered
"""

from __future__ import annotations

import math
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gateway.access.verifier import ITERATIONS_MAX, ITERATIONS_MIN

TLS_VERSIONS: Final = {"TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}


@dataclass(frozen=True, slots=True)
class AccessOptions:
    """See the module; None is not said."""

    users_file: Path | None = None
    grants_file: Path | None = None
    scram_iterations: int = ITERATIONS_MIN
    ssl_cert_file: Path | None = None
    ssl_key_file: Path | None = None
    ssl_ca_file: Path | None = None
    ssl_min_protocol_version: str = "TLSv1.2"
    failed_logins_max: int = 20
    failed_logins_window_s: float = 60.0
    failed_logins_lockout_s: float = 60.0
    failed_login_delay_s: float = 0.5

    def __post_init__(self) -> None:
        if not ITERATIONS_MIN <= self.scram_iterations <= ITERATIONS_MAX:
            raise ValueError(f"scram_iterations={self.scram_iterations}: from {ITERATIONS_MIN} to {ITERATIONS_MAX}")
        if self.ssl_min_protocol_version not in TLS_VERSIONS:
            raise ValueError(f"ssl_min_protocol_version={self.ssl_min_protocol_version!r}: {' or '.join(TLS_VERSIONS)}")
        if (self.ssl_cert_file is None) != (self.ssl_key_file is None):
            raise ValueError("ssl_cert_file and ssl_key_file belong together")
        if self.ssl_ca_file is not None and self.ssl_cert_file is None:
            raise ValueError("ssl_ca_file is for TLS; give ssl_cert_file and ssl_key_file too")
        if self.failed_logins_max < 1:
            raise ValueError(f"failed_logins_max={self.failed_logins_max}: at least 1")
        for name in ("failed_logins_window_s", "failed_logins_lockout_s", "failed_login_delay_s"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name}={getattr(self, name)}: 0 seconds or more")
