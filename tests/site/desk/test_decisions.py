"""Penalties, deducted points, kinds of byes, adjourned games, spreads that must agree: each rule once."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.test import Client

from tests.site.desk.entering import send, type_line
from tests.site.factories import game, make_event, person
from tests.site.reading import HTMX, text
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.entry import Decision, Entry
from tournaments.domain.roles import Role
from tournaments.models import Game, LogEntry, Player
from tournaments.pages.hall.paper import wall_chart
from tournaments.pages.rounds.round import round_view
from tournaments.queries.standings import read_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def words():
    return make_event("words", discipline="scrabble", tiebreaks="PTS,SPREAD")


def enter(event, board, result, number=2, version=0, **scores):
    return enter_result(event, number, board, Entry(result, version=version, **scores), COMMAND)


def value(event, number, column=0):
    event.refresh_from_db()
    return read_standings(event).row(number).values[column]


# Deducted points


def test_points_taken_off_count_in_the_table_and_explain_themselves(event, client):
    enter(event, 1, "10")  # Sørensen (2) beats Weiß (3)
    decide_about_player(event, 2, 2, Decision(deduction=Decimal("0.5"), version=1, reason="phone rang"), COMMAND)
    assert value(event, 2) == Decimal("0.5")
    assert value(event, 3) == 0
    assert "an arbiter's decision" in client.get("/e/open/player/2/why/PTS/").text.replace("&#x27;", "'")
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
    assert (value(words, 2, 1), value(words, 3, 1)) == (21 - 30, -21)
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


# Byes


@pytest.fixture
def bye(event):
    player = Player.objects.create(event=event, number=9, name="Ito, I")
    return Game.objects.create(round=event.rounds.get(number=2), white=player, result="U")


@pytest.mark.parametrize(("kind", "points"), [("U", 1), ("F", 1), ("H", Decimal("0.5")), ("Z", 0)])
def test_the_kind_of_a_bye_is_chosen_at_the_desk(event, bye, client, kind, points):
    client.force_login(person("anna", event))
    enter(event, 1, "10")
    fields = {"bye": kind, "deduction": 0, "version": 0, "reason": "asked before the round"}
    client.post("/e/open/desk/2/player/9/", fields)
    assert value(event, 9) == points
    assert LogEntry.objects.filter(action="decide").count() == (kind != "U")


def test_a_bye_is_no_result_of_a_game(event, bye):
    with pytest.raises(Refusal, match="not a kind of bye"):
        decide_about_player(event, 2, 9, Decision(bye="10", version=0, reason="x"), COMMAND)


def test_byes_stand_below_the_boards(event, bye, client):
    client.force_login(person("anna", event))
    page = text(client.get("/e/open/desk/2/"))
    assert "Without an opponent" in page
    assert "Ito, I bye Change" in page


# Adjourned games


def test_an_adjourned_game_is_open(event, client):
    client.force_login(person("anna", event))
    answer = send(client, 1, "??", **HTMX)
    assert answer.status_code == 200
    assert "◐ adjourned" in text(answer)
    assert "4 of 4 open" in text(answer)
    stored = game(event, 2, 1)
    assert (stored.result, stored.is_adjourned, stored.version) == ("", True, 1)
    assert LogEntry.objects.first().action == "adjourn"
    assert "adjourned" in text(Client().get("/e/open/round/2/"))
    send(client, 1, "10", version=1)
    assert (game(event, 2, 1).result, game(event, 2, 1).is_adjourned) == ("10", False)


def test_undo_brings_an_adjourned_game_back(event, client):
    client.force_login(person("anna", event))
    send(client, 1, "??")
    send(client, 1, "10", version=1)
    client.post("/e/open/desk/undo/", {"round": 2})
    assert game(event, 2, 1).is_adjourned


def test_an_adjourned_game_has_no_result(event):
    with pytest.raises(Refusal, match="no result yet"):
        enter_result(event, 2, 1, Entry("10", version=0, is_adjourned=True), COMMAND)


# Rare results


@pytest.mark.parametrize("code", ["+-", "-+", "--", "WL", "DD", "LW", "00", "=0", "0="])
def test_every_rare_result_has_a_button(event, client, code):
    client.force_login(person("anna", event))
    assert f'name="result" value="{code}"' in client.get("/e/open/desk/2/").content.decode()
    send(client, 1, code)
    assert game(event, 2, 1).result == code


def test_forfeits_of_games_with_scores_say_their_spread(words, client):
    client.force_login(person("anna", words))
    page = text(client.get("/e/words/desk/2/"))
    assert "1-0 forfeit (+50 / −50)" in page
    send(client, 1, "+-", slug="words")
    assert (value(words, 2, 1), value(words, 3, 1)) == (50, -50)


# Scores and spread


@pytest.fixture
def both(client):
    event = make_event("both", discipline="scrabble", tiebreaks="PTS,SPREAD", asks_spread=True)
    client.force_login(person("anna", event))
    return event


SPREADS = [
    (402, 381, 21, 200),
    (381, 402, 21, 200),
    (381, 402, -21, 200),
    (402, 381, -21, 422),
    (402, 381, 12, 422),
    (402, 381, None, 422),
]


@pytest.mark.parametrize(("white", "black", "spread", "status"), SPREADS)
def test_scores_and_spread_must_agree(client, both, white, black, spread, status):
    scores = {"white_score": white, "black_score": black} | ({} if spread is None else {"spread": spread})
    answer = send(client, 1, slug="both", **scores, **HTMX)
    assert answer.status_code == status
    assert (game(both, 2, 1).white_score == white) == (status == 200)


@pytest.mark.parametrize(
    ("line", "status"), [("1 402 381 21", 302), ("1.402.381.+21", 302), ("1 402 381", 422), ("1 402 381 20", 422)]
)
def test_the_line_asks_for_the_spread_too(client, both, line, status):
    assert type_line(client, line, slug="both").status_code == status


# Undo over a bad network


def test_a_repeated_undo_takes_back_one_entry(event, client):
    client.force_login(person("anna", event))
    send(client, 1, "10")
    send(client, 2, "10")
    uuid = uuid4()
    for _ in range(3):
        assert client.post("/e/open/desk/undo/", {"round": 2, "uuid": uuid}, **HTMX).status_code == 200
    assert [game(event, 2, board).result for board in (1, 2)] == ["10", ""]


def test_an_undo_with_the_number_of_an_entry_is_refused(event, client):
    client.force_login(person("anna", event))
    uuid = uuid4()
    send(client, 1, "10", uuid=uuid)
    answer = client.post("/e/open/desk/undo/", {"round": 2, "uuid": uuid}, **HTMX)
    assert answer.status_code == 422
    assert "already used" in answer.content.decode()
    assert game(event, 2, 1).result == "10"


# What the tables say of them


def test_deducted_points_count_before_the_next_round_and_are_marked(event, client):
    enter(event, 1, "10", number=1)
    winner = game(event, 1, 1).white
    decide_about_player(event, 1, winner.number, Decision(deduction=Decimal("0.5"), version=1, reason="late"), COMMAND)
    event.refresh_from_db()
    table = read_standings(event, 1).table
    assert (table.score(winner.number), table.total_points(winner.number)) == (1, Decimal("0.5"))
    seats = [seat for row in round_view(event, 2).rows for seat in row.sides]
    assert next(seat.before for seat in seats if seat.number == winner.number) == "½"
    client.force_login(person("ruth", event))
    for path in ("", "crosstable/", "print/standings/", "print/crosstable/"):
        page = client.get(f"/e/open/{path}").text
        assert f"* {winner.name}: round 1: points by the arbiter: −½" in page, path
    chart = wall_chart(event, 0).charts[0]
    assert next(line.points for line in chart.lines if line.person.number == winner.number) == "½"


def test_who_has_withdrawn_is_marked(event, client):
    Player.objects.filter(event=event, number=3).update(withdrawn_from=2)
    for path in ("", "crosstable/"):
        assert "* Weiß, Carl: withdrawn from round 2" in client.get(f"/e/open/{path}").text


def test_penalties_in_scores_are_marked(words, client):
    enter(words, 1, None, white_score=400, black_score=380)
    number = game(words, 2, 1).white.number
    decide_about_player(words, 2, number, Decision(penalty=10, version=1, reason="time"), COMMAND)
    assert "round 2: penalty −10" in client.get("/e/words/").text
