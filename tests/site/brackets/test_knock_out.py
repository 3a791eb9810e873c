"""A knock-out from its plan to its winner: the draw, byes, level matches, places, and the pages of its brackets."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from pairing.plan import stages
from tests.site.championship import director, draw, make_championship, publish
from tests.site.factories import person
from tests.site.rounds.test_plan_form import fields, post, signed_in
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.players.players import remove_player
from tournaments.actions.rounds import play_offs
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.rounds.substitutes import replace_player
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import PrizeSharing
from tournaments.domain.desk.entry import Entry
from tournaments.history.past import state_at
from tournaments.models import Event, Game, Prize
from tournaments.pages.event.about import describe_play
from tournaments.pages.hall.paper import wall_chart
from tournaments.pages.rounds.bracket import bracket_view
from tournaments.pages.rounds.pairings import pairings_view
from tournaments.pages.site.leaders import list_leaders
from tournaments.pages.standings.crosstable import crosstable_view
from tournaments.pages.standings.prizes import prizes_view
from tournaments.pages.standings.standings import standings_view
from tournaments.pages.standings.statistics import statistics_view
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.draft_age import is_outdated
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings
from tournaments.static_site.files import build_files
from tournaments.wording.duels import describe_duel
from tournaments.wording.pairings import pairing_system

pytestmark = pytest.mark.django_db

CUP = {"play_off": "rapid2 armageddon lots"}


def cup(count=6, discipline="chess", **settings):
    event = make_championship(count, discipline=discipline)
    return set_plan(event, [stages.Stage("knock-out", 1, 1, {**CUP, **settings})], COMMAND)


def next_round(event):
    draw(event)
    publish(event)
    event.refresh_from_db()


def enter(event, number, result, winner=None):
    """Enter the results of a round: the lower number wins with "1", "=" is a draw; or one game that somebody wins."""
    for game in read_boards(event, number).filter(result=""):
        if winner and winner not in (game.white.number, game.black.number):
            continue
        is_white = game.white.number == (winner or min(game.white.number, game.black.number))
        entry = Entry("==" if result == "=" else "10" if is_white else "01", version=game.version)
        enter_result(event, number, game.board, entry, COMMAND)
    event.refresh_from_db()


def placed(event):
    return " ".join(f"{row.rank}:{row.number}" for row in read_standings(staff_reader(event)).rows)


def pairs(event, number):
    return {tuple(sorted((game.white.number, game.black.number))) for game in read_boards(event, number)}


def test_a_cup_with_byes_to_its_winner():
    event = cup(6)
    (draft,) = draw(event)
    assert sorted(bye["player"] for bye in draft.byes) == [1, 2], "the best have the byes"
    publish(event)
    event.refresh_from_db()
    assert [(stage.first, stage.last) for stage in plan.read_plan(event)] == [(1, 3)], "six players need three rounds"
    assert event.planned_rounds == 3
    assert pairs(event, 1) == {(4, 5), (3, 6)}
    assert not Game.objects.filter(round__event=event, black=None).exists(), "a bye of a bracket scores nothing"
    assert placed(event) == "1:1 1:2 1:3 1:4 1:5 1:6"
    enter(event, 1, "1")
    assert placed(event) == "1:1 1:2 1:3 1:4 5:5 5:6"
    next_round(event)
    assert pairs(event, 2) == {(1, 4), (2, 3)}
    enter(event, 2, "1")
    next_round(event)
    assert pairs(event, 3) == {(1, 2)}
    assert not read_progress(staff_reader(event)).finished
    enter(event, 3, "1", winner=2)
    assert placed(event) == "1:2 2:1 3:3 3:4 5:5 5:6"
    assert read_progress(staff_reader(event)).finished
    assert {row.values for row in read_standings(staff_reader(event)).rows} == {(0, 0, 0)}, (
        "the games count nowhere else"
    )


def test_a_level_match_is_decided_by_its_play_off_and_counts_nowhere_else():
    event = cup(4)
    next_round(event)
    enter(event, 1, "1", winner=1)
    enter(event, 1, "=")
    assert [duel.text for duel in pairings_view(staff_reader(event)).level] == ["Player 02 – Player 03: Rapid game"]
    with pytest.raises(Refusal, match="level"):
        draw(event)
    key = next(
        state.duel.key for state in read_courses(read_standings(staff_reader(event)))[0].states if 2 in state.players
    )
    play_offs.enter_play_off(event, 1, key, 3, "10", COMMAND)
    play_offs.enter_play_off(event, 1, key, 2, "10", COMMAND)
    play_offs.enter_play_off(event, 1, key, 2, "==", COMMAND)
    event.refresh_from_db()
    before = read_standings(staff_reader(event)).facts.games
    next_round(event)
    assert pairs(event, 2) == {(1, 3)}, "in an Armageddon game a draw is enough for Black"
    assert [len(games) for games in before.values()] == [1, 1, 1, 1]
    assert pairings_view(staff_reader(event)).level == ()
    with pytest.raises(Refusal, match="needs no play-off"):
        play_offs.enter_play_off(event, 1, key, 2, "10", COMMAND)


def test_a_lot_is_stored_and_an_arbiter_decides_last():
    event = cup(2, play_off="lots")
    next_round(event)
    enter(event, 1, "=")
    lot = play_offs.draw_lot(event, 1, "A-1-1", COMMAND)
    event.refresh_from_db()
    winner = read_standings(staff_reader(event)).rows[0].number
    assert lot.white.number == winner
    with pytest.raises(Refusal, match="reason"):
        play_offs.decide_duel(event, 1, "A-1-1", 3 - winner, COMMAND, "")
    play_offs.decide_duel(event, 1, "A-1-1", 3 - winner, COMMAND, "forgot the clock")
    event.refresh_from_db()
    assert read_standings(staff_reader(event)).rows[0].number == 3 - winner
    play_offs.take_back_play_off(event, 1, "A-1-1", COMMAND, "mistaken")
    event.refresh_from_db()
    assert read_standings(staff_reader(event)).rows[0].number == winner
    with pytest.raises(Refusal, match="already has results"):
        unpublish_round(event, 1, COMMAND, "again")
    assert [entry.action for entry in event.log.order_by("-pk")[:3]] == ["play-off"] * 3


def test_who_withdraws_loses_the_next_match_by_forfeit():
    event = cup(4)
    next_round(event)
    enter(event, 1, "1")
    withdraw_participant(event, 1, COMMAND, "ill")
    next_round(event)
    (game,) = read_boards(event, 2)
    assert game.result in ("+-", "-+")
    assert placed(event) == "1:2 2:1 3:3 3:4"


def test_players_exchanged_by_hand_change_their_lines():
    event = cup(6)
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [5, 6], COMMAND)
    draft.refresh_from_db()
    change_draft(event, 1, draft.revision, "swap", [2, 3], COMMAND)
    publish(event)
    event.refresh_from_db()
    assert pairs(event, 1) == {(4, 6), (2, 5)}
    assert read_courses(read_standings(staff_reader(event)))[0].draw.lines["A"].count(0) == 2
    swap_seats(event, 1, (4, 5), COMMAND, "clubs")
    event.refresh_from_db()
    assert pairs(event, 1) == {(5, 6), (2, 4)}
    enter(event, 1, "1")
    unpublished = pairs(event, 1)
    next_round(event)
    assert unpublished == {(5, 6), (2, 4)}
    assert pairs(event, 2) == {(1, 5), (2, 3)}
    with pytest.raises(Refusal, match="Earlier matches decide"):
        swap_seats(event, 2, (1, 2), COMMAND, "no")


def test_in_later_rounds_a_draft_changes_sides_and_no_opponents():
    event = cup(4, losers="third")
    next_round(event)
    enter(event, 1, "1")
    (draft,) = draw(event)
    board = dict(draft.boards[0])
    assert {board["white"], board["black"]} == {1, 2}
    with pytest.raises(Refusal, match="Earlier matches decide"):
        change_draft(event, 2, draft.revision, "swap", [1, 3], COMMAND)
    draft.refresh_from_db()
    change_draft(event, 2, draft.revision, "swap", [1, 2], COMMAND)
    draft.refresh_from_db()
    assert (draft.boards[0]["white"], draft.boards[0]["black"]) == (board["black"], board["white"])


def test_an_unpublished_draw_comes_back_as_it_was():
    event = cup(6)
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [2, 3], COMMAND)
    publish(event)
    event.refresh_from_db()
    lines = read_courses(read_standings(staff_reader(event)))[0].draw.lines
    unpublish_round(event, 1, COMMAND, "too early")
    (draft,) = event.drafts.all()
    assert sorted(bye["player"] for bye in draft.byes) == [1, 3]
    publish(event)
    event.refresh_from_db()
    assert read_courses(read_standings(staff_reader(event)))[0].draw.lines == lines


def test_who_has_a_bye_can_not_be_removed():
    event = cup(6)
    next_round(event)
    with pytest.raises(Refusal, match="already in the pairings"):
        remove_player(event, 1, COMMAND)


def test_a_best_of_three_may_take_two_rounds_and_a_final_follows_at_once():
    event = make_championship(4, discipline="scrabble")
    semis = stages.Stage("knock-out", 1, 3, {"games": 3, "losers": "out"})
    final = stages.Stage("knock-out", 4, 4, {"entrants": 2})
    set_plan(event, [semis, final], COMMAND)
    for number in (1, 2):
        next_round(event)
        for game in read_boards(event, number):
            scores = (400, 300) if game.white.number < game.black.number else (300, 400)
            enter_result(event, number, game.board, Entry(None, *scores, version=game.version), COMMAND)
        event.refresh_from_db()
    next_round(event)
    assert pairs(event, 3) == {(1, 2)}
    (course,) = read_courses(read_standings(staff_reader(event)))
    assert [(stage.first, stage.last) for stage in plan.read_plan(event)] == [(1, 6), (7, 7)]
    assert course.states[-1].rounds == (3,)


def test_the_draw_by_lot_names_its_seed():
    event = cup(8, seeding="lots")
    (draft,) = draw(event)
    assert draft.proposal["seed"]
    again = [board["white"] for board in draft.boards]
    set_plan(event, [stages.Stage("knock-out", 1, 3, {"seeding": "lots", "seed": draft.proposal["seed"]})], COMMAND)
    (draft,) = draw(event)
    assert {*again} <= {board[side] for board in draft.boards for side in ("white", "black")}


def test_the_plan_says_what_a_knock_out_comes_to(client):
    event = make_championship(13, discipline="chess")
    signed_in(client, event)
    rows = fields() | {"new-system": "knock-out", "new-last": ""}
    assert post(client, event, "plan", **rows).status_code == 302, "its last round follows from the players"
    assert plan.read_plan(event) == (stages.Stage("knock-out", 1, 4),)
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "13 players: 4 rounds." in page
    assert "3 byes in the first round." in page
    assert "Round 1: cadrage." in page
    assert "Round 2: quarter-finals." in page
    assert "the spread of the match" not in page, "chess is never decided by spread"
    settings = {
        "entrants": "4", "further": "1", "seeding": "places", "apart": "nobody", "games": "2", "final_games": "4",
        "counting": "best", "losers": "third", "consolations": "0", "defeats": "1",
        "play_off_0": "rapid2", "play_off_1": "armageddon",
    }  # fmt: skip
    rows = fields(("knock-out", 4)) | {f"stage-0-{name}": value for name, value in settings.items()}
    assert post(client, event, "plan", **rows).status_code == 302
    (stage,) = plan.read_plan(event)
    assert (stage.last, stage.get("play_off")) == (6, "rapid2 armageddon")
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "8 players: 6 rounds." in page
    assert "A bracket each: places 1 to 4, places 5 to 8." in page
    assert "If a match is level: two rapid games, then an Armageddon game: a draw is enough for Black." in page


def test_everybody_reads_the_bracket_and_its_matches(client):
    event = cup(6, losers="third")
    assert "No bracket is drawn yet." in client.get(reverse("bracket", args=[event.slug])).content.decode()
    next_round(event)
    enter(event, 1, "1")
    next_round(event)
    enter(event, 2, "=")
    page = client.get(reverse("bracket", args=[event.slug])).content.decode()
    for words in ("Cadrage", "Semi-final", "Final", "Places 3 and 4", "bye", "level: play-off"):
        assert words in page
    assert client.get(reverse("standings", args=[event.slug])).url == reverse("bracket", args=[event.slug])
    view = bracket_view(staff_reader(event))
    assert [len(level.duels) for level in view.stages[0].brackets[0].levels] == [4, 2, 1]
    assert view.stages[0].brackets[0].levels[-1].duels[0].seats[0].name == "Player 01 / Player 04"
    duel = client.get(reverse("duel", args=[event.slug, 1, "A-2-1"])).content.decode()
    assert "The match is level" in duel
    assert "Save the decision" not in duel
    assert client.get(reverse("duel", args=[event.slug, 1, "A-1-1"])).status_code == 404, "a bye"
    assert client.get(reverse("duel", args=[event.slug, 1, "Z-1-1"])).status_code == 404


def test_the_staff_enters_a_play_off_on_the_page_of_the_match(client):
    event = cup(4)
    next_round(event)
    enter(event, 1, "=")
    client.force_login(person("entry", event, Role.ENTRY))
    page = reverse("duel", args=[event.slug, 1, "A-1-1"])
    assert "Rapid game" in client.get(page).content.decode()
    for white, result in (("1", "10"), ("4", "==")):
        assert client.post(f"{page}play-off/", {"white": white, "result": result}).status_code == 302
    assert "decided by rapid games" in client.get(page).content.decode().lower()
    refused = client.post(f"{page}play-off/", {"white": "1", "result": "10"})
    assert refused.status_code == 422
    assert "needs no play-off" in refused.content.decode()
    assert client.post(f"{page}decide/", {"winner": "1", "reason": "x"}).status_code == 403
    other = reverse("duel", args=[event.slug, 1, "A-1-2"])
    for game in ("10", "01", "==", "=="):
        client.post(f"{other}play-off/", {"white": "2", "result": game})
    event.refresh_from_db()
    (course,) = read_courses(read_standings(staff_reader(event)))
    state = course.by_key["A-1-2"]
    assert (state.winner, state.decision.rule) == (3, "armageddon")
    said = describe_duel(course, state, {2: "Ben", 3: "Cleo"})
    assert said == "Semi-final: Ben – Cleo ½:½. Cleo has won the match (decided by an Armageddon game)."


def test_the_table_says_how_the_matches_stand():
    event = cup(4)
    next_round(event)
    enter(event, 1, "1", winner=1)
    said = standings_view(staff_reader(event)).final
    assert said == (
        "Semi-final: Player 01 – Player 04 1:0. Player 01 has won the match.",
        "Semi-final: Player 02 – Player 03.",
    )
    enter(event, 1, "=")
    assert standings_view(staff_reader(event)).final[1] == (
        "Semi-final: Player 02 – Player 03 ½:½. The match is level: a play-off decides it."
    )


def test_a_chief_arbiter_decides(client):
    event = cup(2)
    next_round(event)
    enter(event, 1, "=")
    client.force_login(director(event).user)
    page = reverse("duel", args=[event.slug, 1, "A-1-1"])
    assert client.post(f"{page}decide/", {"winner": "0", "reason": "both were late"}).status_code == 302
    event.refresh_from_db()
    assert placed(event) == "2:1 2:2"
    assert client.post(f"{page}undo/", {"reason": "they were not"}).status_code == 302
    event.refresh_from_db()
    assert placed(event) == "1:1 1:2"


def test_pages_of_a_cup_show_its_games_and_no_values(client):
    event = cup(6)
    next_round(event)
    enter(event, 1, "1")
    view = standings_view(staff_reader(event))
    assert (view.columns, view.rules, {row.cells for row in view.rows}) == ((), pairing_system("knock-out"), {()})
    page = client.get(f"/e/{event.slug}/?table=1").content.decode()
    assert 'id="standings"' in page and "The bars at the points" not in page
    assert "Tap any number" not in page, "there is none"
    assert describe_play(event) == f"Chess, {pairing_system('knock-out')}, 3 rounds"
    grid = {
        line.number: [meeting.mark for meeting in line.squares[0].meetings]
        for line in crosstable_view(staff_reader(event)).lines
    }
    assert grid == {1: [], 2: [], 3: ["1"], 4: ["1"], 5: ["0"], 6: ["0"]}
    chart = wall_chart(staff_reader(event), 0)
    assert [line.cells[0].mark for line in chart.charts[0].lines] == ["", "", "1", "1", "0", "0"]
    assert (view.stage, chart.stage, chart.with_points) == ("after round 1 of 3", "after round 1 of 3", False)
    (spent,) = statistics_view(staff_reader(event)).attendance
    assert {part.code: part.amount for part in spent.parts} == {
        "played": 4, "open": 0, "forfeit": 0, "bye": 0, "absent": 0,
    }, "who has a bye in the bracket is not absent"  # fmt: skip


def test_why_somebody_is_ahead_names_their_matches(client):
    event = cup(4)
    next_round(event)
    enter(event, 1, "1", winner=4)
    page = reverse("compare", args=[event.slug, 1, 4])
    said = client.get(page).content.decode()
    assert "Why Player 04 is ahead of" in " ".join(said.split())
    assert "Semi-final: Player 01 – Player 04 0:1. Player 04 has won the match." in said
    assert "share the" not in said and "No criterion" not in said
    values = client.get(f"{page}?format=json").json()
    assert (values["ahead"], values["by_matches"], values["shared_rank"]) == (4, True, False)
    page = reverse("compare", args=[event.slug, 2, 3])
    values = client.get(f"{page}?format=json").json()
    assert (values["by_matches"], values["shared_rank"], values["level"]) == (False, True, []), "their match is open"
    said = client.get(page).content.decode()
    assert "No match has separated them." in said and "Tied on" not in said


def test_the_cross_table_of_a_cup_has_no_points(client):
    event = cup(4)
    next_round(event)
    page = client.get(reverse("crosstable", args=[event.slug])).content.decode()
    assert 'id="crosstable"' in page and 'class="points"' not in page


def test_a_correction_shows_the_matches_that_hang_on_it_and_moves_them_once_confirmed(client):
    event = cup(8, losers="third")
    for number in (1, 2):
        next_round(event)
        enter(event, number, "1")
    next_round(event)
    client.force_login(director(event).user)
    semi_final = next(game for game in read_boards(event, 2) if 1 in (game.white.number, game.black.number))
    desk = reverse("enter", args=[event.slug, 2, semi_final.board])
    turned = "01" if semi_final.white.number == 1 else "10"
    entry = {"result": turned, "version": semi_final.version, "uuid": str(uuid4())}
    answer = client.post(desk, entry)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Later matches depend on this result:" in page
    said = "has begun. It would be {}, and the games that have been played would not count."
    assert f"Final: Player 01 – Player 02 {said.format('Player 04 – Player 02')}" in page
    assert f"Places 3 and 4: Player 04 – Player 03 {said.format('Player 01 – Player 03')}" in page
    assert pairs(event, 3) == {(1, 2), (3, 4)}
    level = client.post(desk, entry | {"uuid": str(uuid4()), "result": "=="}).content.decode()
    assert f"Final: Player 01 – Player 02 {said.format('Player 01 / Player 04 – Player 02')}" in level, "who may come"
    saved = client.post(desk, entry | {"uuid": str(uuid4()), "reason": "the slip was turned"})
    assert saved.status_code in (200, 302)
    event.refresh_from_db()
    (course,) = read_courses(read_standings(staff_reader(event)))
    assert [(state.players, state.rounds) for state in course.states[-2:]] == [((4, 2), ()), ((1, 3), ())]
    enter(event, 3, "1")
    assert not read_progress(staff_reader(event)).finished
    strays = "Round 3: Player 01 – Player 02", "Round 3: Player 03 – Player 04"
    assert pairings_view(staff_reader(event)).strays == strays
    next_round(event)
    assert pairs(event, 4) == {(2, 4), (1, 3)}, "the plan takes one round more"
    assert pairings_view(staff_reader(event)).strays == (), "their round can not be paired again any more"
    assert event.planned_rounds == 4
    enter(event, 4, "1")
    assert read_progress(staff_reader(event)).finished
    assert placed(event).startswith("1:2 2:4 3:1 4:3")


def replace(event, key, gone, substitute, reason="ill"):
    name = replace_player(event, 1, key, gone, substitute, COMMAND, reason)
    event.refresh_from_db()
    return name


def test_a_substitute_takes_the_seat_of_who_can_not_play_on(client):
    event = cup(8)
    next_round(event)
    enter(event, 1, "1")
    client.force_login(director(event).user)
    page = reverse("duel", args=[event.slug, 1, "A-2-1"])
    shown = client.get(page).content.decode()
    assert "Replace a player" in shown
    offered = [number for number in range(1, 9) if f'value="{number}">Player 0{number} ({number})<' in shown]
    assert offered == [5, 6, 7, 8], "who has lost"
    posted = client.post(f"{page}replace/", {"gone": "1", "substitute": "8", "reason": "fell ill"})
    assert posted.status_code == 302
    event.refresh_from_db()
    assert "Player 08 plays in place of Player 01." in client.get(page).content.decode()
    assert event.log.order_by("pk").last().after == {"match_key": "A-2-1", "player": 8}
    next_round(event)
    assert pairs(event, 2) == {(4, 8), (2, 3)}
    enter(event, 2, "1", winner=8)
    enter(event, 2, "1")
    assert placed(event) == "1:2 1:8 3:3 3:4 5:1 5:5 5:6 5:7", "who was replaced has the place of the substitute"
    next_round(event)
    enter(event, 3, "1", winner=8)
    assert placed(event).startswith("1:8 2:2")


@pytest.mark.parametrize(
    ("key", "gone", "substitute", "reason", "code"),
    [
        ("A-2-1", 1, 8, " ", "reason-missing"),
        ("A-2-1", 1, 2, "ill", "substitute-plays"),
        ("A-2-1", 1, 1, "ill", "substitute-plays"),
        ("A-2-1", 1, 99, "ill", "substitute-unknown"),
        ("A-2-1", 8, 5, "ill", "bracket-match-player"),
        ("A-1-1", 1, 5, "ill", "bracket-match-begun"),
        ("A-9-9", 1, 5, "ill", "bracket-match-unknown"),
    ],
)
def test_what_can_not_be_a_substitute_is_refused(key, gone, substitute, reason, code):
    event = cup(8)
    next_round(event)
    enter(event, 1, "1")
    with pytest.raises(Refusal) as refused:
        replace(event, key, gone, substitute, reason)
    assert refused.value.code == code
    assert read_courses(read_standings(staff_reader(event)))[0].draw.replaced == {}


def test_a_substitute_can_be_replaced_and_whoever_had_the_seat_may_come_back():
    event = cup(8)
    next_round(event)
    enter(event, 1, "1")
    assert replace(event, "A-2-1", 1, 8) == "Player 08"
    replace(event, "A-2-1", 8, 7)
    assert read_courses(read_standings(staff_reader(event)))[0].draw.replaced == {("A-2-1", 1): 7}
    replace(event, "A-2-1", 7, 1)
    assert read_courses(read_standings(staff_reader(event)))[0].draw.replaced == {}
    next_round(event)
    assert pairs(event, 2) == {(1, 4), (2, 3)}


def test_a_substitute_from_outside_the_bracket_stays_in_the_event():
    event = cup(6, entrants=4)
    next_round(event)
    enter(event, 1, "1")
    replace(event, "A-2-1", 1, 6)
    with pytest.raises(Refusal, match="already in the pairings"):
        remove_player(event, 6, COMMAND)
    remove_player(event, 5, COMMAND)


def test_a_draft_is_outdated_when_somebody_is_replaced():
    event = cup(8)
    next_round(event)
    enter(event, 1, "1")
    (draft,) = draw(event)
    replace(event, "A-2-1", 1, 8)
    draft.refresh_from_db()
    assert is_outdated(event, draft)


def test_a_correction_on_which_nothing_hangs_says_nothing_of_later_matches(client):
    event = cup(4, games=3)
    next_round(event)
    enter(event, 1, "1")
    next_round(event)
    client.force_login(director(event).user)
    game = read_boards(event, 1)[0]
    entry = {"result": "==", "version": game.version, "uuid": str(uuid4())}
    answer = client.post(reverse("enter", args=[event.slug, 1, game.board]), entry)
    assert answer.status_code == 409
    assert "Later matches" not in answer.content.decode()


def test_plain_files_of_an_event_have_its_brackets_and_matches():
    event = cup(6, losers="third")
    next_round(event)
    enter(event, 1, "1")
    files = {path: data.decode() for path, data in build_files(event) if path.endswith(".html")}
    assert {path for path in files if path.startswith("bracket")} == {
        *("bracket.html", "bracket/1-A-1-2.html", "bracket/1-A-1-3.html"),
        *("bracket/1-A-2-1.html", "bracket/1-A-2-2.html", "bracket/1-A-3-1.html", "bracket/1-A3-1-1.html"),
    }
    assert 'href="bracket.html"' in files["index.html"]
    assert 'href="bracket/1-A-1-2.html"' in files["bracket.html"]
    assert 'href="../bracket.html"' in files["bracket/1-A-1-2.html"]
    assert "Player 04 advances: Semi-final against Player 01." in files["bracket/1-A-1-2.html"]
    assert "assets/bracket.css" in files["bracket/1-A-1-2.html"]
    assert "assets/bracket.css" not in files["index.html"]


def test_a_pure_knock_out_has_leaders_and_gives_prizes_by_its_places():
    event = cup(4, losers="third")
    Event.objects.filter(pk=event.pk).update(prize_sharing=PrizeSharing.EQUAL)
    event.refresh_from_db()
    Prize.objects.create(event=event, place=1, text="The cup", amount=100)
    assert list_leaders(event) == ()
    for winner in (1, 2):
        next_round(event)
        enter(event, event.rounds.count(), "1", winner=winner)
        enter(event, event.rounds.count(), "1")
    assert [(leader.place, leader.points) for leader in list_leaders(event)] == [(1, ""), (2, ""), (3, ""), (4, "")]
    assert list_leaders(event)[0].name == "Player 02"
    (line,) = prizes_view(staff_reader(event)).sections[0].lines
    assert line.winner.name == "Player 02"
    assert prizes_view(staff_reader(event)).sections[0].shares == (), "nobody shares the first place"


def test_programs_read_the_matches_of_a_knock_out(client):
    event = cup(4, losers="third")
    address = "/api/v1/events/championship/brackets"
    assert client.get(address).json() == {"tables": [], "items": [], "next": None}
    next_round(event)
    enter(event, 1, "1", winner=1)
    enter(event, 1, "=")
    duels = {duel["key"]: duel for duel in client.get(address).json()["items"]}
    assert list(duels) == ["A-1-1", "A-1-2", "A-2-1", "A3-1-1"]
    assert duels["A-1-1"] == {
        "stage": 1, "key": "A-1-1", "bracket": "A", "level": 1, "title": "Semi-final", "rounds": [1],
        "seats": [
            {"player": 1, "source": "line", "of": "", "wins": "1", "goes_on": True},
            {"player": 4, "source": "line", "of": "", "wins": "0", "goes_on": False},
        ],
        "is_bye": False, "is_over": True, "decided_by": "", "waits_for": "",
    }  # fmt: skip
    assert (duels["A-1-2"]["waits_for"], duels["A-1-2"]["is_over"]) == ("rapid2", False)
    assert duels["A3-1-1"]["seats"] == [
        {"player": 4, "source": "loser", "of": "A-1-1", "wins": None, "goes_on": False},
        {"player": None, "source": "loser", "of": "A-1-2", "wins": None, "goes_on": False},
    ]


def test_the_log_shows_an_event_as_it_was_before_a_play_off():
    event = cup(2, play_off="rapid armageddon")
    next_round(event)
    enter(event, 1, "=")
    moments = [timezone.now()]
    for white, result in ((2, "=="), (1, "01")):
        play_offs.enter_play_off(event, 1, "A-1-1", white, result, COMMAND)
        moments.append(timezone.now())
    play_offs.take_back_play_off(event, 1, "A-1-1", COMMAND, "an error")
    event.refresh_from_db()
    decisions = []
    for moment in moments:
        past = state_at(event, moment)
        assert past.gaps == ()
        decisions.append(read_courses(past.standings)[0].by_key["A-1-1"].decision)
    assert [decision.waits_for for decision in decisions] == ["rapid", "armageddon", ""]
    assert decisions[2].rule == "armageddon"


def test_the_log_shows_an_event_as_it_was_before_a_substitute():
    event = cup(4)
    next_round(event)
    enter(event, 1, "1")
    moments = [timezone.now()]
    for gone, substitute in ((2, 3), (3, 4)):
        replace_player(event, 1, "A-2-1", gone, substitute, COMMAND, "ill")
        event.refresh_from_db()
        moments.append(timezone.now())
    for moment, players in zip(moments, [(1, 2), (1, 3), (1, 4)], strict=True):
        past = state_at(event, moment)
        assert past.gaps == ()
        assert read_courses(past.standings)[0].by_key["A-2-1"].players == players
    replace_player(event, 1, "A-2-1", 4, 2, COMMAND, "is back")
    event.refresh_from_db()
    assert state_at(event, moments[-1]).gaps, "the log does not say for which other matches"
