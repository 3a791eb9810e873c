"""Rounds of points after pools or brackets have a table of their own; the last stage orders the places first."""

import pytest
from django.urls import reverse

from pairing.plan.stages import Stage
from tests.site.brackets.test_knock_out import enter, next_round, placed
from tests.site.championship import make_championship
from tests.site.desk.entering import send
from tests.site.exchange.archives import import_again
from tests.site.exchange.interface import get
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.reading import text
from tests.site.rounds.test_plan_form import signed_in
from tests.site.teams import enter_matches, make_teams, matches, round_of
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.rounds import play_offs
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.substitutes import replace_player
from tournaments.actions.writing import COMMAND
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.archive_write import export_event
from tournaments.formats.public_rows import Redaction
from tournaments.pages.hall.screen import list_brackets
from tournaments.pages.rounds.bracket import bracket_view
from tournaments.pages.site.share_card import list_leaders
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.rounds.plan import read_plan
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_outlook, read_standings

pytestmark = pytest.mark.django_db

PAGES = [
    ("standings",),
    ("crosstable",),
    ("bracket",),
    ("statistics",),
    ("round_page", 5),
    ("player", 4),
    ("share_card",),
    ("bracket_share_card",),
]
FINAL_GROUP = [Stage("pools", 1, 3), Stage("round-robin", 4, 6, {"from_each": 2})]


def start(plan, players, discipline="chess"):
    return set_plan(make_championship(players, discipline=discipline), plan, COMMAND)


def pairs(event, number):
    return {tuple(sorted(each)) for each in read_boards(event, number).values_list("white__number", "black__number")}


def play(event, last, upset=None):
    """Play up to a round, in which the lower number wins; `upset` wins all games of the last stage."""
    number = max([0, *event.rounds.values_list("number", flat=True)])
    while number < last:
        number += 1
        next_round(event)
        if upset and number > 3:
            enter(event, number, "1", upset)
        enter(event, number, "1")
    return event


def test_a_final_group_follows_pools_and_orders_the_first_places():
    event = play(start(FINAL_GROUP, 8), 3)
    assert placed(event) == "1:1 1:2 3:3 3:4 5:5 5:6 7:7 7:8"
    next_round(event)
    assert pairs(event, 4) <= {(a, b) for a in range(1, 5) for b in range(a + 1, 5)}, "only the first two of each pool"
    assert [stage.last for stage in read_plan(event)] == [3, 6], "four players need three rounds"
    enter(event, 4, "1", 4)
    enter(event, 4, "1")
    event = play(event, 6, upset=4)
    assert read_progress(staff_reader(event)).finished
    assert placed(event).startswith("1:4 2:1 3:2 4:3 5:5")
    assert not event.rounds.get(number=5).games.filter(white__number__gt=4).exists(), "nobody else is absent"


def test_a_tournament_file_names_these_rounds_too():
    event = play(start([Stage("dutch", 1, 1), Stage("knock-out", 2, 3), Stage("round-robin", 4, 6)], 4), 4)
    assert "### matches 2 3 4\n" in write_tournament_file(staff_reader(event))


def test_while_a_final_group_runs_everybody_stands_where_its_points_put_them():
    event = play(start(FINAL_GROUP, 8), 5)
    table = read_courses(read_standings(staff_reader(event)))[-1].table_of_all
    assert placed(event).startswith(" ".join(f"{row.rank}:{row.number}" for row in table.rows))
    assert [row.rank for row in table.rows][-1] == 4, "the last of four is not second"


# The rounds that are played, and the places of the players in the order of the table of the final group.
TABLES = [(4, "1 1 3 3"), (5, "1 2 3 4"), (6, "1 2 3 4")]


@pytest.mark.parametrize(("last", "places"), TABLES)
def test_the_table_on_the_page_and_for_programs_has_todays_places(client, last, places):
    event = play(start(FINAL_GROUP, 8), last)
    (shown,) = bracket_view(staff_reader(event)).stages[-1].brackets
    assert " ".join(row.place for row in shown.table.rows) == places
    *of_pools, told = get(client, f"events/{event.slug}/brackets")["tables"]
    assert (told["stage"], told["title"], told["criteria"]) == (4, "Round robin", ["PTS", "BH", "DE"])
    assert " ".join(str(row["rank"]) for row in told["rows"]) == places
    assert [(each["stage"], each["bracket"], each["title"]) for each in of_pools] == [
        (1, "A", "Pool 1"),
        (1, "B", "Pool 2"),
    ]
    if last == 5:
        assert [(row["best"], row["last"], row["values"][0]) for row in told["rows"]] == [
            (1, 3, "2"), (1, 4, "1"), (1, 4, "1"), (2, 4, "0")
        ]  # fmt: skip


def test_everybody_plays_a_swiss_system_after_brackets():
    event = start([Stage("knock-out", 1, 2, {"losers": "all"}), Stage("dutch", 3, 4), Stage("new-swiss", 5, 5)], 4)
    event = play(event, 2)
    assert placed(event) == "1:1 2:2 3:3 4:4"
    event = play(event, 5)
    course = read_courses(read_standings(staff_reader(event)))[-1]
    assert (course.stage.first, course.stage.last) == (3, 5), "both Swiss systems count together"
    assert course.is_over
    assert placed(event).split()[0] == "1:1"
    assert read_progress(staff_reader(event)).finished


def test_swiss_then_a_bracket_then_placement_rounds():
    plan = [Stage("dutch", 1, 2), Stage("knock-out", 3, 4, {"entrants": 4}), Stage("round-robin", 5, 7, {"field": 3})]
    event = play(start(plan, 6), 4)
    assert placed(event) == "1:1 2:2 3:3 3:5 5:4 6:6"
    event = play(event, 7, upset=3)
    assert placed(event) == "1:3 2:1 3:2 4:5 5:4 6:6", "who does not play on follows, in the order before"
    assert read_progress(staff_reader(event)).finished


def test_a_round_of_its_own_table_can_be_unpublished_and_drawn_again():
    event = play(start(FINAL_GROUP, 8), 3)
    next_round(event)
    drawn = pairs(event, 4)
    unpublish_round(event, 4, COMMAND, "the hall is not ready")
    event.refresh_from_db()
    assert event.drafts.get().proposal["field"] == [1, 2, 3, 4]
    next_round(event)
    assert pairs(event, 4) == drawn
    assert event.rounds.get(number=4).draw == {"lines": {"A": [1, 2, 3, 4]}}


def test_the_pages_say_what_the_table_of_its_own_decides(client):
    event = play(start(FINAL_GROUP, 8), 4)
    signed_in(client, event)
    page = text(client.get(reverse("standings", args=[event.slug]) + "?table=1"))
    assert "Rounds 4 to 6 have a table of their own: 4 play in them." in page
    bracket = text(client.get(reverse("bracket", args=[event.slug])))
    assert "Round robin" in bracket
    event = play(event, 6, upset=4)
    for name, *args in PAGES:
        assert client.get(reverse(name, args=[event.slug, *args]), follow=True).status_code == 200, name
    why = text(client.get(reverse("compare", args=[event.slug, 4, 1])))
    assert "Player 01 is ahead of Player 04 in their table: Points 3 to 2." in why
    assert "Pool 1" not in why, "the last stage that both have played in"
    page = text(client.get(reverse("standings", args=[event.slug]) + "?table=1"))
    assert "1. Player 01, 2. Player 04, 3. Player 02, 4. Player 03." in page


def test_the_desk_reads_back_the_totals_of_the_table_of_its_own(client):
    event = play(start(FINAL_GROUP, 8), 4)
    next_round(event)
    signed_in(client, event)
    game = read_boards(event, 5).get(board=1)
    answer = text(send(client, 1, "10", number=5, slug=event.slug, HTTP_HX_REQUEST="true"))
    before = 1 if game.white.number in (1, 2) else 0
    assert f"{game.white.name} 1-0 {game.black.name} → Points {1 + before} :" in answer


def test_the_plan_says_who_goes_on_and_asks_for_it_only_after_matches(client):
    event = start(FINAL_GROUP, 8)
    signed_in(client, event)
    page = text(client.get(reverse("pairings", args=[event.slug])))
    assert "The first 2 of each pool advance: 4 players." in page
    assert "Points start from zero, and the table of these rounds decides the places." in page
    event = set_plan(event, [Stage("round-robin", 1, 7)], COMMAND)
    assert "Players per pool who advance" not in text(client.get(reverse("pairings", args=[event.slug])))


def test_marks_hold_for_a_final_group():
    event = play(start(FINAL_GROUP, 8), 5)
    outlook = read_outlook(read_standings(staff_reader(event)), 4)
    assert {n for n, each in outlook.items() if each.mark == "safe"} == {1, 2, 3, 4}
    assert {n for n, each in outlook.items() if each.mark == "out"} == {5, 6, 7, 8}
    first = read_outlook(read_standings(staff_reader(event)), 1)
    assert first[1].mark != "out"
    assert first[4].mark == "out", "two wins behind with one round left"


def test_teams_play_a_final_group_after_their_pools():
    plan = [Stage("pools", 1, 3), Stage("round-robin", 4, 6, {"from_each": 2})]
    event = set_plan(make_teams(8, boards=2), plan, COMMAND)
    for number in range(1, 7):
        round_of(event)
        found = matches(event, number)[0]
        enter_matches(event, number, *("11" if one < other else "00" for one, other in found))
        event.refresh_from_db()
    assert {team for pair in matches(event, 6)[0] for team in pair} == {1, 2, 3, 4}
    assert [row.number for row in read_standings(staff_reader(event)).rows][:4] == [1, 2, 3, 4]
    assert read_progress(staff_reader(event)).finished


def test_projectors_and_pictures_show_the_table_of_the_newest_stage():
    event = play(start(FINAL_GROUP, 8), 6)
    view = bracket_view(staff_reader(event))
    (part,) = list_brackets(view)
    assert [row.name for row in part.table.rows] == ["Player 01", "Player 02", "Player 03", "Player 04"]
    assert [leader.name for leader in list_leaders(view)] == ["Player 01", "Player 02", "Player 03"]


def test_a_mirror_gets_the_stages_that_come_after_matches():
    event = play(start([Stage("dutch", 1, 1), Stage("knock-out", 2, 2, {"entrants": 2}), Stage("dutch", 3, 4)], 4), 3)
    redaction = Redaction(Reader(event))
    rows = list(event.stages.order_by("order"))
    assert [stage.first_round for stage in redaction.show_rows("stages", rows)] == [2, 3]


def test_a_round_of_its_own_table_is_explained_by_its_own_rounds(client):
    event = play(start([Stage("knock-out", 1, 2), Stage("dutch", 3, 4)], 4), 4)
    signed_in(client, event)
    assert client.get(reverse("reasons", args=[event.slug, 4])).status_code == 200
    page = text(client.get(reverse("round_page", args=[event.slug, 4])))
    assert "Player 01" in page


def test_the_next_step_says_draw_where_a_table_of_its_own_is_paired(client):
    event = play(start([Stage("knock-out", 1, 2), Stage("dutch", 3, 4)], 4), 3)
    signed_in(client, event)
    assert "Draw round 4" in text(client.get(reverse("rounds", args=[event.slug])))


def played_off_team_cup():
    """Return a cup of teams with a play-off, a lot, and a team that has taken over a seat."""
    event = set_plan(make_teams(4, boards=2), [Stage("knock-out", 1, 1, {"play_off": "blitz lots"})], COMMAND)
    round_of(event)
    enter_matches(event, 1, "==", "==")
    play_offs.enter_play_off(event, 1, "A-1-1", 4, "10", COMMAND)
    play_offs.enter_play_off(event, 1, "A-1-2", 2, "==", COMMAND)
    play_offs.draw_lot(event, 1, "A-1-2", COMMAND, 3)
    replace_player(event, 1, "A-2-1", 3, 1, COMMAND, "they have left")
    event.refresh_from_db()
    return event


def played_final_group():
    return play(start(FINAL_GROUP, 8), 5)


def courses_of(event):
    """Return what the stages of an event have come to."""
    courses = read_courses(read_standings(staff_reader(event)))
    return [(course.spans, [(s.players, s.decision, s.play_off) for s in course.states]) for course in courses]


@pytest.mark.parametrize("make", [played_off_team_cup, played_final_group])
def test_an_archive_and_a_mirror_keep_play_offs_seats_and_tables(make):
    event = make()
    archived = import_again(export_event(event), slug="again")
    mirrored = Twin(event).send()
    for other in (archived, mirrored):
        assert placed(other) == placed(event)
        assert courses_of(other) == courses_of(event)
