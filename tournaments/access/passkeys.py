"""Passkeys (WebAuthn) as the second factor: offered to the browser, checked when they come back.

The library is slow to load and few requests need it, so it is imported where it works.
"""

import json
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import Passkey

CHALLENGE = "passkey_challenge"
LONGEST = 20_000  # characters of what a browser sends


def offer_new(session: SessionBase, user: User, site: str) -> str:
    """Return what the browser needs to make a passkey for this site, as JSON; the session keeps the challenge."""
    import webauthn
    from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

    options = webauthn.generate_registration_options(
        rp_id=host_of(site),
        rp_name="Crosstable",
        user_id=f"crosstable-{user.pk}".encode(),
        user_name=user.get_username(),
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.DISCOURAGED),
        exclude_credentials=known_credentials(user),
    )
    return keep_challenge(session, options)


def offer_known(session: SessionBase, user: User, site: str) -> str:
    """Return what the browser needs to sign with one of the user's passkeys, as JSON."""
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=host_of(site), allow_credentials=known_credentials(user))
    return keep_challenge(session, options)


def keep_challenge(session: SessionBase, options: Any) -> str:
    import webauthn

    session[CHALLENGE] = webauthn.helpers.bytes_to_base64url(options.challenge)
    return webauthn.options_to_json(options)


def take_challenge(session: SessionBase) -> bytes:
    """Return the challenge of a session, which serves once. Raise KeyError without one."""
    import webauthn

    return webauthn.base64url_to_bytes(session.pop(CHALLENGE))


def known_credentials(user: User) -> list[Any]:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    known = Passkey.objects.filter(user=user).values_list("credential", flat=True)
    return [PublicKeyCredentialDescriptor(id=bytes(each)) for each in known]


def add_passkey(session: SessionBase, user: User, site: str, answer: str, name: str) -> bool:
    """Store the passkey that a browser has made for the challenge of its session; False if it is not valid."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        made = webauthn.verify_registration_response(
            credential=read_answer(answer),
            expected_challenge=take_challenge(session),
            expected_rp_id=host_of(site),
            expected_origin=site,
            require_user_verification=False,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        return False
    try:
        with transaction.atomic():
            Passkey.objects.create(
                user=user,
                credential=made.credential_id,
                public_key=made.credential_public_key,
                uses=made.sign_count,
                name=name,
                created_at=timezone.now(),
            )
    except IntegrityError:  # the same passkey sent twice
        return False
    return True


def accepts_passkey(session: SessionBase, user: User, site: str, answer: str) -> bool:
    """Tell whether a browser has signed the challenge of its session with a passkey of the user; each counts once."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        read = read_answer(answer)
        credential = webauthn.base64url_to_bytes(str(read["id"]))
        passkey = Passkey.objects.filter(user=user, credential=credential).first()
        if passkey is None:
            return False
        signed = webauthn.verify_authentication_response(
            credential=read,
            expected_challenge=take_challenge(session),
            expected_rp_id=host_of(site),
            expected_origin=site,
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.uses,
            require_user_verification=False,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        return False
    Passkey.objects.filter(pk=passkey.pk).update(uses=signed.new_sign_count, used_at=timezone.now())
    return True


def read_answer(answer: str) -> dict[str, Any]:
    """Return what a browser sent as JSON. Raise ValueError for what can't be an answer."""
    read = json.loads(answer[:LONGEST])
    if not isinstance(read, dict):
        raise ValueError(answer[:20])
    return read


def host_of(site: str) -> str:
    return urlsplit(site).hostname or ""
