"""The server's TLS contexts: made from files, made anew when the files change.

At each handshake the files are looked at, which costs three stat() calls. Files that cannot be used, such as a certificate whose
key is still the old one, change nothing and are logged once; the connections there are go on under the certificate they began with.
"""

from __future__ import annotations

import logging
import ssl
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gateway.access.certificate import end_point_hash
from gateway.access.files import FileFound, UnusableFile, state_of
from gateway.access.options import TLS_VERSIONS, AccessOptions
from gateway.contract.engine import TlsInfo

#: What libpq offers with sslnegotiation=direct, and servers insist on there.
ALPN: Final = "postgresql"
#: OpenSSL's short names of what getpeercert() calls by the long ones.
_SHORT: Final = {
    "commonName": "CN", "countryName": "C", "stateOrProvinceName": "ST", "localityName": "L", "organizationName": "O",
    "organizationalUnitName": "OU", "domainComponent": "DC", "userId": "UID",
}  # fmt: skip
_log = logging.getLogger("tidegate.access")


@dataclass(frozen=True, slots=True)
class TlsServer:
    """One state of the files. *binding* is the certificate's hash for channel binding, None where it has none."""

    context: ssl.SSLContext
    binding: bytes | None


class TlsFiles:
    """Certificate, key and, where clients may show certificates, who signs those."""

    def __init__(self, certificate: Path, key: Path, ca: Path | None, minimum: ssl.TLSVersion, alpn: str = ALPN) -> None:
        """Raises UnusableFile."""
        self._alpn = alpn
        self._certificate, self._key, self._ca, self._minimum = certificate, key, ca, minimum
        self._seen = self._look()
        self._fault = ""
        self._server = self._load()

    @classmethod
    def of(cls, options: AccessOptions, alpn: str = ALPN) -> TlsFiles | None:
        """None where TLS is not configured; *alpn* is the protocol to speak over it. Raises UnusableFile."""
        if options.ssl_cert_file is None or options.ssl_key_file is None:
            return None
        minimum = TLS_VERSIONS[options.ssl_min_protocol_version]
        return cls(options.ssl_cert_file, options.ssl_key_file, options.ssl_ca_file, minimum, alpn)

    @property
    def server(self) -> TlsServer:
        """For a handshake that begins now."""
        seen = self._look()
        if seen != self._seen:
            self._seen = seen
            try:
                self._server = self._load()
            except UnusableFile as error:
                self._fault = f"{error}; TLS goes on with what it had"
                _log.error("%s", self._fault)
            else:
                self._fault = ""
                _log.info("%s: the certificate has been read anew", self._certificate)
        return self._server

    @property
    def found(self) -> FileFound:
        """What was found when they were looked at last."""
        return FileFound(self._fault or f"{self._certificate}: in use", bad=bool(self._fault))

    def _look(self) -> tuple[tuple[int, ...] | None, ...]:
        return tuple(state_of(path) for path in (self._certificate, self._key, self._ca) if path is not None)

    def _load(self) -> TlsServer:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = self._minimum
        context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_TICKET | ssl.OP_NO_COMPRESSION | ssl.OP_CIPHER_SERVER_PREFERENCE
        context.num_tickets = 0
        context.set_alpn_protocols([self._alpn])
        at = self._key
        try:
            _check_key_file(self._key)
            at = self._certificate
            binding = end_point_hash(self._certificate.read_text("latin-1"))
            context.load_cert_chain(self._certificate, self._key, password=_no_passphrase)
            if self._ca is not None:
                at = self._ca
                context.load_verify_locations(self._ca)
                context.verify_mode = ssl.CERT_OPTIONAL
        except ssl.SSLError as error:
            raise UnusableFile(f"{at}: {error.reason or error}") from error
        except (OSError, ValueError) as error:
            raise UnusableFile(f"{at}: {getattr(error, 'strerror', None) or error}") from error
        if binding is None:
            _log.warning("%s: its signature has no hash function, so channel binding is not offered", self._certificate)
        return TlsServer(context, binding)


def _no_passphrase() -> bytes:
    raise ValueError("the key needs a passphrase, and nobody is there to type it")


def _check_key_file(path: Path) -> None:
    """As PostgreSQL: 0600, or 0640 where it belongs to root."""
    found = path.stat()
    forbidden = stat.S_IWGRP | stat.S_IXGRP | stat.S_IRWXO | (0 if found.st_uid == 0 else stat.S_IRGRP)
    if found.st_mode & forbidden:
        raise ValueError("a private key must not be readable by others: chmod 600")


def client_name(certificate: Mapping[str, object] | None) -> str | None:
    """The one common name of a verified client certificate (SSLObject.getpeercert()); None where it has none, or several."""
    names = [value for kind, value in _names(certificate, "subject") if kind == "commonName"]
    return names[0] if len(names) == 1 else None


def tls_info(tls: ssl.SSLObject) -> TlsInfo:
    """What pg_stat_ssl says of an established connection."""
    cipher = tls.cipher()
    assert cipher is not None, "the handshake is done"
    name, _, bits = cipher
    certificate = tls.getpeercert()
    return TlsInfo(tls.version() or "", name, bits, _written(certificate, "subject"), _written(certificate, "issuer"))


def _written(certificate: Mapping[str, object] | None, whose: str) -> str | None:
    return "".join(f"/{_SHORT.get(kind, kind)}={value}" for kind, value in _names(certificate, whose)) or None


def _names(certificate: Mapping[str, object] | None, whose: str) -> list[tuple[str, str]]:
    found = (certificate or {}).get(whose, ())
    assert isinstance(found, tuple), "getpeercert()'s form"
    return [name for rdn in found for name in rdn]
