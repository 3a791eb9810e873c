"""A whole event as one file: identical standings and log after the way through it, and nothing half imported."""

import io
import json
import re
import zipfile
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models

from pairing import stages
from tests.site.championship import draw, make_championship, play, publish
from tests.site.exchange.test_commands import command
from tests.site.factories import game, make_event, person
from tiebreaks import as_json
from tiebreaks.refusal import Refusal
from tournaments.access.audience import as_staff
from tournaments.actions.desk.entry import enter_result, undo_last_entry
from tournaments.actions.exchange.archives import import_archive
from tournaments.actions.players.participation import set_absence
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.entry import Entry
from tournaments.domain.roles import Role
from tournaments.formats import archive
from tournaments.formats.archive_rows import FIELDS_LEFT_OUT, LEFT_OUT, MODELS, archived_fields
from tournaments.formats.archive_write import export_event
from tournaments.models import Absence, Event, LogEntry, Player
from tournaments.queries.standings import clear_caches, read_standings

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
pytestmark = pytest.mark.django_db


def table(event):
    return [
        (row.rank, row.number, [as_json.exact_text(value) for value in row.values])
        for row in read_standings(event).rows
    ]


def log(event, until=None):
    """Return the log without its keys: games by round and board, people by name."""
    games = {game.pk: (game.round.number, game.board) for each in event.rounds.all() for game in each.games.all()}
    lines = list(event.log.order_by("pk").select_related("actor"))[:until]
    order = {line.pk: place for place, line in enumerate(lines)}
    return [
        (
            *(
                line.version,
                line.at,
                line.role,
                line.action,
                line.before,
                line.after,
                line.reason,
                line.address,
                line.uuid,
            ),
            line.actor and line.actor.username,
            games.get(line.game_id, line.game_id and "gone"),
            {**line.answer, "undone": order.get(line.answer.get("undone"))} if line.answer else None,
        )
        for line in lines
    ]


def enter(event, board, result, by, number=2, uuid=None):
    entry = Entry(result, version=game(event, number, board).version, uuid=uuid or uuid4(), reason="as signed")
    return enter_result(event, number, board, entry, by)


@pytest.fixture
def hall():
    """An event with entries, a correction, an undo, an absence, and people."""
    event = make_event("open", place="Ahorntal")
    anna = Actor(person("anna", event), Role.ARBITER, "192.0.2.7")
    carl = Actor(person("carl", event, Role.OWNER), Role.OWNER)
    for board, result in enumerate(["10", "==", "01"], 1):
        enter(event, board, result, anna)
    enter(event, 2, "10", carl)
    undo_last_entry(event, anna)
    set_absence(event, 4, 3, "H", carl)
    return as_staff(Event.objects.get(pk=event.pk))


def import_again(data, **options):
    """Import an archive beside or in place of nothing: the event that it came from is gone."""
    clear_caches()
    return import_archive(data, COMMAND, **options)


def remade(data, change):
    """Return the archive with its documents changed, the digests right again."""
    manifest, documents = archive.unpack_documents(data)
    facts = {name: value for name, value in manifest.items() if name not in ("archive", "format", "files")}
    documents = json.loads(json.dumps(documents))
    change(documents)
    return archive.pack_documents(documents, **facts)


def test_an_event_comes_back_with_the_same_table_and_log(hall):
    before, lines = table(hall), log(hall)
    back = import_again(export_event(hall), slug="again")
    assert table(back) == before
    assert log(back, until=len(lines)) == lines
    assert (back.name, back.place, back.version) == (hall.name, "Ahorntal", hall.version + 1)
    assert back.epoch != hall.epoch
    last = back.log.first()
    assert (last.action, last.after["same_standings"]) == ("import-archive", True)
    assert sorted(back.memberships.values_list("user__username", "role")) == [("anna", "arbiter"), ("carl", "owner")]
    absences = Absence.objects.filter(player__event=back).values_list("player__number", "round", "kind")
    assert list(absences) == [(4, 3, "H")]


def test_a_second_way_through_a_file_changes_nothing_more(hall):
    once = import_again(export_event(hall), slug="once")
    twice = import_again(export_event(once), slug="twice")
    assert table(twice) == table(once)
    assert log(twice, until=once.log.count()) == log(once)


def test_every_row_but_the_new_line_of_the_log_is_written_alike_again(hall):
    _, first = archive.unpack_documents(export_event(hall))
    _, second = archive.unpack_documents(export_event(import_again(export_event(hall), slug="again")))
    for name in ("people", *MODELS):
        rows = second[name][: len(first[name])]
        assert rows == first[name], name


def test_a_drawn_and_played_championship_goes_the_same_way():
    event = make_championship(12)
    set_plan(event, [stages.Stage("new-swiss", 1, 5)], COMMAND)
    for number in (1, 2, 3):
        draw(event)
        publish(event)
        play(event, number)
    draw(event)
    event = Event.objects.get(pk=event.pk)
    back = import_again(export_event(event), slug="again")
    assert table(back) == table(event)
    assert back.drafts.count() == event.drafts.count() == 1
    assert log(back, until=event.log.count()) == log(event)
    publish(back)
    play(back, 4)


def test_games_that_are_gone_stay_apart_from_those_that_are_there(hall):
    gone = LogEntry.objects.create(event=hall, version=99, at=hall.changed_at, action="clear", game_id=10**6)
    back = import_again(export_event(hall), slug="again")
    number = back.log.get(version=99).game_id
    assert number < 0 and gone.game_id > 0
    assert import_again(export_event(back), slug="more").log.get(version=99).game_id == number


def test_every_model_and_field_is_in_the_archive_or_declared():
    ours = set(apps.get_app_config("tournaments").get_models()) - {Event}
    assert ours == set(MODELS.values()) | set(LEFT_OUT), "add the new model to ROWS or LEFT_OUT"
    assert not set(MODELS.values()) & set(LEFT_OUT)
    for model in (Event, *MODELS.values()):
        for field in model._meta.concrete_fields:
            assert field.name in {each.name for each in archived_fields(model)} or (
                field.primary_key or field.related_model is Event or (model, field.name) in FIELDS_LEFT_OUT
            )
        assert not model._meta.many_to_many
        for field in archived_fields(model):
            target = field.related_model
            assert target is None or target in MODELS.values() or target._meta.label == "auth.User", field
            assert not isinstance(field, (models.FileField, models.BinaryField)), field
    secret = re.compile("secret|digest|token|password|hash")
    assert [
        str(field)
        for model in (Event, *MODELS.values())
        for field in archived_fields(model)
        if secret.search(field.name)
    ] == []


@pytest.mark.parametrize("number", range(1, archive.FORMAT + 1))
def test_a_file_of_every_released_format_opens(number):
    event = import_again((GOLDEN / f"archive-{number}.crosstable.zip").read_bytes())
    expected = json.loads((GOLDEN / f"archive-{number}.json").read_text(encoding="utf-8"))
    assert [[rank, number, values] for rank, number, values in table(event)] == expected["table"]
    lines = list(event.log.order_by("pk").values_list("action", flat=True))
    assert lines == [*expected["log"], "import-archive"]
    assert event.log.first().after["same_standings"] is True


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
        lambda data: zipped(manifest_json='{"archive": "crosstable", "format": 2, "release": "9.1", "files": {}}'),
        "made by Crosstable 9.1, which is newer",
    ),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_is_refused_in_a_sentence(hall, kind):
    spoil, refusal = BAD_FILES[kind]
    with pytest.raises(Refusal, match=refusal):
        import_again(spoil(export_event(hall)), slug="again")
    assert Event.objects.count() == 1


def put(document, place, field, value):
    def change(documents):
        (documents[document] if place is None else documents[document][place])[field] = value

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
    "no number": (put("rounds", 0, "number", None), "rounds 1 number", "is not a valid value here"),
    "an unknown result": (put("games", 0, "result", "xx"), "games 1 result", "is not a valid value here"),
    "a player out of reach": (put("games", 0, "white", 99), "games 1 white", "not in the archive"),
    "a player before the first": (put("games", 0, "white", -1), "games 1 white", "not in the archive"),
    "an account out of reach": (put("log", 0, "actor", 99), "log 1 actor", "not in the archive"),
    "an undone line ahead": (put("log", 0, "answer", {"undone": 50}), "log 1 answer", "not in the archive"),
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
def test_rows_that_do_not_fit_name_the_place_and_leave_nothing(hall, kind):
    change, place, refusal = BAD_ROWS[kind]
    data = remade(export_event(hall), change)
    with pytest.raises(Refusal, match=refusal) as refused:
        import_again(data, slug="again", file="open.zip")
    assert refused.value.field.startswith(place)
    assert refused.value.file == "open.zip"
    assert (Event.objects.count(), Player.objects.count()) == (1, 8)


def test_an_event_that_is_in_use_is_never_replaced(hall):
    with pytest.raises(Refusal, match="is in use"):
        import_again(export_event(hall))


def test_people_without_an_account_get_one_that_only_a_link_opens(hall):
    data = remade(export_event(hall), lambda documents: documents["people"].__setitem__(0, "berta"))
    back = import_again(data, slug="again")
    berta = back.memberships.get(user__username="berta").user
    assert not berta.has_usable_password()
    assert not (berta.is_superuser or berta.is_staff)


def test_the_commands_carry_an_event_through_a_file(hall, tmp_path, capsys):
    file = tmp_path / "open.crosstable.zip"
    assert "8 players" in command("export_event", "open", str(file))
    assert "/e/again/" in command("import_archive", str(file), slug="again")
    assert table(Event.objects.get(slug="again")) == table(hall)
    for arguments, refusal in [
        (["import_archive", str(tmp_path / "none.zip")], "none.zip:0: file: No such file"),
        (["import_archive", str(file)], "open.crosstable.zip:0: slug: The event at the address “open” is in use"),
        (["export_event", "nowhere", str(file)], "There is no event at the address “nowhere”."),
    ]:
        with pytest.raises(SystemExit) as left:
            call_command(*arguments)
        assert left.value.code == 2
        assert refusal in capsys.readouterr().err
