"""What the pairing system proposes for the next round, around what the arbiter has fixed.

Nothing is written here. A proposal holds boards as JSON: {"white", "black", "reasons"}, a bye as {"player", "reasons"},
and a reason as [code, parameters].
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings as conf

from pairing import dutch, rounds, team_swiss
from pairing.brackets.draw import PLACES
from pairing.brackets.duels import NOBODY
from pairing.finalists import finalists
from pairing.new_swiss import groups
from pairing.plan import stages
from pairing.plan.accelerated import accelerate
from pairing.rules import history, pair_reasons
from pairing.rules.boards import Bye, Pairing, Reason, because, ordered_pair, sort_boards
from pairing.rules.engine_records import Records
from pairing.rules.firsts import seat_pair
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.scheduling import engines
from tournaments.scheduling.next_round import ENGINES, FREE, DrawWishes, NextRound, check_present

FIXED = sentence("pair-fixed", gettext_noop("Fixed by the arbiter."))
BYE_SET = sentence("bye-set", gettext_noop("Set by the arbiter."))
BRACKET_BYE = sentence("bracket-bye", gettext_noop("No opponent in the first round of the bracket."))
POOL_BYE = sentence("pool-bye", gettext_noop("No opponent in the first round of the pool."))
DECIDED = sentence("nothing-to-pair", gettext_noop("The matches are decided: there is nothing left to pair."))


def propose_round(next_round: NextRound, wishes: DrawWishes, seed: int) -> list[dict[str, Any]]:
    """Return what the system proposes as JSON, one round or all three of the groups. Raise Refusal."""
    check_present(next_round)
    is_of_pools, field, first = (
        next_round.stage.system == stages.POOLS,
        next_round.field,
        next_round.number - next_round.shift,
    )
    next_round = next_round.counted_again
    proposals = [make_plain_pairing(pairing, is_of_pools) for pairing in _pair(next_round, wishes, seed)]
    has_bye = next_round.stage.system in FREE and proposals[0]["byes"]  # of one who is there alone
    if not (has_bye or any(proposal["boards"] for proposal in proposals)):
        raise Refusal(DECIDED, field="round")
    if next_round.stage.system == "groups" or is_drawn_by_lot(next_round, proposals):
        proposals = [{**proposal, "seed": seed} for proposal in proposals]
    if next_round.stage.system == "finalists":
        proposals[0]["finalists"] = _classify_finalists(next_round, proposals[0])
    if field and first == 1:
        proposals[0]["field"] = list(field)
    return [{**proposal, "system": next_round.stage.system} for proposal in proposals]


def find_fixed(proposal: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a proposal that an arbiter had fixed before, White first, and the bye as a pair with 0."""
    pairs = [(board["white"], board["black"], board["reasons"]) for board in proposal["boards"]]
    free = [(bye["player"], 0, bye["reasons"]) for bye in proposal["byes"]]
    for white, black, reasons in (*pairs, *free):
        if any(code in (FIXED, BYE_SET) for code, _params in reasons):
            yield white, black


def is_drawn_by_lot(next_round: NextRound, proposals: Sequence[dict[str, Any]]) -> bool:
    """Tell whether lots decided who stands where in the brackets of the round."""
    return "lines" in proposals[0] and next_round.stage.get("seeding") != PLACES


def _pair(next_round: NextRound, wishes: DrawWishes, seed: int) -> Sequence[Pairing]:
    if next_round.stage.system == "groups":
        numbers = rounds.sort_by_rating(history.read_history(next_round.facts, next_round.absent))
        drawn = groups.pair_groups(groups.draw_groups(len(numbers), seed), numbers, seed)
        return drawn[next_round.number - next_round.stage.first :]
    if next_round.stage.system in ENGINES:
        wishes = fix_granted(wishes)
    if next_round.stage.system not in FREE or not (wishes.fixed or wishes.bye):
        return [_pair_by_system(next_round, wishes, (), seed)]
    return [_pair_around_fixed(next_round, wishes)]


def fix_granted(wishes: DrawWishes) -> DrawWishes:
    """Return the wishes for an engine: it knows no relaxation, so granted pairs are fixed, and it pairs the others."""
    seated = {number for pair in wishes.fixed for number in pair}
    granted = [pair for pair in wishes.granted if not seated & set(pair)]
    return wishes._replace(fixed=(*wishes.fixed, *granted))


def find_seated(wishes: DrawWishes) -> frozenset[int]:
    """Return the players whom the arbiter has paired, so that no engine does."""
    fixed = {number for pair in fix_granted(wishes).fixed for number in pair}
    return frozenset(fixed | ({wishes.bye} if wishes.bye else set()))


def _pair_by_system(
    next_round: NextRound, wishes: DrawWishes, seated: Iterable[int], seed: int | None = None
) -> Pairing:
    if next_round.stage.system in ENGINES:
        return _pair_by_engine(next_round, frozenset(seated))
    seated = frozenset(seated)
    requested = rounds.Wishes(
        {*next_round.absent, *seated},
        next_round.banned,
        frozenset(wishes.granted),
        next_round.order,
        next_round.draw,
        seed,
        next_round.clubs,
        next_round.pool_of,
        None if seated else stages.find_finalists(next_round.plan, next_round.stage),
        wishes.bye,
    )
    return rounds.pair(next_round.facts, next_round.stage, requested)


def _pair_by_engine(next_round: NextRound, seated: frozenset[int]) -> Pairing:
    absent = {**next_round.absent, **dict.fromkeys(seated, "Z")}
    if next_round.members is not None:
        teams = read_team_settings(next_round, seated)
        return engines.pair_teams(
            next_round.members,
            next_round.facts,
            absent,
            teams,
            next_round.engine,
            conf.ENGINE_SECONDS,
            next_round.watch,
        )
    settings = read_dutch_settings(next_round, seated)
    return engines.pair_dutch(
        next_round.facts, absent, settings, next_round.engine, conf.ENGINE_SECONDS, next_round.watch
    )


def read_dutch_settings(next_round: NextRound, seated: frozenset[int] = frozenset()) -> dutch.Settings:
    """Return the settings of FIDE Dutch for a round; `seated` have a place already."""
    stage = next_round.stage
    records = Records(stage.get("initial"), accelerate(stage, next_round.facts, next_round.absent))
    return dutch.Settings(records, next_round.limits(), seated)


def read_team_settings(next_round: NextRound, seated: frozenset[int] = frozenset()) -> team_swiss.Settings:
    """Return the settings of the Swiss system of teams for a round."""
    stage = next_round.stage
    accelerated = accelerate(stage, next_round.facts, next_round.absent)
    return team_swiss.Settings(stage.get("colours"), stage.get("initial"), next_round.limits(), seated, accelerated)


def in_pairing_order(past: history.History, next_round: NextRound) -> history.History:
    """Return the rounds so far in the order by which the system of the round pairs."""
    match next_round.stage.system:
        case "dutch":
            return dutch.in_pairing_order(past, read_dutch_settings(next_round.counted_again))
        case "team-swiss":
            return team_swiss.in_pairing_order(past, read_team_settings(next_round.counted_again))
    return past


def _pair_around_fixed(next_round: NextRound, wishes: DrawWishes) -> Pairing:
    """Keep the arbiter's pairs and bye, and pair all others by the system."""
    past = in_pairing_order(history.read_history(next_round.facts, next_round.absent), next_round)
    fixed = [pair for pair in wishes.fixed if set(pair) <= past.entrants.keys()]
    free = wishes.bye if wishes.bye in past.entrants else None
    seated = {number for pair in fixed for number in pair} | ({free} if free else set())
    rest = [number for number in past.order if number not in seated]
    others = _pair_by_system(next_round, wishes, seated) if len(rest) > 1 else Pairing(next_round.number, ())
    granted = {ordered_pair(a, b) for a, b in wishes.granted}
    limits = next_round.limits()._replace(granted=frozenset(granted))
    boards = [
        seat_pair(
            past,
            *pair,
            *pair_reasons.explain_pair(past, *pair, limits),
            *(() if ordered_pair(*pair) in granted else (because(FIXED),)),
        )
        for pair in fixed
    ]
    bye = Bye(free, (because(BYE_SET),)) if free else Bye(rest[0]) if len(rest) == 1 else None
    whole = sort_boards([*boards, *others.boards], past.places.__getitem__)
    return others._replace(boards=whole, bye=others.bye if bye is None else bye)


def _classify_finalists(next_round: NextRound, proposal: dict[str, Any]) -> dict[str, Any]:
    """Return how the finalists' rule classifies the players, with the games that were fixed in the end."""
    past, margin = (
        history.read_history(next_round.facts, next_round.absent),
        rounds.finalists_settings(next_round.facts, next_round.stage),
    )
    lines = [finalists.standings_place(past, number) for number in past.order]
    classified = finalists.classify_players(lines, margin)
    is_kept = any(code == finalists.KEPT for code, _ in proposal["notes"])
    facts = {name: value for name, value in classified._asdict().items() if name != "notes"}
    if is_kept and classified.released:
        facts |= {"pairs": (classified.released, *classified.pairs), "released": None}
    return {**facts, "lines": lines, "margin": margin._asdict()}


def make_plain_pairing(pairing: Pairing, is_of_pools: bool = False) -> dict[str, Any]:
    """Write a pairing for storing."""
    boards = [{"white": b.white, "black": b.black, "reasons": make_plain_reasons(b.reasons)} for b in pairing.boards]
    byes = [{"player": pairing.bye.player, "reasons": make_plain_reasons(pairing.bye.reasons)}] if pairing.bye else []
    whole = {"boards": boards, "byes": byes, "notes": make_plain_reasons(pairing.notes)}
    if not pairing.lines:
        return whole
    why = make_plain_reasons([because(POOL_BYE if is_of_pools else BRACKET_BYE)])
    free = [{"player": number, "reasons": why} for number in find_byes(pairing)]
    return {**whole, "byes": free, "lines": pairing.lines}


def find_byes(pairing: Pairing) -> list[int]:
    """Return who has no opponent in the first round of their bracket or pool."""
    seated = {number for pair in pairing.pairs for number in pair} | {NOBODY}
    return [number for line in pairing.lines.values() for number in line if number not in seated]


def make_plain_reasons(reasons: Iterable[Reason]) -> list[list[Any]]:
    """Write reasons as lists of code and parameters that JSON can hold."""
    return [[r.code, {k: v if isinstance(v, int | str) else str(v) for k, v in r.params.items()}] for r in reasons]
