"""Certificates for tests of encrypted connections."""

import datetime as dt
import ipaddress

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOUR = dt.timedelta(hours=1)


class Authority:
    """Somebody who vouches for others, and for itself."""

    def __init__(self, name="authority"):
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name(name)
        self.certificate = _pem(_made(self._name, self._name, self._key, self._key, is_authority=True))

    def certificate_and_key(self, name="desk", hosts=("127.0.0.1",), after=-HOUR, until=HOUR):
        """A certificate of these hosts that this authority vouches for, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        return _pem(_made(_name(name), self._name, key, self._key, hosts, after, until)), _private(key)


def certificate_and_key():
    """A certificate of 127.0.0.1 that signs itself, and its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), _name("desk")
    return _pem(_made(name, name, key, key, ("127.0.0.1",), is_authority=True)), _private(key)


def _made(subject, issuer, key, signer, hosts=(), after=-HOUR, until=HOUR, is_authority=False):
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + after)
        .not_valid_after(now + until)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    )
    if hosts:
        made = made.add_extension(x509.SubjectAlternativeName([_host(host) for host in hosts]), critical=False)
    return made.sign(signer, hashes.SHA256())


def _host(host):
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _name(name):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM)


def _private(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
