"""Deducted points and penalties: who decides them, what they count, and how the tables mark them."""

import re
from decimal import Decimal

import pytest

from tests.site.desk.entering import value_of
from tests.site.factories import game, make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.models import LogEntry, Player
from tournaments.pages.hall.paper import wall_chart
from tournaments.pages.rounds.round import round_view
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def words():
    return make_event("words", discipline="scrabble", tiebreaks="PTS,SPREAD")


def enter(event, board, result, number=2, version=0, **scores):
    return enter_result(event, number, board, Entry(result, version=version, **scores), COMMAND)


# Deducted points


def test_points_taken_off_count_in_the_table_and_explain_themselves(event, client):
    enter(event, 1, "10")  # Sørensen (2) beats Weiß (3)
    decide_about_player(event, 2, 2, Decision(deduction=Decimal("0.5"), version=1, reason="phone rang"), COMMAND)
    assert value_of(event, 2) == Decimal("0.5")
    assert value_of(event, 3) == 0
    assert "an arbiter’s decision" in client.get("/e/open/player/2/why/PTS/").text
    assert "points by the arbiter: −½" in text(client.get("/e/open/player/2/"))
    entry = LogEntry.objects.first()
    assert (entry.action, entry.reason) == ("decide", "phone rang")
    assert (entry.before["deduction"], entry.after["deduction"]) == ("0.0", "0.5")


REFUSED = [
    (Decision(deduction=Decimal(2), version=1, reason="x"), "fall below zero"),
    (Decision(deduction=Decimal("0.3"), version=1, reason="x"), "steps of one half"),
    (Decision(deduction=Decimal(1), version=1), "A reason is needed"),
    (Decision(deduction=Decimal(1), version=0, reason="x"), "Somebody else has changed"),
    (Decision(penalty=10, version=1, reason="x"), "games with scores"),
    (Decision(bye="U", version=1, reason="x"), "with an opponent"),
]


@pytest.mark.parametrize(("decision", "sentence"), REFUSED)
def test_what_cannot_be_decided_is_refused(event, decision, sentence):
    enter(event, 1, "10")
    before = LogEntry.objects.count()
    with pytest.raises(Refusal, match=sentence):
        decide_about_player(event, 2, 2, decision, COMMAND)
    assert LogEntry.objects.count() == before


def test_a_player_who_is_not_in_the_round(event):
    with pytest.raises(Refusal, match="neither a board nor a bye"):
        decide_about_player(event, 2, 99, Decision(version=0, reason="x"), COMMAND)


def test_the_same_decision_writes_nothing(event):
    enter(event, 1, "10")
    before = LogEntry.objects.count()
    decide_about_player(event, 2, 2, Decision(version=1, reason="x"), COMMAND)
    assert LogEntry.objects.count() == before


def test_a_correction_keeps_the_penalty(words):
    enter(words, 1, None, white_score=402, black_score=381)
    decide_about_player(words, 2, 2, Decision(penalty=30, version=1, reason="overtime"), COMMAND)
    enter(words, 1, None, version=2, white_score=412, black_score=381)
    assert game(words, 2, 1).white_penalty == 30


# Penalties


def test_a_penalty_comes_off_the_spread_of_one_side_alone(words, client):
    enter(words, 1, None, white_score=402, black_score=381)
    decide_about_player(words, 2, 2, Decision(penalty=30, version=1, reason="three minutes over"), COMMAND)
    assert (value_of(words, 2, 1), value_of(words, 3, 1)) == (21 - 30, -21)
    assert "penalty −30" in text(client.get("/e/words/player/2/"))
    assert "a penalty, deducted from the player" in client.get("/e/words/player/2/why/SPREAD/").text


@pytest.mark.parametrize("penalty", [-1, 2001])
def test_a_penalty_has_limits(words, penalty):
    with pytest.raises(Refusal, match="between 0 and 2000"):
        decide_about_player(words, 2, 2, Decision(penalty=penalty, version=0, reason="x"), COMMAND)


def test_the_page_of_a_decision(words, client):
    client.force_login(person("anna", words))
    url = "/e/words/desk/2/player/2/"
    assert "Sørensen, Bo, round 2" in text(client.get(url))
    refused = client.post(url, {"penalty": 30, "deduction": 0, "version": 0})
    assert refused.status_code == 422
    assert game(words, 2, 1).white_penalty == 0
    too_much = client.post(url, {"penalty": 0, "deduction": 10, "version": 0, "reason": "overtime"})
    assert "less than or equal to 9.9" in text(too_much)
    saved = client.post(url, {"penalty": 30, "deduction": 0, "version": 0, "reason": "overtime"})
    assert saved["Location"] == "/e/words/desk/2/"
    assert game(words, 2, 1).white_penalty == 30
    assert "Penalty Sørensen, Bo −30" in text(client.get("/e/words/desk/2/"))
    assert client.get("/e/words/desk/2/player/99/").status_code == 404
    assert client.get("/e/words/desk/9/player/2/").status_code == 404


@pytest.mark.parametrize(("role", "status"), [(Role.ARBITER, 200), (Role.ENTRY, 403), (Role.CHECKIN, 403)])
def test_who_decides(words, client, role, status):
    client.force_login(person("somebody", words, role))
    assert client.get("/e/words/desk/2/player/2/").status_code == status


# What the tables say of them


def test_deducted_points_count_before_the_next_round_and_are_marked(event, client):
    enter(event, 1, "10", number=1)
    winner = game(event, 1, 1).white
    decide_about_player(event, 1, winner.number, Decision(deduction=Decimal("0.5"), version=1, reason="late"), COMMAND)
    event.refresh_from_db()
    table = read_standings(staff_reader(event), 1).table
    assert (table.score(winner.number), table.total_points(winner.number)) == (1, Decimal("0.5"))
    seats = [seat for row in round_view(staff_reader(event), 2).rows for seat in row.sides]
    assert next(seat.before for seat in seats if seat.number == winner.number) == "½"
    client.force_login(person("ruth", event))
    for path in ("", "crosstable/", "print/standings/", "print/crosstable/", "print/wall-chart/"):
        page = client.get(f"/e/open/{path}").text
        assert f"* {winner.name}: round 1: points by the arbiter: −½" in page, path
    chart = wall_chart(staff_reader(event), 0).charts[0]
    assert next(line.points for line in chart.lines if line.person.number == winner.number) == "½"


def test_who_has_withdrawn_is_marked(event, client):
    Player.objects.filter(event=event, number=3).update(withdrawn_from=2)
    client.force_login(person("ruth", event))
    for path in ("", "crosstable/", "print/standings/", "print/crosstable/", "print/wall-chart/"):
        page = text(client.get(f"/e/open/{path}"))
        assert re.findall(r"(\w+, \w+) ?\*", page) == ["Weiß, Carl"], path
        assert "* Weiß, Carl: withdrawn from round 2" in page, path


def test_penalties_in_scores_are_marked(words, client):
    enter(words, 1, None, white_score=400, black_score=380)
    number = game(words, 2, 1).white.number
    decide_about_player(words, 2, number, Decision(penalty=10, version=1, reason="time"), COMMAND)
    assert "round 2: penalty −10" in client.get("/e/words/").text
