"""A round of a Swiss system of FIDE as it is explained and judged: a draft, or a published one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing import dutch, team_swiss
from pairing.plan import stages
from pairing.plan.own_table import cut_facts
from pairing.rules.boards import Pair, Pairing, Reason
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import Reader
from tournaments.models import Draft
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.forbidden_pairings import find_forbidden_pairs, read_forbidden_pairings
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.rounds.round_pairing import MATCHES, read_round_pairing
from tournaments.queries.standings.crosstable import read_known_facts_for_pairing
from tournaments.scheduling import engines
from tournaments.scheduling.draft_faults import read_draft
from tournaments.scheduling.next_round import ENGINES, NextRound, cut_members, read_next_round, read_wishes
from tournaments.scheduling.proposals import find_seated, read_dutch_settings, read_team_settings

NOT_FIDE = sentence(
    "round-not-fide",
    gettext_noop("Round {round} is not paired by a Swiss system of FIDE: its reasons are shown beside the boards."),
)
RULES = {"dutch": "C.04.3", "team-swiss": "C.04.6"}
BYE = "U"


class FideRound(NamedTuple):
    """A round with its boards, (White, Black) and (player, 0) for the bye; of teams, their matches.

    The arbiter has `seated` some by hand, and `granted` pairs that may meet in spite of the rules.
    """

    round: NextRound
    boards: Sequence[Pair]
    seated: frozenset[int] = frozenset()
    granted: frozenset[Pair] = frozenset()

    @property
    def of_teams(self) -> bool:
        """Tell whether teams are paired."""
        return self.round.stage.system == "team-swiss"

    @property
    def rules(self) -> str:
        """Return the chapter of the handbook that the round follows."""
        return RULES[self.round.stage.system]

    @property
    def absent(self) -> Mapping[int, str]:
        """Return who is not paired by the system."""
        return {**self.round.absent, **dict.fromkeys(self.seated, "Z")}

    def explain(self) -> team_swiss.ExplainedRound:
        """Return the round as our own engine pairs it, without those whom the arbiter has seated."""
        if self.of_teams:
            return team_swiss.explain_round(self.round.facts, self.absent, read_team_settings(self.round, self.seated))
        settings = read_dutch_settings(self.round, self.seated)
        return team_swiss.ExplainedRound(None, dutch.explain_brackets(self.round.facts, self.absent, settings))

    def equals(self, explained: team_swiss.ExplainedRound) -> bool:
        """Return whether the round is what our own engine pairs, colours included, and the arbiter decided nothing."""
        if self.seated or self.granted:
            return False
        meetings = [(each.white, each.black) for bracket in explained.brackets for each in bracket.meetings]
        last = () if self.of_teams else (each for bracket in explained.brackets[-1:] for each in bracket.floaters)
        free = [(each.number, 0) for each in (explained.bye, *last) if each]
        return {*meetings, *free} == set(self.boards)

    def ask(self, engine: engines.Engine, seconds: float, watch: engines.Watch) -> Pairing:
        """Let an engine pair the round. Raise Refusal."""
        if self.of_teams:
            assert self.round.members is not None
            teams = read_team_settings(self.round, self.seated)
            members, facts = self.round.members, self.round.facts
            return engines.ask_for_teams(engine, members, facts, self.absent, teams, seconds, watch)
        settings = read_dutch_settings(self.round, self.seated)
        return engines.ask_engine(engine, self.round.facts, self.absent, settings, seconds, watch)


def read_fide_round(reader: Reader, number: int) -> FideRound:
    """Return a draft or a published round for a page or a comparison. Raise Refusal for one of another system."""
    draft = reader.event.drafts.filter(number=number).first()
    coming = read_next_round(reader, read_known_facts_for_pairing) if draft else None
    paired = read_fide_draft(coming, draft) if coming and draft else _read_published(reader, number)
    if paired is None:
        raise Refusal(NOT_FIDE, field="round", round=number)
    return paired


def read_fide_draft(coming: NextRound, draft: Draft) -> FideRound | None:
    """Return a draft; None for one of another system."""
    if coming.number != draft.number or coming.stage.system not in ENGINES:
        return None
    wishes, pairing = read_wishes(draft.event, draft), read_draft(draft)
    boards = [*pairing.pairs, *([(pairing.bye.player, 0)] if pairing.bye else [])]
    return FideRound(coming.counted_again, boards, find_seated(wishes), frozenset(wishes.granted))


def _read_published(reader: Reader, number: int) -> FideRound | None:
    event = reader.event
    planned = plan.read_plan(event)
    stage = stages.stage_of(planned, number) if planned and number <= planned[-1].last else None
    if stage is None or stage.system not in ENGINES or number > last_paired_round(event):
        return None
    facts, members = read_known_facts_for_pairing(reader)
    published = read_round_pairing(event.rounds.prefetch_related(*MATCHES).get(number=number), {})
    boards = [*published.pairs, *((n, 0) for n, letter in published.free.items() if letter == BYE)]
    here, last = {n for pair in boards for n in pair}, plan.count_pairing_rounds(event, planned)
    banned, own = read_forbidden_pairings(event, number), stages.find_own_table(planned, number)
    if own:  # its rounds are numbered from 1
        field = [n for n, games in facts.games.items() if any(game.round in own.rounds for game in games)]
        members, facts = cut_members(members, facts, own, field), cut_facts(facts, own, field)
        number, last = number - own.first + 1, len(own.rounds)
    next_round = NextRound(
        number,
        stage,
        facts.up_to(number - 1)._replace(rounds=last),
        dict.fromkeys(facts.players.keys() - here, "Z"),
        members=members.up_to(number - 1)._replace(rounds=last) if stage.system == "team-swiss" else None,
        banned=find_forbidden_pairs(banned, list(facts.players.values())),
    )
    return FideRound(next_round, boards)


def judge_fide_round(paired: FideRound) -> Reason | None:
    """Return why a round is not what its rules ask for; None where it is, or can't be paired at all."""
    here = {number for board in paired.boards for number in board}
    facts, absent = paired.round.facts, paired.round.facts.players.keys() - here
    try:
        if paired.of_teams:
            teams = read_team_settings(paired.round)
            teams = teams._replace(limits=teams.limits._replace(granted=paired.granted))
            return team_swiss.judge_boards(facts, absent, teams, paired.boards, with_colours=True)
        settings = read_dutch_settings(paired.round)
        settings = settings._replace(limits=settings.limits._replace(granted=paired.granted))
        return dutch.judge_boards(facts, absent, settings, paired.boards, with_colours=True)
    except Refusal:
        return None
