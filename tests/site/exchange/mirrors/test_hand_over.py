"""An event moves from a laptop to a server and back during play; nothing is lost, doubled or entered at both ends."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.site.brackets.test_knock_out import enter as enter_winner
from tests.site.brackets.test_knock_out import next_round
from tests.site.exchange.archives import enter, log, table
from tests.site.exchange.test_public_archive import make_knock_out
from tests.site.factories import game, make_event, person
from tiebreaks.refusal import Refusal
from tournaments.access import tokens
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.event.configuration import set_tiebreaks
from tournaments.actions.exchange.archives import hand_over_event, import_archive
from tournaments.actions.players.participation import set_absence
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.formats import archive
from tournaments.formats.archive_write import export_event
from tournaments.models import Event, Membership, Screen, Series, SigninLink
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
ELSEWHERE = "https://chess.example"


@pytest.fixture
def owner(client):
    user = person("carl", make_event(), Role.OWNER)
    client.force_login(user)
    return user


def event():
    clear_caches()
    return Event.objects.get(slug="open")


def act(client, verb, **values):
    return client.post(reverse(f"archive_{verb}", args=["open"]), values)


def other_place(data):
    """Carry the file to another server: an empty database, which the address “server” stands for here."""
    clear_caches()
    return import_archive(data, COMMAND, slug="server")


def test_forth_and_back_with_entries_at_both_ends(owner):
    by = Actor(owner, Role.OWNER)
    first, second, third = uuid4(), uuid4(), uuid4()
    enter(event(), 1, "10", by, uuid=first)
    screen, valid = Screen.objects.create(event=event(), name="Hall"), timedelta(hours=1)
    projector = tokens.issue_token(event(), TokenKind.DISPLAY, valid=valid, screen=screen.pk)
    slip = tokens.issue_token(event(), TokenKind.SLIP, valid=valid, round=2, board=1)
    hand_over_event(event(), ELSEWHERE, by)
    laptop = event()

    server = other_place(export_event(laptop))
    assert server.moved_to == ""
    assert table(server) == table(laptop)
    assert enter(server, 1, "10", by, uuid=first).outcome == "replay", "the outbox of a browser sends once more"
    assert enter(server, 2, "==", by, uuid=second).outcome == "saved"
    undo_last_entry(server, by)
    assert enter(server, 2, "01", by, uuid=third).outcome == "saved"
    hand_over_event(server, "the laptop in the hall", by)

    server.refresh_from_db()
    lines, ranks = log(server), table(server)
    back = import_archive(export_event(server), by, slug="open")
    assert event() == back
    assert (back.moved_to, table(back), log(back, until=len(lines))) == ("", ranks, lines)
    assert [enter(back, 2, "==", by, uuid=second).outcome, enter(back, 2, "01", by, uuid=third).outcome] == [
        "replay"
    ] * 2
    assert tokens.find_token(slip, TokenKind.SLIP).event == back, "printed codes keep working"
    assert Client().get(reverse("display", args=[projector])).status_code == 200, "and so do projectors"
    assert enter(back, 3, "10", by).outcome == "saved"
    assert [line.action for line in back.log.order_by("pk")] == [
        *("enter", "hand-over", "import-archive", "enter", "undo", "enter"),
        *("hand-over", "import-archive", "enter"),
    ]
    assert Event.objects.filter(slug__startswith="coming").count() == 0
    assert len({laptop.epoch, server.epoch, back.epoch}) == 3


def test_a_copy_that_was_handed_over_takes_nothing_and_says_where_it_goes_on(client, owner):
    assert act(client, "hand_over", where=ELSEWHERE).status_code == 302
    place = reverse("enter", args=["open", 2, 1])
    refused = client.post(place, {"result": "10", "version": 0, "uuid": uuid4()})
    assert refused.status_code == 422
    assert f"This event has moved to {ELSEWHERE}" in refused.content.decode()
    assert game(event(), 2, 1).result == ""
    for write in (
        lambda: set_tiebreaks(event(), "PTS,SB", COMMAND, ""),
        lambda: set_absence(event(), 4, 3, "H", COMMAND),
        lambda: undo_last_entry(event(), Actor(owner)),
        lambda: hand_over_event(event(), "a third place", COMMAND),
    ):
        with pytest.raises(Refusal, match=ELSEWHERE):
            write()
    assert f'<a href="{ELSEWHERE}"' in client.get(reverse("standings", args=["open"])).content.decode()


def test_any_other_page_says_it_too_instead_of_failing(client, owner):
    hand_over_event(event(), ELSEWHERE, COMMAND)
    answer = client.post(reverse("pairings_withdraw", args=["open"]), {"player": 1, "reason": "ill"})
    assert answer.status_code in (409, 422)
    assert ELSEWHERE in answer.content.decode()


def test_a_name_can_be_hidden_in_the_copy_that_stays_and_nobody_is_let_in(client, owner):
    hand_over_event(event(), ELSEWHERE, COMMAND)
    client.post(reverse("names_pseudonym", args=["open"]), {"player": 1, "pseudonym": "Lynx"})
    assert event().players.get(number=1).pseudonym == "Lynx"
    for name in ("staff", "programs", "mirror_link", "pairings"):
        closed = client.get(reverse(name, args=["open"]))
        assert (closed.status_code, ELSEWHERE in closed.text) == (403, True), name
    answer = client.post(reverse("staff_link", args=["open"]), {"user": owner.pk})
    assert ELSEWHERE in answer.text
    assert not SigninLink.objects.exists()


def test_an_owner_takes_the_hand_over_back_with_a_reason(client, owner):
    act(client, "hand_over", where=ELSEWHERE)
    assert "A reason is needed here." in act(client, "resume").content.decode()
    assert event().moved_to == ELSEWHERE
    assert act(client, "resume", reason="The server was never used").status_code == 302
    assert event().moved_to == ""
    line = event().log.first()
    assert (line.action, line.reason, line.actor) == ("hand-over-back", "The server was never used", owner)
    assert enter(event(), 1, "10", COMMAND).outcome == "saved"


def test_a_file_that_lacks_what_stands_here_is_refused(client, owner):
    early = export_event(event())
    enter(event(), 1, "10", COMMAND)
    hand_over_event(event(), ELSEWHERE, COMMAND)
    before = event()
    answer = act(client, "return", file=SimpleUploadedFile("early.zip", early))
    assert answer.status_code == 422
    assert "does not continue the copy stored here" in answer.content.decode()
    assert (event().pk, event().version, game(event(), 2, 1).result) == (before.pk, before.version, "10")


@pytest.mark.parametrize("forged", [{"actor": 1}, {"role": "owner"}, {"reason": "as agreed"}, {"address": "10.9.9.9"}])
def test_a_file_that_tells_the_past_otherwise_is_refused(client, owner, forged):
    enter(event(), 1, "10", Actor(person("anna", event()), Role.ARBITER, "10.0.0.7"))
    hand_over_event(event(), ELSEWHERE, Actor(owner, Role.OWNER))
    manifest, documents = archive.unpack_documents(export_event(event()))
    anna = documents["people"].index("anna")
    documents["log"][0] |= {"actor": 1 - anna} if "actor" in forged else forged
    data = archive.pack_documents(documents, **{name: manifest[name] for name in ("release", "event", "standings")})
    with pytest.raises(Refusal) as refused:
        import_archive(data, Actor(owner, Role.OWNER), slug="open")
    assert refused.value.code == "archive-not-continued"


def test_an_owner_brings_his_event_back_on_the_page(client, owner):
    act(client, "hand_over", where=ELSEWHERE)
    page = client.get(reverse("archive_file", args=["open"]))
    assert page["Content-Disposition"] == 'attachment; filename="open-2.crosstable.zip"'
    server = other_place(page.content)
    enter(server, 1, "01", COMMAND)
    answer = act(client, "return", file=SimpleUploadedFile("back.zip", export_event(server)))
    assert answer.status_code == 302
    assert game(event(), 2, 1).result == "01"
    assert Membership.objects.get(event=event(), user=owner).role == Role.OWNER


def test_what_belongs_to_this_server_stays_with_the_address(owner):
    key = tokens.issue_token(event(), TokenKind.SLIP, valid=timedelta(hours=1), round=2, board=1)
    hidden = Screen.objects.create(event=event(), name="Hall B")
    series = Series.objects.create(slug="weekend", name="The weekend")
    Event.objects.filter(slug="open").update(series=series)
    hand_over_event(event(), ELSEWHERE, COMMAND)
    server = other_place(export_event(event()))
    assert (server.series, server.screens.count(), server.tokens.count()) == (None, 0, 0)
    back = import_archive(export_event(server), COMMAND, slug="open")
    assert tokens.find_token(key, TokenKind.SLIP).event == back
    hidden.refresh_from_db()
    assert (hidden.event, back.series) == (back, series)


@pytest.mark.parametrize("role", [Role.CHIEF_ARBITER, Role.ARBITER, Role.DISPLAY])
def test_only_owners_see_the_archive(client, role):
    client.force_login(person("anna", make_event(), role))
    assert client.get(reverse("archive", args=["open"])).status_code == 403
    assert client.get(reverse("archive_file", args=["open"])).status_code == 403
    assert client.get(reverse("import_archive")).status_code == 403


def test_the_sites_admin_brings_an_event_in_on_the_page(admin_client):
    data = export_event(make_event())
    place = reverse("import_archive")
    assert admin_client.get(place).status_code == 200
    taken = admin_client.post(place, {"file": SimpleUploadedFile("open.zip", data)})
    assert (taken.status_code, "is in use" in taken.content.decode()) == (422, True)
    done = admin_client.post(place, {"file": SimpleUploadedFile("open.zip", data), "slug": "again"})
    assert (done.status_code, done["Location"]) == (302, "/e/again/")
    broken = admin_client.post(place, {"file": SimpleUploadedFile("open.zip", data[:-99]), "slug": "third"})
    assert (broken.status_code, "This is not an archive" in broken.content.decode()) == (422, True)
    assert admin_client.post(place, {}).status_code == 422


def test_a_bracket_goes_on_where_it_was_handed_over_to(owner):
    cup = make_knock_out()
    by = Actor(owner, Role.OWNER)
    hand_over_event(cup, ELSEWHERE, by)
    cup.refresh_from_db()
    server = other_place(export_event(cup))
    assert table(server) == table(cup)
    here, there = (read_courses(read_standings(staff_reader(each)))[0].states for each in (cup, server))
    assert there == here, "matches, play-offs and lots"
    enter_winner(server, 2, "1")
    next_round(server)
    assert server.rounds.last().number == 3
    with pytest.raises(Refusal):
        next_round(cup)
