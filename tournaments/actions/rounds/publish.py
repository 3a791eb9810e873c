"""Publish drafts as rounds that everybody sees, and unpublish a round."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models.functions import Least

from pairing.brackets.table_course import NAME
from pairing.plan.stages import DUELS, TABLES
from pairing.rules.boards import Pair, because
from pairing.rules.chess960 import COUNT
from pairing.rules.fixed_tables import assign_tables
from pairing.rules.legality import MISSING, OWN_OPPONENT, STRANGER, TWICE
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.kept_copies import keeping_copy
from tournaments.actions.rounds import forbidden_pairings, team_matches
from tournaments.actions.rounds.drafts import (
    BY_HAND,
    CHANGED,
    NO_DRAFT,
    SIDES,
    draft_seats,
    logged_draft,
    writing_unchanged,
)
from tournaments.actions.rounds.planning import adapt_stored_plan
from tournaments.actions.writing import Actor, record, unseen_version, writing
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.event.log_values import LoggedRound
from tournaments.models import Draft, Event, Game, Round, TeamMatch
from tournaments.operation import event_copies
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds import round_times
from tournaments.queries.rounds.draft_age import find_basis
from tournaments.queries.rounds.games import last_paired_round, read_absences
from tournaments.queries.rounds.round_pairing import FORFEITS, MATCHES, read_round_pairing
from tournaments.scheduling import draft_faults, next_round, proposals

SEAT_FAULTS = (OWN_OPPONENT, TWICE, STRANGER, MISSING)
UNSEATED = sentence(
    "draft-seats", gettext_noop("The draft does not match the players present: draw again or swap players.")
)
HAS_BEGUN = sentence(
    "round-has-begun", gettext_noop("Round {round} has started: you can still exchange players on its open boards.")
)
HAS_RESULTS = sentence(
    "round-has-results", gettext_noop("Round {round} already has results or decisions about players.")
)
NOT_LAST = sentence("round-not-last", gettext_noop("Only the round published last can be unpublished."))


def publish_round(
    event: Event, revisions: dict[int, int], by: Actor, reason: str = "", *, shows_event: bool = False
) -> list[Round]:
    """Publish the drafts that the arbiter saw, with the byes and absences of their rounds.

    With `shows_event` the event itself becomes public with them.
    A reason is needed for illegal pairings, where the event has changed since the drawing, and in FIDE mode for changes
    by hand. Raise Refusal.
    """
    event = Event.objects.get(pk=event.pk)
    drafts = list(event.drafts.all())
    if not drafts:
        raise Refusal(NO_DRAFT, field="draft", round=last_paired_round(event) + 1)
    if {draft.number: draft.revision for draft in drafts} != revisions:
        raise Refusal(CHANGED, field="draft")
    coming = next_round.read_next_round(staff_reader(event))
    by_draft = [draft_faults.find_draft_faults(coming, draft, drafts) for draft in drafts]
    faults = [fault for own in by_draft for fault in own]
    if any(fault.code in SEAT_FAULTS for fault in faults):
        raise Refusal(UNSEATED, field="draft")
    wanted = any(draft_faults.needs_reason(coming, *both) for both in zip(drafts, by_draft, strict=True))
    if wanted and not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing_unchanged(event) as locked:
        adapt_stored_plan(locked, coming.plan, by)
        tables = [draft_faults.assign_draft_tables(locked, draft) for draft in drafts]
        rounds = [store_round(locked, coming, *both) for both in zip(drafts, tables, strict=True)]
        locked.drafts.all().delete()
        stored = [logged_draft(*both) for both in zip(drafts, tables, strict=True)]
        after = {"rounds": stored, "faults": [[f.code, f.params] for f in faults]}
        record(
            locked,
            by,
            LogAction.PUBLISH,
            before={"proposed": [logged_proposal(draft) for draft in drafts]},
            after=after,
            reason=reason,
        )
        if shows_event:
            change_settings(locked, {"is_public": True}, by)
        return rounds


def logged_proposal(draft: Draft) -> LoggedRound:
    """Return what the log stores about the system's proposal."""
    boards = [[board["white"], board["black"]] for board in draft.proposal["boards"]]
    return {"round": draft.number, "boards": boards, "byes": [bye["player"] for bye in draft.proposal["byes"]]}


def store_round(event: Event, coming: next_round.NextRound, draft: Draft, tables: Sequence[int]) -> Round:
    """Store one round: its boards or matches at `tables`, its byes, and everybody who is absent.

    A player who is absent at a board loses by forfeit; the free round of a round robin counts nothing.
    """
    its_round, _ = Round.objects.get_or_create(event=event, number=draft.number)
    known = read_round_pairing(its_round, {}).free
    its_round.proposal, its_round.is_ahead = draft.proposal, draft.number > coming.number
    its_round.draw = find_draw(draft)
    if event.is_chess960 and event.game.follows_fide and its_round.position is None:
        its_round.position = secrets.randbelow(COUNT)
    its_round.starts_at = round_times.read_round_times(event).get(draft.number)
    its_round.save()
    its_round.drawn.save()
    asked = read_absences(event, draft.number)
    everybody = participants_of(event).values_list("number", flat=True)
    field = set(coming.field if coming.own_table else everybody)
    bye = Result.ABSENT if coming.stage.system in TABLES else Result.BYE
    of_duels = coming.stage.system in DUELS  # who is out of a knock-out, or has a bye in it, is not absent
    free = {} if of_duels else {place["player"]: bye.value for place in draft.byes}
    seated = {*known, *(place[side] for place, side in draft_seats(draft))}
    left = sorted((set(asked) if of_duels else field) - seated)
    free |= {number: asked.get(number, Result.ABSENT.value) for number in left}
    pairs = [(board["white"], board["black"]) for board in draft.boards]
    write = team_matches.store_matches if event.of_teams else store_games
    is_again = event.log.filter(action=LogAction.TAKE_BACK).exists()  # pages may still show the old boards
    write(event, its_round, pairs, free, asked, tables=tables, version=unseen_version(event) if is_again else 0)
    return its_round


def find_draw(draft: Draft) -> dict[str, Any]:
    """Return what the first round of brackets, or of a table of its own after them, stores about who plays in it."""
    if "field" in draft.proposal:
        return {"lines": {NAME: draft.proposal["field"]}}
    return {"lines": find_lines(draft)} if "lines" in draft.proposal else {}


def find_lines(draft: Draft) -> dict[str, list[int]]:
    """Return the lines of the brackets that a draft begins, with the players whom the arbiter has swapped."""
    boards = zip(draft.proposal["boards"], draft.boards, strict=True)
    places = [*boards, *zip(draft.proposal["byes"], draft.byes, strict=True)]
    now = {old[side]: new[side] for old, new in places for side in SIDES if side in old}
    lines = draft.proposal["lines"]
    return {name: [now.get(number, number) for number in line] for name, line in lines.items()}


def store_games(
    event: Event,
    its_round: Round,
    pairs: Sequence[Pair],
    free: Mapping[int, str],
    absent: Collection[int],
    *,
    tables: Sequence[int],
    version: int = 0,
) -> None:
    """Store the boards of a round of players at their tables, and the players without an opponent."""
    players = {player.number: player for player in event.players.all()}
    boards = [
        Game(round=its_round, board=place, white=players[one], black=players[other], version=version,
             result=FORFEITS[one in absent, other in absent])
        for place, (one, other) in zip(tables, pairs, strict=True)
    ]  # fmt: skip
    Game.objects.bulk_create(
        [*boards, *(Game(round=its_round, white=players[number], result=letter) for number, letter in free.items())]
    )


def unpublish_round(event: Event, number: int, by: Actor, reason: str) -> None:
    """Turn the round published last back into a draft while it has no result; rounds of groups go back together.

    A copy of the event is kept. Raise Refusal.
    """
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        rounds = list(event.rounds.filter(number__gte=number).prefetch_related(*MATCHES).order_by("number"))
        if not rounds or rounds[0].is_ahead or any(not each.is_ahead for each in rounds[1:]):
            raise Refusal(NOT_LAST, field="round")
        for its_round in rounds:
            if its_round.begun_at:
                raise Refusal(HAS_BEGUN, field="round", round=its_round.number)
            if its_round.play_offs.exists():
                raise Refusal(HAS_RESULTS, field="round", round=its_round.number)
            if read_round_pairing(its_round, read_absences(event, its_round.number)).is_played:
                raise Refusal(HAS_RESULTS, field="round", round=its_round.number)
        with keeping_copy(event, event_copies.BEFORE_TAKE_BACK):
            event.drafts.all().delete()
            basis = find_basis(event, rounds)
            drafts = [Draft.objects.create(event=event, number=r.number, **draft_fields(r, basis)) for r in rounds]
            tables = [find_tables(*both) for both in zip(rounds, drafts, strict=True)]
            before: dict[str, Any] = {"rounds": [logged_draft(*both) for both in zip(drafts, tables, strict=True)]}
            before |= (
                {"matches": team_matches.logged_matches(TeamMatch.objects.filter(round__in=rounds))}
                if event.of_teams
                else {}
            )
            event.rounds.filter(number__gte=number).delete()
            forbidden_pairings.move_to_round(event, number)
            for people in (event.players, event.teams):  # who is expelled is not paired again
                gone = people.filter(expelled_from__gt=number)
                gone.update(expelled_from=number, withdrawn_from=Least("withdrawn_from", number))
        after = {"round": number, "drafts": [draft.number for draft in drafts]}
        record(event, by, LogAction.TAKE_BACK, before=before, after=after, reason=reason)


def find_tables(its_round: Round, draft: Draft) -> list[int]:
    """Return the tables of a published round, in the order of the boards of its draft."""
    found = read_round_pairing(its_round, {})
    table_of = dict(zip(found.pairs, found.tables, strict=True))
    return [table_of[board["white"], board["black"]] for board in draft.boards]


def draft_fields(its_round: Round, version: int) -> dict[str, Any]:
    """Return the boards of a round that was paired from a version as the fields of a draft, in its proposal's order."""
    found, proposed = read_round_pairing(its_round, {}), its_round.proposal
    is_table = proposed and proposed["system"] in TABLES
    letters = (Result.BYE, Result.ABSENT) if is_table else (Result.BYE,)
    known = {(b["white"], b["black"]): b["reasons"] for b in proposed["boards"]} if proposed else {}
    changed = proposals.make_plain_reasons([because(BY_HAND)]) if proposed else []
    places = {pair[0]: place for place, pair in enumerate(known, 1) if pair in found.pairs}
    in_order = [pair for _, pair in sorted(zip(assign_tables(found.pairs, places), found.pairs, strict=True))]
    free = [number for number, letter in found.free.items() if letter in letters]
    if proposed and "lines" in proposed:
        in_order, free = order_by_lines(proposed, its_round.draw["lines"], found.pairs)
    boards = [{"white": w, "black": b, "reasons": known.get((w, b), changed)} for w, b in in_order]
    byes = [{"player": number, "reasons": []} for number in free]
    proposal = proposed or {"system": "", "boards": boards, "byes": byes, "notes": []}
    return {"proposal": proposal, "boards": boards, "byes": byes, "based_on": version}


def order_by_lines(
    proposed: dict[str, Any], lines: dict[str, list[int]], pairs: Sequence[Pair]
) -> tuple[list[Pair], list[int]]:
    """Return the boards and byes of the first round of brackets in the order in which they were drawn."""
    seated = {frozenset(pair): pair for pair in pairs}
    now = {old: new for name, line in proposed["lines"].items() for old, new in zip(line, lines[name], strict=True)}
    slots = [frozenset((now[board["white"]], now[board["black"]])) for board in proposed["boards"]]
    return [seated[slot] for slot in slots], [now[bye["player"]] for bye in proposed["byes"]]
