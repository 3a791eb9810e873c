"""Forbidden pairings: rules of the event that every drawing keeps to, and what they make impossible."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.urls import reverse

from pairing.plan import usual_plans
from pairing.plan.stages import Stage
from pairing.rules.boards import Pair
from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.exchange.interface import post, token_of
from tests.site.factories import person
from tests.site.teams import make_teams
from tests.site.teams import swiss as swiss_of_teams
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.players.players import remove_player
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing, remove_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.models import Draft, Event, ForbiddenPairing, Player
from tournaments.pages.rounds.forbidden_pairings import forbidden_pairings_view
from tournaments.queries.rounds.draft_age import is_outdated
from tournaments.queries.rounds.forbidden_pairings import find_forbidden_pairs, read_forbidden_pairings
from tournaments.queries.standings.crosstable import read_facts_for_pairing
from tournaments.scheduling import draft_faults, next_round

pytestmark = pytest.mark.django_db


def banned(event, round_number=1) -> set[Pair]:
    facts, _members = read_facts_for_pairing(staff_reader(event))
    return set(find_forbidden_pairs(read_forbidden_pairings(event, round_number), list(facts.players.values())))


def pairs_of(draft):
    return {tuple(sorted((board["white"], board["black"]))) for board in draft.boards}


def keep_apart(event, *numbers, from_round=1):
    return add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, numbers, from_round=from_round), COMMAND)


def dutch(event, rounds=5):
    return set_plan(event, usual_plans.swiss(rounds), COMMAND)


def test_each_rule_names_its_pairs():
    event = make_championship(6)
    for number, club, federation in ((1, "Rook", "GER"), (2, "rook", "GER"), (3, "Bishop", "FRA"), (4, "Bishop", "")):
        Player.objects.filter(event=event, number=number).update(club=club, federation=federation)
    for wanted, pairs in (
        (ForbiddenPairingDefinition(Apart.LIST, (6, 5, 1)), {(1, 5), (1, 6), (5, 6)}),
        (ForbiddenPairingDefinition(Apart.CLUB, text="Rook"), {(1, 2)}),
        (ForbiddenPairingDefinition(Apart.CLUB), {(1, 2), (3, 4)}),
        (ForbiddenPairingDefinition(Apart.FEDERATION, text="GER"), {(1, 2)}),
        (ForbiddenPairingDefinition(Apart.FEDERATION), {(1, 2)}),
        (ForbiddenPairingDefinition(Apart.CLUB, text="Knight"), set()),
    ):
        forbidden = add_forbidden_pairing(event, wanted, COMMAND)
        assert banned(event) == pairs
        remove_forbidden_pairing(event, forbidden.pk, COMMAND)


@pytest.mark.parametrize("system", ["dutch", "new-swiss"])
def test_a_forbidden_pairing_lasts_from_its_round_on(system):
    event = make_championship(8, discipline="chess" if system == "dutch" else "scrabble")
    set_plan(event, [Stage(system, 1, 5)], COMMAND)
    (draft,) = draw(event)
    first, second = sorted(pairs_of(draft))[:2]
    keep_apart(event, *first)
    keep_apart(event, *second, from_round=2)
    assert is_outdated(event, draft)
    (draft,) = draw(event)
    for number in (1, 2, 3):
        met = pairs_of(draft)
        assert banned(event, number) == ({first} if number < 2 else {first, second})
        assert first not in met
        assert number < 2 or second not in met
        publish(event)
        play(event, number)
        (draft,) = draw(event)


TAKEN_BACK = [
    # rounds out, the round a pair is kept apart from, the round taken back; from when on they are, and made after which
    (2, 3, 2, (2, 1)),
    (2, 4, 2, (4, 1)),
    (2, 2, 2, (2, 1)),
    (2, 1, 2, (1, 1)),
    (1, 2, 1, (1, 0)),
]


@pytest.mark.parametrize(("out", "start", "back", "now"), TAKEN_BACK)
def test_what_was_noted_for_a_round_to_come_holds_in_one_that_is_taken_back(out, start, back, now):
    event = dutch(make_championship(8, discipline="chess"))
    for number in range(1, out + 1):
        (draft,) = draw(event)
        publish(event)
        if number < out:
            play(event, number)
    apart = min(pairs_of(draft))
    keep_apart(event, *apart, from_round=start)
    unpublish_round(event, back, COMMAND, "relatives")
    assert event.forbidden_pairings.values_list("from_round", "made_after").get() == now
    (draft,) = event.drafts.all()
    faults = draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    assert [fault.code for fault in faults] == ["illegal-forbidden"] * (now[0] <= back)
    (draft,) = draw(event)
    assert (apart in pairs_of(draft)) == (now[0] > back)


def test_people_with_other_start_numbers_are_kept_apart():
    """The engine knows start numbers, a forbidden pairing the number that stays with a person."""
    event = make_championship(8, discipline="chess")
    dutch(event)
    for shift in (100, 0):  # no two have the same one meanwhile
        for number in range(1, 9):
            Player.objects.filter(event=event, number=number).update(given_number=shift + 9 - number)
    (draft,) = draw(event)
    apart = min(pairs_of(draft))
    keep_apart(event, *apart)
    (draft,) = draw(event)
    assert apart not in pairs_of(draft)


def test_a_pair_that_is_swapped_together_is_a_fault():
    event = make_championship(8, discipline="chess")
    dutch(event)
    (draft,) = draw(event)
    one, other = draft.boards[0]["white"], draft.boards[1]["white"]
    keep_apart(event, one, other)
    (draft,) = draw(event)
    board = next(b for b in draft.boards if one in (b["white"], b["black"]))
    opponent = board["black"] if board["white"] == one else board["white"]
    draft = change_draft(event, 1, draft.revision, "swap", [opponent, other], COMMAND)
    faults = draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    assert "illegal-forbidden" in [fault.code for fault in faults]


@pytest.mark.parametrize("system", ["dutch", "new-swiss"])
def test_what_bans_make_impossible_is_said_with_names(client, system):
    event = make_championship(4, discipline="chess" if system == "dutch" else "scrabble")
    set_plan(event, [Stage(system, 1, 3)], COMMAND)
    keep_apart(event, 1, 2, 3)
    with pytest.raises(Refusal) as refused:
        draw(event)
    assert refused.value.code == "no-pairing-lift-ban"
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    if system == "new-swiss":
        page = client.post(reverse("pairings_draw", args=[event.slug])).content.decode()
        assert "let Player 01 – Player 02 meet" in page
    (draft,) = draw(event, granted=refused.value.params["relaxation"])
    assert pairs_of(draft) & set(refused.value.params["relaxation"])


@pytest.mark.parametrize(("system", "last"), [("round-robin", 3), ("pools", 3), ("knock-out", 1)])
def test_nobody_is_kept_apart_in_a_round_robin_and_in_matches(system, last):
    event = make_championship(4)
    set_plan(event, [Stage(system, 1, last)], COMMAND)
    keep_apart(event, 1, 2, 3, 4)
    for number in range(1, last + 1):
        (draft,) = draw(event)
        assert not draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
        publish(event)
        play(event, number)


def test_a_late_forbidden_pairing_is_a_departure_in_fide_dutch_alone():
    for system, departs in (("dutch", True), ("new-swiss", False)):
        event = make_championship(8, slug=system, discipline="chess" if system == "dutch" else "scrabble")
        set_plan(event, [Stage(system, 1, 5)], COMMAND)
        keep_apart(event, 1, 2)
        draw(event)
        publish(event)
        play(event, 1)
        keep_apart(event, 3, 4, from_round=2)
        before, after = forbidden_pairings_view(staff_reader(event)).lines
        assert before.departure == ""
        assert bool(after.departure) == departs
        assert (before.start, after.start) == ("", "from round 2 on")


def test_what_keeps_nobody_apart_is_refused_and_the_same_writes_nothing():
    event = make_championship(4)
    for numbers, code in (((1,), "ban-two"), ((1, 1), "ban-two"), ((1, 99), "ban-nobody")):
        with pytest.raises(Refusal) as refused:
            keep_apart(event, *numbers)
        assert refused.value.code == code
    forbidden = keep_apart(event, 1, 2, from_round=2)
    version = Event.objects.get(pk=event.pk).version
    assert keep_apart(event, 2, 1, from_round=3) == forbidden
    assert Event.objects.get(pk=event.pk).version == version
    assert keep_apart(event, 1, 2, from_round=1) != forbidden
    teams = make_teams(4)
    with pytest.raises(Refusal, match="one by one"):
        add_forbidden_pairing(teams, ForbiddenPairingDefinition(Apart.CLUB), COMMAND)


def test_a_removed_player_leaves_their_forbidden_pairings():
    event = make_championship(4)
    keep_apart(event, 1, 4)
    keep_apart(event, 1, 2, 4)
    remove_player(event, 4, COMMAND)
    assert [forbidden.numbers for forbidden in event.forbidden_pairings.all()] == [[1, 2]]


def test_teams_are_kept_apart():
    event = swiss_of_teams(make_teams(6, boards=2))
    (draft,) = draw(event)
    apart = min(pairs_of(draft))
    keep_apart(event, *apart)
    (draft,) = draw(event)
    assert apart not in pairs_of(draft)


def test_the_page_adds_and_removes(client):
    event = make_championship(8)
    Player.objects.filter(event=event, number__in=(1, 2)).update(club="SC Rook & Sons")
    swiss(event)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = reverse("forbidden_pairings", args=[event.slug])
    assert client.post(page, {"rule": "list", "player": ["3"], "from_round": "1"}).status_code == 422
    assert "at least two" in client.post(page, {"rule": "list", "from_round": "1"}).content.decode()
    client.post(page, {"rule": "list", "player": ["3", "4"], "from_round": "1"})
    shown = client.post(
        page, {"rule": "club", "club": "SC Rook & Sons", "from_round": "2"}, follow=True
    ).content.decode()
    assert "Player 03 – Player 04" in shown
    assert "players of SC Rook &amp; Sons" in shown
    assert "from round 2 on · 1 pair" in shown
    assert "players of SC Rook" in client.get(reverse("pairings", args=[event.slug])).content.decode()
    first = event.forbidden_pairings.first()
    client.post(reverse("forbidden_pairings_remove", args=[event.slug]), {"ban": first.pk})
    assert [forbidden.rule for forbidden in event.forbidden_pairings.all()] == ["club"]
    assert [entry.action for entry in event.log.all()[:3]] == ["ban"] * 3
    log = client.get(reverse("log", args=[event.slug])).content.decode()
    assert "players of SC Rook &amp; Sons, from round 2 on" in log
    assert "Player 03 – Player 04" in log


def test_namesakes_are_told_apart():
    event = make_championship(6)
    Player.objects.filter(event=event, number__in=(2, 5)).update(name="Hahn, Wim")
    keep_apart(event, 1, 5)
    view = forbidden_pairings_view(staff_reader(event))
    assert [name for _, name, _ in view.choices][:3] == ["Hahn, Wim (2)", "Hahn, Wim (5)", "Player 01"]
    assert view.lines[0].text == "Player 01 – Hahn, Wim (5)"


def test_the_button_of_a_draft_keeps_two_apart_for_good(client):
    event = make_championship(8)
    swiss(event)
    (draft,) = draw(event)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    posted = {"round": "1", "revision": draft.revision, "change": "forbid"}
    refused = client.post(reverse("pairings_change", args=[event.slug]), {**posted, "player": ["3"]})
    assert "exactly two" in refused.content.decode()
    client.post(reverse("pairings_change", args=[event.slug]), {**posted, "player": ["3", "4"]})
    (forbidden,) = event.forbidden_pairings.all()
    assert (forbidden.rule, forbidden.numbers, forbidden.from_round) == ("list", [3, 4], 1)


def test_pairs_that_a_draft_of_an_earlier_release_keeps_apart_become_forbidden_pairings():
    """It kept them in its wishes, in each draft of the groups."""
    event = set_plan(make_championship(8), [Stage("groups", 1, 3)], COMMAND)
    draw(event)
    event.drafts.update(wishes={"fixed": [[3, 4]], "forbidden": [[2, 1], [5, 8]]})
    before = import_module("tournaments.migrations.0024_wishes_become_bans")
    models = {"Draft": Draft, "Ban": ForbiddenPairing}  # its name then
    then = SimpleNamespace(get_model=lambda _app, name: models[name])
    for _ in range(2):
        before.keep_apart(then, None)
    assert banned(event) == {(1, 2), (5, 8)}
    assert list(event.forbidden_pairings.values_list("rule", "from_round", "made_after")) == [("list", 1, 0)] * 2
    assert [draft.wishes for draft in event.drafts.all()] == [{"fixed": [[3, 4]]}] * 3


def test_programs_keep_apart_too(client):
    event = make_championship(6)
    token = token_of(event, Role.CHIEF_ARBITER, ["pairings"])
    made = post(client, "events/championship/bans", {"numbers": [2, 5]}, token).json()
    assert (made["numbers"], made["from_round"], made["rule"]) == ([2, 5], 1, "list")
    address, bearer = "/api/v1/events/championship/bans", {"authorization": f"Bearer {token}"}
    assert client.get(address, headers=bearer).json() == {"items": [made], "next": None}
    assert client.get(address).status_code in (401, 404)
    wrong = post(client, "events/championship/bans", {"numbers": [2]}, token)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "ban-two")
    key = {**bearer, "idempotency-key": "6e0c6d2e-0000-4000-8000-000000000001"}
    assert client.delete(f"{address}/{made['key']}", headers=key).status_code == 204
    assert not event.forbidden_pairings.exists()


def test_people_and_clubs_are_chosen_in_the_order_of_all_other_lists():
    event = make_championship(4)
    for player, name in zip(
        event.players.order_by("number"), ("Zimmermann", "Öztürk", "Łukasz", "Bäcker"), strict=True
    ):
        player.name, player.club = name, f"{name} club"
        player.save()
    view = forbidden_pairings_view(staff_reader(event))
    assert [name for _number, name, _club in view.choices] == ["Bäcker", "Łukasz", "Öztürk", "Zimmermann"]
    assert view.clubs == ["Bäcker club", "Łukasz club", "Öztürk club", "Zimmermann club"]
