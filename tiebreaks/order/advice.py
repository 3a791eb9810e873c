"""Warnings about an order of criteria that does not suit an event, each with the article behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.criteria.ratings import starting_ratings
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.table import Table

FORBIDDEN_BUCHHOLZ = sentence(
    "advice-buchholz-forbidden",
    gettext_noop("{criterion} must not be used in a round robin: everybody meets everybody."),
)
USELESS_BUCHHOLZ = sentence(
    "advice-buchholz-useless",
    gettext_noop("{criterion} says nothing in a round robin: it only adds up everybody else’s points."),
)
UNRATED = sentence(
    "advice-unrated",
    gettext_noop(
        "{criterion} must be dropped: not everybody has a rating (without one: {count}). "
        "Give one for them, for example {example}."
    ),
)
USELESS_RATINGS = sentence(
    "advice-ratings-useless",
    gettext_noop("{criterion} says nothing in a round robin: everybody has the same opponents."),
)
LONG_EVENT = sentence(
    "advice-long-event",
    gettext_noop("{criterion} is not recommended in an event of more than 30 days: ratings change meanwhile."),
)
USELESS_ELECTED = sentence(
    "advice-elected-useless", gettext_noop("{criterion} says nothing in a round robin: nobody asks for byes there.")
)
ONLY_ROUND_ROBIN = sentence(
    "advice-only-round-robin",
    gettext_noop("{criterion} is meant for round robins: in a Swiss event your regulations decide."),
)
OTHER_GAME = sentence("advice-other-game", gettext_noop("{criterion} is meant for another game."))
ONLY_TEAMS = sentence("advice-only-teams", gettext_noop("{criterion} is meant for team events."))
ONLY_PLAYERS = sentence("advice-only-players", gettext_noop("{criterion} is not meant for team events."))
FORE_EARLY = sentence(
    "advice-fore-early",
    gettext_noop("{criterion} equals the Buchholz score until the last round, round {round}, is paired."),
)
NEVER_REACHED = sentence(
    "advice-never-reached", gettext_noop("{criterion} is never reached: {before} leaves nobody tied.")
)
SHARED_RANK = sentence(
    "advice-shared-rank",
    gettext_noop(
        "Players who are level on all of these share the rank. Add PLAYOFF or LOTS if ranks must not be shared."
    ),
)

BUCHHOLZ, OF_RATINGS = {"BH", "FB", "AOB", "SBH"}, {"ARO", "SRO", "TPR", "PTP", "APRO", "APPO", "RTNG"}
# These need a player's rating or colour, which teams don't have.
PLAYERS_ONLY = OF_RATINGS | {"BPG", "BWG"}
# These never give two players the same value.
LEAVES_NO_TIE = {"TPN", "LOTS"}
SYSTEMS = {"swiss", "round-robin"}


class Advice(NamedTuple):
    """A warning as a code with parameters, and the article behind it ("" if there is none)."""

    code: str
    params: dict[str, object]
    article: str


def advise_on_order(facts: Crosstable, order: Sequence[ChosenCriterion]) -> tuple[Advice, ...]:
    """Return warnings about an order for an event, by criterion, ending with unreachable criteria or shared ranks."""
    table = Table(facts)
    warnings = [warning for chosen in order for warning in _warn_of_criterion(table, chosen)]
    return (*warnings, *_warn_of_end(order))


def _warn_of_criterion(table: Table, chosen: ChosenCriterion) -> Iterator[Advice]:
    criterion, code, facts = chosen.criterion, chosen.code, table.facts

    def warning(sentence: str, article: str = criterion.rule, **params: object) -> Advice:
        return Advice(sentence, {"criterion": chosen.notation, **params}, article)

    is_team_event = facts.team_event is not None
    if criterion.scope == ("teams",) and not is_team_event:
        yield warning(ONLY_TEAMS)
        return
    if is_team_event and code in PLAYERS_ONLY:
        yield warning(ONLY_PLAYERS)
        return
    games = set(criterion.scope) - SYSTEMS - {"teams"}
    if games and facts.discipline not in games:
        yield warning(OTHER_GAME)
    if table.is_round_robin:
        if code in BUCHHOLZ:
            forbidden = facts.edition == "2026-03"
            yield warning(FORBIDDEN_BUCHHOLZ if forbidden else USELESS_BUCHHOLZ, "C.07 8")
        elif code in {"ARO", "SRO"}:
            yield warning(USELESS_RATINGS)
        elif code == "REP":
            yield warning(USELESS_ELECTED)
    elif criterion.scope == ("round-robin",):
        yield warning(ONLY_ROUND_ROBIN)
    if code in OF_RATINGS and not starting_ratings(table, chosen):
        unrated = sum(not facts.rating_of(p) for p in facts.players.values())
        if unrated:
            yield warning(UNRATED, "C.07 10", count=unrated, example=f"{chosen.notation}/U1000")
    if code in OF_RATINGS and facts.is_long:
        yield warning(LONG_EVENT, "C.07 10")
    if (code == "FB" or chosen.has_modifier("F")) and not table.is_round_robin and _last_paired(facts) < facts.rounds:
        yield warning(FORE_EARLY, "C.07 8.3", round=facts.rounds)


def _last_paired(facts: Crosstable) -> int:
    return max((g.round for games in facts.games.values() for g in games if g.opponent), default=0)


def _warn_of_end(order: Sequence[ChosenCriterion]) -> Iterator[Advice]:
    """Warn of criteria that can never be reached, or that ranks may be shared in the end."""
    decisive = next((index for index, chosen in enumerate(order) if chosen.code in LEAVES_NO_TIE), None)
    if decisive is not None:
        for chosen in order[decisive + 1 :]:
            yield Advice(NEVER_REACHED, {"criterion": chosen.notation, "before": order[decisive].notation}, "C.07 4.2")
    elif order and order[-1].code != "PLAYOFF":
        yield Advice(SHARED_RANK, {}, "C.07 2")
