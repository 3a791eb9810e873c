"""Rounds of teams on the page of pairings: from the plan to the published round, and who comes and goes."""

import pytest
from django.urls import reverse

from pairing.plan.stages import Stage
from tests.site.championship import draw, publish
from tests.site.factories import person
from tests.site.teams import enter_matches, make_teams, matches, swiss
from tiebreaks.refusal import Refusal
from tournaments import worker
from tournaments.actions.rounds.seat_swaps import find_swap_effect
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.pages.event.log import LogFilter, log_view
from tournaments.queries.rounds import plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client):
    """A function that loads the page of pairings of a league, or presses a button of it."""

    def load(event, verb="", **fields):
        if not event.memberships.exists():
            client.force_login(person("chief", event, Role.CHIEF_ARBITER))
        path = reverse(f"pairings_{verb}" if verb else "pairings", args=[event.slug])
        answer = client.post(path, fields, follow=True) if verb else client.get(path)
        return answer.content.decode()

    return load


def test_a_swiss_event_of_teams_on_the_page(page):
    event = make_teams(6)
    text = page(event)
    assert "Swiss system of teams, seven rounds (FIDE)" in text
    assert "German Scrabble championship" not in text
    assert "Late entry" not in text
    assert "The plan is saved." in page(event, "preset", preset="team-swiss", rounds="3")
    assert plan.read_plan(event) == (Stage("team-swiss", 1, 3),)
    text = page(event, "draw")
    assert "The draft is ready" in text
    assert "First team" in text
    assert "White on board 1" in text
    assert "Round 1: each place of the upper half" in text
    draft = event.drafts.get()
    assert "The draft is changed." in page(
        event, "change", change="swap", round="1", revision=draft.revision, player=["1", "6"]
    )
    assert "Aster – Dahlia" in page(event)
    assert "Published: round 1." in page(event, "publish", seen="1-2", reason="so drawn by lot")
    assert matches(event, 1)[0][0] == (6, 4)
    assert "Start round 1" in page(event)
    assert "Change round 1?" in page(event, "swap", round="1", player="6", other="1")
    seen = find_swap_effect(event, 1, (6, 1), COMMAND).seen
    text = page(event, "swap", round="1", player="6", other="1", reason="as it was", seen=seen)
    assert "Round 1 has been changed." in text
    assert "The round is a draft again." in page(event, "unpublish", round="1", reason="once more")
    assert "Published: round 1." in page(event, "publish", seen=f"1-{event.drafts.get().revision}", reason="now")
    enter_matches(event, 1, "11", "11", "11")
    assert "Round 2 is being paired" in page(event, "draw"), "by an engine, behind the page"
    worker.carry_out_all("draw")
    text = page(event)
    assert "Paired by Crosstable; not FIDE-endorsed." in text
    assert "MP 2 · " in text
    assert "Published: round 2." in page(event, "publish", seen="2-1")


def test_who_comes_and_goes_on_the_page(page):
    event = swiss(make_teams(6))
    assert "<legend>Team</legend>" in page(event)
    assert "The absence is noted." in page(event, "absence", player="3", round="1", kind="H")
    text = page(event)
    assert "Round 1: Cedar (half-point bye)" in " ".join(text.split())
    assert "Absent: Cedar" in page(event, "draw")
    page(event, "publish", seen="1-1")
    text = page(event, "withdraw", player="1", reason="ill")
    assert "Aster will no longer be paired and keeps all results. Published and still open: round 1, match 1." in text
    assert "The team is paired again." in page(event, "reinstate", player="1", reason="well")
    assert 'id="late-name"' not in text  # players come with their team
    lines = [line.where for line in log_view(event, LogFilter(action="withdraw")).lines]
    assert lines == ["Aster"], "the log names the team, and not the player with its number"


def test_the_form_of_the_plan_offers_what_pairs_teams(page, client):
    event = swiss(make_teams(6), colours="typeb")
    text = page(event)
    assert "Colour preferences of the teams" in text
    assert 'value="dutch"' not in text and 'value="bbpPairings"' not in text, "it knows no teams"
    fields = {"stage-0-system": "team-swiss", "stage-0-last": "4", "new-system": "round-robin", "new-last": "9"}
    assert "The plan is saved." in page(
        event, "plan", **fields, **{"stage-0-colours": "nocolor", "stage-0-initial": "B", "stage-0-engine": "gacrux"}
    )
    settings = {"colours": "nocolor", "initial": "B", "engine": "gacrux"}
    assert plan.read_plan(event) == (Stage("team-swiss", 1, 4, settings), Stage("round-robin", 5, 9, {}))
    text = page(event, "plan", **fields | {"new-system": "dutch"})
    assert "dutch is not one of the available choices" in text
    assert "pairs players, but this is a team event" in page(event, "preset", preset="swiss")


def test_a_team_without_players_is_published_for_a_reason_only(page):
    event = swiss(make_teams(4))
    event.players.filter(team__number=2).delete()
    draw(event)
    assert "Birch has no players: this match would have no boards to play." in page(event)
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="their players come later")


@pytest.mark.parametrize("boards", [2, 0])
def test_a_round_robin_is_planned_before_anybody_is_entered(page, boards):
    event = make_teams(0, boards=boards, tiebreaks="MP,GP" if boards else "PTS")
    page(event, "preset", preset="round-robin")
    (stage,) = event.stages.all()
    assert (stage.system, stage.last_round) == ("round-robin", 15), "as for sixteen"
