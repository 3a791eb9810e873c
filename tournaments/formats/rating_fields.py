"""The fields of rating lists under all their names, and the person in a line."""

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.players.rating_k import HIGHEST
from tournaments.formats.column_titles import normalize_title
from tournaments.imports import player_fields


class RatedPerson(NamedTuple):
    """A person in a list. `number` is the list's own number if it is not FIDE's."""

    name: str
    fide_id: str = ""
    number: str = ""
    title: str = ""
    sex: str = ""
    federation: str = ""
    club: str = ""
    birth_year: int | None = None
    rating: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    national: int | None = None
    k: int | None = None
    rapid_k: int | None = None
    blitz_k: int | None = None


# The fields of a line with their titles.
FIELDS: dict[str, Promise] = {
    "name": _("Name"),
    "surname": _("Surname"),
    "first_name": _("First name"),
    "fide_id": _("FIDE ID"),
    "number": _("Number in the list"),
    "title": _("Title"),
    "sex": _("Sex"),
    "federation": _("Federation"),
    "club": _("Club or town"),
    "club_key": _("Number of the club"),
    "status": _("Member: A active, P passive"),
    "birth": _("Date of birth"),
    "rating": _("Rating (standard)"),
    "rapid": _("Rating (rapid)"),
    "blitz": _("Rating (blitz)"),
    "national": _("National rating"),
    "k": _("K (standard)"),
    "rapid_k": _("K (rapid)"),
    "blitz_k": _("K (blitz)"),
}
FIDE_FIELDS = ("fide_id", "name", "federation", "sex", "title", "birth", "rating", "rapid", "blitz")
NATIONAL_FIELDS = ("name", "number", "birth", "club", "national")
# Fields that can replace another: names in two columns, clubs by number.
ALTERNATIVES = {"name": "surname", "club": "club_key"}

# The elements of FIDE's XML, and the titles of the columns of its text.
ELEMENTS = {
    "fideid": "fide_id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "women_title",
    "rating": "rating",
    "rapid_rating": "rapid",
    "blitz_rating": "blitz",
    "k": "k",
    "rapid_k": "rapid_k",
    "blitz_k": "blitz_k",
    "birthday": "birth",
}
COLUMNS = {
    "id number": "fide_id",
    "name": "name",
    "fed": "federation",
    "sex": "sex",
    "tit": "title",
    "wtit": "women_title",
    "srtng": "rating",
    "rrtng": "rapid",
    "brtng": "blitz",
    "sk": "k",
    "rk": "rapid_k",
    "bk": "blitz_k",
    "b-day": "birth",
}
# The titles in the German and US lists and in others, normalized.
TITLES = {
    "spielername": "name",
    "name vorname": "name",
    "mem name": "name",
    "player name": "name",
    "dwz": "national",
    "r lpb rat": "national",
    "fide elo": "rating",
    "fide elozahl": "rating",
    "fide rating": "rating",
    "fide elozahl schnellschach": "rapid",
    "rapid": "rapid",
    "fide elozahl blitz": "blitz",
    "blitz": "blitz",
    "geburtsjahr": "birth",
    "byear": "birth",
    "birth year": "birth",
    "status": "status",
    "zps": "club_key",
    "vkz": "club_key",
    "vereinname": "club",
    "vereinsname": "club",
    "id": "number",
    "mem id": "number",
    "fide titel": "title",
    "fide frauentitel": "women_title",
    "fide land": "federation",
    "gender": "sex",
}
FROM_PLAYER_FIELDS = {"national_rating": "national", "birth_date": "birth", "rating_k": "k"}
SEXES = {"M": "m", "F": "w", "W": "w"}


def find_rating_field(title: str) -> str:
    """Return the field for a column title of a CSV, "" for none; our own titles count too."""
    wanted = normalize_title(title)
    own = next((field for field, written in FIELDS.items() if normalize_title(str(written)) == wanted), "")
    field = own or TITLES.get(wanted) or player_fields.find_player_field(title)
    field = FROM_PLAYER_FIELDS.get(field, field)
    return field if field in FIELDS or field == "women_title" else ""


def has_field(field: str, columns: Collection[str]) -> bool:
    return field in columns or ALTERNATIVES.get(field, field) in columns


def read_person(fields: Mapping[str, str], clubs: Mapping[str, str]) -> RatedPerson | None:
    """Build a person from the fields of a line; None for a line without a name. `clubs` are names by number."""
    parts = (fields.get("surname", ""), fields.get("first_name", ""))
    name = " ".join((fields.get("name") or ", ".join(filter(None, parts))).replace(",", ", ").split())[:80]
    if not name:
        return None
    birth = re.search(r"(?:19|20)[0-9]{2}", fields.get("birth", ""))
    title = fields.get("title") or fields.get("women_title", "")
    club = fields.get("club") or clubs.get(fields.get("club_key", ""), "")
    return RatedPerson(
        name,
        read_identity(fields.get("fide_id", ""))[:11],
        read_identity(fields.get("number", "")),
        title[:4].upper() if title.strip("-0") else "",
        SEXES.get(fields.get("sex", "")[:1].upper(), ""),
        fields.get("federation", "")[:3].upper(),
        "" if fields.get("status") == "P" else club[:60],  # a passive member plays for another club
        int(birth[0]) if birth else None,
        *(read_rating(fields.get(kind, "")) for kind in ("rating", "rapid", "blitz", "national")),
        *(read_k(fields.get(kind, "")) for kind in ("k", "rapid_k", "blitz_k")),
    )


def read_identity(written: str) -> str:
    return written[:14] if written.strip("0-") else ""


def read_rating(written: str) -> int | None:
    """Read a rating; a suffix may say how reliable it is: 1834-56, 1500/12."""
    match = re.match(r"([1-9][0-9]{2,3})(?![0-9])", written)
    return int(match[1]) if match else None


def read_k(written: str) -> int | None:
    """Read the K of a player; a list has 0 or nothing where there is no rating, and none is above 40."""
    k = int(written) if re.fullmatch(r"[0-9]{1,2}", written) else 0
    return k if 0 < k <= HIGHEST else None
