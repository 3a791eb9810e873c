"""Unpack zip files in memory, never beyond their bounds, whatever the zip says of itself."""

import io
import zipfile
import zlib
from typing import IO, NamedTuple

from tiebreaks.refusal import Refusal, gettext_noop, sentence

NO_ZIP = sentence("zip-unknown", gettext_noop("This is not a zip file."))
DAMAGED = sentence("zip-damaged", gettext_noop("The zip is damaged or needs a password: create it again."))
TOO_MANY = sentence("zip-files", gettext_noop("The zip holds more than {most} files."))
TOO_LARGE = sentence("zip-too-large", gettext_noop("Unpacked, the zip has more than {most} MB. It is not opened."))

PIECE_SIZE = 2**20
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError, ValueError)


class Bounds(NamedTuple):
    """How many files a zip may hold, and how many bytes they may have unpacked."""

    files: int
    unfolded: int


def unpack_files(data: bytes, bounds: Bounds) -> dict[str, bytes]:
    """Return the files of a zip by name. Raise Refusal, with the name of the file as the field if it is known."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            listed = [part for part in packed.infolist() if not part.is_dir()]
            check_bounds(listed, bounds)
            files: dict[str, bytes] = {}
            room = bounds.unfolded
            for part in listed:
                with packed.open(part) as file:
                    content = read_bounded(file, room)
                if content is None:
                    raise refuse_too_large(bounds, part.filename)
                files[part.filename] = content
                room -= len(content)
            return files
    except BROKEN as error:
        if isinstance(error, Refusal):
            raise
        raise Refusal(DAMAGED if zipfile.is_zipfile(io.BytesIO(data)) else NO_ZIP, field="file") from error


def read_bounded(file: IO[bytes], room: int) -> bytes | None:
    """Return the content of an open file, None if it is longer than `room`: its stated size may be wrong."""
    pieces: list[bytes] = []
    while piece := file.read(PIECE_SIZE):
        room -= len(piece)
        if room < 0:
            return None
        pieces.append(piece)
    return b"".join(pieces)


def check_bounds(listed: list[zipfile.ZipInfo], bounds: Bounds) -> None:
    """Refuse a zip by what it says of itself, before any of it is unpacked."""
    if len(listed) > bounds.files:
        raise Refusal(TOO_MANY, field="file", most=bounds.files)
    if sum(part.file_size for part in listed) > bounds.unfolded:
        raise refuse_too_large(bounds, "file")


def refuse_too_large(bounds: Bounds, field: str) -> Refusal:
    return Refusal(TOO_LARGE, field=field[:80], most=bounds.unfolded // 2**20)
