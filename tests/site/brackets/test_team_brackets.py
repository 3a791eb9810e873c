"""Teams in pools and brackets: matches on boards decide who advances, then the rules for boards."""

import pytest
from django.urls import reverse

from pairing.plan import usual_plans
from pairing.plan.stages import Stage
from tests.site.desk.entering import send
from tests.site.reading import text
from tests.site.rounds.test_plan_form import signed_in
from tests.site.teams import enter_matches, make_teams, matches, round_of
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds import play_offs
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.rounds.substitutes import replace_player
from tournaments.actions.writing import COMMAND
from tournaments.models import Game
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


OTHER_PAGES = [("standings",), ("crosstable",), ("screen",), ("round_page", 1), ("player", 1), ("compare", 1, 2)]


def enter(event, number, made):
    """Enter the boards of each match as the team with the lower number made them, board 1 first."""
    turned = str.maketrans("10", "01")
    pairs = matches(event, number)[0]
    enter_matches(event, number, *(made[min(p)] if p[0] < p[1] else made[min(p)].translate(turned) for p in pairs))
    event.refresh_from_db()


def placed(event):
    return " ".join(f"{row.rank}:{row.number}" for row in read_standings(staff_reader(event)).rows)


def pairs(event, number):
    return {tuple(sorted(pair)) for pair in matches(event, number)[0]}


def test_boards_decide_the_matches_of_a_cup_and_then_the_berlin_score(client):
    (stage,) = usual_plans.team_cup()
    event = set_plan(make_teams(4, boards=2), [stage], COMMAND)
    round_of(event)
    assert {1, 2} not in [set(pair) for pair in pairs(event, 1)]
    enter(event, 1, {team: "01" if team == 2 else "1=" for team in range(1, 5)})
    states = [state for state in read_courses(read_standings(staff_reader(event)))[0].states if state.results]
    first = next(state for state in states if 1 in state.players)
    assert (first.winner, first.decision.rule) == (1, "")
    berlin = next(state for state in states if 2 in state.players)
    assert berlin.winner in {3, 4}, "a loss on board 1 is not made good on board 2"
    assert berlin.decision.rule == "berlin"
    page = text(client.get(reverse("duel", args=[event.slug, 1, berlin.duel.key])))
    assert "Decided by the Berlin score." in page
    assert " 1 : 1 " in page
    assert "1 match" in page
    for name, *args in OTHER_PAGES:
        assert client.get(reverse(name, args=[event.slug, *args]), follow=True).status_code == 200, name
    round_of(event)
    enter(event, 2, dict.fromkeys(range(1, 5), "=="))
    assert placed(event).startswith(f"1:1 2:{berlin.winner}"), "equal on all boards: the side placed higher before"
    assert read_progress(staff_reader(event)).finished


def test_teams_are_exchanged_on_their_lines_and_in_no_later_round():
    event = set_plan(make_teams(4, boards=2), [Stage("knock-out", 1, 1, {"losers": "third"})], COMMAND)
    round_of(event)
    assert pairs(event, 1) == {(1, 4), (2, 3)}
    swap_seats(event, 1, (3, 4), COMMAND, "one club")
    assert pairs(event, 1) == {(1, 3), (2, 4)}
    enter(event, 1, dict.fromkeys(range(1, 5), "11"))
    assert placed(event) == "1:1 1:2 3:3 3:4", "the lines have moved with the teams"
    round_of(event)
    assert pairs(event, 2) == {(1, 2), (3, 4)}
    with pytest.raises(Refusal, match="Earlier matches decide"):
        swap_seats(event, 2, (2, 3), COMMAND, "no")


def test_two_legs_are_decided_by_the_points_on_all_boards():
    event = set_plan(make_teams(2, boards=2), [Stage("knock-out", 1, 2, {"games": 2, "counting": "every"})], COMMAND)
    for number, made in ((1, "1="), (2, "00")):
        round_of(event)
        enter(event, number, {1: made})
    (course,) = read_courses(read_standings(staff_reader(event)))
    assert (course.states[0].winner, course.states[0].decision.rule) == (2, "boards")
    assert placed(event) == "1:2 2:1"


def test_pools_of_teams_have_a_table_and_their_first_go_on(client):
    plan = [Stage("pools", 1, 3, {"size": 3}), Stage("knock-out", 4, 4, {"from_pools": 1})]
    event = set_plan(make_teams(6, boards=2), plan, COMMAND)
    for number in (1, 2, 3):
        round_of(event)
        enter(event, number, dict.fromkeys(range(1, 7), "1="))
    pools, *_later = read_courses(read_standings(staff_reader(event)))
    assert [pool.members for pool in pools.pools] == [(1, 4, 5), (2, 3, 6)]
    page = text(client.get(reverse("bracket", args=[event.slug])))
    assert "Name Match pts Direct Game pts Berlin 1 Aster 4 – 3 5 2 Dahlia 2 – 2 3 3 Elder 0 – 1 1" in page
    round_of(event)
    assert pairs(event, 4) == {(1, 2)}
    enter(event, 4, {1: "00"})
    assert placed(event).startswith("1:2 2:1 3:")


def cup(teams=4, play_off="rapid2 armageddon lots", **settings):
    """Return a cup of teams whose first matches are level on every board."""
    plan = [Stage("knock-out", 1, 1, {"play_off": play_off, **settings})]
    event = set_plan(make_teams(teams, boards=2), plan, COMMAND)
    round_of(event)
    enter(event, 1, dict.fromkeys(range(1, teams + 1), "=="))
    return event


def state_of(event, key="A-1-1"):
    event.refresh_from_db()
    return read_courses(read_standings(staff_reader(event)))[0].by_key[key]


# what is entered after a level match of 1 against 4: who has White, and the result -> who has won it, and by which rule
PLAY_OFFS = {
    "1 10, 4 01": (1, "rapid2"),
    "1 10, 4 10": (None, ""),  # waits for the Armageddon game
    "1 ==, 4 10": (4, "rapid2"),
    "1 ==, 4 ==, 1 ==": (4, "armageddon"),
    "1 10, 4 10, 4 ==": (1, "armageddon"),
}


@pytest.mark.parametrize("entered", PLAY_OFFS)
def test_matches_of_a_play_off_decide_between_teams_and_count_nowhere(entered):
    event = cup()
    values = {row.number: row.values for row in read_standings(staff_reader(event)).rows}
    games = Game.objects.count()
    for white, result in (each.split() for each in entered.split(", ")):
        play_offs.enter_play_off(event, 1, "A-1-1", int(white), result, COMMAND)
    state = state_of(event)
    assert (state.winner, state.decision.rule) == PLAY_OFFS[entered]
    assert state.winner or state.decision.waits_for == "armageddon"
    assert {row.number: row.values for row in read_standings(staff_reader(event)).rows} == values
    assert Game.objects.count() == games


def test_the_staff_enters_a_play_off_of_teams_on_the_page_of_the_match(client):
    event = cup()
    signed_in(client, event)
    page = reverse("duel", args=[event.slug, 1, "A-1-1"])
    shown = text(client.get(page))
    for words in ("The match is level: a play-off decides it.", "Rapid match", "Aster", "Decide the match"):
        assert words in shown, words
    post = lambda verb, **fields: client.post(f"{page}{verb}/", fields, follow=True)  # noqa: E731
    for white, result in ((1, "10"), (4, "10")):
        post("play-off", white=white, result=result)
    shown = text(client.get(page))
    assert "Rapid match Aster Dahlia 1-0 Rapid match Dahlia Aster 1-0" in shown
    assert "Armageddon game White" in shown
    post("play-off", white=1, result="==")
    assert "Dahlia advances" in text(client.get(page))
    assert "Decided by an Armageddon game." in text(client.get(page))
    post("undo", reason="typed wrongly")
    assert state_of(event).decision.waits_for == "armageddon"
    post("decide", winner=1, reason="the other team has left")
    assert (state_of(event).winner, state_of(event).decision.rule) == (1, "decision")
    log = text(client.get(reverse("log", args=[event.slug])))
    assert "Rapid match: Aster – Dahlia 1-0" in log
    assert "Decision of the arbiter: Aster (Aster – Dahlia)" in log


def test_lots_are_drawn_for_a_team():
    event = cup(play_off="lots")
    lot = play_offs.draw_lot(event, 1, "A-1-1", COMMAND)
    assert state_of(event).winner == lot.first.number
    play_offs.draw_lot(event, 1, "A-1-2", COMMAND, 3)
    assert state_of(event, "A-1-2").winner == 3
    assert state_of(event, "A-1-2").decision.rule == "lots"


def test_a_level_match_of_teams_stops_the_next_round():
    event = cup()
    with pytest.raises(Refusal, match=r"a play-off has to decide them: 1–4, 2–3\."):
        round_of(event)


def test_a_team_takes_over_the_seat_of_another(client):
    event = cup(play_off="better")
    signed_in(client, event)
    assert set(state_of(event, "A-2-1").players) == {1, 2}
    shown = text(client.get(reverse("duel", args=[event.slug, 1, "A-2-1"])))
    assert "Replace a team" in shown
    assert replace_player(event, 1, "A-2-1", 2, 3, COMMAND, "their bus did not come") == "Cedar"
    event.refresh_from_db()
    round_of(event)
    assert pairs(event, 2) == {(1, 3)}
    assert "Cedar plays in place of Birch." in text(client.get(reverse("duel", args=[event.slug, 1, "A-2-1"])))
    log = text(client.get(reverse("log", args=[event.slug])))
    assert "Birch → Cedar" in log or ("Birch" in log and "Cedar" in log)
    enter(event, 2, {1: "10", 3: "11"})


def test_the_plan_of_teams_offers_rules_for_boards(client):
    event = set_plan(make_teams(4, boards=2), [Stage("knock-out", 1, 1)], COMMAND)
    signed_in(client, event)
    page = text(client.get(reverse("pairings", args=[event.slug])))
    assert "If a match is level: the points on all boards, then the side placed higher before these matches." in page
    assert "the Berlin score" in page
    assert "two rapid matches" in page
    assert "two rapid games" not in page


def test_a_corrected_board_shows_which_match_of_teams_hangs_on_it(client):
    event = set_plan(make_teams(4, boards=2), [Stage("knock-out", 1, 1)], COMMAND)
    round_of(event)
    enter(event, 1, dict.fromkeys(range(1, 5), "1="))
    round_of(event)
    enter(event, 2, {1: "1="})
    game = next(
        game
        for game in read_boards(event, 1)
        if game.match_board == 1 and {game.match.first.number, game.match.second.number} == {1, 4}
    )
    signed_in(client, event)
    lost = "01" if game.white.team.number == 1 else "10"
    answer = text(
        send(client, game.board, lost, number=1, version=game.version, slug=event.slug, HTTP_HX_REQUEST="true")
    )
    assert "Final: Aster – Birch has begun. It would be Dahlia – Birch" in answer


def test_a_decision_on_which_a_begun_match_hangs_is_confirmed(client):
    event = cup(play_off="lots")
    for key, winner in (("A-1-1", 1), ("A-1-2", 2)):
        play_offs.draw_lot(event, 1, key, COMMAND, winner)
    event.refresh_from_db()
    round_of(event)
    enter(event, 2, {1: "1="})
    signed_in(client, event)
    page = reverse("duel", args=[event.slug, 1, "A-1-1"])
    for verb, fields in (("decide", {"winner": 4}), ("undo", {})):
        answer = client.post(f"{page}{verb}/", {"reason": "an error", **fields})
        assert answer.status_code == 422
        assert "The players of later matches that have begun would change" in text(answer)
        assert "Aster – Birch" in text(answer)
        assert "The games of the later matches no longer count." in text(answer)
        assert state_of(event).winner == 1, "nothing is stored before it is confirmed"
    client.post(f"{page}decide/", {"reason": "an error", "winner": 4, "agreed": "on"})
    assert state_of(event).winner == 4
