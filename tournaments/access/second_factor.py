"""The second factor of an account: which it has, whether it must have one, and the codes that stand in for it.

Passkeys have a module of their own; here are the authenticator app (TOTP) and the recovery codes.
"""

import base64
import hashlib
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import pyotp
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Authenticator, Passkey, RecoveryCode

PROVED = "second_factor"  # in a session whose user has given it
ISSUER = "Crosstable"
CODES = 10
CODE_BYTES = 10  # 80 bits: a digest alone protects them
SLACK = (0, -1, 1)  # steps of half a minute that a phone's clock may differ


class Factors(NamedTuple):
    """What an account has: its passkeys, whether it has an app, and how many recovery codes are left."""

    passkeys: tuple[Passkey, ...]
    has_app: bool
    codes: int

    def __bool__(self) -> bool:
        return bool(self.passkeys) or self.has_app


def find_factors(user: User) -> Factors:
    app = Authenticator.objects.filter(user=user).exists()
    return Factors(tuple(Passkey.objects.filter(user=user)), app, RecoveryCode.objects.filter(user=user).count())


def is_required(user: User) -> bool:
    return bool(settings.SECOND_FACTOR_REQUIRED and user.is_superuser)


def is_missing(user: Any, session: Mapping[str, Any]) -> bool:
    """Tell whether a signed-in session lacks the second factor that the site requires of its user."""
    return is_required(user) and not session.get(PROVED)


# The authenticator app


def new_secret() -> str:
    return pyotp.random_base32()


def app_address(user: User, secret: str, host: str) -> str:
    """Return what the QR code tells the app."""
    return pyotp.TOTP(secret).provisioning_uri(name=f"{user.get_username()}@{host}", issuer_name=ISSUER)


def matching_step(secret: str, code: str) -> int | None:
    """Return the time step whose code this is, None for a wrong code."""
    app, now = pyotp.TOTP(secret), int(timezone.now().timestamp())
    steps = (now // app.interval + slack for slack in SLACK)
    digits = code.replace(" ", "")
    return next((step for step in steps if constant_time_compare(app.at(step * app.interval), digits)), None)


def add_app(user: User, secret: str, code: str) -> bool:
    """Keep the app of an account in place of an older one, if it computed this code."""
    step = matching_step(secret, code)
    if step is None:
        return False
    facts = {"secret": encrypt(secret), "last_step": step, "created_at": timezone.now()}
    Authenticator.objects.update_or_create(user=user, defaults=facts)
    return True


def accepts_code(user: User, code: str) -> bool:
    """Tell whether the app of an account shows this code now; each code counts once."""
    app = Authenticator.objects.filter(user=user).first()
    secret = decrypt(app.secret) if app else None
    step = matching_step(secret, code) if secret else None
    if step is None:
        return False
    return bool(Authenticator.objects.filter(user=user, last_step__lt=step).update(last_step=step))


def encrypt(text: str) -> str:
    """Encrypt with a key of the server, so that a copy of the database computes no codes."""
    from cryptography.fernet import Fernet  # slow to load, and rarely needed

    return Fernet(server_key()).encrypt(text.encode()).decode()


def decrypt(text: str) -> str | None:
    """Return what was encrypted, None if that was with another key."""
    from cryptography.fernet import Fernet, InvalidToken

    try:
        return Fernet(server_key()).decrypt(text.encode()).decode()
    except InvalidToken:
        return None


def server_key() -> bytes:
    return base64.urlsafe_b64encode(salted_hmac("crosstable.authenticator", "", algorithm="sha256").digest())


# Recovery codes


def make_codes(user: User) -> list[str]:
    """Replace the recovery codes of an account and return the new ones, which are stored nowhere."""
    codes = [new_code() for _ in range(CODES)]
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create(RecoveryCode(user=user, digest=digest_of(user, code)) for code in codes)
    return codes


def new_code() -> str:
    letters = base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode()
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def use_code(user: User, text: str) -> bool:
    """Use up a recovery code; of two requests at the same time one gets False."""
    return bool(RecoveryCode.objects.filter(user=user, digest=digest_of(user, text)).delete()[0])


def digest_of(user: User, text: str) -> str:
    """Return the digest of a code, however it was typed."""
    letters = "".join(letter for letter in text.upper() if letter.isalnum())
    return hashlib.sha256(f"{user.pk}:{letters}".encode()).hexdigest()


def remove(user: User, passkey: int | None) -> bool:
    """Remove one passkey, or the app where none is named; with the last one the recovery codes go."""
    rows = Passkey.objects.filter(user=user, pk=passkey) if passkey else Authenticator.objects.filter(user=user)
    with transaction.atomic():
        removed = bool(rows.delete()[0])
        if not find_factors(user):
            RecoveryCode.objects.filter(user=user).delete()
    return removed


def remove_all(user: User) -> bool:
    """Remove whatever an account has; False if it had nothing."""
    with transaction.atomic():
        kinds = (Passkey, Authenticator, RecoveryCode)
        return sum(kind._default_manager.filter(user=user).delete()[0] for kind in kinds) > 0
