"""The columns of lists of players: their titles in this program and in others, and where in a file the table stands."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

# In each field its titles, normalized: English, German and French ones, and those of Chess-Results, Swiss-Manager,
# Swiss-Chess, Vega, SwissSys, WinTD and of forms on the net.
TITLES = {
    "number": "number|no|nr|snr|sno|startnummer|startnr|start nr|lfd nr|laufende nummer|tlnnr|tln nr|start no"
    "|start number|rank|numéro|n|numéro de départ",
    "name": "name|player|player name|full name|spieler|spielername|teilnehmer|teilnehmername|name vorname"
    "|nachname vorname|name and surname|last name first name|surname first name|surname name|vor und nachname"
    "|vorname und nachname|vorname nachname|first and last name|mem name|spieler name"
    "|username|what is your name|what is your full name|nom|nom prénom|nom et prénom|nom du joueur"
    "|joueur|prénom nom",
    "surname": "surname|last name|lastname|family name|nachname|familienname|nom de famille",
    "first_name": "first name|firstname|forename|given name|vorname|prénom",
    "rating": "rating|elo|eloi|elo i|rtg|rtng|rtgi|rtg i|ratingint|rating int|fide elo|elo fide|fide rating|fide rtg"
    "|rtg fide|twz|wertung|wertungszahl|elo standard|eloint|elo int|std rating|primary rating|cote",
    "national_rating": "national rating|nat rating|nat rtg|rtg nat|rtgn|rtg n|elon|elo n|ratingnat|rating nat|dwz|nwz"
    "|elonat|elo nat|nat elo|cote nationale|elo national",
    "rating_k": "k|k factor|kfactor|k faktor|development coefficient|entwicklungskoeffizient|coefficient k|facteur k",
    "title": "title|titel|tit|fide title|ftit|titre",
    "sex": "sex|gender|g|s|geschlecht|m w|mw|m f|geschl|sexe",
    "federation": "federation|fed|country|land|föderation|verband|nation|nat|fide fed|fédération|fédé|pays",
    "club": "club|town|city|club city|club name|clubname|verein|vereinsname|ort|stadt|verein ort|club town|club or town"
    "|school|ville|club ou ville",
    "fide_id": "fide id|fideid|fide nr|fide no|id fide|fidekenn|fide kenn|fide code|fide number|id no fide"
    "|identifiant fide",
    "national_id": "national id|id national|nat id|id nat|id no|pkz|zps|zps nr|zps nummer|mitgliedsnummer|mgl nr|nat nr"
    "|national number|uscf id|ecf code|nationale id|nationale nummer|identifiant national|licence"
    "|numéro de licence|n licence|code ffe",
    "birth_date": "birth date|birthdate|date of birth|birthday|b day|bday|birth|born|year of birth|geburtsdatum"
    "|geb datum|geburtstag|geburtsjahr|geburt|geb|jahrgang|jg|date de naissance|né le|né e le|naissance"
    "|année de naissance",
    "team": "team|team name|mannschaft|mannschaftsname|equipe|squad|équipe|nom de l équipe",
    "team_place": "board|board no|board nr|brett|brettnr|brett nr|bo|place in the team|platz|rang"
    "|échiquier|place dans l équipe",
}
FIELD_OF = {alias: field for field, aliases in TITLES.items() for alias in aliases.split("|")}
NAMES = {"name", "surname"}
# What a line begins with that counts the others or gives their mean.
TOTAL = re.compile(
    r"(totals?|average|number of|gesamt|insgesamt|summe|anzahl|durchschnitt|mittelwert|moyenne|nombre)\b[^,]*",
    re.IGNORECASE,
)
FIGURE = re.compile(r"[0-9]+([.,][0-9]+)?( \w+)?")  # of a total, "20 players" too

MOST_ABOVE = 30  # lines above the titles
LEAST_KNOWN = 2  # titles of a line that is taken for the titles although others stand above it

type Line = tuple[int, list[str]]
type FindField = Callable[[str], str]


class ListTable(NamedTuple):
    """The table in a list: its lines, the first with the titles, and the lines that are not part of it."""

    lines: Sequence[Line]
    outside: Sequence[Line] = ()


def normalize_title(title: str) -> str:
    """Return a column title in the spelling of the table: "Fide-ID" becomes "fide id"."""
    return " ".join("".join(letter if letter.isalnum() else " " for letter in title.casefold()).split())


def find_field(title: str) -> str:
    """Return the field for a column title, "" for none.

    What stands in brackets behind a known title is a note; forms on the net ask for "your rating".
    """
    return FIELD_OF.get(normalize_title(title)) or FIELD_OF.get(
        normalize_title(title.partition("(")[0]).removeprefix("your "), ""
    )


def find_table(
    lines: Sequence[Line], find_field: FindField = find_field, names: Collection[str] = NAMES
) -> ListTable | None:
    """Find the table below a title, a date or whatever else programs write above it; None without a line of titles.

    Its end goes too: numbers without a name, and notes below the table.
    """
    head = next((at for at, (_, cells) in enumerate(lines[:MOST_ABOVE]) if _has_titles(cells, find_field, names)), None)
    if head is None:
        return None
    fields, end = [find_field(cell) for cell in lines[head][1]], len(lines)
    while end > head + 1:
        notes = _count_notes(lines[head + 1 : end]) if len(fields) > 1 else 0
        if not notes and not _is_nobody(lines[end - 1][1], fields, names):
            break
        end -= notes or 1
    return ListTable(lines[head:end], [*lines[:head], *lines[end:]])


def _has_titles(cells: Sequence[str], find_field: FindField, names: Collection[str]) -> bool:
    known = {find_field(cell) for cell in cells} - {""}
    return bool(known & {*names}) and (len(known) >= LEAST_KNOWN or len(cells) == 1)


def _is_nobody(cells: Sequence[str], fields: Sequence[str], names: Collection[str]) -> bool:
    """Say whether a line has nothing but a number, a sentence in a column that is not for names, or a total."""
    filled = [(cell, field) for cell, field in zip(cells, [*fields, *[""] * len(cells)], strict=False) if cell]
    if _is_total([cell for cell, _ in filled]):
        return True
    if any(field in names for _, field in filled):
        return False
    return all(field == "number" for _, field in filled) or (len(filled) == 1 and " " in filled[0][0])


def _is_total(cells: Sequence[str]) -> bool:
    """Say whether a line is something like "Total players" and a figure."""
    texts = [cell for cell in cells if not FIGURE.fullmatch(cell)]
    return len(texts) == 1 and bool(TOTAL.fullmatch(texts[0])) and any(c.isdecimal() for cell in cells for c in cell)


def _count_notes(lines: Sequence[Line]) -> int:
    """Count the lines of a single cell at the end that an empty line separates from the others."""
    count = 0
    while count < len(lines) - 1 and len(list(filter(None, lines[-1 - count][1]))) == 1:
        count += 1
        if lines[-count][0] > lines[-count - 1][0] + 1:
            return count
    return 0
