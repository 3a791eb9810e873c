"""What follows from who takes part in matches before the first of them: how many rounds there are, and no byes."""

import pytest

from pairing.plan import stages
from tests.site.championship import draw, make_championship, publish
from tests.site.factories import person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.event.setup import copy_event
from tournaments.actions.players.participation import (
    expel_participant,
    reinstate_participant,
    set_absence,
    withdraw_participant,
)
from tournaments.actions.players.players import add_player, import_players, remove_player
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.pages.event.about import describe_play
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.plan import read_plan

pytestmark = pytest.mark.django_db

CUP = stages.Stage("knock-out", 1, 1)
POOLS = stages.Stage("pools", 1, 3, {"way": "barrage"}), stages.Stage("knock-out", 4, 4, {"from_pools": 2})
SWISS_FIRST = stages.Stage("new-swiss", 1, 3), stages.Stage("knock-out", 4, 5, {"entrants": 4})
POOLS_FIRST = stages.Stage("pools", 1, 3), stages.Stage("new-swiss", 4, 6)


def event_of(count, *plan):
    return set_plan(make_championship(count, discipline="chess"), list(plan), COMMAND)


def change(event, what):
    """Let the number of those who take part change by one."""
    if what == "add":
        add_player(event, {"name": "New"}, COMMAND)
    elif what == "import":
        import_players(event, [{"name": "New"}], {}, COMMAND)
    elif what == "remove":
        remove_player(event, 1, COMMAND)
    elif what == "expel":
        expel_participant(event, 1, COMMAND, "rude")
    else:
        withdraw_participant(event, 1, COMMAND, "ill")
    event.refresh_from_db()


FIELDS = [
    # players, their plan, what happens: the rounds after it
    (8, [CUP], "add", 4),
    (8, [CUP], "import", 4),
    (9, [CUP], "remove", 3),
    (9, [CUP], "withdraw", 3),
    (9, [CUP], "expel", 3),
    (7, [CUP], "add", 3),
    (8, POOLS, "add", 6),
    (8, SWISS_FIRST, "add", 5),
]


@pytest.mark.parametrize(("count", "plan", "what", "rounds"), FIELDS)
def test_the_rounds_of_matches_follow_from_who_takes_part(count, plan, what, rounds):
    event = event_of(count, *plan)
    change(event, what)
    assert event.planned_rounds == read_plan(event)[-1].last == read_progress(staff_reader(event)).rounds == rounds
    assert f"{rounds} rounds" in describe_play(event)


def test_who_comes_back_counts_again_and_the_log_says_each_change_of_the_plan():
    event = event_of(9, CUP)
    change(event, "withdraw")
    reinstate_participant(event, 1, COMMAND, "well again")
    event.refresh_from_db()
    assert event.planned_rounds == 4
    assert event.log.filter(action=LogAction.PLAN).count() == 1 + 1 + 1


@pytest.mark.parametrize(("with_players", "rounds"), [(True, 4), (False, 4)])
def test_a_copy_has_the_rounds_of_its_own_players(with_players, rounds):
    event = event_of(9, CUP)
    owner = Actor(person("olga", event, Role.OWNER), Role.OWNER)
    change(event, "withdraw")
    assert event.planned_rounds == 3
    copy = copy_event(event, owner, name="Practice", with_players=with_players, dry_run=True)
    copy.refresh_from_db()
    assert copy.planned_rounds == read_plan(copy)[-1].last == rounds, "nine, or an example of sixteen"


def test_once_drawn_a_bracket_keeps_its_rounds():
    event = event_of(9, CUP)
    draw(event)
    publish(event)
    change(event, "withdraw")
    assert event.planned_rounds == 4


BYES = [
    # the plan, the round of a half-point bye: why there is none
    ([CUP], 1, "absence-of-matches"),
    (SWISS_FIRST, 3, None),
    (SWISS_FIRST, 4, "absence-of-matches"),
    (POOLS_FIRST, 3, "absence-of-matches"),
    (POOLS_FIRST, 6, None),
]


@pytest.mark.parametrize(("plan", "round_number", "code"), BYES)
def test_matches_know_no_half_point_bye(plan, round_number, code):
    event = event_of(8, *plan)
    if code:
        with pytest.raises(Refusal) as refused:
            set_absence(event, 1, round_number, Result.HALF_POINT_BYE, COMMAND)
        assert refused.value.code == code
    else:
        set_absence(event, 1, round_number, Result.HALF_POINT_BYE, COMMAND)
    set_absence(event, 2, round_number, Result.ABSENT, COMMAND)


@pytest.mark.parametrize(("plan", "offered"), [([CUP], False), (POOLS[:1], False), (SWISS_FIRST, True), ((), True)])
def test_a_half_point_bye_is_offered_where_points_count(client, plan, offered):
    event = event_of(8, *plan)
    client.force_login(person("olga", event, Role.OWNER))
    for page in ("pairings/", "players/1/", "settings/"):
        assert ("alf-point bye" in text(client.get(f"/e/championship/{page}"))) == offered, page
