"""A push service of the tests' own: it takes messages over TLS, and a browser of its own decrypts them.

with PushService(folder) as service:        # whoever calls it trusts it by SSL_CERT_FILE=service.certificate
    browser = service.new_browser()         # what a browser says: endpoint, p256dh, auth
    service.messages(browser)               # what has arrived there, decrypted
    service.answer(browser, 410)            # what it answers next, instead of 201
"""

import base64
import datetime
import json
import secrets
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import NamedTuple

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat


def write_base64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read_base64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser(NamedTuple):
    """What a browser says when it subscribes, and what it keeps to itself."""

    endpoint: str
    p256dh: str
    auth: str
    key: ec.EllipticCurvePrivateKey

    @property
    def said(self):
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": self.auth}


class PushService:
    """Keeps what arrives by the path of the browser."""

    def __init__(self, folder):
        self.certificate = make_certificate(folder)
        self.received, self.statuses = [], {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.received.append((self.path, self.headers, body))
                answers = service.statuses.get(self.path, [])
                self.send_response(answers.pop(0) if answers else 201)
                self.send_header("Content-Length", "0")
                self.send_header("Connection", "close")
                self.end_headers()

            def log_message(self, *arguments):
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"https://{self.host}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error):
        self.server.shutdown()
        self.server.server_close()

    def new_browser(self):
        key = ec.generate_private_key(ec.SECP256R1())
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        address = f"{self.url}/send/{secrets.token_hex(8)}"
        return Browser(address, write_base64(point), write_base64(secrets.token_bytes(16)), key)

    def answer(self, browser, *statuses):
        """Answer the next messages of a browser with these statuses."""
        self.statuses[browser.endpoint.removeprefix(self.url)] = list(statuses)

    def arrived(self, browser):
        """Return the headers and the bodies that have arrived for a browser."""
        return [(headers, body) for path, headers, body in self.received if self.url + path == browser.endpoint]

    def messages(self, browser):
        """Return what a browser reads."""
        return [
            json.loads(
                http_ece.decrypt(
                    body, private_key=browser.key, auth_secret=read_base64(browser.auth), version="aes128gcm"
                )
            )
            for _headers, body in self.arrived(browser)
        ]


def make_certificate(folder):
    """Write a certificate for this machine with its key, and return the path."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push.test")])
    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
    certificate = (
        builder.add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "push-service.pem"
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(pem + certificate.public_bytes(Encoding.PEM))
    path.chmod(0o600)
    return path


def read_authorization(header, key):
    """Check the signature of a server by its public key, as a push service does, and return what it claims."""
    scheme, _, parts = header.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert (scheme, fields["k"]) == ("vapid", key)
    signed, _, signature = fields["t"].rpartition(".")
    raw = read_base64(signature)
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read_base64(key))
    point.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(read_base64(signed.split(".")[1]))
