"""Rating lists as federations publish them: FIDE's in XML and as a text of fixed columns, national ones as CSV.

They are read line by line: FIDE's has more than a million people. A ZIP is opened where it holds one list.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import IO, NamedTuple

from defusedxml import ElementTree

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments import names, person

NO_LIST = sentence(
    "ratings-unknown",
    gettext_noop("This is no rating list that is known: FIDE's as XML or text, or a CSV with a column for the name."),
)
BROKEN = sentence("ratings-broken", gettext_noop("The list can't be read from here on."))
SEVERAL = sentence("ratings-zip", gettext_noop("The ZIP must hold one file: the list."))

# The elements of FIDE's XML, and the titles of the columns of its text; SRtng in the combined list.
ELEMENTS = {"fideid": "identity", "name": "name", "country": "federation", "sex": "sex", "title": "title"} | {
    "rating": "rating",
    "birthday": "birth",
}
TITLES = {"ID Number": "identity", "Name": "name", "Fed": "federation", "Sex": "sex", "Tit": "title", "B-day": "birth"}
MORE_COLUMNS = {
    "spielername": "name",
    "fide elo": "elo",
    "geburtsjahr": "birth",
    "vereinname": "club",
    "vereinsname": "club",
    "fide id": "identity",
    "id": "national",
    "fide titel": "title",
    "fide land": "federation",
}
SEXES = {"M": "m", "F": "w", "W": "w"}


class Rated(NamedTuple):
    name: str
    search: str
    identity: str
    title: str
    sex: str
    federation: str
    club: str
    birth_year: int | None
    rating: int | None


def read(path: Path) -> Iterator[Rated]:
    """Yield the people of a list. Raise Refusal with file and line."""
    with opened(path) as file:
        start = file.peek(4000)[:4000] if hasattr(file, "peek") else b""
        try:
            yield from (found for fields in reader_of(start)(file) if (found := rated(fields)))
        except Refusal as refusal:
            refusal.file = path.name
            raise


def opened(path: Path) -> IO[bytes]:
    """Open a list, out of its ZIP where it is packed."""
    if path.suffix.lower() != ".zip":
        return open(path, "rb")
    archive = zipfile.ZipFile(path)
    if len(archive.namelist()) != 1:
        raise Refusal(SEVERAL, file=path.name, field="file")
    return io.BufferedReader(archive.open(archive.namelist()[0]))


def reader_of(start: bytes) -> Callable[[IO[bytes]], Iterator[dict[str, str]]]:
    """Choose the reader by how a file begins."""
    if start.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<"):
        return read_xml
    return read_columns if start.startswith(b"ID Number") else read_csv


def read_xml(file: IO[bytes]) -> Iterator[dict[str, str]]:
    """Read FIDE's XML, one player at a time; what was read is let go."""
    root = None
    try:
        for event, element in ElementTree.iterparse(file, events=("start", "end"), forbid_dtd=True):
            root = element if root is None else root
            if event == "end" and element.tag == "player":
                yield {ELEMENTS[child.tag]: child.text or "" for child in element if child.tag in ELEMENTS}
                root.clear()
    except (ElementTree.ParseError, ValueError) as error:
        raise Refusal(BROKEN, line=getattr(error, "position", (1,))[0], field="xml") from None


def read_columns(file: IO[bytes]) -> Iterator[dict[str, str]]:
    """Read FIDE's text: the line of titles says where each column begins."""
    header = file.readline().decode("latin-1").rstrip()
    at = {field: header.index(title) for title, field in TITLES.items() if title in header}
    standard = re.search(r"SRtng|[A-Z]{3}[0-9]{2}(?= )", header)
    if standard:
        at["rating"] = standard.start()
    starts = [found.start() for found in re.finditer(r"ID Number|\S+", header)]
    ends = dict(pairwise([*starts, None]))
    for line in file:
        text = line.decode("latin-1")
        yield {field: text[start : ends[start]].strip() for field, start in at.items()}


def read_csv(file: IO[bytes]) -> Iterator[dict[str, str]]:
    """Read a national list: its columns by their titles, its letters as UTF-8 or as Windows has them."""
    lines = (decoded(line) for line in file)
    header = next(lines, "")
    separator = max(";,|\t", key=header.count)
    rows = csv.reader(lines, delimiter=separator)
    titles = next(csv.reader([header], delimiter=separator), [])
    fields = [MORE_COLUMNS.get(person.plain(title)) or person.field_of(title) for title in titles]
    if not {"name", "surname"} & set(fields):
        raise Refusal(NO_LIST, line=1, field="file")
    try:
        for row in rows:
            yield {field: cell.strip() for field, cell in zip(fields, row, strict=False) if field and cell.strip()}
    except csv.Error:
        raise Refusal(BROKEN, line=rows.line_num + 1, field="csv") from None


def decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def rated(fields: dict[str, str]) -> Rated | None:
    """Make a person of the fields of a line; None for a line without a name."""
    parts = (fields.get("surname", ""), fields.get("first_name", ""))
    name = " ".join((fields.get("name") or ", ".join(filter(None, parts))).split())[:80]
    if not name:
        return None
    identity = fields.get("identity") or fields.get("fide_id") or fields.get("national", "")
    rating = fields.get("rating") or fields.get("national_rating") or fields.get("elo", "")
    birth = re.search(r"(?:19|20)[0-9]{2}", fields.get("birth") or fields.get("birth_date", ""))
    return Rated(
        name,
        names.spelled(name)[:100],
        identity[:14] if identity.strip("0") else "",
        fields.get("title", "")[:4],
        SEXES.get(fields.get("sex", "")[:1].upper(), ""),
        fields.get("federation", "")[:3].upper(),
        fields.get("club", "")[:60],
        int(birth[0]) if birth else None,
        int(rating) if re.fullmatch(r"[1-9][0-9]{2,3}", rating) else None,
    )
