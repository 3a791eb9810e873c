"""What the page of the tie-breaks says about a new order is what the table shows once it is saved."""

import re
from random import Random

import pytest

from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, play, publish
from tests.site.factories import make_event, person
from tests.site.reading import text
from tests.site.teams import enter_matches, make_teams, matches, round_of, swiss
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tournaments.access.reader import staff_reader
from tournaments.actions.event.configuration import set_order, set_tiebreaks
from tournaments.actions.players.participation import expel_participant, withdraw_participant
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.models import Category, Event, Game, LogEntry, Prize
from tournaments.queries.standings.order_effect import find_moves, read_effect
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


def under_way(players, rounds, *plan, **fields):
    """Play some rounds of a plan to their end, and draw the next one."""
    event = set_plan(make_championship(players, **fields), list(plan), COMMAND)
    for number in range(1, rounds + 1):
        next_round(event)
        play(event, number)
    next_round(event)
    return event


def next_round(event):
    draw(event)
    publish(event)
    event.refresh_from_db()


def final():
    settings = {"entrants": 2, "games": 3, "further": 1, "further_games": 1}
    return under_way(6, 3, Stage("new-swiss", 1, 2), Stage("knock-out", 3, 5, settings))


def pools_and_brackets():
    pools = Stage("pools", 1, 1, {"way": "barrage"})
    return under_way(8, 3, pools, Stage("knock-out", 2, 2, {"from_pools": 2, "further": 1}))


def own_table():
    return under_way(8, 4, Stage("knock-out", 1, 3), Stage("new-swiss", 4, 6), discipline="chess")


def expelled():
    event = under_way(9, 3, Stage("new-swiss", 1, 5))
    expel_participant(event, 2, COMMAND, "cheating")
    withdraw_participant(event, 5, COMMAND, "ill")
    Category.objects.create(event=event, order=1, key="some", name="Some", rule="list", numbers=[1, 2, 3])
    return event


def left_early():
    event = make_event("championship", system="round-robin", tiebreaks="PTS,WON", early_withdrawals="drop")
    for number, result in enumerate(("10", "01", "==", "+-", "10", "10", "01", "=="), 1):
        Game.objects.filter(round__number=1 + (number > 4), board=(number - 1) % 4 + 1).update(result=result)
    withdraw_participant(event, 2, COMMAND, "ill")
    return event


def teams(first="MP"):
    event = swiss(make_teams(6, boards=2, slug="championship", tiebreaks=f"{first},DE"), 4)
    for _ in range(3):
        enter_round(event, ("1=", "01", "00"))
    round_of(event)
    return event


def team_cup():
    cup = Stage("knock-out", 2, 3, {"entrants": 4, "losers": "third"})
    event = set_plan(make_teams(6, boards=2, slug="championship"), [Stage("team-swiss", 1, 1), cup], COMMAND)
    for made in (("1=", "01", "=="), ("00", "11", "==")):
        enter_round(event, made)
    return event


def enter_round(event, made):
    number = round_of(event)
    enter_matches(event, number, *made[: len(matches(event, number)[0])])
    event.refresh_from_db()


EVENTS = {
    "a Swiss system, one expelled and one withdrawn": expelled,
    "a round robin that somebody left early": left_early,
    "a final": final,
    "a knock-out": lambda: under_way(8, 1, Stage("knock-out", 1, 3)),
    "all places of a knock-out": lambda: under_way(8, 2, Stage("knock-out", 1, 3, {"losers": "all"})),
    "pools and brackets": pools_and_brackets,
    "rounds with a table of their own": own_table,
    "teams by match points": teams,
    "teams by game points": lambda: teams("GP"),
    "a cup of teams": team_cup,
}


DECIDED_BY_DUELS = [EVENTS[name] for name in ("a knock-out", "all places of a knock-out", "pools and brackets")]
ORDERS = 8


def read_event():
    return Event.objects.get(slug="championship")


def random_order(chance, of_teams):
    """Draw an order that the event can have."""
    while True:
        try:
            return read_order(",".join(chance.sample(sorted(CRITERIA), chance.randint(1, 4))), of_teams)
        except Refusal:
            continue


def places():
    return {row.number: row.rank for row in read_standings(staff_reader(read_event())).rows}


def placed(table):
    return [(row.rank, row.number) for row in table.rows]


def write_order(order):
    return ",".join(chosen.notation for chosen in order)


@pytest.mark.parametrize("make", EVENTS.values(), ids=EVENTS)
def test_the_moves_told_are_those_that_saving_brings(make):
    event, chance, moves = make(), Random(7), 0
    for number in range(ORDERS):
        event, before = read_event(), places()
        order = random_order(chance, event.of_teams) if number else read_order("BH")  # begins with no score of teams
        told = {move.number: (move.before, move.after) for move in find_moves(staff_reader(event), order)}
        set_tiebreaks(event, write_order(order), COMMAND, "as announced")
        after = places()
        assert told == {n: (before[n], after[n]) for n in before if before[n] != after[n]}, write_order(order)
        assert find_moves(staff_reader(read_event()), order) == []
        moves += len(told)
    assert bool(moves) == (make not in DECIDED_BY_DUELS)


def test_the_page_says_that_no_order_parts_finalists(client):
    """The lower one of the finalists has won the first game: by the criteria alone, a new order would move both."""
    event = final()
    client.force_login(person("olga", event, Role.OWNER))
    new = {"was": event.tiebreaks, "order": ["PTS", "SCORE", "SPREAD"]}
    assert "Nobody’s place changes." in text(client.post("/e/championship/tiebreaks/preview/", new))
    facts = read_standings(staff_reader(event)).facts
    assert placed(rank(facts, read_order("PTS,SCORE,SPREAD"))) != placed(read_standings(staff_reader(event)))


@pytest.mark.parametrize("make", EVENTS.values(), ids=EVENTS)
def test_a_further_criterion_separates_as_many_pairs_as_was_told(make):
    event, tried = make(), 0
    for first in ("PTS", "PTS,WIN", "WON") if not event.of_teams else ("MP", "GP", "MP,GP"):
        order, reader = read_order(first, event.of_teams), staff_reader(read_event())
        told = read_effect(reader, order)
        for way, pairs in told.further[:3]:
            assert told.pairs_left - read_effect(reader, (*order, way)).pairs_left == pairs > 0
            tried += 1
        assert [pairs for _way, pairs in told.further] == sorted((p for _way, p in told.further), reverse=True)
    assert bool(tried) == (make not in NO_CRITERIA)


def test_a_further_criterion_is_counted_with_the_settings_told_and_is_none_outside_the_games():
    event = make_event("championship", tiebreaks="PTS", rounds=1)
    for board, result in ((1, "+-"), (2, "10"), (3, "=="), (4, "01")):
        Game.objects.filter(round__event=event, board=board).update(result=result)
    counted = []
    for edition in ("2026-03", "2024-08", "plain"):
        reader, order, settings = staff_reader(read_event()), read_order("PTS"), {"edition": edition}
        told = read_effect(reader, order, settings)
        assert not {way.code for way, _pairs in told.further} & {"LOTS", "PLAYOFF", "TPN"}
        for way, pairs in told.further:
            assert told.pairs_left - read_effect(reader, (*order, way), settings).pairs_left == pairs, way.notation
        counted.append({way.notation: pairs for way, pairs in told.further})
    assert counted[0] != counted[1]


NO_CRITERIA = [EVENTS[name] for name in ("a knock-out", "all places of a knock-out", "pools and brackets")]
NO_CRITERIA.append(EVENTS["rounds with a table of their own"])


@pytest.mark.parametrize(
    "name", ["a Swiss system, one expelled and one withdrawn", "a round robin that somebody left early"]
)
def test_those_who_stay_level_share_their_rank_once_the_order_is_saved(name):
    event = EVENTS[name]()
    told = read_effect(staff_reader(event), read_order("PTS,WON,WIN"))
    set_tiebreaks(event, "PTS,WON,WIN", COMMAND, "as announced")
    table = read_standings(staff_reader(read_event()))
    ranks = [row.rank for row in table.rows if row.number not in table.unranked]
    assert told.pairs_left == sum(ranks.count(rank) - 1 for rank in ranks) / 2
    assert told.separations[-1].after


OTHER_SETTINGS = [
    ("edition", "plain"), ("edition", "pre-2023"), ("edition", "2024-08"),
    ("early_withdrawals", "drop"), ("rating_method", "HBFN"), ("unrated_rating", 1800),
]  # fmt: skip


@pytest.mark.parametrize("make", EVENTS.values(), ids=EVENTS)
def test_the_effect_of_settings_told_is_the_one_that_saving_brings(make):
    event, changed = make(), 0
    order = "MP,BH,DE" if event.of_teams else "PTS,BH,SB,ARO"
    set_tiebreaks(event, order, COMMAND, "as announced")
    for field, value in OTHER_SETTINGS:
        event, before, old = read_event(), places(), values()
        chosen = read_order(order, event.of_teams)
        told = read_effect(staff_reader(event), chosen, {field: value})
        set_order(event, order, {field: value}, COMMAND, "as announced", (None, None))
        after, new = places(), values()
        moved = {n: (before[n], after[n]) for n in before if before[n] != after[n]}
        assert {move.number: (move.before, move.after) for move in told.moves} == moved
        assert {each.number for each in told.values} == {n for n in old if n in new and old[n] != new[n]}
        for each in told.values:
            for criterion, was, now in each.values:
                at = chosen.index(criterion)
                assert (was, now) == (old[each.number][at], new[each.number][at])
        changed += len(told.values)
    assert bool(changed) == (make in WITH_UNPLAYED)


WITH_UNPLAYED = [EVENTS["a Swiss system, one expelled and one withdrawn"], left_early]


def values():
    return {row.number: row.values for row in read_standings(staff_reader(read_event())).rows}


def test_settings_are_previewed_and_saved_with_the_order_and_one_reason(client):
    event = make_event("championship", tiebreaks="PTS,BH")
    for board, result in ((1, "+-"), (2, "10"), (3, "=="), (4, "01")):
        Game.objects.filter(round__event=event, board=board, round__number=1).update(result=result)
    event = read_event()
    client.force_login(person("olga", event, Role.OWNER))
    page = client.get("/e/championship/tiebreaks/")
    assert "Edition and settings that change values" in text(page)
    seen = re.search(r'name="seen_settings" value="([^"]+)"', page.content.decode())[1]
    sent = {
        "was": "PTS,BH",
        "order": ["PTS", "BH"],
        "seen_settings": seen,
        "edition": "2024-08",
        "rating_method": "FIDON",
    }
    preview = client.post("/e/championship/tiebreaks/preview/", sent)
    told = read_effect(staff_reader(read_event()), read_order("PTS,BH"), {"edition": "2024-08"})
    assert f"The values of {len(told.values)} change." in text(preview)
    assert re.search(r"BH \S+ → \S+", text(preview))
    save = "/e/championship/tiebreaks/save/"
    assert client.post(save, sent).status_code == 422
    assert "The event is under way" in text(client.post(save, sent | {"reason": "wrong edition"}))
    assert read_event().edition == "2026-03"
    shown = re.search(r'name="shown" value="([^"]+)"', preview.content.decode())[1]
    wrong = sent | {"order": ["PTS", "BH", "SB"], "was": "PTS,SB", "shown": shown, "reason": "wrong edition"}
    assert client.post(save, wrong).status_code == 422
    assert read_event().edition == "2026-03", "both or neither"
    assert client.post(save, sent | {"shown": shown, "reason": "wrong edition"}).status_code == 302
    assert read_event().edition == "2024-08"
    assert LogEntry.objects.filter(reason="wrong edition").count() == 1


def test_only_the_settings_of_the_game_are_offered(client):
    event = make_event("championship", discipline="scrabble", tiebreaks="PTS,SPREAD")
    client.force_login(person("olga", event, Role.OWNER))
    assert 'name="edition"' not in client.get("/e/championship/tiebreaks/").content.decode()


LINES = [  # places that qualify, prizes of the whole table: what the moves of 1 to 3 and of 3 to 1 are marked with
    (None, 0, {(False, 0)}),
    (1, 0, {(False, 1), (False, 0)}),
    (2, 1, {(True, 1), (False, 0)}),
]


@pytest.mark.parametrize(("qualifying", "prizes", "marks"), LINES)
def test_moves_across_a_line_are_marked(client, qualifying, prizes, marks):
    event = make_event("championship", tiebreaks="PTS,WON", rounds=1, qualifying_places=qualifying)
    for board, result in ((1, "+-"), (2, "10"), (3, "=="), (4, "01")):
        Game.objects.filter(round__event=event, board=board).update(result=result)
    for place in range(1, prizes + 1):
        Prize.objects.create(event=event, place=place, text="Cup")
    event = read_event()
    moves = find_moves(staff_reader(event), read_order("PTS"))
    assert [(move.before, move.after) for move in moves] == [(3, 1)]
    assert {(move.of_prizes, move.qualifies) for move in moves} <= marks
    client.force_login(person("olga", event, Role.OWNER))
    page = text(client.post("/e/championship/tiebreaks/preview/", {"was": event.tiebreaks, "order": ["PTS"]}))
    assert ("prize place" in page) == bool(prizes)
    assert ("now qualifies" in page) == bool(qualifying)
    set_tiebreaks(event, "PTS", COMMAND, "as announced")
    (back,) = find_moves(staff_reader(read_event()), read_order("PTS,WON"))
    assert (back.qualifies, back.of_prizes) == (-1 if qualifying else 0, bool(prizes))
    page = text(client.post("/e/championship/tiebreaks/preview/", {"was": "PTS", "order": ["PTS", "WON"]}))
    assert ("no longer qualifies" in page) == bool(qualifying)


def test_the_page_says_what_each_criterion_separates(client):
    event = left_early()
    client.force_login(person("olga", event, Role.OWNER))
    page = text(
        client.post("/e/championship/tiebreaks/preview/", {"was": event.tiebreaks, "order": ["PTS", "WON", "TPN"]})
    )
    told = read_effect(staff_reader(event), read_order("PTS,WON,TPN"))
    first, won, numbers = told.separations
    assert f"leaves {len(first.after)} groups level" in page
    assert f"separates {len(won.splits)} of {len(won.before)} groups" in page
    assert f"separates {len(numbers.splits)} of {len(numbers.before)} group" in page
    assert "Nobody stays level after the whole order." in page
    players = read_standings(staff_reader(event)).facts.players
    (one, *_), *_ = numbers.splits[0].parts
    assert f"{players[one].name} · " in page
    page = text(client.post("/e/championship/tiebreaks/preview/", {"was": event.tiebreaks, "order": ["PTS"]}))
    assert "after the whole order. A further criterion would separate more:" in page
    way, pairs = read_effect(staff_reader(event), read_order("PTS")).further[0]
    assert f"({way.notation}) · {pairs} more pairs" in page
