"""Rating lists as federations publish them: FIDE's as XML or text with fixed columns, national ones as CSV.

They are read piece by piece: FIDE's has two million people. The header decides, so a column that moved is found and a
missing one is named. A ZIP may hold one list, or the German list with the file of its clubs.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path, PurePath
from typing import IO

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats import rating_fields, rating_rows
from tournaments.formats.rating_fields import RatedPerson

LARGEST_UNPACKED = 2 * 2**30
HIGHEST_RATIO = 100  # a list shrinks to a twentieth; what shrinks to less than a hundredth was made to fill a disk
MOST_FILES = 50
SNIFFED_BYTES = 2**16

NO_LIST = sentence(
    "ratings-unknown",
    gettext_noop(
        "This is not a rating list that can be read: FIDE’s as XML or text, or a CSV with a column for the name."
    ),
)
SEVERAL = sentence("ratings-zip", gettext_noop("The ZIP must hold one file: the list."))
DAMAGED = sentence("ratings-no-zip", gettext_noop("This file is damaged. Please download it again."))
UNPACKS_TOO_LARGE = sentence("ratings-bomb", gettext_noop("Unpacked, this file is far too large for a rating list."))


class RatingFile:
    """An open list: its header, and its people, who can be read once.

    `columns` are its fields, `titles` the titles of the columns in a text, `dated` its own date.
    """

    def __init__(self, file: IO[bytes], name: str):
        self.file, self.name, self.dated = file, name, ""
        self.on_disk = file  # or the ZIP around it
        self.clubs: dict[str, str] = {}
        self.titles: list[str] = []
        self.columns: list[str] = []
        self.is_fide = True
        start = file.peek(SNIFFED_BYTES)[:SNIFFED_BYTES]  # type: ignore[attr-defined]  # IO has no peek, files opened with a buffer do
        if b"\0" in start or not start.strip():
            raise Refusal(NO_LIST, field="file")
        first = rating_rows.decode_line(start.splitlines()[0])
        if start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
            self.rows: Callable[[IO[bytes], list[str]], Iterator[dict[str, str]]] = rating_rows.read_xml
            self.columns = [rating_fields.ELEMENTS.get(tag, "") for tag in rating_rows.find_elements(start)]
        elif re.match(r"ID Number\s+Name\s", first, re.IGNORECASE):
            self.rows = rating_rows.read_columns
            self.read_header(first)
        else:
            self.rows, self.is_fide = rating_rows.read_csv, False
            self.titles = rating_rows.read_title_cells(first)
            self.columns = [rating_fields.find_rating_field(title) for title in self.titles]
        if "name" not in self.columns and len(self.columns) < 2:
            raise Refusal(NO_LIST, line=1, field="file")

    def read_header(self, header: str) -> None:
        """Read the titles of fixed columns; in a list of one rating its month stands for the title of the column."""
        self.titles = rating_rows.read_titles(header)
        kind = next((kind for kind in ("rapid", "blitz") if kind in self.name.casefold()), "rating")
        for title in self.titles:
            is_month = re.fullmatch(r"[A-Z]{3}[0-9]{2}", title)
            of_rating = kind if is_month else "" if title != "K" else "k" if kind == "rating" else f"{kind}_k"
            self.columns.append(of_rating or rating_fields.COLUMNS.get(title.casefold(), ""))
            self.dated = title if is_month else self.dated

    @property
    def position(self) -> int:
        """Return how many bytes of the file on disk have been read."""
        return self.on_disk.tell()

    @property
    def has_names(self) -> bool:
        return rating_fields.has_field("name", self.columns)

    @property
    def lacks(self) -> list[str]:
        """Return the fields that a list of its kind should have and this one lacks."""
        expected = rating_fields.FIDE_FIELDS if self.is_fide else rating_fields.NATIONAL_FIELDS
        return [field for field in expected if not rating_fields.has_field(field, self.columns)]

    @property
    def unread(self) -> list[str]:
        """Return the titles of unused columns."""
        return [title for title, field in zip(self.titles, self.columns, strict=False) if title and not field]

    def samples(self, count: int) -> list[list[str]]:
        """Return the first lines of a CSV as cells; after that the list can't be read again."""
        return [cells for _line, cells in islice(rating_rows.read_csv_lines(self.file), 1, count + 1)]

    def people(self) -> Iterator[RatedPerson]:
        """Yield the people. Raise Refusal with file and line."""
        try:
            if not self.has_names:
                raise Refusal(NO_LIST, line=1, field="file")
            for fields in self.rows(self.file, self.columns):
                if person := rating_fields.read_person(fields, self.clubs):
                    yield person
        except Refusal as refusal:
            refusal.file = self.name
            raise
        except (zipfile.BadZipFile, EOFError, zlib.error):
            raise Refusal(DAMAGED, file=self.name, field="file") from None


@contextmanager
def open_rating_file(path: Path, name: str = "") -> Iterator[RatingFile]:
    """Open a list that was uploaded under a name, and read its header. Raise Refusal."""
    name = name or path.name
    with ExitStack() as closing:
        try:
            reading = unpack_file(path, name, closing)
        except Refusal as refusal:
            refusal.file = name
            raise
        except (zipfile.BadZipFile, EOFError, zlib.error, RuntimeError, NotImplementedError):  # also: encrypted
            raise Refusal(DAMAGED, file=name, field="file") from None
        yield reading


def unpack_file(path: Path, name: str, closing: ExitStack) -> RatingFile:
    """Open the file itself, or the one list inside a ZIP."""
    if not zipfile.is_zipfile(path):
        return RatingFile(closing.enter_context(open(path, "rb", buffering=SNIFFED_BYTES)), name)
    archive = closing.enter_context(zipfile.ZipFile(path))
    member, clubs = choose_members(archive)
    packed = closing.enter_context(archive.open(member))
    file = io.BufferedReader(packed, SNIFFED_BYTES)  # type: ignore[type-var]  # a member of a ZIP reads like a raw file
    reading = RatingFile(file, PurePath(member.filename).name)
    reading.on_disk, reading.clubs = archive.fp or file, read_clubs(archive, clubs)
    reading.dated = reading.dated or "{}-{:02}-{:02}".format(*member.date_time)
    return reading


def choose_members(archive: zipfile.ZipFile) -> tuple[zipfile.ZipInfo, zipfile.ZipInfo | None]:
    """Choose the list inside a ZIP and, for the German one, the file of its clubs. Raise Refusal."""
    members = [each for each in archive.infolist() if not each.is_dir() and not each.filename.startswith("__MACOSX")]
    if len(members) > MOST_FILES:
        raise Refusal(SEVERAL, field="file")
    by_name = {PurePath(each.filename).name.casefold(): each for each in members}
    member, clubs = by_name.get("spieler.csv"), by_name.get("vereine.csv")
    if member is None and len(members) != 1:
        raise Refusal(SEVERAL, field="file")
    member = member or members[0]
    for each in filter(None, (member, clubs)):
        if each.file_size > min(LARGEST_UNPACKED, HIGHEST_RATIO * max(each.compress_size, 1000)):
            raise Refusal(UNPACKS_TOO_LARGE, field="file")
    return member, clubs


def read_clubs(archive: zipfile.ZipFile, member: zipfile.ZipInfo | None) -> dict[str, str]:
    """Read the names of the German clubs by their number."""
    if member is None:
        return {}
    with archive.open(member) as file:
        lines = rating_rows.read_csv_lines(file)
        _line, titles = next(lines, (1, []))
        plain = [title.casefold() for title in titles]
        key = next((at for at, title in enumerate(plain) if title.startswith(("zps", "vkz"))), None)
        name = next((at for at, title in enumerate(plain) if "vereinname" in title or "vereinsname" in title), None)
        if key is None or name is None:
            return {}
        return {cells[key]: cells[name] for _line, cells in lines if len(cells) > max(key, name)}
