"""`tourney.js`, which tsh publishes for web viewers: its divisions as the `.t` files have them, in JavaScript.

    newt={"config":{…},"divisions":[{"name":"A","players":[null,{"name","rating","pairings":[],"scores":[],"etc":{}}]}]};

It is read as data and never run; `undefined` is the one word beyond JSON. A player's index in the array is the number.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tiebreaks.facts.invisible import REMOVED, drop_invisible
from tiebreaks.facts.size import MOST_PLAYERS, MOST_ROUNDS, refuse_size
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import split_lines
from tiebreaks.trf.oddities import STRICT, Oddities
from tournaments.formats import tsh, tsh_config

NOT_DATA = sentence("tourney-js-data", gettext_noop("The file can’t be read as data: {reason}."))
NO_DIVISION = sentence("tourney-js-divisions", gettext_noop("The file has no divisions."))
VALUE_INVALID = sentence("tourney-js-value", gettext_noop("“{value}” is not a valid value here."))

START = re.compile(r"\s*(?:(?:var|let|const)\s+)?(?:\w+\s*=\s*)?")
WORDS = re.compile(r'"(?:[^"\\]|\\.)*"|\bundefined\b', re.DOTALL)
MOST_DIVISIONS = 40
OPEN = "00"


def read_tourney(
    data: bytes | str, file: str = "", odd: Oddities = STRICT
) -> tuple[dict[str, tsh_config.Plain], list[tuple[str, tsh.Division]]]:
    """Return the plain values of the configuration, and the divisions by name. Raise Refusal with line or field.

    Only the rounds can be read leniently.
    """
    with odd.in_file(file):
        tourney = parse_document("\n".join(line.text for line in split_lines(data, Oddities())))
        divisions = tourney.get("divisions") if isinstance(tourney, dict) else None
        if not isinstance(divisions, list) or not 0 < len(divisions) <= MOST_DIVISIONS:
            raise Refusal(NO_DIVISION, line=1, field="divisions")
        config = tourney.get("config")
        plain = ((key, read_plain(value)) for key, value in (config.items() if isinstance(config, dict) else ()))
        values = {str(key): value for key, value in plain if value is not None}
        return values, [read_division(each, place, odd) for place, each in enumerate(divisions, start=1)]


def read_plain(value: Any) -> tsh_config.Plain | None:
    """Return a number, a text or a list of these as words, None for anything else."""
    if isinstance(value, list):
        words = [read_plain(each) for each in value]
        return [word for word in words if isinstance(word, str)] if all(isinstance(w, str) for w in words) else None
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None


def parse_document(text: str) -> Any:
    """Parse the value after the equals sign."""
    text = WORDS.sub(lambda word: word[0] if word[0].startswith('"') else "null", text)
    start = START.match(text)
    at = start.end() if start else 0
    try:
        value, _end = json.JSONDecoder(parse_constant=refuse_constant).raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise Refusal(NOT_DATA, line=error.lineno, field=f"column {error.colno}", reason=error.msg) from error
    except (ValueError, RecursionError) as error:
        raise Refusal(NOT_DATA, line=1, field="file", reason=str(error)[:80]) from error
    return value


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def read_division(data: Any, place: int, odd: Oddities = STRICT) -> tuple[str, tsh.Division]:
    """Return the name and the content of a division."""
    where = f"division {place}"
    players = data.get("players") if isinstance(data, dict) else None
    if not isinstance(players, list):
        raise refuse_value(players, f"{where}, players")
    if len(players) > MOST_PLAYERS + 1:  # the first place is empty
        raise refuse_size(field=f"{where}, players")
    name = read_texts([data.get("name", "")], where)[0][:40] or str(place)
    lines = {
        n: read_js_player(each, f"{where}, player {n}") for n, each in enumerate(players) if n and each is not None
    }
    before = len(odd.reported)
    for number in lines:
        if (written := str(players[number].get("name"))) != drop_invisible(written):
            odd.note(Refusal(REMOVED, line=number, field="name"))
    try:
        if list(lines) != list(range(1, len(lines) + 1)):
            raise refuse_value(None, f"player {next(n for n in range(1, len(players)) if n not in lines)}")
        return name, tsh.build_division(lines, odd)
    except Refusal as refusal:
        place_at_player(refusal, where)
        raise
    finally:
        for each in odd.reported[before:]:
            place_at_player(each, where)


def place_at_player(refusal: Refusal, where: str) -> None:
    """Put the player of a division into the field of a refusal; its line is the player's number."""
    player = f", player {refusal.line}" if refusal.line else ""
    refusal.field, refusal.line = f"{where}{player}, {refusal.field}", 0


def read_js_player(found: Any, where: str) -> tsh.TshPlayer:
    """Return a player as the line of a `.t` file says it."""
    if not isinstance(found, dict):
        raise refuse_value(found, where)
    name = " ".join(read_texts([found.get("name", "")], f"{where}, name")[0].split())[:80]
    if not name:
        raise Refusal(tsh.NO_NAME, field=f"{where}, name")
    rating = found.get("rating") or 0
    if isinstance(rating, bool) or not isinstance(rating, int | float) or not 0 <= rating <= 9999:
        raise refuse_value(rating, f"{where}, rating")
    opponents = [OPEN if n is None else str(n) for n in read_numbers(found.get("pairings"), f"{where}, pairings")]
    scores = [OPEN if n is None else str(n) for n in read_numbers(found.get("scores"), f"{where}, scores")]
    return tsh.TshPlayer(
        int(where.rpartition(" ")[2]), name, round(rating), opponents, scores, read_fields(found, where)
    )


def read_numbers(found: Any, where: str) -> list[int | None]:
    """Return a list of whole numbers and gaps, without gaps at its end."""
    values = found if found is not None else []
    if not isinstance(values, list) or len(values) > MOST_ROUNDS:
        raise refuse_value(values, where)
    for value in values:
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or abs(value) > 99_999):
            raise refuse_value(value, where)
    while values and values[-1] is None:
        values = values[:-1]
    return values


def read_fields(found: Mapping[str, Any], where: str) -> dict[str, tuple[str, ...]]:
    """Return the other fields of a player, which stand under `etc`; secrets stay out."""
    etc = found.get("etc") or {}
    if not isinstance(etc, dict):
        raise refuse_value(etc, f"{where}, etc")
    return {
        key: tuple(
            " ".join(text.split()) for text in read_texts(values if isinstance(values, list) else [values], where)
        )
        for key, values in etc.items()
        if re.fullmatch(r"\w{1,20}", key) and key not in tsh.SECRET
    }


def read_texts(values: list[Any], where: str) -> list[str]:
    for value in values:
        if value is not None and not isinstance(value, str | int | float):
            raise refuse_value(value, where)
    return ["" if value is None else clean_text(str(value)[:200]) for value in values]


def clean_text(text: str) -> str:
    """Return a text without what a `.t` file can't hold."""
    return "".join(letter if letter.isprintable() and letter not in ";\\" else " " for letter in drop_invisible(text))


def refuse_value(value: Any, where: str) -> Refusal:
    return Refusal(VALUE_INVALID, field=where, value=str(value)[:40])


def write_tourney(config: Mapping[str, str | int], divisions: Mapping[str, tsh.Division]) -> str:
    """Return the text of a `tourney.js`."""
    document = {
        "config": dict(config),
        "divisions": [{"name": name, "players": [None, *write_players(held)]} for name, held in divisions.items()],
    }
    return f"newt={json.dumps(document, ensure_ascii=False, separators=(',', ':'))};\n".replace("</", "<\\/")


def write_players(held: tsh.Division) -> Iterator[dict[str, Any]]:
    for number, each in tsh.build_lines(held).items():
        yield {
            "id": number,
            "name": each.name,
            "rating": each.rating,
            "pairings": [None if text == OPEN else int(text) for text in each.opponents],
            "scores": [None if text == OPEN else int(text) for text in each.scores],
            "etc": {key: [write_js_value(value) for value in values] for key, values in each.fields.items()},
        }


def write_js_value(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[1-9]\d{0,8}|0", text) else text
