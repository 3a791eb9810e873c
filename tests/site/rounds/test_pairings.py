"""Pairings from the plan to the published round: nothing half-written, nothing seen too early, all of it in the log."""

from pathlib import Path

import pytest

from pairing import stages
from tests.site.championship import director, draw, enter, make_championship, play, publish
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.event.configuration import set_tiebreaks
from tournaments.actions.event.events import import_tournament
from tournaments.actions.players.participation import reinstate_participant, set_absence, withdraw_participant
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.drafts import cancel_drawing, change_draft, discard_draft, request_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publication import publish_round, unpublish_round
from tournaments.actions.rounds.repairs import exchange_seats
from tournaments.actions.rounds.starting import start_round
from tournaments.actions.writing import COMMAND
from tournaments.domain.entry import Decision
from tournaments.domain.results import Result
from tournaments.history.past import state_at
from tournaments.models import Game, Round
from tournaments.queries.draft_age import is_outdated
from tournaments.queries.facts import read_crosstable
from tournaments.queries.games import last_paired_round, read_absences, read_boards
from tournaments.queries.progress import read_progress
from tournaments.queries.standings import read_standings
from tournaments.scheduling import draft_faults, next_round, proposals

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).parents[2] / "golden"


def swiss(event, rounds=5, **settings):
    return set_plan(event, [stages.Stage("new-swiss", 1, rounds, settings)], COMMAND)


def meetings(event):
    games = Game.objects.filter(round__event=event, black__isnull=False)
    return [frozenset(pair) for pair in games.values_list("white__number", "black__number")]


def test_the_german_championship():
    event = make_championship(42)
    by = director(event)
    groups, *others = stages.german_championship(8, 2)
    set_plan(event, [groups._replace(settings={"seed": 2026}), *others], by)
    event.refresh_from_db()
    assert event.planned_rounds == 10

    drafts = draw(event, by)
    assert [draft.number for draft in drafts] == [1, 2, 3]
    assert {draft.proposal["seed"] for draft in drafts} == {drafts[0].proposal["seed"]}
    publish(event, by)
    assert read_progress(event)[:4] == (1, 10, 0, 21)
    with pytest.raises(Refusal, match="not finished"):
        draw(event, by)
    for number in (1, 2, 3):
        assert read_progress(event).round == number
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
    found = draft.proposal["finalists"]
    assert sorted([*found["safe"], *found["candidates"], *found["out"]]) == list(range(1, 42))
    fixed = {frozenset(pair) for pair in found["pairs"]}
    assert fixed <= {frozenset((board["white"], board["black"])) for board in draft.boards}
    (last,) = publish(event, by)
    last.refresh_from_db()
    assert last.proposal["finalists"] == found
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
    assert read_progress(event).finished
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
        read_crosstable(event),
        read_standings(event).rows,
        read_progress(event),
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
        found = propose(*arguments)
        withdraw_participant(event, 8, COMMAND, "ill")
        return found

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
    faults = draft_faults.find_draft_faults(next_round.read_next_round(event), draft, [draft])
    assert "illegal-repeat" in [fault.code for fault in faults]
    with pytest.raises(Refusal, match="Somebody has changed"):
        change_draft(event, 2, draft.revision - 1, "swap", [one, other], COMMAND)
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    (round,) = publish(event, reason="they asked for it")
    assert round.proposal["boards"] != draft.boards
    entry = event.log.first()
    assert (entry.action, entry.reason) == ("publish", "they asked for it")
    assert [code for code, _ in entry.after["faults"]] == [fault.code for fault in faults]


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
    (draft,) = draw(event, fixed=((1, 2),), bye=3, forbidden=((4, 5),))
    pairs = {frozenset((board["white"], board["black"])) for board in draft.boards}
    assert frozenset((1, 2)) in pairs
    assert frozenset((4, 5)) not in pairs
    assert [bye["player"] for bye in draft.byes] == [3]
    draft = change_draft(event, 1, 1, "forbid", [6, 7], COMMAND)
    assert next_round.Wishes.stored(draft.wishes).forbidden in {((4, 5), (6, 7)), ((6, 7), (4, 5))}
    for wrong in ([1], [1, 2, 3], [1, 1]):
        with pytest.raises(Refusal, match="exactly two"):
            change_draft(event, 1, 2, "swap", wrong, COMMAND)


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
        fault.code for fault in draft_faults.find_draft_faults(next_round.read_next_round(event), draft, [draft])
    ] == ["illegal-repeat"]
    publish(event, reason="two players only")


def test_an_engine_keeps_to_the_relaxation_too():
    event = make_championship(4, discipline="chess")
    set_plan(event, stages.swiss(5), COMMAND)
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


def test_absences_and_late_entries():
    event = make_championship(8)
    swiss(event)
    set_absence(event, 7, 1, "H", COMMAND)
    set_absence(event, 8, 1, "Z", COMMAND)
    (draft,) = draw(event)
    assert len(draft.boards) == 3
    publish(event)
    alone = Game.objects.filter(round__event=event, black=None).order_by("white__number")
    assert [(game.white.number, game.result) for game in alone] == [(7, "H"), (8, "Z")]
    late = add_player(event, {"name": "Late, Lou", "rating": 1500}, COMMAND)
    assert (late.number, late.games_as_white.get().result) == (9, "Z")
    with pytest.raises(Refusal, match="already published"):
        set_absence(event, 1, 1, "H", COMMAND)
    with pytest.raises(Refusal, match="already takes part"):
        add_player(event, {"name": "Late, Lou"}, COMMAND)
    play(event, 1)
    draw(event)
    publish(event)
    assert Game.objects.filter(round__number=2, black=None).count() == 1


@pytest.mark.parametrize(
    ("fields", "byes", "asked", "sentence"),
    [
        ({"bye_requests": 1}, [2], 3, "as many as are allowed"),
        ({"bye_requests": 1}, [2], 2, None),
        ({"bye_requests": 0}, [], 2, "as many as are allowed"),
        ({"bye_requests": 2}, [2], 3, None),
        ({"bye_closed_rounds": 2}, [], 4, "in the last 2 rounds"),
        ({"bye_closed_rounds": 2}, [], 3, None),
        ({"bye_notice": 60, "round_times": {"2": "2020-01-01T10:00"}}, [], 2, "60 minutes before the round"),
        ({"bye_notice": 60, "round_times": {"2": "2090-01-01T10:00"}}, [], 2, None),
    ],
)
def test_half_point_byes_are_limited(fields, byes, asked, sentence):
    event = swiss(make_championship(8, **fields))
    for number in byes:
        set_absence(event, 7, number, "H", COMMAND)
    if sentence is None:
        set_absence(event, 7, asked, "H", COMMAND)
        return
    with pytest.raises(Refusal, match=sentence):
        set_absence(event, 7, asked, "H", COMMAND)
    set_absence(event, 7, asked, "Z", COMMAND)


def test_an_absence_in_the_groups_is_asked_about():
    event = make_championship(8)
    set_plan(event, stages.german_championship(6, 0), COMMAND)
    set_absence(event, 3, 2, "Z", COMMAND)
    set_absence(event, 4, 1, "Z", COMMAND)
    drafts = draw(event)
    found = [
        fault.code
        for each in drafts
        for fault in draft_faults.find_draft_faults(next_round.read_next_round(event), each, drafts)
    ]
    assert sorted(found) == ["groups-absent-first", "groups-absent-later"]
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="both know")
    with pytest.raises(Refusal, match="already has a board in round 3"):
        set_absence(event, 5, 3, "Z", COMMAND)


def test_withdrawing_and_coming_back():
    event = make_championship(8)
    swiss(event)
    draw(event)
    publish(event)
    still_open = withdraw_participant(event, 5, COMMAND, "ill")
    assert [seat.round for seat in still_open] == [1]
    with pytest.raises(Refusal, match="already"):
        withdraw_participant(event, 5, COMMAND, "ill")
    assert read_absences(event, 2) == {5: "Z"}
    reinstate_participant(event, 5, COMMAND, "well again")
    assert read_absences(event, 2) == {}
    with pytest.raises(Refusal, match="reason"):
        withdraw_participant(event, 5, COMMAND, " ")


def test_a_published_round_changes_for_a_reason_only():
    event = make_championship(9)
    swiss(event)
    (draft,) = draw(event)
    publish(event)
    one, other = draft.boards[0]["white"], draft.boards[1]["black"]
    free = draft.byes[0]["player"]
    with pytest.raises(Refusal, match="reason"):
        exchange_seats(event, 1, (one, other), COMMAND, "")
    ids = set(Game.objects.values_list("pk", flat=True))
    exchange_seats(event, 1, (one, other), COMMAND, "wrong table")
    exchange_seats(event, 1, (one, free), COMMAND, "came late")
    assert set(Game.objects.values_list("pk", flat=True)) == ids
    assert Game.objects.get(round__event=event, result="U").white.number == one
    unpublish_round(event, 1, COMMAND, "wrong list")
    assert not event.rounds.exists()
    assert [bye["player"] for bye in event.drafts.get().byes] == [one]
    publish(event, reason="as repaired")
    play(event, 1)
    with pytest.raises(Refusal, match="already has results"):
        unpublish_round(event, 1, COMMAND, "too late")


def test_a_penalty_goes_with_the_player_who_changes_his_seat():
    event = make_championship(9)
    swiss(event)
    (draft,) = draw(event)
    publish(event)
    late, other = draft.boards[0]["white"], draft.boards[1]["black"]
    decide_about_player(event, 1, late, Decision(penalty=10, version=0, reason="overtime"), COMMAND)
    moment = event.log.latest("pk").at

    def penalties():
        games = Game.objects.filter(round__event=event)
        fields = ("white__number", "white_penalty", "black__number", "black_penalty")
        rows = [row for game in games.values_list(*fields) for row in (game[:2], game[2:])]
        return {number: taken for number, taken in rows if taken}

    assert penalties() == {late: 10}
    for swap in ((late, other), (late, draft.byes[0]["player"]), (draft.boards[2]["white"], draft.boards[2]["black"])):
        exchange_seats(event, 1, swap, COMMAND, "wrong table")
        assert penalties() == {late: 10}
    with pytest.raises(Refusal, match="decisions about players"):
        unpublish_round(event, 1, COMMAND, "the penalty would be lost")
    state = state_at(event, moment)
    assert not state.gaps
    taken = {row["white"]: row["white_penalty"] for row in state.rows if row["white_penalty"] or row["black_penalty"]}
    assert taken == {late: 10}


def test_an_imported_round_with_results_is_not_taken_back():
    text = (GOLDEN / "fide_swiss_2026.trf").read_bytes()
    event = import_tournament(reader.read(text).crosstable, COMMAND, name="Imported")
    with pytest.raises(Refusal, match="already has results"):
        unpublish_round(event, last_paired_round(event), COMMAND, "a mistake")
    assert not event.drafts.exists()


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
    set_plan(event, stages.round_robin(5), COMMAND)
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
    set_plan(event, stages.swiss(3), COMMAND)
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
    request_draft(event, next_round.Wishes(), by)
    cancel_drawing(event, by)
    (draft,) = draw(event, by)
    one, other = draft.boards[0]["white"], draft.boards[1]["black"]
    change_draft(event, 1, 1, "swap", [one, other], by)
    publish(event, by)
    exchange_seats(event, 1, (one, other), by, "wrong table")
    unpublish_round(event, 1, by, "wrong list")
    publish(event, by)
    start_round(event, 1, by)
    withdraw_participant(event, 5, by, "ill")
    reinstate_participant(event, 5, by, "well")
    set_absence(event, 6, 2, "H", by)
    add_player(event, {"name": "Late, Lou"}, by)
    entries = {entry.action: entry for entry in event.log.all()}
    found = {name: (set(entry.before or ()), set(entry.after or ())) for name, entry in entries.items()}
    assert found == LOGGED
    assert {entry.actor for name, entry in entries.items() if name != "plan"} == {by.user}


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
    (again,) = draw(event, forbidden=(apart,))
    assert set(apart) not in [{board["white"], board["black"]} for board in again.boards]


def test_only_what_a_pairing_rests_on_makes_a_draft_doubtful():
    event = make_championship(8)
    swiss(event)
    (draft,) = draw(event)
    set_tiebreaks(event, "PTS,SPREAD", COMMAND)
    assert not is_outdated(event, draft)
    set_absence(event, 3, 1, "Z", COMMAND)
    assert is_outdated(event, draft)
