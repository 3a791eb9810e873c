"""Codes that people read off paper and type: a letter first, and no letters or digits that look alike in print."""

import re
import secrets

LETTERS = "ACDEFHJKMNPRTUWXY"
CHARACTERS = LETTERS + "34679"
LENGTH = 8
PATTERN = re.compile(f"[{LETTERS}][{CHARACTERS}]{{{LENGTH - 1}}}")


def make_code() -> str:
    """Return a new code of some 35 random bits: enough where guessing is limited and the code ends with its day."""
    return secrets.choice(LETTERS) + "".join(secrets.choice(CHARACTERS) for _ in range(LENGTH - 1))


def write_code(code: str) -> str:
    """Write a code as it is printed, in two groups: "K7RM 4WXP"."""
    return f"{code[:4]} {code[4:]}"


def read_typed_code(text: str) -> str | None:
    """Read a code as it was typed, in any case and with any gaps; None for other text."""
    code = re.sub(r"[\s.,:-]", "", text).upper()
    return code if PATTERN.fullmatch(code) else None
