"""The encryption of notifications: for one browser each, as RFC 8291 has it, with a key that is used once."""

import secrets
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # bytes of a record; a message has one
LAST = b"\x02"  # after the text of the last record


def encrypt(text: bytes, point: bytes, secret: bytes) -> bytes:
    """Encrypt a message for the browser with this public point of P-256 and this secret."""
    key = ec.generate_private_key(ec.SECP256R1())
    own = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    material = _derive(shared, secret, b"WebPush: info\0" + point + own, 32)
    salt = secrets.token_bytes(16)
    content_key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!LB", RECORD, len(own)) + own
    return header + AESGCM(content_key).encrypt(nonce, text + LAST, None)


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)
