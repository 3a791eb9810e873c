"""What is too easy to guess for a password, beyond what Django sees."""

import re
from typing import Any

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator

REPEATED = re.compile(r"(.{2,40}?)\1+", re.IGNORECASE)


class SimilarityOfRepeats(UserAttributeSimilarityValidator):
    """Refuse what resembles the account's name also where it is written several times: `victimvictim`."""

    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        letters = "".join(letter for letter in password if letter.isalnum())
        super().validate(REPEATED.sub(r"\1", letters), user)
