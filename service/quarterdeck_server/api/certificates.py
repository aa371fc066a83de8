"""Certificates of this server, looked at before gRPC takes them, which would say in its log alone what is wrong."""

import datetime as dt
from pathlib import Path

import grpc
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from msgspec import Struct


class CertificateError(ValueError):
    """A file that cannot be used: which setting names it, and what is wrong."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(problem)
        self.name = name


class Files(Struct, frozen=True):
    """Where certificate and key are, and those who vouch for clients if these have to show one as well."""

    certificate: Path
    key: Path
    client_ca: Path | None = None


class Certificates(Struct, frozen=True):
    """What the files hold."""

    certificate: bytes
    """The server's own first, then those that vouch for it."""
    key: bytes
    client_ca: bytes | None
    host: str
    """A name that the certificate is for."""

    def server_credentials(self) -> grpc.ServerCredentials:
        """For a port that encrypts, and lets in whom `client_ca` vouches for if it is given."""
        pair = [(self.key, self.certificate)]
        return grpc.ssl_server_credentials(pair, self.client_ca, require_client_auth=self.client_ca is not None)


def read(files: Files, now: dt.datetime) -> Certificates:
    """Certificates that a server can be started with; OSError, CertificateError."""
    text, key = files.certificate.read_bytes(), files.key.read_bytes()
    own = _certificates("tls_certificate", files.certificate, text)[0]
    try:
        private = load_pem_private_key(key, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise CertificateError("tls_key", f"{files.key} holds no key in PEM without a password") from None
    form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private.public_key().public_bytes(*form) != own.public_key().public_bytes(*form):
        raise CertificateError("tls_key", f"{files.key} is not the key of {files.certificate}")
    if now > own.not_valid_after_utc:
        raise CertificateError("tls_certificate", f"{files.certificate} expired on {own.not_valid_after_utc:%Y-%m-%d}")
    if now < own.not_valid_before_utc:
        raise CertificateError(
            "tls_certificate", f"{files.certificate} is not valid before {own.not_valid_before_utc:%Y-%m-%d}"
        )
    client_ca = files.client_ca.read_bytes() if files.client_ca is not None else None
    if files.client_ca is not None and client_ca is not None:
        _certificates("tls_client_ca", files.client_ca, client_ca)
    return Certificates(text, key, client_ca, _host(own))


def _certificates(name: str, file: Path, text: bytes) -> list[x509.Certificate]:
    try:
        found = x509.load_pem_x509_certificates(text)
    except ValueError:
        found = []
    if not found:
        raise CertificateError(name, f"{file} holds no certificate in PEM, or one that is damaged")
    return found


def _host(certificate: x509.Certificate) -> str:
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, ValueError):
        return ""
    hosts = [*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))]
    # Any name will do where a wildcard stands.
    return hosts[0].replace("*", "health") if hosts else ""
