"""What opens the entry of a board, as it is printed on its slip or beside its line on a match sheet."""

from typing import NamedTuple


class SlipMark(NamedTuple):
    """The QR code as SVG, the code to type, the address where it is typed, and whose code it is, "" for both."""

    drawing: str
    typed: str
    where: str
    whose: str = ""
