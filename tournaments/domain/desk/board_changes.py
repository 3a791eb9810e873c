"""What became of a board since an arbiter saw it, so that a conflict names its cause."""

from enum import StrEnum


class BoardChange(StrEnum):
    """Why an entry is not stored although nothing protects what is stored."""

    RESULT = "result"  # another result has come in
    TAKEN_BACK = "taken-back"  # the result that was seen has been taken back
    PAIRING = "pairing"  # other people sit there, or with other colours
    NEW = "new"  # the page did not have the board


def find_change(*, seats_seen: str, seats: str, is_open: bool) -> BoardChange:
    """Return what has changed. `seats_seen` is "" where nobody knows who sat there when the entry was made."""
    if seats_seen and seats_seen != seats:
        return BoardChange.PAIRING
    if not is_open:
        return BoardChange.RESULT
    return BoardChange.TAKEN_BACK if seats_seen else BoardChange.NEW
