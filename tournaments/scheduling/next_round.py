"""The next round: its stage, who is here, what the system proposes, and everything illegal in a draft.

Nothing is written here. A draft holds boards as JSON: {"white", "black", "reasons"}, a bye as {"player", "reasons"},
and a reason as [code, parameters].
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.conf import settings as conf

from pairing import (
    dutch,
    finalists,
    fixed_tables,
    groups,
    history,
    legality,
    new_swiss,
    records,
    rounds,
    stages,
    team_swiss,
)
from pairing.boards import Board, Bye, Pair, Pairing, Reason, because, ordered_pair, sort_boards
from pairing.firsts import seat_pair
from pairing.history import History
from pairing.legality import Limits
from tiebreaks.crosstable import Crosstable
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.pairing_systems import TABLES
from tournaments.models import Draft, Event
from tournaments.queries import plan
from tournaments.queries.facts import read_crosstable, read_players_crosstable
from tournaments.queries.games import last_paired_round, read_absences, read_fixed_tables
from tournaments.queries.standings import read_standings
from tournaments.scheduling import engines

FIXED = sentence("pair-fixed", gettext_noop("Fixed by the arbiter."))
BYE_SET = sentence("bye-set", gettext_noop("Set by the arbiter."))
BYES = sentence("byes-several", gettext_noop("{count} have a bye: at most one needs it."))
EMPTY_TEAM = sentence(
    "team-without-players", gettext_noop("{player} has no players: this match would have no boards to play.")
)
DECIDED = sentence("nothing-to-pair", gettext_noop("The matches are decided: there is nothing left to pair."))
ASKED_OFF = sentence(
    "groups-absent-later",
    gettext_noop("{player} asked not to play in round {round}: that game of the group would be lost by forfeit."),
)
IN_NO_GROUP = sentence(
    "groups-absent-first",
    gettext_noop("{player} asked not to play in round {round} and so is in no group, in none of its rounds."),
)
NO_PLAN = sentence("plan-missing", gettext_noop("The event needs a plan before a round can be drawn."))
ALL_PUBLISHED = sentence("all-published", gettext_noop("All rounds are published."))
PLAN_IS_OVER = sentence(
    "plan-is-over", gettext_noop("All rounds of the plan are published. A further stage of it adds more.")
)

# The systems in which the arbiter can fix pairs and byes, and have the others paired round them.
FREE = ("new-swiss", "king-of-the-hill", "dutch", "team-swiss")
ENGINES = ("dutch", "team-swiss")  # FIDE's systems, which another program pairs by


class Wishes(NamedTuple):
    """What the next drawing keeps to; `granted` pairs are the relaxation that the arbiter has confirmed."""

    fixed: tuple[Pair, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    granted: tuple[Pair, ...] = ()
    bye: int | None = None

    @classmethod
    def stored(cls, kept: dict[str, Any]) -> "Wishes":
        pairs = {name: tuple((a, b) for a, b in kept.get(name, ())) for name in ("fixed", "forbidden", "granted")}
        return cls(**pairs, bye=kept.get("bye"))


class NextRound(NamedTuple):
    """The next round of an event. `absent` has the letter of everybody who does not play in it.

    `facts` are those of the teams in an event of teams; `members` are then those of their players, for the engine.
    `order` is the table before a final, which decides who plays it. `watch` receives how long an engine has worked.
    """

    number: int
    stage: stages.Stage
    facts: Crosstable
    absent: dict[int, str]
    order: tuple[int, ...] = ()
    watch: engines.Watch = engines.unwatched
    members: Crosstable | None = None

    def needs_engine(self, wishes: Wishes) -> bool:
        """Tell whether another program has to pair the round, which may take minutes."""
        is_folded = self.number == 1 and not (self.stage.settings.get("accelerated") or wishes.forbidden)
        return self.stage.system in ENGINES and not is_folded

    def limits(self, wishes: Wishes, granted: Iterable[Pair] = ()) -> Limits:
        """Return what is illegal in this stage; the wishes' own relaxation counts only where it is given."""
        get, banned = self.stage.get, frozenset(wishes.forbidden)
        match self.stage.system:
            case "new-swiss" | "finalists":
                return Limits(get("repeats"), banned, get("clubs_apart"), frozenset(granted))
            case "king-of-the-hill":
                return Limits(get("repeats"), banned, granted=frozenset(granted))
            case "round-robin":
                return Limits(get("cycles") - 1, banned)
            case "final":
                return Limits(None)
        return Limits(0, banned)


def read_next_round(event: Event) -> NextRound:
    """Return the next round of an event. Raise Refusal where the plan has none."""
    facts, staged = read_crosstable(event), plan.read_plan(event)
    number = last_paired_round(event) + 1
    if not staged:
        is_over = 1 < number > event.planned_rounds  # such as an imported event that was played to its end
        raise Refusal(ALL_PUBLISHED if is_over else NO_PLAN, field="plan")
    if number > staged[-1].last:
        raise Refusal(PLAN_IS_OVER, field="plan")
    stage = stages.stage_of(staged, number)
    stages.check_participants([stage], event.of_teams)
    whole = plan.find_last_pairing_round(staged) or event.planned_rounds
    order = _table_before(event, stage) if stage.system == "final" else ()
    members = read_players_crosstable(event) if stage.system == "team-swiss" else None
    absent = read_absences(event, number)
    return NextRound(number, stage, facts._replace(rounds=whole), absent, order, members=members)


def _table_before(event: Event, stage: stages.Stage) -> tuple[int, ...]:
    """Return the players in the order of the table before a stage."""
    return tuple(row.number for row in read_standings(event, stage.first - 1).rows)


def propose_round(next: NextRound, wishes: Wishes, seed: int) -> list[dict[str, Any]]:
    """Return what the system proposes as JSON, one round or all three of the groups. Raise Refusal."""
    found = [make_plain_pairing(pairing) for pairing in _pair(next, wishes, seed)]
    if not any(proposal["boards"] for proposal in found):
        raise Refusal(DECIDED, field="round")
    if next.stage.system == "groups":
        found = [{**proposal, "seed": seed} for proposal in found]
    if next.stage.system == "finalists":
        found[0]["finalists"] = _classified(next, found[0])
    return [{**proposal, "system": next.stage.system} for proposal in found]


def _pair(next: NextRound, wishes: Wishes, seed: int) -> Sequence[Pairing]:
    if next.stage.system == "groups":
        numbers = rounds.sort_by_rating(history.read_history(next.facts, next.absent))
        drawn = groups.pair_groups(groups.draw_groups(len(numbers), seed), numbers, seed)
        return drawn[next.number - next.stage.first :]
    if next.stage.system in ENGINES:  # they know no relaxation: what is granted is fixed, and they pair the others
        seated = {number for pair in wishes.fixed for number in pair}
        granted = [pair for pair in wishes.granted if not seated & set(pair)]
        wishes = wishes._replace(fixed=(*wishes.fixed, *granted))
    if next.stage.system not in FREE or not (wishes.fixed or wishes.bye):
        return [_system(next, wishes, ())]
    return [_round_the_fixed(next, wishes)]


def _system(next: NextRound, wishes: Wishes, seated: Iterable[int]) -> Pairing:
    if next.stage.system in ENGINES:
        return _by_engine(next, wishes, frozenset(seated))
    asked = rounds.Wishes(
        {*next.absent, *seated}, frozenset(wishes.forbidden), frozenset(wishes.granted), order=next.order
    )
    return rounds.pair(next.facts, next.stage, asked)


def _by_engine(next: NextRound, wishes: Wishes, seated: frozenset[int]) -> Pairing:
    get, limits = next.stage.get, next.limits(wishes)
    away = {**next.absent, **dict.fromkeys(seated, "Z")}
    if next.members is not None:
        colours = team_swiss.Settings(get("colours"), get("initial"), limits, seated)
        return engines.pair_teams(
            next.members, next.facts, away, colours, seconds=conf.ENGINE_SECONDS, watch=next.watch
        )
    boost = records.baku_acceleration(len(next.facts.players), next.facts.rounds) if get("accelerated") else ()
    told = records.Records(get("initial"), boost, frozenset(wishes.forbidden))
    settings = dutch.Settings(told, limits, seated)
    return engines.pair_dutch(next.facts, away, settings, seconds=conf.ENGINE_SECONDS, watch=next.watch)


def _round_the_fixed(next: NextRound, wishes: Wishes) -> Pairing:
    """Keep the arbiter's pairs and his bye, and pair everybody else by the system."""
    past = history.read_history(next.facts, next.absent)
    fixed = [pair for pair in wishes.fixed if set(pair) <= past.entrants.keys()]
    free = wishes.bye if wishes.bye in past.entrants else None
    seated = {number for pair in fixed for number in pair} | ({free} if free else set())
    rest = [number for number in past.order if number not in seated]
    others = _system(next, wishes, seated) if len(rest) > 1 else Pairing(next.number, ())
    boards = [
        seat_pair(past, a, b, *new_swiss.explain_pair(past, a, b, next.limits(wishes)), because(FIXED))
        for a, b in fixed
    ]
    bye = Bye(free, (because(BYE_SET),)) if free else Bye(rest[0]) if len(rest) == 1 else None
    whole = sort_boards([*boards, *others.boards], past.places.__getitem__)
    return others._replace(boards=whole, bye=others.bye if bye is None else bye)


def _classified(next: NextRound, proposal: dict[str, Any]) -> dict[str, Any]:
    """Return who is what by the finalists' rule, with the games as they were fixed at last."""
    past, margin = history.read_history(next.facts, next.absent), rounds.finalists_settings(next.facts, next.stage)
    found = finalists.classify_players([finalists.standings_place(past, number) for number in past.order], margin)
    kept = any(code == finalists.KEPT for code, _ in proposal["notes"])
    facts = {name: value for name, value in found._asdict().items() if name != "notes"}
    if kept and found.released:
        facts |= {"pairs": (found.released, *found.pairs), "released": None}
    lines = [finalists.standings_place(past, number) for number in past.order]
    return {**facts, "lines": lines, "margin": margin._asdict()}


# Between values of the core and JSON.


def make_plain_pairing(pairing: Pairing) -> dict[str, Any]:
    """Write a pairing for storing."""
    boards = [{"white": b.white, "black": b.black, "reasons": make_plain_reasons(b.reasons)} for b in pairing.boards]
    byes = [{"player": pairing.bye.player, "reasons": make_plain_reasons(pairing.bye.reasons)}] if pairing.bye else []
    return {"boards": boards, "byes": byes, "notes": make_plain_reasons(pairing.notes)}


def make_plain_reasons(reasons: Iterable[Reason]) -> list[list[Any]]:
    """Write reasons as lists of code and parameters that JSON can hold."""
    return [[r.code, {k: v if isinstance(v, int | str) else str(v) for k, v in r.params.items()}] for r in reasons]


def read_draft(draft: Draft) -> Pairing:
    """Read a draft with its first bye."""
    boards = tuple(Board(board["white"], board["black"]) for board in draft.boards)
    return Pairing(draft.number, boards, Bye(draft.byes[0]["player"]) if draft.byes else None)


def assign_draft_tables(event: Event, draft: Draft) -> list[int]:
    """Return the table of each board or match of a draft. One query."""
    return fixed_tables.assign_tables(read_draft(draft).pairs, read_fixed_tables(event))


# What is wrong with a draft.


def read_draft_history(next: NextRound, draft: Draft, drafts: Sequence[Draft]) -> History:
    """Return the rounds so far as a draft sees them: those of the groups come after each other."""
    further = {bye["player"] for bye in draft.byes[1:]}
    match next.stage.system:
        case "groups":
            past = history.read_history(next.facts, next.absent)
            earlier = [b for other in drafts if other.number < draft.number for b in other.boards]
            met = Counter(ordered_pair(board["white"], board["black"]) for board in earlier)
            return History(list(past.entrants.values()), met, draft.number - 1, past.rounds, past.seed)
        case "final":
            playing = {board[side] for board in draft.proposal["boards"] for side in ("white", "black")}
            return history.read_history(next.facts, set(next.facts.players) - playing)
        case system if system in TABLES:
            return history.read_history(next.facts)
    return history.read_history(next.facts, {*next.absent, *further})


def find_draft_faults(next: NextRound, draft: Draft, drafts: Sequence[Draft]) -> list[Reason]:
    """Return everything illegal in a draft; the games that the finalists' rule fixes may be repeats."""
    fold = [ordered_pair(a, b) for a, b in draft.proposal.get("finalists", {}).get("pairs", ())]
    limits = next.limits(Wishes.stored(draft.wishes), fold)
    past, of_teams = read_draft_history(next, draft, drafts), next.facts.team_event is not None
    found = legality.find_faults(read_draft(draft), past, limits, next.stage.system in ENGINES, of_teams)
    several = [because(BYES, count=len(draft.byes))] if len(draft.byes) > 1 else []
    asked = find_absence_faults(next, draft) if next.stage.system == "groups" else []
    return [*found, *several, *asked, *find_empty_teams(next, draft)]


def find_empty_teams(next: NextRound, draft: Draft) -> list[Reason]:
    """Return the paired teams that nobody plays for."""
    if next.facts.team_event is None:
        return []
    teams = next.facts.team_event.teams
    seated = [board[side] for board in draft.boards for side in ("white", "black")]
    return [because(EMPTY_TEAM, player=number) for number in seated if number in teams and not teams[number].players]


def find_absence_faults(next: NextRound, draft: Draft) -> list[Reason]:
    """Return whom the rounds of the groups, which are published together, pair or leave out against his wish."""
    away = read_absences(draft.event, draft.number)
    seated = {board[side] for board in draft.boards for side in ("white", "black")}
    found = [because(ASKED_OFF, player=number, round=draft.number) for number in sorted(away) if number in seated]
    if draft.number == next.number:
        later = read_absences(draft.event, draft.number + 1)
        found += [because(IN_NO_GROUP, player=n, round=draft.number) for n in sorted(away) if n not in later]
    return found
