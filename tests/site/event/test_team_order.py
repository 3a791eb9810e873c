"""The order of the criteria in a team event: what is offered, what is refused, what it would do."""

import re

import pytest

from tests.site.factories import game, make_event, person
from tests.site.reading import text
from tests.site.teams import make_team_event
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import set_tiebreaks
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.pages.event.order import TEAM_PRESETS, read_draft
from tournaments.pages.event.order_choices import find_choices
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
URL = "/e/league/tiebreaks/"
# What FIDE and the Olympiads have for teams, and Berlin.
OFFERED = "MP GP MPvGP BC TBR BBE EDE EDEBT EMMSB EMGSB EGMSB EGGSB SSSC OSB OBH BERLIN BH BH:MP BH:GP SB:GP PTS LOTS"
NOT_OFFERED = "ARO TPR RTNG BPG BWG SPREAD BHZ"


@pytest.fixture
def event():
    return make_team_event()


@pytest.fixture
def owner(client, event):
    client.force_login(person("olga", event, Role.OWNER))
    return client


def offered(event):
    return {choice.notation for group in find_choices(staff_reader(event)).groups for choice in group.choices}


def post(client, order, verb="preview", **more):
    return client.post(f"{URL}{verb}/", {"order": order.split(), "was": "MP,GP", **more})


def test_the_criteria_of_teams_are_offered_and_those_of_players_are_not(event):
    assert set(OFFERED.split()) <= offered(event)
    assert not set(NOT_OFFERED.split()) & offered(event)
    teams = {criterion.code for criterion in CRITERIA.values() if criterion.scope == ("teams",)}
    assert teams <= offered(event), "every criterion of the registry that is made for teams"
    assert not teams & offered(make_event())


@pytest.mark.parametrize("preset", TEAM_PRESETS, ids=lambda preset: preset.key)
def test_every_preset_can_be_read_and_ranked(event, preset):
    draft = read_draft(preset.order.split(","), staff_reader(event))
    assert draft.order
    set_tiebreaks(event, draft.notation, COMMAND)
    event.refresh_from_db()
    assert len(read_standings(staff_reader(event)).rows) == 4


def test_the_page_offers_the_presets_of_teams(owner):
    page = owner.get(URL)
    assert re.findall(r'name="preset"\s+value="([^"]+)"', page.text) == [preset.key for preset in TEAM_PRESETS]
    assert re.findall(r'name="order" value="([^"]*)"', post(owner, "MP", "preset", preset="olympiad-2008").text) == [
        "MP", "OSB", "OBH", "GP",
    ]  # fmt: skip


def test_a_team_order_is_saved_and_ranks_the_table(owner, event):
    assert post(owner, "MP BH:GP/C1 EDE BC", "save").status_code == 302
    event.refresh_from_db()
    assert event.tiebreaks == "MP,BH:GP/C1,EDE,BC"
    assert "Buchholz" in text(owner.get("/e/league/"))


def test_the_effect_counts_teams(owner, event):
    for board, result in ((1, "10"), (2, "10"), (3, "01"), (4, "01")):
        enter_result(event, 1, board, Entry(result=result, version=0), COMMAND)
    enter_result(event, 1, 5, Entry(result="10", version=0), COMMAND)
    assert game(event, 1, 5).result == "10"
    page = text(post(owner, "GP MP BC"))
    assert "of 4 teams" in page or "Nobody’s place changes." in page


@pytest.mark.parametrize(
    ("order", "sentence"),
    [("MP XX", "no criterion “XX”"), ("MP BH:WINS", "be computed from the score"), ("MP MP", "appears twice")],
)
def test_a_mistake_is_named(owner, order, sentence):
    page = post(owner, order, "save")
    assert page.status_code == 422
    assert sentence in text(page)


def test_criteria_of_teams_stay_refused_where_players_meet():
    with pytest.raises(Refusal, match="criterion of team events"):
        set_tiebreaks(make_event(), "MP,GP", COMMAND)


@pytest.mark.parametrize(("score", "system", "first"), [
    ("MP", "swiss", "teams-swiss"), ("GP", "swiss", "teams-boards-swiss"),
    ("MP", "round-robin", "teams-round-robin"), ("GP", "round-robin", "teams-boards-round-robin"),
])  # fmt: skip
def test_the_set_up_offers_the_usual_order_first(score, system, first):
    event = make_team_event(team_score=score, system=system)
    orders = event.game.list_presets(event.system, event.first_score)
    assert orders[0].key == first
    assert set(orders) == set(TEAM_PRESETS)
    assert all(read_order(preset.order, of_teams=True) for preset in orders)
