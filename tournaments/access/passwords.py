"""What is too easy to guess for a password, beyond what Django sees, and how passwords are stored."""

import re
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator

REPEATED = re.compile(r"(.{2,40}?)\1+", re.IGNORECASE)


class FrugalArgon2(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP's Password Storage Cheat Sheet names first: 19 MiB on one core.

    Django's own take 100 MB on eight cores, so that a flood of wrong passwords would stop the desk. A password that
    was stored with others is stored again at the next sign-in.
    """

    time_cost, memory_cost, parallelism = 2, 19 * 1024, 1


class SimilarityOfRepeats(UserAttributeSimilarityValidator):
    """Refuse what resembles the account's name also where it is written several times: `victimvictim`."""

    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        letters = "".join(letter for letter in password if letter.isalnum())
        super().validate(REPEATED.sub(r"\1", letters), user)
