"""What a server that shows an event may know of a slip's code: enough to recognize it, and not enough to use it."""

import hashlib
from functools import lru_cache

SALT = b"crosstable-slip"
WORK = 2**12  # some 10 ms: a typed code is short enough to be found by trying where a digest takes no time


@lru_cache(maxsize=4096)
def make_lock(digest: str, *, is_short: bool) -> str:
    """Return the lock of a code whose digest is given: who presents the code can be checked, and the digest proves it.

    Only whoever has seen the code can know its digest.
    """
    if not is_short:
        return hashlib.sha256(SALT + digest.encode()).hexdigest()
    return hashlib.scrypt(digest.encode(), salt=SALT, n=WORK, r=8, p=1, dklen=32).hex()
