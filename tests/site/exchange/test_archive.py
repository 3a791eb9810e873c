"""A whole event as one file: identical standings and log after the way through it."""

import io
import json
import re
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from PIL import Image

from pairing.plan import stages
from tests.site.championship import draw, make_championship, play, publish
from tests.site.exchange.archives import import_again, log, remade, table
from tests.site.exchange.test_commands import command
from tiebreaks.refusal import Refusal
from tournaments.actions.event.event_details import change_details, set_logo
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.formats import archive
from tournaments.formats.archive_rows import FIELDS_LEFT_OUT, LEFT_OUT, MODELS, archived_fields
from tournaments.formats.archive_write import export_event
from tournaments.models import Absence, Event, LogEntry
from tournaments.models.events import COLUMNS, ROWS
from tournaments.models.rounds import DRAWN

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
pytestmark = pytest.mark.django_db


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
    ours = set(apps.get_app_config("tournaments").get_models()) - {*ROWS} - {each.model for each in DRAWN}
    assert ours == set(MODELS.values()) | set(LEFT_OUT), "add the new model to ROWS or LEFT_OUT"
    assert not set(MODELS.values()) & set(LEFT_OUT)
    for model in (Event, *MODELS.values()):
        for field in COLUMNS.values() if model is Event else model._meta.concrete_fields:
            assert field.name in {each.name for each in archived_fields(model)} or (
                field.primary_key or field.related_model is Event or (model, field.name) in FIELDS_LEFT_OUT
            )
        assert not model._meta.many_to_many
        for field in archived_fields(model):
            target = field.related_model
            assert target is None or target in MODELS.values() or target._meta.label == "auth.User", field
            assert not isinstance(field, models.FileField), field
            assert not isinstance(field, models.BinaryField) or field.validators, f"what is in {field}?"
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
    # A round was under way, and opponents of open games count since then (decision 83): the log says that it differs.
    assert event.log.first().after["same_standings"] is False


def test_facts_and_the_logo_go_with_the_event(hall):
    packed = io.BytesIO()
    Image.new("RGB", (40, 20), "#0a6b52").save(packed, "PNG")
    change_details(hall, {"federation": "GER", "announcement": "Welcome", "links": "https://example.org/"}, COMMAND)
    set_logo(hall, packed.getvalue(), COMMAND)
    hall.refresh_from_db()
    data = export_event(hall)
    back = import_again(data, slug="again")
    assert (back.details.federation, back.details.announcement, back.logo) == ("GER", "Welcome", hall.logo)
    assert bytes(back.picture.data) == bytes(hall.picture.data)
    harmful = remade(data, lambda documents: documents["logos"][0].update(data="PHN2Zy8+"))
    with pytest.raises(Refusal, match="is not a valid value"):
        import_again(harmful, slug="harmful")


def test_an_event_of_the_first_format_gets_the_facts_of_its_file(hall):
    facts = ("federation", "chief_arbiter", "deputy_arbiters", "rate_of_play", "time_control")
    hall.write_fields({"file_lines": ["032 GER", "102 IA Ada Berg 4600000", "122 90+30", "001"]})
    _manifest, documents = archive.unpack_documents(export_event(Event.objects.get(pk=hall.pk)))
    event = {name: value for name, value in documents["event"].items() if name not in facts}
    documents = archive.UPGRADES[1](documents | {"event": event})
    assert [documents["event"][name] for name in facts] == ["GER", "IA Ada Berg (4600000)", "", "90+30", ""]
    assert archive.UPGRADES[1]({"event": {"file_lines": [None]}})["event"]["federation"] == ""
    assert archive.UPGRADES[1]({"event": []}) == {"event": []}


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
    assert not Event.objects.get(slug="again").is_public, "nobody sees it before it is shown"
    for arguments, refusal in [
        (["import_archive", str(tmp_path / "none.zip")], "none.zip:0: file: No such file"),
        (["import_archive", str(file)], "open.crosstable.zip:0: slug: The event at the address “open” is in use"),
        (["export_event", "nowhere", str(file)], "There is no event at the address “nowhere”."),
    ]:
        with pytest.raises(SystemExit) as left:
            call_command(*arguments)
        assert left.value.code == 2
        assert refusal in capsys.readouterr().err
