"""What the desk, the next step and the pairings page say in an event of matches: no points, and one draw only."""

import pytest
from django.urls import reverse

from pairing.plan.stages import Stage
from tests.site.brackets.test_knock_out import cup, enter, next_round
from tests.site.championship import draw, make_championship
from tests.site.desk.entering import send
from tests.site.reading import text
from tests.site.rounds.test_plan_form import signed_in
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.queries.rounds.games import read_boards
from tournaments.wording.duels import end_once

pytestmark = pytest.mark.django_db


def read(client, name, event, *args):
    return text(client.get(reverse(name, args=[event.slug, *args])))


def test_the_desk_reads_back_how_the_match_stands(client):
    event = cup(4, games=2)
    next_round(event)
    signed_in(client, event)
    page = text(send(client, 1, "10", number=1, slug=event.slug, HTTP_HX_REQUEST="true"))
    assert "Semi-final, at most 2 games" in page
    assert "place 1" not in page
    assert "Points" not in page


def test_a_later_round_of_matches_is_paired_and_not_drawn(client):
    event = cup(4)
    signed_in(client, event)
    assert "Draw round 1" in read(client, "rounds", event)
    next_round(event)
    enter(event, 1, "1")
    page = read(client, "rounds", event)
    assert "Pair round 2" in page
    assert "Draw round 2" not in page
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "Draw</button>" not in "".join(page.split())
    assert "Pair</button>" in "".join(page.split())


def test_a_draft_says_who_loses_by_forfeit(client):
    event = cup(4)
    signed_in(client, event)
    next_round(event)
    enter(event, 1, "1")
    withdraw_participant(event, 1, COMMAND, "ill")
    withdraw_participant(event, 4, COMMAND, "ill")
    draw(event)
    assert "Absent: Player 01 (loses by forfeit); Player 04" in read(client, "pairings", event)


def test_nobody_is_drawn_while_nobody_is_entered(client):
    event = set_plan(make_championship(0), [Stage("knock-out", 1, 1)], COMMAND)
    signed_in(client, event)
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "At least two players are needed; present: 0." in page
    assert "Draw</button>" not in "".join(page.split())


@pytest.mark.parametrize(
    ("said", "shown"),
    [("A – B e. V..", "A – B e. V."), ("A – B.", "A – B."), ("so on…", "so on…"), ("so ...", "so ...")],
)
def test_a_sentence_ends_once(said, shown):
    assert end_once(said) == shown


def test_a_final_that_a_correction_has_opened_again_is_offered(client):
    event = cup(4)
    for number in (1, 2):
        next_round(event)
        enter(event, number, "1")
    signed_in(client, event)
    assert "Declare the event final" in read(client, "desk", event, 2) + read(client, "rounds", event)
    board = next(game for game in read_boards(event, 1) if {game.white.number, game.black.number} == {1, 4})
    result = "01" if board.white.number == 1 else "10"
    enter_result(event, 1, board.board, Entry(result, version=board.version, reason="signed wrongly"), COMMAND)
    assert "Pair round 3" in read(client, "rounds", event)


def test_the_page_names_the_games_that_belong_to_no_match_after_a_correction(client):
    event = cup(4)
    signed_in(client, event)
    next_round(event)
    enter(event, 1, "1")
    next_round(event)
    assert "no longer belong to a match" not in read(client, "pairings", event)
    game = next(game for game in read_boards(event, 1) if 4 in (game.white.number, game.black.number))
    wins = "10" if game.white.number == 4 else "01"
    enter_result(event, 1, game.board, Entry(wins, version=game.version, reason="exchanged"), COMMAND)
    event.refresh_from_db()
    page = read(client, "pairings", event)
    assert "these games no longer belong to a match" in page
    assert "Round 2: Player 01 – Player 02" in page
    enter(event, 2, "1")
    next_round(event)
    enter(event, 3, "1")
    page = read(client, "pairings", event)
    assert "no longer belong to a match" not in page, "all is decided"
    assert "The matches are decided: there is nothing left to pair." in page
    assert "Add a stage" not in page
