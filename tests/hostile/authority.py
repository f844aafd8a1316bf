"""Certificates of our own, sound and unsound."""

import datetime as dt
import ipaddress
import ssl

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Authority:
    """A certificate authority that signs whatever a test wants."""

    def __init__(self):
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")])
        self._own = self._signed(self._name, self._key, x509.BasicConstraints(ca=True, path_length=None))

    def trusted(self):
        context = ssl.create_default_context()
        context.load_verify_locations(cadata=_pem(self._own).decode())
        return context

    def server(self, folder, *, host="127.0.0.1", days=(-1, 30), own=True, newest=None):
        """A server's context with a certificate for `host`; `own` False: signed by itself."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test server")])
        certificate = self._signed(name, key, _alternative(host), days=days, issuer=None if own else (name, key))
        path = folder / "server.pem"
        path.write_bytes(_pem(certificate) + _key_pem(key))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        if newest:
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version, context.maximum_version = ssl.TLSVersion.MINIMUM_SUPPORTED, newest
        return context

    def _signed(self, name, key, extension, *, days=(-1, 30), issuer=None):
        issuer_name, issuer_key = issuer or (self._name, self._key)
        now = dt.datetime.now(dt.UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(issuer_name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + dt.timedelta(days=days[0]))
            .not_valid_after(now + dt.timedelta(days=days[1]))
            .add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
            .sign(issuer_key, hashes.SHA256())
        )


def _alternative(host):
    try:
        return x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))])
    except ValueError:
        return x509.SubjectAlternativeName([x509.DNSName(host)])


def _pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key):
    encoding, shape = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(encoding, shape, serialization.NoEncryption())
