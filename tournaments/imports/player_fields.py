"""The fields of a player, and the values that they accept.

The form for one player and the import of a list share these rules.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.facts.rating_methods import read_later, write_later
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.facts.titles import TITLES, write_title
from tournaments.domain.players import rating_k
from tournaments.formats import column_titles, player_csv
from tournaments.formats.column_titles import normalize_title
from tournaments.formats.player_csv import LONGEST, SEXES
from tournaments.models import Event, Team

LONGEST_TEAM = Team._meta.get_field("name").max_length or 0


class PlayerField(NamedTuple):
    """A field with its title on the pages and its reader."""

    name: str
    title: Promise
    read: Callable[[str], Any]


class Unfit(ValueError):
    """A text that does not fit its field; the message says why and what to do."""


def text_reader(limit: int) -> Callable[[str], str]:
    def read(written: str) -> str:
        if len(written) > limit:
            raise Unfit(
                _("“%(text)s” has more than %(limit)d letters: shorten it.") % {"text": written, "limit": limit}
            )
        return written

    return read


def read_name(written: str) -> str:
    return text_reader(LONGEST["name"])(player_csv.tidy_name(written))


def read_number(written: str) -> int | None:
    if written in ("", "-", "0"):
        return None
    if not re.fullmatch(r"[0-9]{1,4}", written):
        raise Unfit(_("“%(text)s” is not a number from 1 to 9999.") % {"text": written})
    return int(written)


def read_rating(written: str) -> int | None:
    figures = player_csv.find_rating(written)
    if written.casefold() in player_csv.UNRATED:
        return None
    if not figures or int(figures) > 4000:
        raise Unfit(_("“%(text)s” is not a rating from 0 to 4000: leave it empty for none.") % {"text": written})
    return int(figures) or None


def read_k(written: str) -> int | None:
    if written in player_csv.NOTHING:
        return None
    if not re.fullmatch(r"[0-9]{1,2}", written) or int(written) > rating_k.HIGHEST:
        raise Unfit(_("“%(text)s” is not a K from 1 to 40: leave it empty if it is unknown.") % {"text": written})
    return int(written) or None


def read_later_ratings(written: str) -> str:
    """Read ratings by the round from which they count, and write them as they are stored: 5:2110,8:2095."""
    text = re.sub(r"[\s,;]+", ",", re.sub(r"\s*:\s*", ":", written.strip())).strip(",")
    try:
        found = dict(read_later(text))
    except ValueError:
        found = {0: 0}
    if not all(1 < round_number <= MOST_ROUNDS and rating <= 4000 for round_number, rating in found.items()):
        raise Unfit(_("“%(text)s” is not a list of rounds and ratings: write 5:2110, 8:2095.") % {"text": written})
    return write_later(found)


def read_sex(written: str) -> str:
    if written.casefold() not in SEXES:
        raise Unfit(_("“%(text)s” is not one of m, w, d or empty.") % {"text": written})
    return SEXES[written.casefold()]


def read_federation(written: str) -> str:
    if written.casefold() in player_csv.NOTHING:
        return ""
    if not re.fullmatch(r"[A-Za-z]{0,3}", written):
        raise Unfit(
            _("“%(text)s” is not the code of a federation: write three letters, for example GER.") % {"text": written}
        )
    return written.upper()


def read_title(written: str) -> str:
    """Read a title of FIDE; lists write it in small letters too."""
    title = "" if written.casefold() in player_csv.NOTHING else write_title(written)
    if title and title not in TITLES:
        known = {"text": written, "titles": ", ".join(TITLES)}
        raise Unfit(_("“%(text)s” is not a title of FIDE. These are: %(titles)s.") % known)
    return title


def read_birth_date(written: str) -> str:
    """Read a day or a year and write it as tournament files do: 2001/12/31, or 2001."""
    birth_date = player_csv.normalize_birth_date(written)
    if birth_date is None:
        raise Unfit(_("“%(text)s” is not a day: write 2001-12-31, 31.12.2001 or 2001.") % {"text": written})
    return birth_date


def read_fide_id(written: str) -> str:
    if written.casefold() in player_csv.NOTHING:
        return ""
    if not re.fullmatch(r"[0-9]{0,11}", written):
        raise Unfit(_("“%(text)s” is not a FIDE ID: it has digits only.") % {"text": written})
    return written if written.strip("0") else ""


FIELDS = (
    PlayerField("name", gettext_lazy("Name"), read_name),
    PlayerField("surname", gettext_lazy("Surname"), text_reader(60)),
    PlayerField("first_name", gettext_lazy("First name"), text_reader(40)),
    PlayerField("rating", gettext_lazy("Rating"), read_rating),
    PlayerField("national_rating", gettext_lazy("National rating"), read_rating),
    PlayerField("own_rating", gettext_lazy("Rating of the event’s own"), read_rating),
    PlayerField("rating_k", gettext_lazy("K of the rating change"), read_k),
    PlayerField("title", gettext_lazy("Title"), read_title),
    PlayerField("club", gettext_lazy("Club or town"), text_reader(60)),
    PlayerField("federation", gettext_lazy("Federation"), read_federation),
    PlayerField("sex", gettext_lazy("Sex"), read_sex),
    PlayerField("birth_date", gettext_lazy("Date of birth"), read_birth_date),
    PlayerField("fide_id", gettext_lazy("FIDE ID"), read_fide_id),
    PlayerField("national_id", gettext_lazy("National ID"), text_reader(LONGEST["national_id"])),
    PlayerField("number", gettext_lazy("Start number"), read_number),
)
TEAM_FIELDS = (
    PlayerField("team", gettext_lazy("Team"), text_reader(LONGEST_TEAM)),
    PlayerField("team_place", gettext_lazy("Board"), read_number),
)
# Of the page of a player alone.
NO_HALF_BYES = PlayerField("no_half_byes", gettext_lazy("No half-point byes"), lambda written: written == "True")
LONG_FIELDS = (PlayerField("later_ratings", gettext_lazy("Ratings of later rounds"), read_later_ratings),)
BY_NAME = {field.name: field for field in (*FIELDS, *TEAM_FIELDS, *LONG_FIELDS, NO_HALF_BYES)}


def list_fields(event: Event) -> tuple[PlayerField, ...]:
    """Return the fields that a list can have; team and board only in team events, later ratings in long ones."""
    if event.of_teams:
        return *TEAM_FIELDS, *FIELDS
    return (*FIELDS, *LONG_FIELDS) if event.is_long else FIELDS


def find_player_field(title: str) -> str:
    """Return the field for a column title, "" for none; the titles on our own pages count too."""
    return column_titles.find_field(title) or next(
        (each.name for each in BY_NAME.values() if normalize_title(title) == normalize_title(str(each.title))), ""
    )


def find_reader(name: str, event: Event) -> Callable[[str], Any]:
    """Return how a field is read in an event: titles are FIDE's in chess alone."""
    return BY_NAME[name].read if name != "title" or event.game.follows_fide else text_reader(LONGEST["title"])


def read_player_cells(fields: dict[str, str], event: Event) -> tuple[dict[str, Any], dict[str, str]]:
    """Read the texts of one line: the values that fit their fields, and what is wrong with each other field.

    Surname and first name are joined into the name.
    """
    values, wrong = {}, {}
    for name, written in fields.items():
        try:
            values[name] = find_reader(name, event)(written)
        except Unfit as unfit:
            wrong[name] = str(unfit)
    parts = [values.pop(part, "") for part in ("surname", "first_name")]
    values["name"] = values.get("name") or ", ".join(filter(None, parts))
    if not values["name"] and not wrong:
        wrong["name"] = _("There is no name in this line.")
    return values, wrong
