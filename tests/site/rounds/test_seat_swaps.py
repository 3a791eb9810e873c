"""What was wrong at the board is put right in a published round: colours, opponents, boards for the unpaired."""

import pytest

from pairing.plan.stages import Stage
from tests.site.brackets.test_knock_out import enter as enter_all
from tests.site.brackets.test_knock_out import next_round
from tests.site.championship import director, draw, make_championship, play, publish, swiss
from tests.site.factories import make_event, person
from tests.site.teams import make_teams, round_of
from tests.site.teams import swiss as team_swiss
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.seat_swaps import find_swap_effect, swap_seats
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.history.past import state_at
from tournaments.models import Game, LogEntry, TeamMatch
from tournaments.queries.standings.crosstable import read_crosstable

pytestmark = pytest.mark.django_db


def place(event, player):
    """Return where a player sits in round 1: board, White, Black, result."""
    rows = Game.objects.filter(round__event=event, round__number=1)
    rows = rows.values_list("board", "white__number", "black__number", "result", "white_score", "black_score")
    return next(tuple(row) for row in rows if player in row[1:3])


def enter(event, board, *value):
    enter_result(
        event, 1, board, Entry(*value, version=Game.objects.get(round__number=1, board=board).version), COMMAND
    )


RESULTS = [("10", "01"), ("01", "10"), ("==", "=="), ("+-", "-+"), ("--", "--"), ("WL", "LW"), ("=0", "0="), ("", "")]


@pytest.mark.parametrize(("stored", "turned"), RESULTS)
def test_colours_are_exchanged_and_the_winner_stays_the_same_person(stored, turned):
    event = make_event()
    if stored:
        enter(event, 2, stored)
    swap_seats(event, 1, (3, 4), COMMAND, "wrong colours")
    assert place(event, 3) == (2, 4, 3, turned, None, None)


def test_scores_go_with_their_player():
    event = make_event(discipline="scrabble", tiebreaks="PTS,SPREAD")
    enter(event, 2, None, 402, 381)
    swap_seats(event, 1, (3, 4), COMMAND, "wrong order")
    assert place(event, 3) == (2, 4, 3, "01", 381, 402)


def test_exchanged_opponents_play_again():
    event = make_event()
    enter(event, 1, "10")
    enter(event, 2, "==")
    seen = Game.objects.get(round__number=1, board=1).version
    swap_seats(event, 1, (2, 3), COMMAND, "sat down wrongly")
    assert [place(event, player) for player in (1, 4)] == [(1, 1, 3, "", None, None), (2, 2, 4, "", None, None)]
    assert enter_result(event, 1, 1, Entry("10", version=seen), COMMAND).outcome == "conflict"
    game = Game.objects.get(round__number=1, board=1)
    assert (game.entered_by, game.entered_at) == (None, None)


def test_who_has_no_opponent_gets_a_board():
    event = make_championship(9)
    swiss(event)
    (draft,) = draw(event)
    publish(event)
    free = draft.byes[0]["player"]
    late = add_player(event, {"name": "Late, Lou"}, COMMAND).number
    swap_seats(event, 1, (late, free), COMMAND, "came after all")
    assert place(event, late) == (5, late, free, "", None, None)
    later = add_player(event, {"name": "Later, Liz"}, COMMAND).number
    swap_seats(event, 1, (later, free), COMMAND, "here now")
    assert place(event, later) == (5, late, later, "", None, None)
    assert place(event, free)[1:4] == (free, None, "Z")


def test_the_past_before_each_repair_comes_back():
    event = make_championship(9)
    swiss(event)
    (draft,) = draw(event)
    publish(event)
    free, (white, black) = draft.byes[0]["player"], (draft.boards[0][side] for side in ("white", "black"))
    late = add_player(event, {"name": "Late, Lou"}, COMMAND).number
    enter(event, 1, None, 402, 381)
    steps = [(white, black), (white, draft.boards[1]["black"]), (late, free), (late, draft.boards[2]["white"])]
    pictures = []
    for pair in steps:
        moment = LogEntry.objects.filter(event=event).latest("pk").at
        pictures.append((moment, {place(event, number) for number in range(1, 11)}))
        swap_seats(event, 1, pair, COMMAND, "wrong")
    for moment, taken in pictures:
        past = state_at(event, moment)
        names = ("board", "white", "black", "result", "white_score", "black_score")
        rows = [tuple(row[name] for name in names) for row in past.rows]
        assert not past.gaps
        assert set(rows) == taken


REFUSED = [
    ((3, 3), "Select exactly two"),
    ((3, 99), "Number 99 is not in this round"),
    ((3, 8), "Number 8 is not in this round"),
]


@pytest.mark.parametrize(("pair", "why"), REFUSED)
def test_a_seat_that_does_not_exist_is_refused(pair, why):
    event = make_event()
    last = Game.objects.filter(round__event=event, round__number=1, board=4)
    last.update(black=None, board=None, result="H", white=event.players.get(number=8))
    with pytest.raises(Refusal, match=why):
        swap_seats(event, 1, pair, COMMAND, "wrong")


def test_a_preview_changes_nothing_and_is_refused_once_it_is_old():
    event = make_event()
    effect = find_swap_effect(event, 1, (2, 3), COMMAND)
    assert [board["board"] for board in effect.after["boards"]] == [1, 2]
    assert place(event, 2) == (1, 1, 2, "", None, None)
    enter(event, 1, "10")
    with pytest.raises(Refusal, match="Somebody has changed"):
        swap_seats(event, 1, (2, 3), COMMAND, "wrong", effect.seen)


def test_the_page_shows_what_changes_before_it_does(client):
    event = make_event()
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    enter(event, 1, "10")
    address, form = f"/e/{event.slug}/pairings/exchange/", {"round": 1, "player": 2, "other": 3}
    page = client.post(address, form)
    text = page.content.decode()
    assert "board 1: Müller, Anna – Sørensen, Bo 1-0" in text
    assert "board 1: Müller, Anna – Weiß, Carl" in text
    assert "1 result is cleared" in text
    assert place(event, 2)[3] == "10"
    client.post(address, {**form, "seen": page.context["swap"].seen, "reason": "sat down wrongly"})
    assert (place(event, 2), place(event, 1)[3]) == ((2, 2, 4, "", None, None), "")
    assert LogEntry.objects.filter(event=event).first().reason == "sat down wrongly"


def test_a_preview_names_the_rules_that_the_change_would_break(client):
    """Players 1 and 5 met in round 1, and 2 and 3 may not meet at all."""
    event = make_championship(8, discipline="chess")
    set_plan(event, [Stage("dutch", 1, 5)], COMMAND)
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [2, 3], "", 1), COMMAND)
    for number in (1, 2):
        draw(event)
        publish(event)
        if number == 1:
            play(event, 1)
    games = read_crosstable(staff_reader(event)).games
    opponents = {player: game.opponent for player in (1, 2) for game in games[player] if game.round == 2}
    codes = [
        {reason.code for reason in find_swap_effect(event, 2, pair, COMMAND).broken}
        for pair in ((opponents[1], 5), (opponents[2], 3))
    ]
    assert "illegal-repeat" in codes[0] and "illegal-forbidden" in codes[1]
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    form = {"round": 2, "player": opponents[1], "other": 5}
    assert "have already met" in client.post(f"/e/{event.slug}/pairings/exchange/", form).content.decode()


def play_plan(plan, last, count=8):
    """Publish rounds up to `last`, and enter the results of those before it."""
    event = make_championship(count, discipline="chess")
    director(event)
    set_plan(event, plan, COMMAND)
    for number in range(1, last + 1):
        next_round(event)
        if number < last:
            enter_all(event, number, "1")
    return event


def read_opponents(event, number):
    games = read_crosstable(staff_reader(event)).games
    return {player: game.opponent for player, own in games.items() for game in own if game.round == number}


def broken_by(event, number, pair):
    by = Actor(event.memberships.get().user, Role.CHIEF_ARBITER)
    return {reason.code for reason in find_swap_effect(event, number, pair, by).broken}


KNOCK_OUT = {"play_off": "lots"}


def test_a_preview_names_a_second_meeting_in_a_later_round():
    event = play_plan([Stage("dutch", 1, 5)], 2)
    pair = read_opponents(event, 1)[1], read_opponents(event, 2)[1]
    assert "illegal-repeat" in broken_by(event, 1, pair)


def test_a_preview_names_nothing_that_a_later_match_allows():
    """Who met in the round before may play a match, and have the same colour for the third time."""
    event = play_plan([Stage("dutch", 1, 2), Stage("knock-out", 3, 5, KNOCK_OUT)], 3)
    pair = read_opponents(event, 2)[1], read_opponents(event, 3)[1]
    assert broken_by(event, 2, pair) == set()
    first, second, third = (Game.objects.filter(round__number=number) for number in (1, 2, 3))
    for game in third.select_related("white", "black"):
        if not first.filter(white=game.white).exists():
            swap_seats(event, 3, (game.white.number, game.black.number), COMMAND, "colours")
    turned = second.exclude(white__in=first.values("white")).first()
    assert broken_by(event, 2, (turned.white.number, turned.black.number)) == set()


def test_a_preview_looks_at_the_table_of_its_round():
    """Rounds after a knock-out begin from nothing: who met before it may meet again."""
    plan = [Stage("dutch", 1, 3), Stage("knock-out", 4, 6, KNOCK_OUT), Stage("dutch", 7, 9, {"field": 8})]
    event = play_plan(plan, 8)
    before, seventh, eighth = (read_opponents(event, number) for number in (3, 7, 8))
    one, other = next((n, m) for n, m in before.items() if m not in (seventh[n], eighth[n]))
    assert "illegal-repeat" not in broken_by(event, 7, (seventh[one], other))
    assert "illegal-repeat" in broken_by(event, 7, (seventh[one], eighth[one]))


def test_results_of_a_match_stay_with_their_winners_when_its_colours_are_exchanged():
    event = team_swiss(make_teams(7))
    round_of(event)
    match = TeamMatch.objects.get(table=1)
    enter_result(event, 1, 1, Entry("10", version=match.games.get(match_board=1).version), COMMAND)
    winner = match.games.get(match_board=1).white
    swap_seats(event, 1, (match.first.number, match.second.number), COMMAND, "colours")
    turned = TeamMatch.objects.get(table=1).games.get(match_board=1)
    assert (turned.black, turned.result) == (winner, "01")


def test_two_unpaired_teams_meet():
    event = team_swiss(make_teams(7))
    round_of(event)
    bye = TeamMatch.objects.get(second=None)
    match = TeamMatch.objects.get(table=3)
    match.games.all().delete()
    TeamMatch.objects.filter(pk=match.pk).update(second=None, table=None, end="Z")
    swap_seats(event, 1, (match.first.number, bye.first.number), COMMAND, "both are here")
    paired = TeamMatch.objects.get(first=match.first)
    assert (paired.second, paired.table, paired.end, paired.games.count()) == (bye.first, 3, "", event.team_boards)
