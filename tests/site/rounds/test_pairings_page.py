"""The arbiter's page of pairings: who may open it, and every button without JavaScript."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from pairing.plan import stages, usual_plans
from tests.site.championship import draw, make_championship, play, publish
from tests.site.factories import person
from tests.site.reading import text
from tiebreaks.trf import reader
from tournaments.access.reader import staff_reader
from tournaments.actions.event.events import import_tournament
from tournaments.actions.players.participation import set_absence
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.models import Game
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds import plan

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).parents[2] / "golden"
SWISS = [stages.Stage("new-swiss", 1, 5)]


def signed_in(client, event, role=Role.CHIEF_ARBITER):
    client.force_login(person(f"{role}", event, role))
    return client


USUAL = {"stage-0-mode": "tsh", "stage-0-bye_method": "german", "stage-0-balance_firsts": "on"} | {
    "stage-1-bye_method": "german"
}


def fields(*stages):
    """Return the fields of the plan's form; the last one has an empty stage for a new one."""
    form = {"new-system": "", "new-last": ""}
    for place, (system, last) in enumerate(stages):
        form |= {f"stage-{place}-system": system, f"stage-{place}-last": str(last)}
    return form


def post(client, event, verb, **fields):
    return client.post(reverse(f"pairings_{verb}", args=[event.slug]), fields)


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.OWNER, 200),
        (Role.CHIEF_ARBITER, 200),
        (Role.ARBITER, 403),
        (Role.ENTRY, 403),
        (Role.CHECKIN, 403),
        (Role.DISPLAY, 403),
    ],
)
def test_who_may_open_it(client, role, status):
    event = make_championship(8)
    signed_in(client, event, role)
    assert client.get(reverse("pairings", args=[event.slug])).status_code == status
    assert post(client, event, "preset", preset="swiss").status_code == (302 if status == 200 else 403)
    tab = f'href="{reverse("pairings", args=[event.slug])}"' in client.get(f"/e/{event.slug}/").content.decode()
    assert tab == (status == 200)


def test_others_are_sent_to_the_sign_in(client):
    event = make_championship(8)
    assert client.get(reverse("pairings", args=[event.slug])).url.startswith(reverse("signin"))
    hidden = make_championship(8, slug="hidden", is_public=False)
    client.force_login(person("stranger"))
    assert client.get(reverse("pairings", args=[hidden.slug])).status_code == 404


def test_from_the_plan_to_the_published_round(client):
    event = make_championship(8)
    signed_in(client, event)
    assert "needs a plan" in client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert post(client, event, "preset", preset="german-championship", rounds="8").status_code == 302
    assert (
        post(client, event, "plan", **fields(("new-swiss", 5), ("king-of-the-hill", 6), ("", ""), ("", ""))).status_code
        == 302
    )
    shown = client.get(reverse("pairings", args=[event.slug])).context["plan_form"]
    assert [form.shown for form in shown.forms] == ["new-swiss", "king-of-the-hill", ""]
    rows = fields(("new-swiss", 5), ("king-of-the-hill", 6)) | {"stage-0-repeats": "1", **USUAL}
    assert post(client, event, "plan", **rows).status_code == 302
    assert plan.read_plan(event) == (
        stages.Stage("new-swiss", 1, 5, {"repeats": 1}),
        stages.Stage("king-of-the-hill", 6, 6, {}),
    )
    assert post(client, event, "draw").status_code == 302
    draft = event.drafts.get()
    first, second = draft.boards[:2]
    one, other = first["white"], second["black"]
    seen = {"round": "1", "revision": str(draft.revision), "player": [str(one), str(other)]}
    assert post(client, event, "change", change="swap", **seen).status_code == 302
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "Changed by hand." in page
    assert "The system’s proposal was:" in page
    assert post(client, event, "publish", seen="1-1").status_code == 422
    assert post(client, event, "publish", seen="1-2").status_code == 302
    assert Game.objects.get(round__event=event, board=1).white.number == other
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "The system’s proposal was:" in page, "the proposal stays beside the published round"
    assert post(client, event, "discard").status_code == 302


def test_a_published_round_that_nobody_sees_says_so_and_is_opened_there(client):
    event = set_plan(make_championship(8, is_public=False), SWISS, COMMAND)
    draw(event)
    publish(event)
    address, button = reverse("pairings", args=[event.slug]), "Publish the event"
    page = signed_in(client, event).get(address).content.decode()
    assert "Only staff can see this event." in page
    assert button not in page, "a chief arbiter does not change the settings"
    assert button in signed_in(client, event, Role.OWNER).get(address).content.decode()
    shown = client.post(reverse("setup_show", args=[event.slug]), {"from": "pairings"})
    assert shown["Location"] == address
    assert "Only the staff" not in client.get(address).content.decode()


def test_the_event_is_published_with_its_round_by_those_who_may(client):
    event = set_plan(make_championship(7, is_public=False), SWISS, COMMAND)
    set_absence(event, 7, 1, "Z", COMMAND)
    draft = draw(event)[0]
    address = reverse("pairings", args=[event.slug])
    page = text(signed_in(client, event).get(address))
    assert f"6 play · 1 absent ({event.players.get(number=7).name})" in page
    assert "Publish round and event" not in page, "a chief arbiter does not change the settings"
    answer = post(client, event, "publish", seen=f"1-{draft.revision}", show=1)
    event.refresh_from_db()
    assert (answer.status_code, event.is_public, event.rounds.count()) == (302, False, 1)


def test_the_reason_that_is_missing_is_marked_at_its_field(client):
    event = set_plan(make_championship(8), SWISS, COMMAND)
    draft = draw(event)[0]
    signed_in(client, event)
    board = draft.boards[0]
    seen = {"round": "1", "revision": str(draft.revision), "player": [board["white"], board["black"]]}
    assert post(client, event, "change", change="forbid", **seen).status_code == 302
    address = reverse("pairings", args=[event.slug])
    field = re.compile(r'<input id="publish-reason"[^>]*>')
    assert "aria-invalid" not in field.search(client.get(address).content.decode())[0]
    answer = post(client, event, "publish", seen=f"1-{draft.revision}")
    assert answer.status_code == 422
    marked = field.search(answer.content.decode())[0]
    for mark in ('aria-invalid="true"', "autofocus", 'aria-describedby="publish-reason-help"'):
        assert mark in marked
    other = post(client, event, "unpublish", round=1, reason="")
    assert "aria-invalid" not in field.search(other.content.decode())[0], "another form lacks its own reason"


def test_an_owner_publishes_the_event_with_its_round_or_neither(client):
    event = set_plan(make_championship(7, is_public=False), SWISS, COMMAND)
    draft = draw(event)[0]
    page = text(signed_in(client, event, Role.OWNER).get(reverse("pairings", args=[event.slug])))
    assert "Publish round and event" in page and "Publish for the staff only" in page
    assert "6 play · 1 bye (" in page
    assert post(client, event, "publish", seen=f"1-{draft.revision + 1}", show=1).status_code == 422
    event.refresh_from_db()
    assert not event.is_public, "a refused round shows nothing"
    assert post(client, event, "publish", seen=f"1-{draft.revision}", show=1).status_code == 302
    event.refresh_from_db()
    assert (event.is_public, event.rounds.count()) == (True, 1)
    assert "Publish round and event" not in text(client.get(reverse("pairings", args=[event.slug])))


def test_the_repair_of_a_board_begins_with_its_round_and_its_players(client):
    event = set_plan(make_championship(8, discipline="scrabble"), SWISS, COMMAND)
    draw(event)
    publish(event)
    board = event.rounds.get().games.get(board=2)
    signed_in(client, event)
    desk = client.get(reverse("desk", args=[event.slug, 1])).content.decode()
    address = f"{reverse('pairings', args=[event.slug])}?repair=1-2"
    assert f'href="{address}#repair"' in desk and "Change colours or opponents" in desk
    page = client.get(address).content.decode()
    assert re.search(r'<details class="card" id="repair" open>', page)
    lists = [re.compile(rf'<select[^>]*id="repair-{name}".*?</select>', re.DOTALL) for name in ("player", "other")]
    chosen = [each.search(page)[0] for each in lists]
    selected = [re.findall(r'value="(\d+)"\s+selected', each) for each in chosen]
    assert selected == [[str(board.white.number)], [str(board.black.number)]]
    for other in ("1-99", "x", "2-1", ""):
        page = client.get(f"{reverse('pairings', args=[event.slug])}?repair={other}").content.decode()
        assert 'id="repair"' in page and 'id="repair" open' not in page


@pytest.mark.parametrize("role", [Role.ARBITER, Role.ENTRY])
def test_who_may_not_pair_finds_no_repair_at_the_board(client, role):
    event = set_plan(make_championship(8), SWISS, COMMAND)
    draw(event)
    publish(event)
    desk = signed_in(client, event, role).get(reverse("desk", args=[event.slug, 1])).content.decode()
    assert "more results" in desk and "Change colours or opponents" not in desk


def test_the_groups_are_played_one_after_the_other(client):
    event = set_plan(make_championship(8), usual_plans.german_championship(5, 0), COMMAND)
    draft = draw(event)[0]
    publish(event)
    page = signed_in(client, event).get(reverse("pairings", args=[event.slug])).content.decode()
    assert f"seed {draft.proposal['seed']}" in page, "the draw can be repeated"
    assert f'href="/e/{event.slug}/round/1/"' in client.get(f"/e/{event.slug}/").content.decode()
    play(event, 1)
    assert f'href="/e/{event.slug}/round/2/"' in client.get(f"/e/{event.slug}/").content.decode()


def test_a_forfeit_known_before_does_not_start_a_round_of_the_groups(client):
    event = set_plan(make_championship(8), usual_plans.german_championship(5, 0), COMMAND)
    set_absence(event, 3, 2, "Z", COMMAND)
    draw(event)
    publish(event, reason="he knows")
    page = signed_in(client, event).get(reverse("pairings", args=[event.slug])).content.decode()
    assert "Start round 1" in page, "the first round is the one that is played"
    assert "Start round 2" not in page
    play(event, 1)
    assert read_progress(staff_reader(event))[:4] == (2, 5, 1, 4)


def test_the_rounds_of_the_groups_are_taken_back_together(client):
    event = set_plan(make_championship(8), usual_plans.german_championship(5, 0), COMMAND)
    draw(event)
    publish(event)
    signed_in(client, event)
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    form = next(form for form in page.split("<form") if "pairings/unpublish/" in form)
    round_number = re.search(r'name="round" value="(\d+)"', form)[1]
    assert "Unpublish the rounds of the groups" in page
    assert post(client, event, "unpublish", round=round_number, reason="").status_code == 422
    assert post(client, event, "unpublish", round=round_number, reason="wrong list").status_code == 302
    assert [draft.number for draft in event.drafts.all()] == [1, 2, 3]
    assert not event.rounds.exists()


def test_an_event_that_is_over_says_so(client):
    text = (GOLDEN / "fide_swiss_2026.trf").read_bytes()
    event = import_tournament(reader.read(text).crosstable, COMMAND, name="Imported")
    page = signed_in(client, event).get(reverse("pairings", args=[event.slug])).content.decode()
    assert "All rounds are published." in page
    assert "needs a plan" not in page
    assert 'value="take-back"' not in page, "its rounds have results"

    event = set_plan(make_championship(2, slug="short"), [stages.Stage("new-swiss", 1, 1)], COMMAND)
    draw(event)
    publish(event)
    page = signed_in(client, event).get(reverse("pairings", args=[event.slug])).content.decode()
    assert "All rounds of the plan are published. Add a stage to the plan for more." in page


@pytest.mark.parametrize(
    ("verb", "fields", "sentence"),
    [
        ("change", {"change": "swap", "player": ["1"]}, "Select exactly two names."),
        ("change", {"change": "bye", "player": ["1", "2"]}, "Select exactly one name."),
        ("change", {"change": "dance"}, "is not a change to a draft"),
        ("unpublish", {"round": "1", "reason": "x"}, "Only the round published last"),
        ("withdraw", {"player": "1"}, "A reason is needed here."),
        ("withdraw", {"player": "99", "reason": "x"}, "There is no player with the number 99."),
        ("reinstate", {"player": "1", "reason": "x"}, "has not withdrawn"),
        ("absence", {"player": "1", "round": "2", "kind": "U"}, "An absence is"),
        ("absence", {"player": "1", "round": "x", "kind": "Z"}, "Choose at least one round"),
        ("absence", {"player": "1", "round": "6", "kind": "Z"}, "The round must be a number from 1 to 5."),
        ("late_entry", {"name": " "}, "A late entry needs a name."),
        ("plan", {"stage-0-system": "swiss", "stage-0-last": "3"}, "Select a valid choice."),
        ("plan", {"stage-0-system": "new-swiss", "stage-0-last": "x"}, "Enter a whole number."),
        ("plan", {"stage-0-system": "new-swiss", "stage-0-last": ""}, "Enter the last round of this stage."),
        ("preset", {"preset": "chess"}, "There is no pairing system"),
        ("swap", {"round": "1", "player": "1", "other": "2", "reason": "x"}, "is not in this round"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(client, verb, fields, sentence):
    event = set_plan(make_championship(8), SWISS, COMMAND)
    draw(event)
    before = event.log.count()
    answer = post(signed_in(client, event), event, verb, **{"round": "1", "revision": "1"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert event.log.count() == before


def test_who_comes_and_goes(client):
    event = set_plan(make_championship(8), SWISS, COMMAND)
    signed_in(client, event)
    draw(event)
    publish(event)
    answer = post(client, event, "withdraw", player="5", reason="ill")
    assert answer.status_code == 302
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "Published and still open: round 1, board" in page
    assert post(client, event, "reinstate", player="5", reason="well").status_code == 302
    assert post(client, event, "absence", player="6", round="2", kind="H").status_code == 302
    page = client.get(reverse("pairings", args=[event.slug])).content.decode()
    assert "Round 2: Player 06 (half-point bye)" in page, "what is noted can be read"
    assert post(client, event, "late_entry", name="Late, Lou", rating="1500").status_code == 302
    games = Game.objects.filter(round__event=event, board__in=(1, 2)).order_by("board")
    fields = {"player": str(games[0].white.number), "other": str(games[1].white.number), "reason": "wrong table"}
    seen = post(client, event, "swap", round="1", **fields).context["swap"].seen
    assert post(client, event, "swap", round="1", seen=seen, **fields).status_code == 302
    assert post(client, event, "unpublish", round="1", reason="wrong list").status_code == 302
    assert client.get(reverse("pairings", args=[event.slug])).content.decode().count("Changed by hand.") == 2
    assert [entry.action for entry in event.log.all()[:6]] == [
        "take-back",
        "repair",
        "late-entry",
        "absence",
        "return",
        "withdraw",
    ]


def test_the_hall_reads_who_can_reach_the_final(client):
    event = make_championship(16)
    set_plan(event, [stages.Stage("new-swiss", 1, 2), stages.Stage("finalists", 3, 3)], COMMAND)
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    (draft,) = draw(event)
    publish(event)
    page = client.get(f"/e/{event.slug}/round/3/").content.decode()
    assert "Candidates for the final" in page
    assert "Candidates" in page
    assert len(draft.proposal["finalists"]["lines"]) == 16
    assert "Candidates for the final" not in client.get(f"/e/{event.slug}/round/2/").content.decode()


def test_texts_become_one_line(client):
    event = make_championship(8)
    signed_in(client, event)
    post(client, event, "late_entry", name=" Nina\0\n001  Neu ", club="a\tb")
    post(client, event, "withdraw", player="9", reason="ill\0\nat home")
    assert list(event.players.filter(number=9).values_list("name", "club")) == [("Nina 001 Neu", "a b")]
    assert event.log.get(action="withdraw").reason == "ill at home"
