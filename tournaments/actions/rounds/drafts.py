"""Draft rounds: draw them by the plan's system, change them by hand, discard them. Drafts are never public."""

import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings as conf

from pairing.plan.stages import DUELS
from pairing.rules import history, pair_reasons
from pairing.rules.boards import because, ordered_pair
from pairing.rules.firsts import STARTER_REASONS
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds.line_swaps import FOLLOWS
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import HARMLESS_FOR_PAIRINGS, LogAction
from tournaments.domain.event.log_values import LoggedRound
from tournaments.models import Draft, Event, Job
from tournaments.operation import jobs
from tournaments.operation.job_kinds import DRAW
from tournaments.queries.rounds.draft_age import has_changed_since
from tournaments.queries.rounds.games import last_paired_round
from tournaments.scheduling import draft_faults, engines, next_round, proposals

CHANGED = sentence(
    "draft-changed", gettext_noop("Somebody has changed the event since this page was opened. Check it again.")
)
NO_DRAFT = sentence("draft-unknown", gettext_noop("There is no draft of round {round}."))
NOT_THERE = sentence("draft-player", gettext_noop("Number {number} is not in this round."))
TWO_WANTED = sentence("draft-two", gettext_noop("Select exactly two names."))
ONE_WANTED = sentence("draft-one", gettext_noop("Select exactly one name."))
UNKNOWN = sentence("draft-change", gettext_noop("“{change}” is not a change to a draft."))
WORKING = sentence("engine-working", gettext_noop("{engine} has been working for {seconds} s."))
BY_HAND = sentence("pair-by-hand", gettext_noop("Changed by hand."))

BEING_DRAWN = sentence("draft-being-drawn", gettext_noop("Round {round} is already being drawn."))
NOT_DRAWN = sentence("draft-not-drawn", gettext_noop("No round is being paired."))


LARGEST_SEED = 2**63
SIDES = ("white", "black", "player")  # of a board or a bye


def draw_round(event: Event, wishes: next_round.DrawWishes, by: Actor) -> list[Draft]:
    """Draw the next round: at once, or as a job where another program must pair it. Raise Refusal."""
    coming = next_round.read_next_round(staff_reader(event))
    if not coming.needs_engine:
        return make_draft(event, wishes, by)
    next_round.check_present(coming)  # refuses now what the job would refuse later
    request_draft(event, wishes, by)
    return []


def request_draft(event: Event, wishes: next_round.DrawWishes, by: Actor) -> Job:
    """Start a job that draws a round and may take minutes; an event has one at a time. Raise Refusal."""
    with writing(event) as event:
        number = last_paired_round(event) + 1
        if jobs.find_unfinished(event, DRAW):
            raise Refusal(BEING_DRAWN, field="draft", round=number)
        actor = {"user": by.user.pk if by.user else None, "role": by.role, "address": by.address}
        job = jobs.enqueue(DRAW, event, round=number, wishes=wishes._asdict(), by=actor)
        record(event, by, LogAction.DRAFT_ASK, after={"round": number, "wishes": wishes._asdict()})
        return job


def cancel_drawing(event: Event, by: Actor) -> None:
    """Cancel the job that draws a round; an earlier draft stays. Raise Refusal where none is running."""
    with writing(event) as event:
        job = jobs.find_unfinished(event, DRAW)
        if job is None or not jobs.cancel(job):
            raise Refusal(NOT_DRAWN, field="draft")
        record(event, by, LogAction.DRAFT_CANCEL, before={"round": job.payload["round"]})


def make_draft(event: Event, wishes: next_round.DrawWishes, by: Actor, task: jobs.Task | None = None) -> list[Draft]:
    """Draw the next round by the plan and store it in place of the old draft; rounds of groups are drawn three at once.

    The round is drawn before the transaction. Nothing is stored if somebody has meanwhile changed what the pairing is
    computed from. A job finishes in the same transaction. Raise Refusal.
    """
    event = Event.objects.get(pk=event.pk)
    coming = next_round.read_next_round(staff_reader(event))
    if task:
        coming = coming._replace(watch=make_watch(task, coming.engine))
    seed = coming.stage.settings.get("seed")
    rounds = proposals.propose_round(coming, wishes, secrets.randbelow(LARGEST_SEED) if seed is None else seed)
    with writing_unchanged(event, HARMLESS_FOR_PAIRINGS) as locked:
        if task:
            task.finish(round=coming.number)
        locked.drafts.all().delete()
        drafts = [
            Draft(
                event=locked,
                number=number,
                proposal=proposal,
                boards=proposal["boards"],
                byes=proposal["byes"],
                wishes=wishes._asdict(),
                based_on=event.version,
            )
            for number, proposal in enumerate(rounds, coming.number)
        ]
        Draft.objects.bulk_create(drafts)
        after = [{**logged_draft(draft), "seed": draft.proposal.get("seed")} for draft in drafts]
        record(locked, by, LogAction.DRAFT, after={"rounds": after, "wishes": wishes._asdict()})
        return drafts


def make_watch(task: jobs.Task, engine: engines.Engine) -> engines.Watch:
    """Return a function that turns an engine's seconds into the job's progress, ever more slowly towards the limit."""

    def watch(seconds: float) -> None:
        share = 1 - 0.5 ** (10 * seconds / conf.ENGINE_SECONDS)
        task.report(10 + int(85 * share), because(WORKING, engine=engine.name, seconds=int(seconds)))

    return watch


def change_draft(event: Event, number: int, revision: int, change: str, players: list[int], by: Actor) -> Draft:
    """Change a draft that is still as the arbiter saw it. Raise Refusal.

    `swap` exchanges the seats of two players; at one board, their sides. `fix` and `bye` are wishes for the next
    drawing, and `free` removes all wishes.
    """
    with writing(event) as event:
        draft = event.drafts.filter(number=number).first()
        if draft is None:
            raise Refusal(NO_DRAFT, field="draft", round=number)
        if draft.revision != revision:
            raise Refusal(CHANGED, field="draft")
        before = {**logged_draft(draft), "wishes": draft.wishes}
        if change == "swap":
            swap_participants(draft, *require_two(players))
        else:
            draft.wishes = add_wish(next_round.DrawWishes.stored(draft.wishes), change, players)._asdict()
        draft.revision += 1
        draft.save()
        after = {**logged_draft(draft), "wishes": draft.wishes}
        record(event, by, LogAction.DRAFT_CHANGE, before=before, after={**after, "change": change, "players": players})
        return draft


def discard_draft(event: Event, by: Actor) -> None:
    """Discard the drafts; the log keeps them."""
    with writing(event) as event:
        drafts = list(event.drafts.all())
        if drafts:
            event.drafts.all().delete()
            record(event, by, LogAction.DRAFT_DISCARD, before={"rounds": [logged_draft(draft) for draft in drafts]})


def add_wish(wishes: next_round.DrawWishes, change: str, players: list[int]) -> next_round.DrawWishes:
    """Return the wishes with one added. Raise Refusal."""
    match change:
        case "fix":
            pair = ordered_pair(*require_two(players))
            others = tuple(known for known in wishes.fixed if not set(known) & set(pair))
            return wishes._replace(fixed=(*others, pair))
        case "bye":
            if len(players) != 1:
                raise Refusal(ONE_WANTED, field="players")
            return wishes._replace(bye=players[0])
        case "free":
            return next_round.DrawWishes()
    raise Refusal(UNKNOWN, field="change", change=change)


def require_two(players: list[int]) -> list[int]:
    """Return two different players. Raise Refusal for another number of them."""
    if len(set(players)) != 2:
        raise Refusal(TWO_WANTED, field="players")
    return players


def swap_participants(draft: Draft, one: int, other: int) -> None:
    """Swap two participants of a draft, and give the reasons of their new boards."""
    places = {place[side]: (place, side) for place, side in draft_seats(draft)}
    for number in (one, other):
        if number not in places:
            raise Refusal(NOT_THERE, field="players", number=number)
    (place, side), (other_place, other_side) = places[one], places[other]
    coming = next_round.read_next_round(staff_reader(draft.event))
    if coming.stage.system in DUELS and place is not other_place and "lines" not in draft.proposal:
        raise Refusal(FOLLOWS, field="players", round=draft.number)
    place[side], other_place[other_side] = other, one
    past = draft_faults.read_draft_history(coming, draft, list(draft.event.drafts.all()))
    for changed in (place, other_place):
        changed["reasons"] = _explain_seats(draft, changed, coming, past)


def _explain_seats(
    draft: Draft, seats: dict[str, Any], coming: next_round.NextRound, past: history.History
) -> list[list[Any]]:
    """Return the reasons of a board or bye that was changed: those of the proposal where it is as proposed again."""
    by_hand = proposals.make_plain_reasons([because(BY_HAND)])
    who = {seats[side] for side in SIDES if side in seats}
    for proposed in (*draft.proposal["boards"], *draft.proposal["byes"]):
        if {proposed[side] for side in SIDES if side in proposed} == who:
            if all(proposed.get(side) == seats.get(side) for side in SIDES):
                return list(proposed["reasons"])
            return [*by_hand, *(reason for reason in proposed["reasons"] if reason[0] not in STARTER_REASONS)]
    if len(who) < 2 or not who <= past.entrants.keys():
        return by_hand
    granted = frozenset(ordered_pair(a, b) for a, b in next_round.DrawWishes.stored(draft.wishes).granted)
    limits = coming.limits()._replace(granted=granted)
    facts = pair_reasons.explain_pair(past, seats["white"], seats["black"], limits)
    return [*by_hand, *proposals.make_plain_reasons(facts)]


def draft_seats(draft: Draft) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield each board or bye of a draft with the key of one of its players."""
    for board in draft.boards:
        yield board, "white"
        yield board, "black"
    for bye in draft.byes:
        yield bye, "player"


def logged_draft(draft: Draft, tables: Sequence[int] = ()) -> LoggedRound:
    """Return what the log stores about a draft, or about a round at these `tables`."""
    boards = [[board["white"], board["black"]] for board in draft.boards]
    facts = LoggedRound(round=draft.number, boards=boards, byes=[bye["player"] for bye in draft.byes])
    if list(tables) != list(range(1, len(tables) + 1)):
        facts["tables"] = list(tables)
    return facts


@contextmanager
def writing_unchanged(event: Event, harmless: Collection[str] = ()) -> Iterator[Event]:
    """Open the transaction of a write that was prepared before. Raise Refusal where the event has changed since.

    Actions that are `harmless` do not count as changes.
    """
    with writing(event) as locked:
        if locked.version != event.version and (not harmless or has_changed_since(locked, event.version, harmless)):
            raise Refusal(CHANGED, field="draft")
        yield locked
