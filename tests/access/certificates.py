"""A certificate authority of the tests' own, by the openssl command."""

from __future__ import annotations

import os
import pwd
import shutil
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.plugins.need import lacking

_CONFIG = """
[ca]
default_ca = here
[here]
database = {folder}/index.txt
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
"""


@dataclass(frozen=True)
class Issued:
    """A certificate and its key, in files."""

    certificate: Path
    key: Path


class Authority:
    """Signs certificates; all keys are on the curve P-256 unless said."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("openssl") is None:
            lacking("the openssl command")
        self.folder = folder
        self._count = 0
        self.certificate = folder / "ca.crt"
        self._key = folder / "ca.key"
        self._run(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=tests",
            "-keyout", str(self._key), "-out", str(self.certificate),
        )  # fmt: skip
        (folder / "index.txt").touch()
        (folder / "ca.cnf").write_text(_CONFIG.format(folder=folder))

    def issue(
        self,
        name: str,
        *,
        begins: str = "",
        ends: str = "",
        key: tuple[str, ...] = (),
        digest: str = "sha256",
        ip: str = "127.0.0.1",
    ) -> Issued:
        """A certificate for *name*, as host and as user. *begins* and *ends*: YYYYMMDDHHMMSSZ; *key*: openssl's words for it."""
        self._count += 1
        stem = self.folder / f"{name}-{self._count}"
        made = Issued(stem.with_suffix(".crt"), stem.with_suffix(".key"))
        kind = key or ("ec", "-pkeyopt", "ec_paramgen_curve:P-256")
        self._run(
            "req", "-new", "-newkey", *kind, "-nodes", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name},IP:{ip}",
            "-keyout", str(made.key), "-out", str(stem.with_suffix(".csr")),
        )  # fmt: skip
        dates = ["-startdate", begins, "-enddate", ends] if begins else ["-days", "2"]
        self._run(
            "ca", "-batch", "-notext", "-config", str(self.folder / "ca.cnf"),
            "-cert", str(self.certificate), "-keyfile", str(self._key),
            "-md", digest, "-in", str(stem.with_suffix(".csr")), "-out", str(made.certificate), *dates,
        )  # fmt: skip
        made.key.chmod(0o600)
        return made

    def expired(self, name: str) -> Issued:
        """A certificate of the year 2020."""
        return self.issue(name, begins="20200101000000Z", ends="20201231235959Z")

    def context(self, client: Issued | None = None) -> ssl.SSLContext:
        """For a client that trusts this authority, and shows a certificate if it has one."""
        made = ssl.create_default_context(cafile=self.certificate)
        if client is not None:
            made.load_cert_chain(client.certificate, client.key)
        return made

    def install(self, folder: Path, name: str) -> dict[str, str]:
        """A server's certificate where PostgreSQL can read it; the settings that say so."""
        issued = self.issue(name)
        found = {}
        for setting, path in (("ssl_cert_file", issued.certificate), ("ssl_key_file", issued.key)):
            copy = folder / path.name
            shutil.copy(path, copy)
            copy.chmod(0o600)
            if os.geteuid() == 0:
                account = pwd.getpwnam("postgres")
                os.chown(copy, account.pw_uid, account.pw_gid)
            found[setting] = str(copy)
        return found

    def _run(self, *arguments: str) -> None:
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=self.folder)
