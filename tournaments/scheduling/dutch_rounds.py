"""A round of FIDE Dutch as it is explained and judged: a draft, or a published one from the rounds before it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing import dutch, stages
from pairing.boards import Pair, Reason
from tiebreaks.crosstable import Kind
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.models import Draft, Event
from tournaments.queries import plan
from tournaments.queries.bans import find_banned_pairs, read_bans
from tournaments.queries.facts import read_facts_for_pairing
from tournaments.queries.games import last_paired_round, read_boards
from tournaments.scheduling.draft_faults import read_draft
from tournaments.scheduling.next_round import NextRound, read_next_round, read_wishes
from tournaments.scheduling.proposals import find_seated, read_dutch_settings

NOT_DUTCH = sentence(
    "round-not-dutch", gettext_noop("Round {round} is not paired by FIDE Dutch: its reasons stand beside the boards.")
)
SYSTEM = "dutch"
HERE = frozenset({Kind.PLAYED, Kind.OPEN, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.PAB})


class DutchRound(NamedTuple):
    """A round with its boards, (White, Black) and (player, 0) for the bye.

    The arbiter has `seated` some by hand, and `granted` pairs that may meet in spite of the rules.
    """

    round: NextRound
    boards: Sequence[Pair]
    seated: frozenset[int] = frozenset()
    granted: frozenset[Pair] = frozenset()

    @property
    def settings(self) -> dutch.Settings:
        """Return the settings by which those are paired whom the arbiter has not seated."""
        return read_dutch_settings(self.round, self.seated)

    @property
    def absent(self) -> Mapping[int, str]:
        """Return who is not paired by the system."""
        return {**self.round.absent, **dict.fromkeys(self.seated, "Z")}


def read_dutch_round(event: Event, number: int) -> DutchRound:
    """Return a draft or a published round. Raise Refusal for one of another system."""
    draft = event.drafts.filter(number=number).first()
    paired = read_dutch_draft(read_next_round(event), draft) if draft else _read_published(event, number)
    if paired is None:
        raise Refusal(NOT_DUTCH, field="round", round=number)
    return paired


def read_dutch_draft(coming: NextRound, draft: Draft) -> DutchRound | None:
    """Return a draft; None for one of another system."""
    if coming.number != draft.number or coming.stage.system != SYSTEM:
        return None
    wishes, pairing = read_wishes(draft.event, draft), read_draft(draft)
    boards = [*pairing.pairs, *([(pairing.bye.player, 0)] if pairing.bye else [])]
    return DutchRound(coming, boards, find_seated(wishes), frozenset(wishes.granted))


def _read_published(event: Event, number: int) -> DutchRound | None:
    planned = plan.read_plan(event)
    stage = stages.stage_of(planned, number) if planned and number <= planned[-1].last else None
    if stage is None or stage.system != SYSTEM or number > last_paired_round(event):
        return None
    facts, _players = read_facts_for_pairing(event)
    games = {n: game for n, own in facts.games.items() for game in own if game.round == number and game.kind in HERE}
    round = NextRound(
        number,
        stage,
        facts.up_to(number - 1)._replace(rounds=plan.find_last_pairing_round(planned) or event.planned_rounds),
        dict.fromkeys(facts.players.keys() - games.keys(), "Z"),
        banned=find_banned_pairs(read_bans(event, number), list(facts.players.values())),
    )
    boards = read_boards(event, number).values_list("white__number", "black__number")
    free = ((n, 0) for n, game in games.items() if game.kind == Kind.PAB)
    return DutchRound(round, [*((white, black) for white, black in boards if black), *free])


def judge_dutch_round(paired: DutchRound) -> Reason | None:
    """Return why a round is not what C.04.3 asks for; None where it is, or can't be paired at all."""
    here = {number for board in paired.boards for number in board}
    settings = read_dutch_settings(paired.round)
    settings = settings._replace(limits=settings.limits._replace(granted=paired.granted))
    absent = paired.round.facts.players.keys() - here
    try:
        return dutch.judge_boards(paired.round.facts, absent, settings, paired.boards, with_colours=True)
    except Refusal:
        return None
