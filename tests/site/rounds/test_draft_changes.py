"""Drafts that an arbiter changes: pairs and byes that they want, and the smallest relaxation."""

import pytest
from django.urls import reverse

from pairing.plan import stages, usual_plans
from pairing.rules import history
from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.factories import LEFT, person
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.players.participation import set_absence
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.pages.rounds.pairings import pairings_view
from tournaments.queries.rounds.games import read_boards
from tournaments.scheduling import draft_faults, next_round

pytestmark = pytest.mark.django_db


def test_changes_by_hand_are_checked_and_logged():
    event = make_championship(8)
    swiss(event)
    draw(event)
    publish(event)
    play(event, 1)
    (draft,) = draw(event)
    game = read_boards(event, 1).first()
    one, other = game.white.number, game.black.number
    board = next(board for board in draft.boards if one in (board["white"], board["black"]))
    opponent = board["black"] if board["white"] == one else board["white"]
    if opponent != other:
        draft = change_draft(event, 2, draft.revision, "swap", [opponent, other], COMMAND)
    faults = draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    assert "illegal-repeat" in [fault.code for fault in faults]
    with pytest.raises(Refusal, match="Somebody has changed"):
        change_draft(event, 2, draft.revision - 1, "swap", [one, other], COMMAND)
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    (its_round,) = publish(event, reason="they asked for it")
    assert its_round.proposal["boards"] != draft.boards
    entry = event.log.first()
    assert (entry.action, entry.reason) == ("publish", "they asked for it")
    assert [code for code, _ in entry.after["faults"]] == [fault.code for fault in faults]


@pytest.mark.parametrize("wishes", [{}, {"fixed": ((1, 6),)}])
@pytest.mark.parametrize("departures", [[], LEFT])
def test_what_was_decided_by_hand_needs_a_reason_in_fide_mode(wishes, departures):
    """Nothing is illegal in it: it only differs from the system's proposal."""
    event = make_championship(8, discipline="chess", departures=departures)
    set_plan(event, [stages.Stage("dutch", 1, 5)], COMMAND)
    (draft,) = draw(event, **wishes)
    if not wishes:
        change_draft(event, 1, draft.revision, "swap", [5, 6], COMMAND)
    assert pairings_view(staff_reader(event)).needs_reason is not bool(departures)
    if not departures:
        with pytest.raises(Refusal, match="reason"):
            publish(event)
    publish(event, reason="" if departures else "a live board")


def test_what_is_wished_of_the_next_drawing_changes_no_draft():
    """A pair that was fixed needs a reason also where the wish is gone; one that is only wished does not."""
    event = make_championship(8, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 5)], COMMAND)
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "fix", [1, 2], COMMAND)
    assert event.drafts.get().wishes["fixed"] == [[1, 2]]
    assert not pairings_view(staff_reader(event)).needs_reason
    (draft,) = draw(event, fixed=((1, 2),))
    change_draft(event, 1, draft.revision, "free", [], COMMAND)
    assert pairings_view(staff_reader(event)).needs_reason


def test_what_was_changed_back_needs_none():
    event = make_championship(8, discipline="chess")
    set_plan(event, [stages.Stage("dutch", 1, 5)], COMMAND)
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [5, 6], COMMAND)
    change_draft(event, 1, draft.revision + 1, "swap", [5, 6], COMMAND)
    publish(event)


@pytest.mark.parametrize("cycles", [1, 2])
def test_a_round_robin_changed_by_hand_names_who_meets_too_often(cycles):
    """Player 1 meets everybody once in each cycle; in a double one a second meeting is right, and a third is not."""
    event = make_championship(4, discipline="chess")
    set_plan(event, [stages.Stage("round-robin", 1, 3 * cycles, {"cycles": cycles})], COMMAND)
    for number in range(1, 3 * cycles):
        draw(event)
        publish(event)
        play(event, number)
    (draft,) = draw(event)
    assert not draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    board, other = draft.boards
    draft = change_draft(event, 3 * cycles, draft.revision, "swap", [board["white"], other["white"]], COMMAND)
    faults = draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    assert [fault.code for fault in faults] == ["illegal-repeat", "illegal-repeat"]
    with pytest.raises(Refusal, match="reason"):
        publish(event)


@pytest.mark.parametrize(("discipline", "named"), [("chess", 1), ("scrabble", 0)])
def test_a_round_robin_changed_by_hand_names_a_third_colour_running(discipline, named):
    """By the table 1 has White, White and Black; turned round, the third game would be White again."""
    event = make_championship(4, discipline=discipline)
    set_plan(event, [stages.Stage("round-robin", 1, 3)], COMMAND)
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    (draft,) = draw(event)
    assert not draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    found = []
    for board in draft.proposal["boards"]:
        turned = change_draft(event, 3, draft.revision, "swap", [board["white"], board["black"]], COMMAND)
        faults = draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), turned, [turned])
        found += [fault.code for fault in faults]
        draft = change_draft(event, 3, turned.revision, "swap", [board["white"], board["black"]], COMMAND)
    assert ("illegal-three-alike" in found) == bool(named)
    assert set(found) <= {"illegal-three-alike"}


def test_a_board_that_is_swapped_back_has_the_reasons_of_the_proposal_again():
    event = make_championship(8)
    set_plan(event, [stages.Stage("new-swiss", 1, 2), stages.Stage("finalists", 3, 3)], COMMAND)
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    (draft,) = draw(event)
    fixed = {frozenset(pair) for pair in draft.proposal["finalists"]["pairs"]}
    board = next(b for b in draft.boards if frozenset((b["white"], b["black"])) in fixed)
    other = next(b for b in draft.boards if b != board)
    assert "finalists-fold" in [code for code, _ in board["reasons"]]
    swap = [board["white"], other["white"]]
    draft = change_draft(event, 3, draft.revision, "swap", swap, COMMAND)
    changed = [dict(b["reasons"]).keys() for b in draft.boards if "pair-by-hand" in dict(b["reasons"])]
    assert len(changed) == 2
    assert all("finalists-fold" not in codes and "float-odd" not in codes for codes in changed)
    draft = change_draft(event, 3, draft.revision, "swap", swap, COMMAND)
    assert draft.boards == draft.proposal["boards"]
    draft = change_draft(event, 3, draft.revision, "swap", [board["white"], board["black"]], COMMAND)
    (turned,) = [b for b in draft.boards if b not in draft.proposal["boards"]]
    assert [code for code, _ in turned["reasons"]] == ["pair-by-hand", "finalists-fold"], "not why the other one starts"


def test_pairs_and_byes_that_the_arbiter_wants():
    event = make_championship(9)
    swiss(event)
    (draft,) = draw(event, fixed=((1, 2),), bye=3)
    pairs = {frozenset((board["white"], board["black"])) for board in draft.boards}
    assert frozenset((1, 2)) in pairs
    assert [bye["player"] for bye in draft.byes] == [3]
    for wrong in ([1], [1, 2, 3], [1, 1]):
        with pytest.raises(Refusal, match="exactly two"):
            change_draft(event, 1, 1, "swap", wrong, COMMAND)


def test_the_smallest_relaxation_is_offered_and_never_taken():
    event = make_championship(2)
    swiss(event)
    draw(event)
    publish(event)
    play(event, 1)
    with pytest.raises(Refusal, match="meet again") as refused:
        draw(event)
    assert refused.value.params["relaxation"] == ((1, 2),)
    (draft,) = draw(event, granted=refused.value.params["relaxation"])
    assert [
        fault.code
        for fault in draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    ] == ["illegal-repeat"]
    publish(event, reason="two players only")


def test_an_engine_keeps_to_the_relaxation_too():
    event = make_championship(4, discipline="chess")
    set_plan(event, usual_plans.swiss(5), COMMAND)
    for number in (1, 2, 3):
        draw(event)
        publish(event)
        play(event, number)
    with pytest.raises(Refusal, match="meet again") as refused:
        draw(event)
    granted = refused.value.params["relaxation"]
    (draft,) = draw(event, granted=granted)
    assert {frozenset((b["white"], b["black"])) for b in draft.boards} == set(map(frozenset, granted))
    for board in draft.boards:
        assert "repeat-confirmed" in dict(board["reasons"])
        assert "pair-fixed" not in dict(board["reasons"])


@pytest.mark.parametrize("by", ["swap", "fix"])
def test_a_pair_set_by_hand_has_the_places_of_the_system(by):
    """Number 9 missed round 1 and so lost nothing: by the key of New Swiss she would stand before all who lost."""
    event = make_championship(9, discipline="chess")
    set_plan(event, usual_plans.swiss(5), COMMAND)
    set_absence(event, 9, 1, "Z", COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    (draft,) = draw(event, bye=5)
    past = history.read_history(next_round.read_next_round(staff_reader(event)).facts)
    order = sorted(past.order, key=lambda n: (-past.entrants[n].score, n))
    board = next(b for b in draft.boards if 9 in (b["white"], b["black"]))
    beside = board["black"] if board["white"] == 9 else board["white"]
    loser = next(n for n in order if not past.entrants[n].score and n not in (5, 9, beside))
    if by == "fix":
        (draft,) = draw(event, fixed=((loser, 9),), bye=5)
    else:
        draft = change_draft(event, 2, draft.revision, "swap", [beside, loser], COMMAND)
    board = next(b for b in draft.boards if {b["white"], b["black"]} == {9, loser})
    places = {"wins": "0", "place": order.index(loser) + 1, "other": 9}
    assert dict(board["reasons"])["same-wins"] == places


def test_two_are_kept_apart_in_the_finalists_round_too():
    event = make_championship(16)
    set_plan(event, [stages.Stage("new-swiss", 1, 1), stages.Stage("finalists", 2, 2, {"half": 1})], COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    (draft,) = draw(event)
    fold = {frozenset(pair) for pair in draft.proposal["finalists"]["pairs"]}
    free = next(b for b in draft.boards if frozenset((b["white"], b["black"])) not in fold)
    apart = tuple(sorted((free["white"], free["black"])))
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, apart), COMMAND)
    (again,) = draw(event)
    assert set(apart) not in [{board["white"], board["black"]} for board in again.boards]


def test_a_changed_draft_of_fide_dutch_says_what_the_change_costs(client):
    event = make_championship(8, discipline="chess")
    set_plan(event, usual_plans.swiss(5), COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    (draft,) = draw(event)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))

    def page():
        return client.get(reverse("pairings", args=[event.slug])).content.decode()

    heading = "Compared with the pairing by C.04.3:"
    assert heading not in page()
    first, second = draft.boards[:2]
    for swap, cost in (
        (
            (first["white"], second["white"]),
            "both are equally good; the rules list the other first (article 4).",
        ),
        (
            (first["white"], second["black"]),
            "criterion C12 (colour preferences not granted) has the value 2; the rules require 0.",
        ),
    ):
        draft = change_draft(event, 2, draft.revision, "swap", list(swap), COMMAND)
        text = page()
        assert heading in text and cost in text
        draft = change_draft(event, 2, draft.revision, "swap", list(swap), COMMAND)
        assert heading not in page()
