"""The page that explains a round of the Swiss system of teams, and what an arbiter's changes cost."""

import pytest
from django.urls import reverse

from pairing.plan.stages import Stage
from tests.site.championship import draw, publish
from tests.site.factories import person
from tests.site.teams import enter_matches, make_teams
from tournaments import worker
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.operation.job_kinds import COMPARE
from tournaments.pages.rounds.reasons import reasons_view

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """An event of seven teams whose first round is played, with a draft of the second."""
    event = make_teams(7)
    set_plan(event, [Stage("team-swiss", 1, 5)], COMMAND)
    draw(event)
    publish(event)
    enter_matches(event, 1, "11", "1=", "==")
    draw(event)
    return event


@pytest.fixture
def page(client, event):
    """A function that loads the page of round 2, or presses a button of it."""
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))

    def load(verb="", name="reasons", **fields):
        address = reverse(f"{name}_{verb}" if verb else name, args=[event.slug, *([2] if name == "reasons" else [])])
        answer = client.post(address, fields, follow=True) if verb else client.get(address, follow=True)
        return answer.content.decode()

    return load


def test_every_match_the_bye_and_who_comes_up_is_explained(event, page):
    view = reasons_view(staff_reader(event), 2)
    (draft,) = event.drafts.all()
    names = dict(event.teams.values_list("number", "name"))
    told = {(line.white, line.black) for bracket in view.brackets for line in bracket.pairs}
    assert told == {(names[board["white"]], names[board["black"]]) for board in draft.boards}
    assert all(line.reasons for bracket in view.brackets for line in (*bracket.pairs, *bracket.floaters))
    assert view.bye.white == names[draft.byes[0]["player"]]
    assert (view.judgement, view.rules) == ("", "C.04.6")
    text = page()
    assert "they float up from below" in text
    assert "has the lowest score" in text
    assert "has White by 4.3." in text
    assert "floats up from score" in text
    assert [bracket.counted for bracket in view.brackets] == ["2 teams", "4 teams"]


def test_what_a_swap_of_teams_costs(event, page):
    (draft,) = event.drafts.all()
    one, other = draft.boards[0], draft.boards[1]
    change_draft(event, 2, draft.revision, "swap", [one["white"], other["white"]], COMMAND)
    text = page(name="pairings")
    assert "Compared with the pairing by C.04.6:" in text
    assert "This round differs from the pairing by C.04.6" in page()
    publish(event, reason="as they wish")
    assert "This round differs from the pairing by C.04.6" in page()


def test_a_published_round_of_teams_is_explained_from_the_rounds_before(event, page):
    before = reasons_view(staff_reader(event), 2)
    publish(event)
    enter_matches(event, 2, "11", "10", "0=")
    after = reasons_view(staff_reader(event), 2)
    assert (after.brackets, after.bye, after.judgement) == (before.brackets, before.bye, "")
    assert reverse("reasons", args=[event.slug, 2]) in page(name="pairings")


def test_one_click_compares_with_gacrux(event, page):
    assert "The comparison is running" in page(verb="compare", engine="gacrux")
    worker.carry_out_all(COMPARE)
    assert "gacrux makes exactly the same pairing." in page()
    assert "There is no engine bbpPairings here." in page(verb="compare", engine="bbpPairings")
