"""A draft of the next round: its pairs, its tables, and everything illegal in it."""

from collections import Counter
from collections.abc import Sequence

from pairing.plan import stages
from pairing.rules import fixed_tables, history, legality
from pairing.rules.boards import Board, Bye, Pairing, Reason, because, ordered_pair
from pairing.rules.history import History
from tiebreaks.refusal import gettext_noop, sentence
from tournaments.models import Draft, Event
from tournaments.queries.rounds.draft_age import is_outdated
from tournaments.queries.rounds.games import read_absences, read_fixed_tables
from tournaments.scheduling.next_round import ENGINES, NextRound
from tournaments.scheduling.proposals import find_fixed, in_pairing_order

BYES = sentence("byes-several", gettext_noop("{count} players have a bye: at most one bye is needed."))
EMPTY_TEAM = sentence(
    "team-without-players", gettext_noop("{player} has no players: this match would have no boards to play.")
)
ASKED_OFF = sentence(
    "groups-absent-later",
    gettext_noop("{player} asked not to play in round {round}: that game of the group would be lost by forfeit."),
)
IN_NO_GROUP = sentence(
    "groups-absent-first",
    gettext_noop("{player} asked not to play in round {round} and so is in no group, in none of its rounds."),
)


def read_draft(draft: Draft) -> Pairing:
    """Read a draft with its first bye."""
    boards = tuple(Board(board["white"], board["black"]) for board in draft.boards)
    return Pairing(draft.number, boards, Bye(draft.byes[0]["player"]) if draft.byes else None)


def assign_draft_tables(event: Event, draft: Draft) -> list[int]:
    """Return the table of each board or match of a draft. One query."""
    return fixed_tables.assign_tables(read_draft(draft).pairs, read_fixed_tables(event))


def read_draft_history(next_round: NextRound, draft: Draft, drafts: Sequence[Draft]) -> History:
    """Return the rounds before a draft; of the groups also those of the earlier drafts."""
    further = {bye["player"] for bye in draft.byes[1:]}
    match next_round.stage.system:
        case "groups":
            past = history.read_history(next_round.facts, next_round.absent)
            earlier = [b for other in drafts if other.number < draft.number for b in other.boards]
            met = Counter(ordered_pair(board["white"], board["black"]) for board in earlier)
            return History(
                list(past.entrants.values()), met, draft.number - 1 - next_round.shift, past.rounds, past.seed
            )
        case system if system in stages.DUELS:
            playing = {board[side] for board in draft.proposal["boards"] for side in ("white", "black")}
            playing |= {bye["player"] for bye in draft.proposal["byes"]}
            playing -= {bye["player"] for bye in draft.byes}
            return history.read_history(next_round.facts, set(next_round.facts.players) - playing)
        case system if system in stages.TABLES:
            return history.read_history(next_round.facts)
    return in_pairing_order(history.read_history(next_round.facts, {*next_round.absent, *further}), next_round)


def needs_reason(next_round: NextRound, draft: Draft, faults: Sequence[Reason]) -> bool:
    """Tell whether a draft is published for a reason only: one that is illegal or outdated, by hand in FIDE mode."""
    is_of_fide = draft.event.is_in_fide_mode and next_round.stage.system not in stages.DUELS
    return bool(faults) or is_outdated(draft.event, draft) or (is_of_fide and is_by_hand(draft))


def is_by_hand(draft: Draft) -> bool:
    """Tell whether an arbiter has decided something in a draft: who meets, with which colours, or who is free."""
    proposed, current = (
        ({(board["white"], board["black"]) for board in boards}, {bye["player"] for bye in byes})
        for boards, byes in ((draft.proposal["boards"], draft.proposal["byes"]), (draft.boards, draft.byes))
    )
    return any(find_fixed(draft.proposal)) or proposed != current


def find_draft_faults(next_round: NextRound, draft: Draft, drafts: Sequence[Draft]) -> list[Reason]:
    """Return everything illegal in a draft; the games that the finalists' rule fixes may be repeats."""
    fixed = [ordered_pair(a, b) for a, b in draft.proposal.get("finalists", {}).get("pairs", ())]
    limits = next_round.limits(fixed)
    past, of_teams = read_draft_history(next_round, draft, drafts), next_round.facts.team_event is not None
    pairing, of_duels = read_draft(draft), next_round.stage.system in stages.DUELS
    if of_duels:
        pairing = pairing._replace(bye=None)  # a bracket may have many, and they are no byes of a round
    faults = legality.find_faults(pairing, past, limits, next_round.stage.system in ENGINES, of_teams)
    faults += (
        find_rows_of_colours(draft, pairing, past) if next_round.stage.system == "round-robin" and not of_teams else ()
    )
    byes = [because(BYES, count=len(draft.byes))] if len(draft.byes) > 1 and not of_duels else []
    absences = find_absence_faults(next_round, draft) if next_round.stage.system == "groups" else []
    return [*faults, *byes, *absences, *find_empty_teams(next_round, draft)]


def find_rows_of_colours(draft: Draft, pairing: Pairing, past: History) -> tuple[Reason, ...]:
    """Return who would have one colour three times running in a round robin whose table was changed by hand."""
    if not draft.event.game.has_colours or draft.boards == draft.proposal["boards"]:
        return ()
    return legality.find_third_colours(pairing, past)


def find_empty_teams(next_round: NextRound, draft: Draft) -> list[Reason]:
    """Return the paired teams that nobody plays for."""
    if next_round.facts.team_event is None:
        return []
    teams = next_round.facts.team_event.teams
    seated = [board[side] for board in draft.boards for side in ("white", "black")]
    return [because(EMPTY_TEAM, player=number) for number in seated if number in teams and not teams[number].players]


def find_absence_faults(next_round: NextRound, draft: Draft) -> list[Reason]:
    """Return faults for players absent in the groups' rounds: those who are paired, and those left out of them all."""
    absent = read_absences(draft.event, draft.number)
    seated = {board[side] for board in draft.boards for side in ("white", "black")}
    faults = [because(ASKED_OFF, player=number, round=draft.number) for number in sorted(absent) if number in seated]
    if draft.number == next_round.number:
        later = read_absences(draft.event, draft.number + 1)
        faults += [because(IN_NO_GROUP, player=n, round=draft.number) for n in sorted(absent) if n not in later]
    return faults
