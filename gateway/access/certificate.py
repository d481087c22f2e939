"""What is needed of a certificate and the ssl module does not tell: its hash for tls-server-end-point (RFC 5929, section 4.1).

The hash function is the one of the certificate's signature, with SHA-256 in place of MD5 and SHA-1. A signature without one
(Ed25519) leaves the channel binding undefined.
"""

from __future__ import annotations

import hashlib
import ssl
from typing import Final

_SEQUENCE: Final = 0x30
_OID: Final = 0x06
_RSA_PSS: Final = "1.2.840.113549.1.1.10"
_HASH_OF_SIGNATURE: Final = {
    "1.2.840.113549.1.1.4": "sha256",  # md5WithRSAEncryption
    "1.2.840.113549.1.1.5": "sha256",  # sha1WithRSAEncryption
    "1.2.840.10045.4.1": "sha256",  # ecdsa-with-SHA1
    "1.2.840.113549.1.1.11": "sha256",
    "1.2.840.113549.1.1.12": "sha384",
    "1.2.840.113549.1.1.13": "sha512",
    "1.2.840.113549.1.1.14": "sha224",
    "1.2.840.10045.4.3.1": "sha224",
    "1.2.840.10045.4.3.2": "sha256",
    "1.2.840.10045.4.3.3": "sha384",
    "1.2.840.10045.4.3.4": "sha512",
}
_HASH: Final = {
    "1.3.14.3.2.26": "sha256",  # SHA-1
    "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512",
    "2.16.840.1.101.3.4.2.4": "sha224",
}


def end_point_hash(pem: str) -> bytes | None:
    """Of the first certificate of a PEM file; None where it is undefined. Raises ValueError for what is no certificate."""
    begin, end = pem.find(ssl.PEM_HEADER), pem.find(ssl.PEM_FOOTER)
    if begin < 0 or end < 0:
        raise ValueError("no certificate in PEM")
    der = ssl.PEM_cert_to_DER_cert(pem[begin : end + len(ssl.PEM_FOOTER)])
    name = _hash_name(der)
    return None if name is None else hashlib.new(name, der).digest()


def _hash_name(der: bytes) -> str | None:
    """Certificate ::= SEQUENCE { tbsCertificate SEQUENCE, signatureAlgorithm SEQUENCE { OID, parameters }, … } (RFC 5280)."""
    _, whole, _ = _element(der)
    _, _, rest = _element(whole)
    kind, algorithm, _ = _element(rest)
    if kind != _SEQUENCE:
        raise ValueError("no certificate: where is its signature's algorithm?")
    oid, parameters = _identifier(algorithm)
    if oid != _RSA_PSS:
        return _HASH_OF_SIGNATURE.get(oid)
    # RSASSA-PSS-params ::= SEQUENCE { [0] hashAlgorithm DEFAULT sha1, … } (RFC 4055)
    _, fields, _ = _element(parameters)
    if not fields or fields[0] != 0xA0:
        return "sha256"
    _, tagged, _ = _element(fields)
    _, identifier, _ = _element(tagged)
    return _HASH.get(_identifier(identifier)[0])


def _identifier(content: bytes) -> tuple[str, bytes]:
    """(OID, parameters) of an AlgorithmIdentifier's content."""
    kind, oid, parameters = _element(content)
    if kind != _OID or not oid:
        raise ValueError("no certificate: an algorithm without a name")
    numbers, value = [oid[0] // 40, oid[0] % 40], 0
    for byte in oid[1:]:
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            numbers.append(value)
            value = 0
    return ".".join(map(str, numbers)), parameters


def _element(der: bytes) -> tuple[int, bytes, bytes]:
    """(tag, content, what follows) of the first DER element."""
    if len(der) < 2:
        raise ValueError("no certificate: it ends too early")
    size, at = der[1], 2
    if size & 0x80:
        at += size & 0x7F
        size = int.from_bytes(der[2:at])
    if at + size > len(der):
        raise ValueError("no certificate: it ends too early")
    return der[0], der[at : at + size], der[at + size :]
