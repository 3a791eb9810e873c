"""The form of the plan: a stage each, in words once it has begun, and refusals at their fields."""

import pytest
from django.urls import reverse

from pairing.plan import stages, usual_plans
from tests.site.championship import draw, make_championship, publish
from tests.site.factories import person
from tests.site.reading import text
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.queries.rounds import plan

pytestmark = pytest.mark.django_db
SWISS = [stages.Stage("new-swiss", 1, 5)]


def signed_in(client, event, role=Role.CHIEF_ARBITER):
    client.force_login(person(f"{role}", event, role))
    return client


FINAL = {"entrants": "2", "games": "3", "further": "0", "seeding": "places", "apart": "nobody", "counting": "best"}
FINAL |= {"losers": "out", "consolations": "0", "defeats": "1", "play_off_0": "spread", "play_off_1": "better"}


def fields(*stages):
    """Return the fields of the plan's form; the last one has an empty stage for a new one."""
    form = {"new-system": "", "new-last": ""}
    for place, (system, last) in enumerate(stages):
        form |= {f"stage-{place}-system": system, f"stage-{place}-last": str(last)}
    return form


def post(client, event, verb, **fields):
    return client.post(reverse(f"pairings_{verb}", args=[event.slug]), fields)


def test_each_stage_is_a_form_with_words_and_refusals_at_their_fields(client):
    event = set_plan(make_championship(16), usual_plans.german_championship(6, 3), COMMAND)
    signed_in(client, event)
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    for words in ("Margin in wins", "Earlier meetings allowed", "Games in the final", "Seed of the draw"):
        assert words in page
    swiss = {"mode": "tsh", "bye_method": "german", "repeats": "0"}
    wrong = fields(("groups", 4), ("new-swiss", 5), ("finalists", 6), ("knock-out", 9))
    for place, settings in enumerate([{}, swiss, swiss | {"places": "2", "half": "1.2", "spread": "400"}, FINAL]):
        wrong |= {f"stage-{place}-{name}": value for name, value in settings.items()}
    answer = post(client, event, "plan", **wrong)
    assert answer.status_code == 422
    forms = answer.context["plan_form"].forms
    assert list(forms[2].errors) == ["half"]
    assert 'value="400"' in answer.content.decode(), "what was typed is kept"
    answer = post(client, event, "plan", **wrong | {"stage-2-half": "1.5"})
    forms = answer.context["plan_form"].forms
    assert forms[0].errors["last"] == ["Preliminary groups: the number of rounds is 3, not 4."]
    right = wrong | {"stage-2-half": "1.5", "stage-0-last": "3", "stage-2-draws": "on"}
    assert post(client, event, "plan", **right).status_code == 302
    assert plan.read_plan(event)[2].settings == {"half": 3, "spread": 400, "balance_firsts": False}


def test_a_stage_that_has_begun_is_shown_in_words_alone(client):
    event = make_championship(8)
    set_plan(event, [stages.Stage("new-swiss", 1, 2, {"repeats": 1}), stages.Stage("dutch", 3, 5)], COMMAND)
    draw(event)
    publish(event)
    page = signed_in(client, event).get(reverse("pairings", args=[event.slug]))
    assert "Earlier meetings allowed: 1" in page.content.decode()
    assert [form.shown for form in page.context["plan_form"].forms] == ["dutch", ""]
    rows = {"stage-0-system": "", "stage-0-last": "", "new-system": "king-of-the-hill", "new-last": "4"}
    assert post(client, event, "plan", **rows).status_code == 302
    assert plan.read_plan(event)[1:] == (stages.Stage("king-of-the-hill", 3, 4, {}),)


@pytest.mark.parametrize(
    ("players", "stage", "most"),
    [
        (6, stages.Stage("dutch", 1, 5), None),
        (6, stages.Stage("dutch", 1, 7), "5 rounds"),
        (7, stages.Stage("dutch", 1, 7), None),
        (7, stages.Stage("dutch", 1, 8), "7 rounds"),
        (6, stages.Stage("new-swiss", 1, 10, {"repeats": 1}), None),
        (6, stages.Stage("new-swiss", 1, 11, {"repeats": 1}), "10 rounds"),
        (2, stages.Stage("dutch", 1, 3), "1 round "),
        (6, stages.Stage("king-of-the-hill", 1, 9), None),
        (6, stages.Stage("round-robin", 1, 5), None),
    ],
)
def test_a_plan_that_its_players_can_not_play_says_so_before_the_start(client, players, stage, most):
    event = set_plan(make_championship(players), [stage], COMMAND)
    page = text(signed_in(client, event).get(reverse("pairings", args=[event.slug])))
    assert (f"With {players} participants, only {most or 'no'}" in page) == bool(most)
    assert ("can be paired; the plan has" in page) == bool(most)


@pytest.mark.parametrize(("players", "most"), [(19, 19), (20, 19), (21, None)])
def test_a_championship_of_too_few_says_that_it_needs_repeats(client, players, most):
    """The rounds of the groups and of New Swiss use up opponents too."""
    event = set_plan(make_championship(players), usual_plans.german_championship(), COMMAND)
    signed_in(client, event, Role.OWNER)
    sentence = f"With {players} participants, all have met after {most} rounds at the latest"
    for page in ("pairings", "setup_ready"):
        read = text(client.get(reverse(page, args=[event.slug])))
        assert (sentence in read) == (read.count("needs repeats") == 1) == bool(most)


def test_a_stage_that_allows_repeats_uses_up_nobody():
    plan = [stages.Stage("king-of-the-hill", 1, 5), stages.Stage("new-swiss", 6, 10)]
    assert stages.find_lack_of_opponents(plan, plan[1], 6) is None
    assert stages.find_lack_of_opponents([plan[1]._replace(first=1, last=5), plan[1]], plan[1], 6) == (5, 10)


def test_a_plan_that_drops_a_draft_says_so_and_logs_it(client):
    event = set_plan(make_championship(8), SWISS, COMMAND)
    signed_in(client, event)
    draw(event)
    answer = client.post(reverse("pairings_preset", args=[event.slug]), {"preset": "double-round-robin"}, follow=True)
    assert "are discarded: round 1." in answer.content.decode()
    entry = event.log.get(action="plan", before__has_key="drafts")
    assert [len(draft["boards"]) for draft in entry.before["drafts"]] == [4]
    assert plan.read_plan(event) == (stages.Stage("round-robin", 1, 14, {"cycles": 2}),)
