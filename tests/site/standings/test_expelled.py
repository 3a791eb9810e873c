"""A player who is expelled: out of every table, no longer paired, and kept in the games of the others."""

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, play, publish
from tests.site.exchange.archives import import_again, table
from tests.site.factories import make_event, person
from tests.site.reading import text
from tests.site.teams import make_teams, round_of, swiss
from tiebreaks.checking.verify import verify_tournament
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.access.reader import Reader
from tournaments.actions.players import checkin
from tournaments.actions.players.participation import expel_participant, reinstate_participant, withdraw_participant
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.players.name_matching import drop_accents
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.archive_write import export_event
from tournaments.history.past import state_at
from tournaments.models import Category, Event, Game, LogEntry, Prize
from tournaments.queries.rounds.games import read_absences
from tournaments.queries.standings.standings import read_standings
from tournaments.static_site.files import build_files

NOTE = "expelled: not in the table; their games still count for their opponents"
pytestmark = pytest.mark.django_db


def make(**fields):
    """Anna (1), Carl (3), Eve (5) and Gao (7) have won round 1, all drew in round 2, and Anna is expelled."""
    event = make_event(qualifying_places=2, is_public=True, **fields)
    Game.objects.filter(round__number=1).update(result="10")
    Game.objects.filter(round__number=2).update(result="==")
    Category.objects.create(event=event, order=1, key="some", name="Some", rule="list", numbers=[1, 2, 3])
    Prize.objects.create(event=event, place=1, text="100", amount=100)
    expel_participant(event, 1, COMMAND, "cheating")
    return Event.objects.get()


@pytest.fixture
def event():
    return make()


def ranks(event, after=None):
    return [(row.rank, row.number) for row in read_standings(Reader(event), after).rows]


def test_the_places_below_move_up_and_the_table_before_stays(event):
    assert sorted(number for _, number in ranks(event)) == [2, 3, 4, 5, 6, 7, 8]
    assert ranks(event)[0][0] == 1
    assert ranks(event, 1)[0] == (1, 1)
    reinstate_participant(event, 1, COMMAND, "a mistake")
    assert len(ranks(Event.objects.get())) == 8


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_each_table_says_it_in_words(client, system):
    make(system=system)
    pages = [text(client.get(f"/e/open/{page}")) for page in ("", "crosstable/")]
    assert all(NOTE in page for page in pages)
    assert NOTE.capitalize() in text(client.get("/e/open/player/1/"))


def test_where_early_results_count_for_nobody_the_note_says_so(client):
    make(system="round-robin", early_withdrawals="drop")
    page = text(client.get("/e/open/"))
    assert NOTE not in page
    assert "expelled before half of the games: not in the table, and no result against them counts" in page


PAGES = (
    *("", "crosstable/", "statistics/", "prizes/", "player/1/", "player/4/", "player/1/why/PTS/", "?after=1"),
    *(
        "?category=some",
        "?follow=1",
        "round/2/",
        "export/",
        "export/standings.csv",
        "export/players.csv",
        "export/trf/",
    ),
    *("print/crosstable/", "print/standings/", "print/players/", "print/report/", "players/", "pairings/"),
)


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_every_page_is_there(client, system):
    event = make(system=system)
    client.force_login(person("olga", event, Role.OWNER))
    assert {page: client.get(f"/e/open/{page}").status_code for page in PAGES} == dict.fromkeys(PAGES, 200)


def test_nobody_is_compared_with_them(event, client):
    assert client.get("/e/open/compare/1/5/").status_code == 404


def test_the_cross_table_keeps_the_games(client):
    make(system="round-robin")
    page = client.get("/e/open/crosstable/").content.decode()
    lines = Event.objects.get().players.count()
    assert f'<th scope="col" class="square">{lines}</th>' in page
    assert page.count('<span class="rank">–<') == 1
    rounds = client.get("/api/v1/events/open/crosstable").json()["items"][-1]
    assert (rounds["rank"], rounds["number"], len(rounds["rounds"])) == (None, 1, 2)


def test_prizes_and_categories_leave_them_out(event, client):
    first = ranks(event)[0][1]
    assert event.players.get(number=first).name in text(client.get("/e/open/prizes/"))
    assert "Müller" not in text(client.get("/e/open/prizes/"))
    assert "Müller" not in text(client.get("/e/open/?category=some"))


def test_programs_find_who_is_expelled_among_the_players_alone(event, client):
    of_players = client.get("/api/v1/events/open/players").json()["items"]
    assert [each["expelled_from"] for each in of_players] == [3, *[None] * 7]
    assert len(client.get("/api/v1/events/open/standings").json()["items"]) == 7
    assert "Expelled before round" in client.get("/e/open/export/players.csv").content.decode()


def test_the_tournament_file_gives_them_no_place_and_is_read_back(event):
    written = write_tournament_file(Reader(event))
    assert "### [crosstable] player 1 withdrawn_from=3 expelled_from=3" in written
    read = reader.read(written)
    assert read.crosstable.find_expelled() == {1}
    assert not int(read.declared[1].rank or 0)
    assert verify_tournament(read).differences == ()


def test_an_archive_brings_them_back_expelled(event):
    assert table(import_again(export_event(event), slug="again")) == table(event)


def test_they_are_paired_no_longer(event):
    assert read_absences(event, 3) == {1: "Z"}


def test_a_round_that_is_taken_back_is_paired_without_them(db):
    """Player 2, who leaves after the round, plays in it; player 1, who is expelled, does not."""
    event = make_championship(8, discipline="chess")
    set_plan(event, [Stage("dutch", 1, 5)], COMMAND)
    draw(event)
    publish(event)
    withdraw_participant(event, 2, COMMAND, "leaves")
    expel_participant(event, 1, COMMAND, "cheating")
    unpublish_round(event, 1, COMMAND, "without player 1")
    event = Event.objects.get()
    assert sorted(number for _, number in ranks(event)) == [2, 3, 4, 5, 6, 7, 8]
    (draft,) = draw(event)
    seated = {board[side] for board in draft.boards for side in ("white", "black")}
    assert seated | {bye["player"] for bye in draft.byes} == set(range(2, 9))


@pytest.mark.parametrize("plan", [
    [Stage("knock-out", 1, 1, {"play_off": "lots"})],
    [Stage("dutch", 1, 2), Stage("knock-out", 3, 3, {"play_off": "lots", "entrants": 4})],
])  # fmt: skip
def test_who_was_drawn_for_a_match_before_loses_it(plan, client):
    """Player 4 has a seat in the draft that is published after the expulsion."""
    event = make_championship(6, discipline="chess", is_public=True)
    set_plan(event, plan, COMMAND)
    for number in range(1, plan[-1].first):
        draw(event)
        publish(event)
        play(event, number)
    draw(event)
    expel_participant(event, 4, COMMAND, "cheating")
    publish(event, reason="all others stay")
    event = Event.objects.get()
    assert sorted(number for _, number in ranks(event)) == [1, 2, 3, 5, 6]
    game = Game.objects.filter(round__number=plan[-1].first).get(Q(white__number=4) | Q(black__number=4))
    assert game.result == ("-+" if game.white.number == 4 else "+-")
    for page in ("?table=1", "bracket/", "crosstable/", "player/4/"):
        assert client.get(f"/e/championship/{page}").status_code == 200, page


def test_who_has_withdrawn_can_be_expelled_later(db):
    event = make_event(rounds=2)
    event.players.filter(number=2).update(withdrawn_from=2)
    expel_participant(event, 2, COMMAND, "found out")
    assert event.players.values_list("withdrawn_from", "expelled_from").get(number=2) == (2, 3)
    with pytest.raises(Refusal, match="has been expelled"):
        expel_participant(event, 2, COMMAND, "again")
    with pytest.raises(Refusal, match="has already withdrawn"):
        withdraw_participant(event, 2, COMMAND, "again")


def test_nobody_checks_in_who_was_expelled(db):
    event = make_event(rounds=0)
    expel_participant(event, 2, COMMAND, "banned")
    with pytest.raises(Refusal, match="has been expelled"):
        checkin.check_in(event, 2, True, COMMAND)
    assert event.players.get(number=2).expelled_from == 1


def test_an_arbiter_expels_and_takes_back_on_the_players_page(db):
    event = make_event()
    chief = Client()
    chief.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "A reason is needed" in text(chief.post("/e/open/players/2/withdraw/", {"expel": "1"}, follow=True))
    chief.post("/e/open/players/2/withdraw/", {"expel": "1", "reason": "telephone"})
    assert event.players.get(number=2).expelled_from == 3
    assert "expelled" in text(chief.get("/e/open/players/"))
    assert "Reason for returning" in text(chief.get("/e/open/players/2/"))
    assert "expelled somebody" in text(chief.get("/e/open/log/"))
    chief.post("/e/open/players/2/reinstate/", {"reason": "another one’s"})
    assert event.players.values_list("withdrawn_from", "expelled_from").get(number=2) == (None, None)
    chief.post("/e/open/pairings/withdraw/", {"player": "3", "expel": "1", "reason": "telephone"})
    assert event.players.get(number=3).expelled_from == 3


@pytest.mark.parametrize("of_teams", [False, True])
def test_who_has_withdrawn_can_be_expelled_on_the_pairings_page(db, of_teams):
    event = swiss(make_teams(4)) if of_teams else make_event()
    withdraw_participant(event, 2, COMMAND, "ill", of_teams=of_teams)
    expel_participant(event, 3, COMMAND, "telephone", of_teams=of_teams)
    chief = Client()
    chief.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = f"/e/{event.slug}/pairings/"
    view = chief.get(page).context["view"]
    assert {2, 3}.isdisjoint(each.number for each in view.players)
    assert [each.number for each in view.expellable if each.number in (2, 3)] == [2]
    names = [each.name for each in view.expellable]
    assert names == sorted(names, key=drop_accents)
    chief.post(f"{page}withdraw/", {"player": "2", "expel": "1", "reason": "telephone"})
    assert (event.teams if of_teams else event.players).get(number=2).expelled_from


def test_the_log_leads_back(db):
    event = make_event()
    before = timezone.now()
    expel_participant(event, 2, COMMAND, "telephone")
    during = timezone.now()
    reinstate_participant(event, 2, COMMAND, "another one’s")
    assert [entry.action for entry in LogEntry.objects.order_by("pk")] == ["expel", "return"]
    assert len(state_at(Event.objects.get(), before).standings.rows) == 8
    assert len(state_at(Event.objects.get(), during).standings.rows) == 7


def test_a_team_is_expelled_in_the_same_way(client):
    event = swiss(make_teams(6))
    round_of(event)
    play(event, 1)
    expel_participant(event, 6, COMMAND, "line-up", of_teams=True)
    event = Event.objects.get()
    assert len(ranks(event)) == 5
    assert read_absences(event, 2) == {6: "Z"}
    assert len(state_at(event, event.log.last().at).standings.rows) == 6
    assert table(import_again(export_event(event), slug="again")) == table(event)
    for page in ("", "crosstable/", "player/6/", "export/trf/"):
        assert client.get(f"/e/league/{page}").status_code == 200, page


def test_the_plain_pages_have_their_card_and_no_place(event):
    files = dict(build_files(event))
    assert NOTE in files["index.html"].decode()
    assert "player/1.html" in files
