"""Pairings from the plan to the published round: nothing half-written, nothing seen too early, all of it in the log."""

import pytest

from pairing.plan import stages, usual_plans
from tests.site.championship import director, draw, enter, make_championship, play, publish, swiss
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.event.configuration import set_tiebreaks
from tournaments.actions.players.participation import reinstate_participant, set_absence, withdraw_participant
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.drafts import cancel_drawing, change_draft, discard_draft, request_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import publish_round, unpublish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.rounds.starting import start_round
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.results import Result
from tournaments.models import Game, Round
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.draft_age import is_outdated
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings
from tournaments.scheduling import next_round, proposals

pytestmark = pytest.mark.django_db


def meetings(event):
    games = Game.objects.filter(round__event=event, black__isnull=False)
    return [frozenset(pair) for pair in games.values_list("white__number", "black__number")]


def test_the_german_championship():
    event = make_championship(42)
    by = director(event)
    groups, *others = usual_plans.german_championship(8, 2)
    set_plan(event, [groups._replace(settings={"seed": 2026}), *others], by)
    event.refresh_from_db()
    assert event.planned_rounds == 10

    drafts = draw(event, by)
    assert [draft.number for draft in drafts] == [1, 2, 3]
    assert {draft.proposal["seed"] for draft in drafts} == {2026}
    publish(event, by)
    assert read_progress(staff_reader(event))[:4] == (1, 10, 0, 21)
    with pytest.raises(Refusal, match="not finished"):
        draw(event, by)
    for number in (1, 2, 3):
        assert read_progress(staff_reader(event)).round == number
        play(event, number)

    for number in range(4, 8):
        draw(event, by)
        if number == 5:
            gone = withdraw_participant(event, 42, by, "ill")
            assert gone == []
            with pytest.raises(Refusal, match="does not match the players present"):
                publish(event, by, "all the same")
            draw(event, by)
        publish(event, by)
        play(event, number)
    rows = Game.objects.filter(round__event=event, white__number=42, round__number__gte=5)
    assert [row.result for row in rows] == [Result.ABSENT] * 3

    (draft,) = draw(event, by)
    game = read_boards(event, 7).first()
    enter(event, game, by, turned=True)
    with pytest.raises(Refusal, match="reason"):
        publish(event, by)
    (draft,) = draw(event, by)
    finalists = draft.proposal["finalists"]
    assert sorted([*finalists["safe"], *finalists["candidates"], *finalists["out"]]) == list(range(1, 42))
    fixed = {frozenset(pair) for pair in finalists["pairs"]}
    assert fixed <= {frozenset((board["white"], board["black"])) for board in draft.boards}
    (last,) = publish(event, by)
    last.refresh_from_db()
    assert last.proposal["finalists"] == finalists
    play(event, 8)

    (draft,) = draw(event, by)
    assert len(draft.boards) == 1
    publish(event, by)
    assert not Game.objects.filter(round__event=event, round__number=9, black=None).exclude(white__number=42).exists()

    play(event, 9)
    (again,) = draw(event)
    assert {board["white"] for board in draft.boards} == {board["black"] for board in again.boards}
    publish(event)
    play(event, 10)
    assert read_progress(staff_reader(event)).finished
    with pytest.raises(Refusal, match="All rounds of the plan are published"):
        draw(event)

    seen = meetings(event)
    free = [
        pair for pair in seen if pair not in fixed and pair != frozenset(draft.boards[0][s] for s in ("white", "black"))
    ]
    assert len(free) == len(set(free)), "nobody meets twice, but by the finalists' rule"
    written = list(event.log.order_by("pk").exclude(action__in=("enter", "correct")).values_list("action", flat=True))
    assert written[:4] == ["plan", "draft", "publish", "draft"]
    assert written.count("publish") == 8


def everything_public(event):
    return (
        read_crosstable(staff_reader(event)),
        read_standings(staff_reader(event)).rows,
        read_progress(staff_reader(event)),
        [list(read_boards(event, number)) for number in range(1, 6)],
        list(event.rounds.all()),
    )


def test_a_draft_is_seen_by_nobody(client):
    event = make_championship(8)
    event = swiss(event)
    before = everything_public(event)
    draw(event)
    event.refresh_from_db()
    assert everything_public(event) == before
    for path in ("", "round/1/", "player/1/"):
        answer = client.get(f"/e/{event.slug}/{path}")
        assert "proposal" not in answer.content.decode()
        assert (answer.status_code == 404) == (path == "round/1/")
    assert client.get(f"/e/{event.slug}/pairings/").status_code == 302
    publish(event)
    assert client.get(f"/e/{event.slug}/round/1/").status_code == 200


def test_nothing_is_written_when_somebody_wrote_meanwhile(monkeypatch):
    event = make_championship(8)
    swiss(event)
    propose = proposals.propose_round

    def slowly(*arguments):
        proposal = propose(*arguments)
        withdraw_participant(event, 8, COMMAND, "ill")
        return proposal

    monkeypatch.setattr(proposals, "propose_round", slowly)
    with pytest.raises(Refusal, match="Somebody has changed"):
        draw(event)
    assert not event.drafts.exists()
    assert not event.log.filter(action="draft").exists()


def test_a_refused_publication_writes_nothing():
    event = make_championship(8)
    swiss(event)
    (draft,) = draw(event)
    version = event.log.count()
    with pytest.raises(Refusal, match="Somebody has changed"):
        publish_round(event, {1: draft.revision + 1}, COMMAND)
    assert (event.log.count(), Round.objects.count(), Game.objects.count()) == (version, 0, 0)


def test_a_plan_that_has_begun_stays():
    event = make_championship(8)
    swiss(event, 5)
    draw(event)
    publish(event)
    with pytest.raises(Refusal, match="already been paired"):
        swiss(event, 5, repeats=1)
    longer = [stages.Stage("new-swiss", 1, 5), stages.Stage("king-of-the-hill", 6, 6)]
    set_plan(event, longer, COMMAND)
    event.refresh_from_db()
    assert event.planned_rounds == 6


def test_a_round_robin_with_somebody_absent():
    event = make_championship(5)
    set_plan(event, usual_plans.round_robin(5), COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    withdraw_participant(event, 1, COMMAND, "ill")
    (draft,) = draw(event)
    publish(event)
    forfeits = Game.objects.filter(round__number=2, result__in=("+-", "-+")).count()
    assert forfeits == (draft.byes[0]["player"] != 1)
    assert Game.objects.filter(round__number=2, black=None).get().result == "Z"


def test_fide_dutch_through_its_engine():
    event = make_championship(7, discipline="chess")
    set_plan(event, usual_plans.swiss(3), COMMAND)
    for number in (1, 2):
        (draft,) = draw(event)
        assert len(draft.boards) == 3
        publish(event)
        play(event, number)
    assert len(set(meetings(event))) == 6


LOGGED = {  # every action of the pairings: what the log keeps of the state before and after it
    "plan": ({"plan"}, {"plan"}),
    "draft": (set(), {"rounds", "wishes"}),
    "draft-change": ({"round", "boards", "byes", "wishes"}, {"round", "boards", "byes", "wishes", "change", "players"}),
    "draft-discard": ({"rounds"}, set()),
    "draft-ask": (set(), {"round", "wishes"}),
    "draft-cancel": ({"round"}, set()),
    "publish": ({"proposed"}, {"rounds", "faults"}),
    "begin": ({"round", "at"}, {"round", "at"}),
    "take-back": ({"rounds"}, {"drafts", "round"}),
    "repair": ({"boards"}, {"round", "boards"}),
    "withdraw": ({"number", "round"}, {"number", "round"}),
    "return": ({"number", "round"}, {"number", "round"}),
    "absence": ({"number", "round", "kind"}, {"number", "round", "kind"}),
    "late-entry": (set(), {"number"}),
}


def test_everything_is_in_the_log_with_what_was_and_what_is():
    event = make_championship(9)
    by = director(event)
    swiss(event)
    (draft,) = draw(event, by)
    discard_draft(event, by)
    request_draft(event, next_round.DrawWishes(), by)
    cancel_drawing(event, by)
    (draft,) = draw(event, by)
    one, other = draft.boards[0]["white"], draft.boards[1]["black"]
    change_draft(event, 1, 1, "swap", [one, other], by)
    publish(event, by)
    swap_seats(event, 1, (one, other), by, "wrong table")
    unpublish_round(event, 1, by, "wrong list")
    publish(event, by)
    start_round(event, 1, by)
    withdraw_participant(event, 5, by, "ill")
    reinstate_participant(event, 5, by, "well")
    set_absence(event, 6, 2, "H", by)
    add_player(event, {"name": "Late, Lou"}, by)
    entries = {entry.action: entry for entry in event.log.all()}
    logged = {name: (set(entry.before or ()), set(entry.after or ())) for name, entry in entries.items()}
    assert logged == LOGGED
    assert {entry.actor for name, entry in entries.items() if name != "plan"} == {by.user}


def test_only_what_a_pairing_rests_on_makes_a_draft_doubtful():
    event = make_championship(8)
    swiss(event)
    (draft,) = draw(event)
    set_tiebreaks(event, "PTS,SPREAD", COMMAND)
    assert not is_outdated(event, draft)
    set_absence(event, 3, 1, "Z", COMMAND)
    assert is_outdated(event, draft)


def test_a_seed_is_chosen_at_random_and_stored(monkeypatch):
    monkeypatch.setattr("tournaments.actions.rounds.drafts.secrets.randbelow", lambda _limit: 4711)
    event = make_championship(42)
    set_plan(event, usual_plans.german_championship(8, 2), COMMAND)
    assert {draft.proposal["seed"] for draft in draw(event)} == {4711}
    assert event.log.first().after["rounds"][0]["seed"] == 4711
