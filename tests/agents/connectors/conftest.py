"""Listeners that notice every connection, and certificates of our own."""

import contextlib
import datetime as dt
import ipaddress
import socket
import ssl
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from apps.accounts.domain.networks import LOOPBACK, Allowed
from apps.agents.connectors.outbound import Bounds, Outbound

QUICK = Bounds(connect=2.0, silence=2.0, total=2.0)
LOCAL = Allowed.of(LOOPBACK)


class Canary:
    """A web server on this machine that notes what it is asked and answers with a secret. It runs in threads."""

    def __init__(self, tls):
        self.heard = []
        self._tls = tls
        first = socket.create_server(("127.0.0.1", 0))
        self.port = first.getsockname()[1]
        self._listening = [first, socket.create_server(("::1", self.port), family=socket.AF_INET6)]
        self._threads = [threading.Thread(target=self._serve, args=(each,)) for each in self._listening]
        for thread in self._threads:
            thread.start()

    def close(self):
        for listener in self._listening:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for thread in self._threads:
            thread.join()

    def _serve(self, listener):
        with contextlib.suppress(OSError):  # the listener is closed
            while True:
                connection, _ = listener.accept()
                with contextlib.suppress(OSError), connection, self._secured(connection) as talking:
                    self._answer(talking)

    def _secured(self, connection):
        connection.settimeout(5)
        return self._tls.wrap_socket(connection, server_side=True) if self._tls else connection

    def _answer(self, connection):
        asked = b""
        while b"\r\n\r\n" not in asked and (more := connection.recv(4096)):
            asked += more
        if asked:
            self.heard.append(asked)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")


@contextlib.contextmanager
def canary(tls=None):
    """A canary on one free port of both loopback addresses."""
    listening = Canary(tls)
    try:
        yield listening
    finally:
        listening.close()


def leading_to(**names):
    """A resolver that knows these names; a list of lists is given away one after the other, as a rebinding one does."""
    asked = {name: iter(answers) for name, answers in names.items()}

    async def resolve(host):
        return next(asked[host.partition(".")[0]])

    return resolve


async def fetched(client, url, *, method="GET", bounds=QUICK, **more):
    """The status and the body of a call."""
    async with client.opened(method, url, bounds=bounds, **more) as reply:
        return reply.status, await reply.body()


@pytest.fixture
def local_client():
    return Outbound(LOCAL)


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


@pytest.fixture(scope="session")
def authority():
    return Authority()
