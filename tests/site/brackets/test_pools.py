"""Pools and the brackets after them: the plan in words, the draw, the pages, and the table of the whole event."""

import pytest
from django.urls import reverse

from pairing.plan import stages
from tests.site.championship import draw, make_championship, publish
from tests.site.reading import text
from tests.site.rounds.test_plan_form import FINAL, fields, post, signed_in
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.substitutes import replace_player
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.exports import tsh_files
from tournaments.formats import tsh
from tournaments.models import Event, Player
from tournaments.pages.rounds.bracket import bracket_view
from tournaments.pages.site.share_card import list_duels
from tournaments.pages.standings.standings import standings_view
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

BARRAGE = {"way": "barrage"}
A_AND_B = {"from_pools": 2, "further": 1}


def event_of(count, *stages_, discipline="petanque"):
    return set_plan(make_championship(count, discipline=discipline), list(stages_), COMMAND)


def pools_and_brackets(count, **settings):
    return event_of(
        count, stages.Stage("pools", 1, 1, BARRAGE | settings), stages.Stage("knock-out", 2, 2, {**A_AND_B})
    )


def next_round(event):
    draw(event)
    publish(event)
    event.refresh_from_db()


def enter(event, number, *winners):
    """Enter the open results of a round: 13:7 for the lower number, or for the `winners`."""
    for game in read_boards(event, number).filter(result=""):
        white, black = game.white.number, game.black.number
        wins = white in winners or (black not in winners and white < black)
        scores = (13, 7) if wins else (7, 13)
        enter_result(event, number, game.board, Entry(None, *scores, version=game.version), COMMAND)
    event.refresh_from_db()


def play(event, first, last):
    for number in range(first, last + 1):
        next_round(event)
        enter(event, number)


def placed(event):
    return " ".join(f"{row.rank}:{row.number}" for row in read_standings(staff_reader(event)).rows)


def pairs(event, number):
    return {tuple(sorted((game.white.number, game.black.number))) for game in read_boards(event, number)}


def test_the_last_step_of_setting_up_says_what_the_plan_comes_to(client):
    event = pools_and_brackets(16)
    signed_in(client, event, Role.OWNER)
    page = text(client.get(reverse("setup_ready", args=[event.slug])))
    assert "1–3: Pools, 4–6: Knock-out" in page
    assert "16 players: 4 pools of 4. 3 rounds. Winners meet and losers meet, then the barrage" in page
    assert "Bracket A: places 1 to 2 of each pool. Bracket B: places 3 to 4 of each pool." in page
    (stages_, last) = client.get(reverse("pairings", args=[event.slug])).context["plan_form"].forms[:2]
    assert " ".join(stages_.in_words) in page and " ".join(last.in_words) in page, "as the page of the plan does"


def test_the_files_of_tsh_have_no_gaps_where_somebody_goes_on_without_a_game():
    event = event_of(
        7, stages.Stage("pools", 1, 1, BARRAGE), stages.Stage("knock-out", 2, 2, A_AND_B), discipline="scrabble"
    )
    play(event, 1, 4)
    read = tsh.read_division(tsh_files.write_division(staff_reader(event))).crosstable
    facts = read_players_crosstable(staff_reader(event))
    for number, games in facts.games.items():
        assert [(g.round, g.opponent, g.own_score) for g in read.games[number] if g.opponent] == [
            (g.round, g.opponent, g.own_score) for g in games
        ]
        assert {g.points for g in read.games[number] if not g.opponent} <= {0}, "neither won nor lost"


def test_pools_by_winners_and_losers_and_then_two_brackets():
    event = pools_and_brackets(16)
    next_round(event)
    assert [(stage.system, stage.first, stage.last) for stage in plan.read_plan(event)] == [
        ("pools", 1, 3),
        ("knock-out", 4, 6),
    ]
    assert plan.read_plan(event)[1].get("entrants") == 8
    assert pairs(event, 1) == {(1, 16), (8, 9), (2, 15), (7, 10), (3, 14), (6, 11), (4, 13), (5, 12)}
    enter(event, 1)
    play(event, 2, 3)
    assert placed(event) == ("1:1 1:2 1:3 1:4 5:5 5:6 5:7 5:8 9:9 9:10 9:11 9:12 13:13 13:14 13:15 13:16"), (
        "who is in the same place of another pool shares it"
    )
    assert not read_progress(staff_reader(event)).finished
    next_round(event)
    mates = {number: min(number % 8, -number % 8 + 1) for number in range(1, 17)}
    assert len(pairs(event, 4)) == 8
    assert not [pair for pair in pairs(event, 4) if mates[pair[0]] == mates[pair[1]]], "pool mates are kept apart"
    assert {number for pair in pairs(event, 4) for number in pair if max(pair) <= 8} == set(range(1, 9))
    enter(event, 4)
    play(event, 5, 6)
    assert read_progress(staff_reader(event)).finished
    assert placed(event) == "1:1 2:2 3:3 3:4 5:5 5:6 5:7 5:8 9:9 10:10 11:11 11:12 13:13 13:14 13:15 13:16"


def test_a_pool_of_three_has_no_opponent_at_first_and_counts_it_as_won():
    event = pools_and_brackets(7)
    (draft,) = draw(event)
    assert [bye["player"] for bye in draft.byes] == [2]
    assert draft.byes[0]["reasons"][0][0] == "pool-bye"
    publish(event)
    enter(event, 1)
    next_round(event)
    assert pairs(event, 2) == {(1, 4), (5, 7), (2, 3)}, "in the pool of three, the loser waits for the barrage"
    assert not event.rounds.get(number=2).games.filter(black=None).exists(), "a bye of a pool scores nothing"
    enter(event, 2)
    next_round(event)
    assert pairs(event, 3) == {(4, 5), (3, 6)}
    enter(event, 3)
    assert placed(event) == "1:1 1:2 3:3 3:4 5:5 5:6 7:7"


def test_all_play_all_and_the_table_of_the_pool_decides():
    event = event_of(8, stages.Stage("pools", 1, 3, {"seeding": "pots", "seed": 3}), discipline="scrabble")
    (draft,) = draw(event)
    assert draft.proposal["seed"] is not None
    publish(event)
    enter(event, 1)
    play(event, 2, 3)
    view = bracket_view(staff_reader(event))
    (stage,) = view.stages
    assert [bracket.title for bracket in stage.brackets] == ["Pool 1", "Pool 2"]
    table = stage.brackets[0].table
    assert table.heads[0][0] == "Wins"
    assert [row.place for row in table.rows] == ["1", "2", "3", "4"]
    assert [row.values[0] for row in table.rows] == ["3", "2", "1", "0"]
    assert read_progress(staff_reader(event)).finished
    assert {row.rank for row in read_standings(staff_reader(event)).rows} == {1, 3, 5, 7}
    assert standings_view(staff_reader(event)).final[0].startswith("Pool 1: 1. Player")


@pytest.mark.parametrize(("players", "is_folded"), [(8, False), (16, True)])
def test_many_matches_of_a_turn_are_folded_above_the_table(client, players, is_folded):
    event = event_of(players, stages.Stage("pools", 1, 3))
    event.is_public = True
    event.save()
    next_round(event)
    page = client.get(f"/e/{event.slug}/?table=1").text
    assert ('<details class="final">' in page, '<ul class="final">' in page) == (is_folded, not is_folded)


def test_a_draw_in_a_pool_needs_no_play_off():
    event = event_of(4, stages.Stage("pools", 1, 3), discipline="chess")
    next_round(event)
    game, other = read_boards(event, 1)
    enter_result(event, 1, game.board, Entry("==", version=game.version), COMMAND)
    event.refresh_from_db()
    assert "Pool 1, round 1: Player 01 – Player 04 ½:½. The game is drawn." in standings_view(staff_reader(event)).final
    enter_result(event, 1, other.board, Entry("==", version=other.version), COMMAND)
    event.refresh_from_db()
    next_round(event)
    assert len(pairs(event, 2)) == 2


def test_who_withdraws_loses_the_other_games_of_the_pool_and_the_rest_go_on():
    event = event_of(8, stages.Stage("pools", 1, 3), stages.Stage("knock-out", 4, 4, {"from_pools": 2}))
    next_round(event)
    enter(event, 1)
    withdraw_participant(event, 1, COMMAND, "ill")
    next_round(event)
    game = next(game for game in read_boards(event, 2) if 1 in (game.white.number, game.black.number))
    assert game.result in ("+-", "-+")
    enter(event, 2)
    play(event, 3, 3)
    assert plan.read_plan(event)[1].get("entrants") == 4, "the pools were drawn for eight"
    next_round(event)
    seated = {number for pair in pairs(event, 4) for number in pair}
    assert len(seated) == 4
    assert 1 not in seated


def test_players_of_a_club_stand_in_different_pools():
    event = event_of(8, stages.Stage("pools", 1, 1, BARRAGE | {"apart": "clubs"}))
    Player.objects.filter(event=event, number__in=(1, 4)).update(club="Boule Lübeck")
    (draft,) = draw(event)
    lines = draft.proposal["lines"]
    assert not [line for line in lines.values() if {1, 4} <= set(line)]


def test_players_exchanged_by_hand_change_their_pools():
    event = event_of(7, stages.Stage("pools", 1, 1, BARRAGE))
    (draft,) = draw(event)
    assert draft.proposal["lines"] == {"A": [1, 7, 4, 5], "B": [2, 0, 3, 6]}
    change_draft(event, 1, draft.revision, "swap", [2, 7], COMMAND)
    draft.refresh_from_db()
    boards = draft.boards
    publish(event)
    assert event.rounds.get(number=1).draw["lines"] == {"A": [1, 2, 4, 5], "B": [7, 0, 3, 6]}
    unpublish_round(event, 1, COMMAND, "again")
    (again,) = event.drafts.all()
    assert [[b["white"], b["black"]] for b in again.boards] == [[b["white"], b["black"]] for b in boards]
    assert [bye["player"] for bye in again.byes] == [7]


def test_the_plan_says_in_words_what_it_comes_to(client):
    event = pools_and_brackets(16)
    page = signed_in(client, event).get(reverse("pairings", args=[event.slug])).content.decode()
    for words in (
        "16 players: 4 pools of 4.",
        "Winners meet and losers meet, then the barrage decides on place 2.",
        "Bracket A: places 1 to 2 of each pool.",
        "Bracket B: places 3 to 4 of each pool.",
    ):
        assert words in page
    pools = {"size": "4", "way": "everybody", "players": "", "seeding": "lots", "apart": "clubs", "ties": "figures"}
    pools |= {"play_off_0": "spread", "play_off_1": "better"}
    form = fields(("pools", ""), ("knock-out", ""))
    form |= {f"stage-0-{name}": value for name, value in pools.items()}
    form |= {f"stage-1-{name}": value for name, value in (FINAL | {"from_pools": "1", "entrants": ""}).items()}
    answer = post(client, event, "plan", **form)
    assert answer.status_code == 302, answer.context and [f.errors for f in answer.context["plan_form"].forms]
    assert [(s.system, s.first, s.last, dict(s.settings)) for s in plan.read_plan(event)] == [
        ("pools", 1, 3, {"seeding": "lots", "apart": "clubs", "ties": "figures"}),
        ("knock-out", 4, 9, {"from_pools": 1, "entrants": 4, "games": 3}),
    ]
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "In each pool all play all." in page
    assert "Bracket A: place 1 of each pool." in page


def test_a_substitute_plays_all_coming_matches_of_a_pool_and_may_give_them_back():
    event = event_of(5, stages.Stage("pools", 1, 3, {"players": 4}))
    play(event, 1, 1)
    (course,) = read_courses(read_standings(staff_reader(event)))
    (duel, *_) = (state.duel.key for state in course.states if 4 in state.players and not state.rounds)
    replace_player(event, 1, duel, 4, 5, COMMAND, "fell ill")
    event.refresh_from_db()
    play(event, 2, 2)
    assert 5 in {number for pair in pairs(event, 2) for number in pair}
    (course,) = read_courses(read_standings(staff_reader(event)))
    (duel,) = (state.duel.key for state in course.states if 5 in state.players and not state.rounds)
    assert [sorted(state.players) for state in course.states if 4 in state.players] == [[1, 4]], "only what is played"
    replace_player(event, 1, duel, 5, 4, COMMAND, "is well again")
    event.refresh_from_db()
    play(event, 3, 3)
    assert {number for pair in pairs(event, 3) for number in pair} == {1, 2, 3, 4}
    assert read_progress(staff_reader(event)).finished


def test_the_first_of_the_pools_play_a_final_group_and_the_first_two_of_it_a_final(client):
    group = stages.Stage("pools", 4, 6, {"players": 4})
    final = stages.Stage("knock-out", 7, 7, {"entrants": 2, "further": 1})
    event = event_of(6, stages.Stage("pools", 1, 3, {"size": 3}), group, final)
    play(event, 1, 3)
    assert placed(event) == "1:1 1:2 3:3 3:4 5:5 5:6"
    next_round(event)
    assert pairs(event, 4) == {(1, 4), (2, 3)}
    enter(event, 4, 4)
    for number in (5, 6):
        next_round(event)
        enter(event, number, 4)
    assert placed(event) == "1:4 2:1 3:2 4:3 5:5 5:6"
    next_round(event)
    assert pairs(event, 7) == {(1, 4), (2, 3)}
    one, other = list_duels(bracket_view(staff_reader(event)))
    assert ({one.white, one.black}, {other.white, other.black}) == (
        {"Player 01", "Player 04"}, {"Player 02", "Player 03"},
    )  # fmt: skip
    Event.objects.filter(pk=event.pk).update(may_embed=True)
    page = client.get(f"/e/{event.slug}/bracket/").text
    assert f"/e/{event.slug}/bracket/preview.png?" in page
    assert client.get(f"/e/{event.slug}/bracket/preview.png").content.startswith(b"\x89PNG")
    framed = text(client.get(f"/embed/{event.slug}/?show=bracket"))
    assert "Pool 2" in framed and "Player 04" in framed and "Places 3 and 4" in framed
    exported = text(client.get(f"/e/{event.slug}/export/"))
    assert "Tournament files know neither pools nor brackets, and leave out their byes, play-offs" in exported
    enter(event, 7, 3)
    assert placed(event) == "1:1 2:4 3:3 4:2 5:5 5:6"
