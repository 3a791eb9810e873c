"""A file that is not an archive, or a damaged one, is refused in a sentence, and nothing of it is imported."""

import io
import zipfile

import pytest
from django.db import transaction

from tests.site.exchange.archives import import_again, make_hall, remade
from tiebreaks.refusal import Refusal
from tournaments.formats import archive
from tournaments.formats.archive_write import export_event
from tournaments.models import Event, Player

pytestmark = pytest.mark.django_db


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in files.items():
            file.writestr(name.replace("_", "."), text)
    return packed.getvalue()


BAD_FILES = {
    "no zip": (lambda data: b"PK or not", "This is not an archive of an event"),
    "empty": (lambda data: b"", "This is not an archive of an event"),
    "a zip of something else": (lambda data: zipped(photo_txt="x"), "This is not an archive of an event"),
    "another manifest": (lambda data: zipped(manifest_json="[]"), "This is not an archive of an event"),
    "cut off": (lambda data: data[:-300], "This is not an archive of an event"),
    "a flipped bit": (lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:], "The archive is damaged"),
    "a bomb": (
        lambda data: zipped(manifest_json="{}", players_json=" " * (archive.LARGEST_UNPACKED + 1)),
        "is too large",
    ),
    "a large file": (lambda data: b"x" * (archive.LARGEST_FILE + 1), "is too large: at most 16 MB"),
    "deep": (lambda data: zipped(manifest_json="[" * 100_000), "can’t be read"),
    "newer": (
        lambda data: zipped(manifest_json='{"archive": "crosstable", "format": 99, "release": "9.1", "files": {}}'),
        "made by Crosstable 9.1, which is newer",
    ),
}


@pytest.fixture(scope="module")
def packed(django_db_setup, django_db_blocker):
    """The archive of an event that is not there."""
    with django_db_blocker.unblock(), transaction.atomic():
        data = export_event(make_hall())
        transaction.set_rollback(True)
    return data


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_is_refused_in_a_sentence(packed, kind):
    spoil, refusal = BAD_FILES[kind]
    with pytest.raises(Refusal, match=refusal):
        import_again(spoil(packed), slug="again")
    assert Event.objects.count() == 0


def put(document, place, field, value):
    def change(documents):
        (documents[document] if place is None else documents[document][place])[field] = value

    return change


def behind_last(document, place, field, rows):
    """Refer to the row just behind the last one."""

    def change(documents):
        documents[document][place][field] = len(documents[rows])

    return change


def drop(document):
    return lambda documents: documents.pop(document)


BAD_ROWS = {
    "an unknown field": (put("players", 2, "shoe_size", 44), "players 3 shoe_size", "does not know this field"),
    "an unknown document": (lambda documents: documents.update(horses=[]), "horses", "does not know this field"),
    "a lacking document": (drop("games"), "games", "missing from the archive"),
    "a lacking field": (lambda documents: documents["players"][0].pop("name"), "players 1 name", "is missing"),
    "a word for a number": (
        put("players", 0, "number", "first"),
        "players 1 number",
        "“first” is not a valid value here",
    ),
    "a list for a name": (put("players", 0, "name", ["Ada"]), "players 1 name", "is not a valid value here"),
    "a long name": (put("players", 0, "name", "x" * 81), "players 1 name", "is not a valid value here"),
    "a number too large": (put("players", 0, "rating", 2**70), "players 1 rating", "is not a valid value here"),
    "a number PostgreSQL can't hold": (put("players", 0, "rating", 2**40), "players 1 rating", "not a valid value"),
    "a round too far": (put("rounds", 0, "number", 100), "rounds 1 number", "is not a valid value here"),
    "a plan of a hundred rounds": (
        lambda them: them.update(stages=[{"last_round": 100}]),
        "stages 1 last_round",
        "not a valid value",
    ),
    "times that are no table": (put("event", None, "round_times", False), "event round_times", "not a valid value"),
    "a time that is none": (put("event", None, "round_times", {"1": "soon"}), "event round_times", "not a valid value"),
    "a zone that is none": (put("event", None, "time_zone", "Moon/North"), "event time_zone", "“Moon/North” is not a"),
    "no zone": (put("event", None, "time_zone", ""), "event time_zone", "is not a valid value here"),
    "no number": (put("rounds", 0, "number", None), "rounds 1 number", "is not a valid value here"),
    "an unknown result": (put("games", 0, "result", "xx"), "games 1 result", "is not a valid value here"),
    "a player behind the last": (behind_last("games", 0, "white", "players"), "games 1 white", "not in the archive"),
    "a game behind the last": (behind_last("log", 0, "game_id", "games"), "log 1 game_id", "not in the archive"),
    "a player before the first": (put("games", 0, "white", -1), "games 1 white", "not in the archive"),
    "an account behind the last": (behind_last("log", 0, "actor", "people"), "log 1 actor", "not in the archive"),
    "a line that undoes itself": (put("log", 2, "answer", {"undone": 2}), "log 3 answer", "not in the archive"),
    "two players of one number": (put("players", 0, "number", 2), "", "contradict each other"),
    "a player against himself": (put("games", 0, "black", 0), "", "contradict each other"),
    "an unknown criterion": (put("event", None, "tiebreaks", "PTS,LUCK"), "", "contradict each other"),
    "NUL in a name": (put("players", 0, "name", "A\0"), "players.json", "can’t be read: NUL"),
    "rows that are none": (put("players", 0, "name", None), "players 1 name", "is not a valid value here"),
    "a list that is none": (lambda documents: documents.update(players={}), "players", "is not a valid value here"),
    "more lines than any log": (
        lambda documents: documents.update(log=[{}] * 100_001),
        "log",
        "“100001” is not a valid value",
    ),
    "a row that is none": (lambda documents: documents.update(players=[7]), "players 1", "is not a valid value here"),
    "a name that is none": (lambda documents: documents.update(people=[7]), "people 1", "is not a valid value here"),
    "a user name with blanks": (
        lambda documents: documents["people"].append("a b"),
        "people",
        "is not a valid value here",
    ),
}


@pytest.mark.parametrize("kind", BAD_ROWS)
def test_rows_that_do_not_fit_name_the_place_and_leave_nothing(packed, kind):
    change, place, refusal = BAD_ROWS[kind]
    data = remade(packed, change)
    with pytest.raises(Refusal, match=refusal) as refused:
        import_again(data, slug="again", file="open.zip")
    assert refused.value.field.startswith(place)
    assert refused.value.file == "open.zip"
    assert (Event.objects.count(), Player.objects.count()) == (0, 0)
