"""How players are shown, what is erased and by whom, and what the log keeps of it."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.test import override_settings
from django.utils import timezone

import config.settings
from tests.site.factories import game, make_event, person
from tiebreaks.refusal import Refusal
from tournaments import worker
from tournaments.access.reader import staff_reader
from tournaments.actions.accounts.privacy import erase_details, erase_player, show_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.players import edit_player
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.exports import tournament_file
from tournaments.models import Event, EventDetails, Game, LogEntry, Player, Upload
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db

SECRETS = ("Müller", "Lynx", "2011-03-09", "99887766")


@pytest.fixture
def event():
    event = make_event()
    Player.objects.update(birth_date="2011-03-09", fide_id="99887766", sex="w", club="Oslo")
    return event


@pytest.fixture
def owner(event):
    return Actor(person("olga", event, Role.OWNER), Role.OWNER)


def names(client):
    page = client.get("/e/open/").content.decode()
    return [name for name in ("Müller, Anna", "Lynx", "name withheld") if name in page]


@pytest.mark.parametrize("path", ["", "?follow=2", "statistics/", "player/1/", "player/2/"])
def test_no_opponent_and_no_picture_names_who_is_withheld(client, event, owner, path):
    """Müller meets Sørensen in round 1, Doğan in round 2."""
    Game.objects.filter(round__event=event, round__number=1).update(result="10")
    Game.objects.filter(round__event=event, round__number=2, board=1).update(result="10")
    clear_caches()
    assert "Müller" in client.get(f"/e/open/{path}").text
    show_player(event, 1, owner, withheld=True)
    page = client.get(f"/e/open/{path}").text
    assert "Müller" not in page
    assert "name withheld" in page


def test_a_player_is_shown_otherwise_and_again_as_before(client, event, owner):
    seen = [names(client)]
    show_player(event, 1, owner, pseudonym="Lynx")
    seen.append(names(client))
    show_player(event, 1, owner, withheld=True)
    seen.append(names(client))
    show_player(event, 1, owner)
    seen.append(names(client))
    assert seen == [["Müller, Anna"], ["Lynx"], ["name withheld"], ["Müller, Anna"]]
    shown = [entry.after["shown"] for entry in event.log.order_by("pk")]
    assert shown == ["pseudonym", "withheld", "name"]
    client.force_login(owner.user)
    show_player(event, 1, owner, pseudonym="Lynx")
    assert names(client) == ["Müller, Anna"], "arbiters see the name"


def test_nobody_is_hidden_behind_the_name_of_another(event, owner):
    with pytest.raises(Refusal) as refused:
        show_player(event, 1, owner, pseudonym="weiß, carl")
    assert refused.value.code == "pseudonym-taken"


def test_one_player_is_erased_and_the_games_stay(event, owner):
    enter_result(event, 1, 1, Entry("10", version=0), owner)
    erase_player(event, 1, owner, "asked by letter")
    player = Player.objects.get(event=event, number=1)
    assert (player.name, player.birth_date, player.fide_id, player.club, player.sex) == ("Player 1", "", "", "", "")
    assert game(event, 1, 1).result == "10"
    assert (event.log.first().action, event.log.first().after) == ("forget", {"number": 1})


def test_details_are_erased_after_the_event_alone(event, owner):
    with pytest.raises(Refusal) as refused:
        erase_details(event, owner)
    assert refused.value.code == "forget-running"
    Game.objects.update(result="10")
    type(event).objects.update(planned_rounds=2)
    Player.objects.filter(number=1).update(fixed_table=4)
    Upload.objects.create(event=event, user=owner.user, file="list.csv", lines=[], uploaded_at=timezone.now())
    assert erase_details(event, owner) == 8
    assert set(Player.objects.values_list("birth_date", "fide_id", "sex", "fixed_table")) == {("", "", "", None)}
    assert not Upload.objects.exists()
    assert Player.objects.get(number=1).name == "Müller, Anna"


def test_the_lines_of_the_file_go_too(event, owner):
    record = "NOR   1 w    Müller,Anna                       1999 NOR    99887766 2011/03/09"
    EventDetails.objects.update(file_lines=["012 Open", record, "001", "162 W 1.0"])
    assert "2011/03/09" in tournament_file.write_tournament_file(staff_reader(Event.objects.get()))
    erase_player(event, 1, owner)
    assert EventDetails.objects.get().file_lines == ["012 Open", "001", "162 W 1.0"]


def test_erasing_needs_the_name_of_the_event(client, event, owner):
    client.force_login(owner.user)
    client.post("/e/open/names/erase/", {"player": 1, "typed": "The"})
    assert Player.objects.get(number=1).name == "Müller, Anna"
    client.post("/e/open/names/erase/", {"player": 1, "typed": "The open"})
    assert Player.objects.get(number=1).name == "Player 1"


def test_the_log_keeps_no_name_and_no_birth(event, owner):
    show_player(event, 1, owner, pseudonym="Lynx")
    edit_player(event, 1, {"name": "Müller, Anna-Lena", "birth_date": "2011-03-08"}, owner)
    erase_player(event, 1, owner)
    log = str(list(LogEntry.objects.values("before", "after", "reason", "answer")))
    assert not [secret for secret in SECRETS if secret in log]
    assert event.log.count() == 3


def test_the_page_says_what_is_kept(client):
    page = client.get("/privacy/").content.decode()
    assert all(words in page for words in ("dates of birth", "90 days", "12 hours"))


def count_rows():
    """Count the rows of every table."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_nothing_is_stored_about_visitors(client, event):
    before = count_rows()
    for path in ("/", "/e/open/", "/e/open/round/1/", "/e/open/player/1/", "/e/open/crosstable/", "/privacy/"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert set(answer.cookies) <= {"csrftoken", "django_language"}
    assert count_rows() == before


def test_a_password_is_stored_as_a_digest():
    """The tests take a quicker hasher than a server: this one is the server's."""
    with override_settings(PASSWORD_HASHERS=config.settings.PASSWORD_HASHERS):
        stored = make_password("seven-black-bishops")
    assert stored.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert "bishops" not in stored


def test_an_uploaded_list_that_nobody_imports_goes_after_a_day(db):
    anna = person("anna")
    for hours in (23, 25):
        user = anna if hours == 23 else person("bea")
        uploaded_at = timezone.now() - timedelta(hours=hours)
        Upload.objects.create(user=user, file=f"{hours}.csv", lines=[], uploaded_at=uploaded_at)
    for clean_up in worker.CLEANUPS:
        clean_up()
    assert [sheet.file for sheet in Upload.objects.all()] == ["23.csv"]
