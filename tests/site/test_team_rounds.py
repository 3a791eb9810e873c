"""Rounds of teams on the way from the plan to the published matches: drawn, changed, taken back, refused."""

from itertools import combinations

import pytest
from django.urls import reverse

from pairing import stages
from pairing.stages import Stage
from tests.site.championship import draw, play, publish
from tests.site.drawn_teams import make_teams, matches
from tests.site.hall import person
from tiebreaks.crosstable import Kind
from tiebreaks.refusal import Refusal
from tournaments import actions, history, pairings, plan, queries, worker
from tournaments.actions import COMMAND, Entry
from tournaments.models import Game, Match, Role
from tournaments.tables.log import Asked, log_view

pytestmark = pytest.mark.django_db


def swiss(event, rounds=5, **settings):
    return actions.set_plan(event, [Stage("team-swiss", 1, rounds, settings)], COMMAND)


def robin(event, cycles=1):
    return actions.set_plan(event, stages.round_robin(event.teams.count(), cycles), COMMAND)


def round_of(event, **wishes):
    """Draw, publish and return the next round."""
    draw(event, **wishes)
    (round,) = publish(event)
    return round.number


def facts(event, team):
    return queries.crosstable(event).team_event.matches[team]


def test_a_drawn_round_becomes_matches_with_their_boards():
    event = swiss(make_teams(6, boards=2))
    (draft,) = draw(event)
    assert [(board["white"], board["black"]) for board in draft.boards] == [(1, 4), (5, 2), (3, 6)]
    assert not event.rounds.exists()
    publish(event)
    assert matches(event, 1) == ([(1, 4), (5, 2), (3, 6)], {})
    seats = Game.objects.order_by("board").values_list(
        "board", "match__table", "match_board", "white__name", "black__name"
    )
    assert list(seats)[:4] == [
        (1, 1, 1, "Aster 1", "Dahlia 1"), (2, 1, 2, "Dahlia 2", "Aster 2"),
        (3, 2, 1, "Elder 1", "Birch 1"), (4, 2, 2, "Birch 2", "Elder 2"),
    ]  # fmt: skip
    assert queries.progress(event)[:4] == (1, 5, 0, 6)


def test_the_colours_of_the_boards_are_those_of_the_event():
    event = swiss(make_teams(4, boards=4, team_colours="WBBW"))
    round_of(event)
    whites = Game.objects.filter(match__table=1).order_by("match_board").values_list("white__team__number", flat=True)
    assert list(whites) == [1, 3, 3, 1]


def test_a_whole_swiss_event_of_teams_without_a_second_meeting_or_bye():
    event = swiss(make_teams(7, boards=2))
    met, free = [], []
    for number in range(1, 6):
        assert round_of(event) == number
        pairs, alone = matches(event, number)
        assert sorted([n for pair in pairs for n in pair] + list(alone)) == list(range(1, 8))
        met += [frozenset(pair) for pair in pairs]
        free += alone
        play(event, number)
    assert len(met) == len(set(met)) == 15
    assert len(free) == len(set(free)) == 5
    assert queries.progress(event).finished
    with pytest.raises(Refusal, match="All rounds of the plan are published"):
        draw(event)


@pytest.mark.parametrize(("count", "cycles", "rounds"), [(6, 1, 5), (7, 1, 7), (4, 2, 6)])
def test_a_round_robin_of_teams(count, cycles, rounds):
    event = robin(make_teams(count), cycles)
    met = []
    for number in range(1, rounds + 1):
        round_of(event)
        pairs, alone = matches(event, number)
        met += [frozenset(pair) for pair in pairs]
        assert list(alone.values()) == ["Z"] * (count % 2)
        play(event, number)
    assert sorted(map(sorted, met)) == sorted(
        [*pair] for pair in combinations(range(1, count + 1), 2) for _ in range(cycles)
    )
    queries.forget()
    assert [row.number for row in queries.standings(event).rows]


def test_a_bye_of_a_team_has_the_points_of_the_event():
    event = swiss(make_teams(5, boards=4, team_bye_match_points=2, team_bye_game_points=3))
    round_of(event)
    assert matches(event, 1)[1] == {5: "U"}
    (free,) = facts(event, 5)
    assert (free.kind, free.match_points, free.game_points) == (Kind.PAB, 2, 3)
    assert not Game.objects.filter(white__team__number=5).exists()


def test_a_round_of_teams_is_taken_back_as_it_was():
    event = swiss(make_teams(7))
    (draft,) = draw(event)
    was = draft.boards, [bye["player"] for bye in draft.byes]
    publish(event)
    with pytest.raises(Refusal, match="reason"):
        actions.take_back(event, 1, COMMAND, " ")
    actions.take_back(event, 1, COMMAND, "the wrong list")
    draft = event.drafts.get()
    assert (draft.boards, [bye["player"] for bye in draft.byes]) == was
    assert not (Match.objects.exists() or Game.objects.exists() or event.rounds.exists())
    publish(event, reason="as before")
    actions.enter_result(event, 1, 1, Entry("10", version=0), COMMAND)
    with pytest.raises(Refusal, match="results already"):
        actions.take_back(event, 1, COMMAND, "too late")


def test_a_match_that_was_forfeited_by_hand_keeps_its_round():
    event = swiss(make_teams(4))
    round_of(event)
    actions.end_match(event, 1, 1, "+-", COMMAND, "nobody came")
    with pytest.raises(Refusal, match="results already"):
        actions.take_back(event, 1, COMMAND, "too late")


def test_a_team_withdraws_and_returns():
    event = swiss(make_teams(6))
    round_of(event)
    play(event, 1)
    still_open = actions.withdraw(event, 6, COMMAND, "the bus", of_teams=True)
    assert still_open == []
    assert queries.absent(event, 2) == {6: "Z"}
    assert event.players.filter(withdrawn_from__isnull=False).count() == 0
    round_of(event)
    pairs, alone = matches(event, 2)
    assert alone.pop(6) == "Z"
    assert list(alone.values()) == ["U"]
    assert len(pairs) == 2
    assert facts(event, 6)[1].kind == Kind.ZPB
    with pytest.raises(Refusal, match="Fern has withdrawn already"):
        actions.withdraw(event, 6, COMMAND, "again", of_teams=True)
    with pytest.raises(Refusal, match="no team with the number 9"):
        actions.withdraw(event, 9, COMMAND, "who?", of_teams=True)
    actions.come_back(event, 6, COMMAND, "repaired", of_teams=True)
    assert queries.absent(event, 3) == {}
    assert event.log.get(action="return").before == {"team": 6, "round": 2}


def test_a_team_that_leaves_while_it_plays_is_named_with_its_match():
    event = swiss(make_teams(6))
    round_of(event)
    assert actions.withdraw(event, 2, COMMAND, "ill", of_teams=True) == [(1, 2)]


def test_who_withdraws_from_a_team_is_no_team():
    event = swiss(make_teams(6))
    actions.withdraw(event, 2, COMMAND, "ill")
    assert event.teams.filter(withdrawn_from__isnull=False).count() == 0
    round_of(event)
    names = Game.objects.filter(match__table=1).order_by("match_board").values_list("white__name", "black__name")
    assert list(names) == [("Aster 1", "Dahlia 1"), ("Dahlia 2", "Aster 3")]


@pytest.mark.parametrize(("letter", "points"), [("H", 1), ("Z", 0)])
def test_a_team_asks_not_to_be_paired(letter, points):
    event = swiss(make_teams(7))
    actions.set_absence(event, 3, 1, letter, COMMAND, of_teams=True)
    round_of(event)
    assert matches(event, 1)[1] == {3: letter}
    assert facts(event, 3)[0].match_points == points
    with pytest.raises(Refusal, match="published already"):
        actions.set_absence(event, 4, 1, "H", COMMAND, of_teams=True)


def test_the_half_point_byes_of_a_team_are_limited():
    event = swiss(make_teams(7, bye_requests=1))
    actions.set_absence(event, 3, 1, "H", COMMAND, of_teams=True)
    round_of(event)
    play(event, 1)
    with pytest.raises(Refusal, match="Cedar has had 1 half-point byes"):
        actions.set_absence(event, 3, 3, "H", COMMAND, of_teams=True)


def test_a_team_that_is_absent_from_a_round_robin_loses_its_matches():
    event = robin(make_teams(4))
    actions.withdraw(event, 1, COMMAND, "no money", of_teams=True)
    round_of(event)
    lost = Match.objects.get(second__number=4)
    assert (lost.first.number, lost.end, lost.games.count()) == (1, "-+", 0)
    assert [facts(event, n)[0].kind for n in (1, 4)] == [Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN]
    play(event, 1)
    round_of(event)
    actions.take_back(event, 2, COMMAND, "nothing was entered: the forfeit was known")


def test_a_round_without_a_board_is_a_round():
    event = robin(make_teams(2))
    round_of(event)
    actions.end_match(event, 1, 1, "--", COMMAND, "nobody came")
    assert queries.last_paired(event) == 1
    with pytest.raises(Refusal, match="All rounds of the plan"):
        draw(event)


def test_pairs_and_byes_that_the_arbiter_wants():
    event = swiss(make_teams(7))
    (draft,) = draw(event, fixed=((1, 2),), bye=3, forbidden=((4, 6),))
    pairs = {frozenset((board["white"], board["black"])) for board in draft.boards}
    assert frozenset((1, 2)) in pairs
    assert frozenset((4, 6)) not in pairs
    assert [bye["player"] for bye in draft.byes] == [3]
    publish(event)
    play(event, 1)
    (draft,) = draw(event, fixed=((1, 5),), bye=2)
    assert frozenset((1, 5)) in {frozenset((board["white"], board["black"])) for board in draft.boards}
    assert [bye["player"] for bye in draft.byes] == [2]


def test_a_second_bye_and_a_second_meeting_need_a_reason():
    event = swiss(make_teams(5))
    round_of(event)
    play(event, 1)
    (draft,) = draw(event, bye=5)
    found = pairings.faults(pairings.coming(event), draft, [draft])
    assert "illegal-second-bye" in [fault.code for fault in found]
    (draft,) = draw(event, fixed=(matches(event, 1)[0][0],))
    found = pairings.faults(pairings.coming(event), draft, [draft])
    assert "illegal-repeat" in [fault.code for fault in found]
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="they want to")


@pytest.mark.parametrize("system", ["new-swiss", "king-of-the-hill"])
def test_other_systems_pair_teams_too(system):
    event = actions.set_plan(make_teams(6), [Stage(system, 1, 3)], COMMAND)
    for number in (1, 2, 3):
        assert round_of(event) == number
        assert sorted(n for pair in matches(event, number)[0] for n in pair) == [1, 2, 3, 4, 5, 6]
        play(event, number)


@pytest.mark.parametrize("plan", [stages.swiss(), stages.german_championship(), [Stage("scheveningen", 1, 3)]])
def test_what_pairs_players_is_refused_for_teams(plan):
    event = make_teams(6)
    with pytest.raises(Refusal, match="this is an event of teams"):
        actions.set_plan(event, plan, COMMAND)
    assert not event.stages.exists()


def test_a_plan_from_before_the_event_had_teams_is_refused():
    event = make_teams(6, boards=0)
    actions.set_plan(event, stages.swiss(3), COMMAND)
    type(event).objects.update(team_boards=2)
    event.refresh_from_db()
    with pytest.raises(Refusal, match="this is an event of teams"):
        draw(event)


def test_an_open_match_holds_the_next_round_up():
    event = swiss(make_teams(6))
    round_of(event)
    with pytest.raises(Refusal, match="the results of 3 matches are missing"):
        draw(event)


def test_two_teams_are_exchanged_in_a_published_round():
    event = swiss(make_teams(7))
    round_of(event)
    assert matches(event, 1) == ([(1, 4), (5, 2), (3, 6)], {7: "U"})
    keys = set(Match.objects.values_list("pk", flat=True))
    actions.repair(event, 1, (4, 2), COMMAND, "wrong list")
    assert matches(event, 1)[0] == [(1, 2), (5, 4), (3, 6)]
    actions.repair(event, 1, (3, 6), COMMAND, "colours")
    actions.repair(event, 1, (1, 7), COMMAND, "came late")
    assert matches(event, 1) == ([(7, 2), (5, 4), (6, 3)], {1: "U"})
    assert set(Match.objects.values_list("pk", flat=True)) == keys
    whites = Game.objects.filter(match_board=1).order_by("board").values_list("white__name", "black__name")
    assert list(whites) == [("Gorse 1", "Birch 1"), ("Elder 1", "Dahlia 1"), ("Fern 1", "Cedar 1")]
    actions.enter_result(event, 1, 1, Entry("10", version=0), COMMAND)
    with pytest.raises(Refusal, match="stays as it is"):
        actions.repair(event, 1, (2, 4), COMMAND, "too late")
    with pytest.raises(Refusal, match="Number 9 has no place"):
        actions.repair(event, 1, (4, 9), COMMAND, "who?")


def enter(event, number, *made):
    """Enter the boards of each match as its first team made them, board 1 first: 1, = or 0."""
    turned = {"10": "01", "01": "10", "==": "=="}
    for game in queries.boards(event, number).select_related("match__first", "white__team"):
        own = {"1": "10", "0": "01", "=": "=="}[made[game.match.table - 1][game.match_board - 1]]
        value = own if game.white.team == game.match.first else turned[own]
        actions.enter_result(event, number, game.board, Entry(value, version=game.version), COMMAND)


GROUPS = {  # who has how much after round 1, by what counts first
    "MP": ({"1": 2, "6": 2, "3": 2, "4": 1, "8": 1, "2": 0, "5": 0, "7": 0}, {"team_score": "MP"}),
    "GP": ({"3": 4, "1": 2.5, "6": 2.5, "4": 2, "8": 2, "2": 1.5, "5": 1.5, "7": 0}, {"team_score": "GP"}),
}


@pytest.mark.parametrize("score", GROUPS)
def test_the_engine_pairs_by_the_score_that_comes_first(score):
    """Among three winners by match points one must float; by game points the 4-0 of team 3 floats to a 2½."""
    points, settings = GROUPS[score]
    event = swiss(make_teams(8, boards=4, tiebreaks="GP,MP" if score == "GP" else "MP,GP", **settings))
    assert round_of(event) == 1
    assert matches(event, 1)[0] == [(1, 5), (6, 2), (3, 7), (8, 4)]
    enter(event, 1, "1===", "1===", "1111", "====")
    games = queries.crosstable(event).games
    assert {str(number): float(own[0].points) for number, own in games.items()} == points
    (draft,) = draw(event)
    apart = sorted(abs(points[str(board["white"])] - points[str(board["black"])]) for board in draft.boards)
    assert apart == ([0, 0, 1, 1] if score == "MP" else [0.5, 0.5, 1.5, 1.5])


def test_the_engine_knows_whom_berlin_has_given_the_match_points():
    """All four matches are drawn; by Berlin 5, 2, 3 and 4 have won them, so winners meet winners."""
    event = swiss(make_teams(8, boards=4, berlin="points"))
    round_of(event)
    enter(event, 1, "0==1", "0==1", "1==0", "0==1")
    won = {number for number, own in queries.crosstable(event).games.items() if own[0].points == 2}
    assert won == {2, 3, 4, 5}
    (draft,) = draw(event)
    assert all((board["white"] in won) == (board["black"] in won) for board in draft.boards)


@pytest.fixture
def page(client):
    """A function that loads the page of pairings of a league, or presses a button of it."""

    def load(event, do="", **fields):
        if not event.memberships.exists():
            client.force_login(person("chief", event, Role.CHIEF_ARBITER))
        path = reverse("pairings", args=[event.slug])
        answer = client.post(path, {"do": do, **fields}, follow=True) if do else client.get(path)
        return answer.content.decode()

    return load


def test_a_swiss_event_of_teams_on_the_page(page):
    event = make_teams(6)
    text = page(event)
    assert "Swiss system of teams, seven rounds (FIDE)" in text
    assert "German Scrabble championship" not in text
    assert "Late entry" not in text
    assert "The plan is saved." in page(event, "plan:team-swiss", rounds="3")
    assert plan.read(event) == (Stage("team-swiss", 1, 3),)
    text = page(event, "draw")
    assert "The draft is ready" in text
    assert "First team" in text
    assert "MP 0 · White on board 1" in text
    assert "Round 1: place 1 of the upper half" in text
    draft = event.drafts.get()
    assert "The draft is changed." in page(event, "swap", round="1", revision=draft.revision, player=["1", "6"])
    assert "Aster – Dahlia" in page(event)
    assert "Published: round 1." in page(event, "publish", seen="1-2", reason="so drawn by lot")
    assert matches(event, 1)[0][0] == (6, 4)
    assert "Start round 1" in page(event)
    text = page(event, "repair", round="1", player="6", other="1", reason="as it was")
    assert "The two have changed places." in text
    assert "The round is a draft again." in page(event, "take-back", round="1", reason="once more")
    assert "Published: round 1." in page(event, "publish", seen=f"1-{event.drafts.get().revision}", reason="now")
    enter(event, 1, "11", "11", "11")
    assert "Round 2 is being drawn" in page(event, "draw"), "by an engine, behind the page"
    worker.carry_out_all("draw")
    text = page(event)
    assert "Paired by gacrux; not FIDE-endorsed." in text
    assert "MP 2 · " in text
    assert "Published: round 2." in page(event, "publish", seen="2-1")


def test_who_comes_and_goes_on_the_page(page):
    event = swiss(make_teams(6))
    assert '<label for="absence-player">Team</label>' in page(event)
    assert "The absence is noted." in page(event, "absence", player="3", round="1", kind="H")
    text = page(event)
    assert "Round 1: Cedar (half-point bye)" in " ".join(text.split())
    assert "Not here: Cedar" in page(event, "draw")
    page(event, "publish", seen="1-1")
    text = page(event, "withdraw", player="1", reason="ill")
    assert "The team is not paired any more. Published and still open: round 1, match 1." in text
    assert "The team is paired again." in page(event, "return", player="1", reason="well")
    assert "players are entered with their team" in page(event, "late", name="Late, Lou")
    lines = [line.where for line in log_view(event, Asked(action="withdraw")).lines]
    assert lines == ["Aster"], "the log names the team, and not the player with its number"


def test_the_form_of_the_plan_offers_what_pairs_teams(page, client):
    event = swiss(make_teams(6), colours="typeb")
    text = page(event)
    assert "Colour preferences of the teams" in text
    assert 'value="dutch"' not in text
    fields = {"stage-0-system": "team-swiss", "stage-0-last": "4", "new-system": "round-robin", "new-last": "9"}
    assert "The plan is saved." in page(
        event, "plan", **fields, **{"stage-0-colours": "nocolor", "stage-0-initial": "B"}
    )
    settings = {"colours": "nocolor", "initial": "B"}
    assert plan.read(event) == (Stage("team-swiss", 1, 4, settings), Stage("round-robin", 5, 9, {}))
    text = page(event, "plan", **fields | {"new-system": "dutch"})
    assert "dutch is not one of the available choices" in text
    assert "pairs players, and this is an event of teams" in page(event, "plan:swiss")


def test_the_log_leads_back_to_the_table_before_a_round():
    event = swiss(make_teams(5, boards=2))
    round_of(event)
    enter(event, 1, "11", "1=")
    moment = event.log.latest("pk").at
    queries.forget()
    was = [(row.rank, row.number, row.values) for row in queries.standings(event).rows]
    round_of(event)
    actions.withdraw(event, 3, COMMAND, "ill", of_teams=True)
    enter(event, 2, "11", "00")
    found = history.state_at(event, moment)
    assert not found.gaps
    assert [(row.rank, row.number, row.values) for row in found.standings.rows] == was


@pytest.mark.parametrize("system", ["team-swiss", "new-swiss"])
def test_the_smallest_relaxation_is_offered_and_then_kept_to(system):
    event = actions.set_plan(make_teams(3), [Stage(system, 1, 5)], COMMAND)
    for number in (1, 2, 3):
        round_of(event)
        play(event, number)
    with pytest.raises(Refusal, match="The smallest relaxation") as refused:
        draw(event)
    (pair,) = refused.value.params["relaxation"]
    (draft,) = draw(event, granted=(pair,), bye=refused.value.params["bye"])
    assert {draft.boards[0]["white"], draft.boards[0]["black"]} == set(pair)
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="three teams only")


def test_rounds_without_a_single_board_count():
    event = robin(make_teams(3))
    for number in (1, 2, 3):
        round_of(event)
        assert queries.progress(event)[:1] == (number,)
        actions.end_match(event, number, 1, "+-", COMMAND, "nobody came")
        assert queries.progress(event)[:5] == (number, 3, 0, 0, number == 3)
    assert queries.last_paired(event) == 3


def test_a_team_without_players_is_published_for_a_reason_only(page):
    event = swiss(make_teams(4))
    event.players.filter(team__number=2).delete()
    draw(event)
    assert "Birch has no players: this match would have no boards to play." in page(event)
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="their players come later")


@pytest.mark.parametrize(("boards", "sentence"), [(2, "At least two teams"), (0, "At least two players")])
def test_a_round_robin_of_nobody_is_refused(page, boards, sentence):
    event = make_teams(0, boards=boards)
    assert f"{sentence} are needed; 0 are here." in page(event, "plan:round-robin")
    assert not event.stages.exists()
