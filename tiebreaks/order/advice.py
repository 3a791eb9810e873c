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
    gettext_noop("{criterion} must not be used in a round robin, where all players have the same opponents."),
)
USELESS_BUCHHOLZ = sentence(
    "advice-buchholz-useless",
    gettext_noop("{criterion} decides nothing in a round robin: it only adds up all the others’ points."),
)
UNRATED = sentence(
    "advice-unrated",
    gettext_noop(
        "{criterion} must be dropped: some players have no rating ({count}). Give one for them, for example {example}."
    ),
)
USELESS_RATINGS = sentence(
    "advice-ratings-useless",
    gettext_noop("{criterion} decides nothing in a round robin: all players have the same opponents."),
)
LONG_EVENT = sentence(
    "advice-long-event",
    gettext_noop("{criterion} is not recommended in an event of more than 30 days: ratings change meanwhile."),
)
USELESS_ELECTED = sentence(
    "advice-elected-useless",
    gettext_noop("{criterion} decides nothing in a round robin: there are no requested byes there."),
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
    gettext_noop("Players tied on all of these share the rank. Add PLAYOFF or LOTS if ranks must not be shared."),
)

BUCHHOLZ, OF_RATINGS = {"BH", "FB", "AOB", "SBH"}, {"ARO", "SRO", "TPR", "PTP", "APRO", "APPO", "RTNG"}
# These need a player's rating or colour, which teams don't have.
PLAYERS_ONLY = OF_RATINGS | {"BPG", "BWG"}
# What an event with one of these warnings can't have.
IMPOSSIBLE = {
    *(FORBIDDEN_BUCHHOLZ, USELESS_BUCHHOLZ, USELESS_RATINGS, USELESS_ELECTED),
    *(OTHER_GAME, ONLY_TEAMS, ONLY_PLAYERS),
}
# These never give two players the same value.
LEAVES_NO_TIE = {"TPN", "LOTS"}
SYSTEMS = {"swiss", "round-robin"}
# US Chess has an article of its own for each of these, and forbids none.
OF_OPPONENTS = {"SOLK", "MMED"}


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


def is_possible(facts: Crosstable, chosen: ChosenCriterion) -> bool:
    """Tell whether an event can have a criterion at all: of its game, its players and their ratings."""
    if any(warning.code in IMPOSSIBLE for warning in _warn_of_criterion(Table(facts), chosen)):
        return False
    players = facts.players.values()
    return chosen.code not in OF_RATINGS or not players or any(map(facts.rating_of, players))


def _warn_of_criterion(table: Table, chosen: ChosenCriterion) -> Iterator[Advice]:
    is_team_event = table.facts.team_event is not None
    if chosen.criterion.scope == ("teams",) and not is_team_event:
        yield _advise(chosen, ONLY_TEAMS)
    elif is_team_event and chosen.code in PLAYERS_ONLY:
        yield _advise(chosen, ONLY_PLAYERS)
    else:
        yield from _warn_of_event(table, chosen)
        yield from _warn_of_ratings(table, chosen)
        yield from _warn_of_time(table, chosen)


def _advise(chosen: ChosenCriterion, code: str, article: str | None = None, **params: object) -> Advice:
    """Return a warning about a criterion, by the criterion's own article if no other is named."""
    rule = chosen.criterion.rule if article is None else article
    return Advice(code, {"criterion": chosen.notation, **params}, rule)


def _warn_of_event(table: Table, chosen: ChosenCriterion) -> Iterator[Advice]:
    """Warn of a criterion that is meant for another game or system."""
    games = set(chosen.criterion.scope) - SYSTEMS - {"teams"}
    if games and table.facts.discipline not in games:
        yield _advise(chosen, OTHER_GAME)
    if not table.is_round_robin:
        if chosen.criterion.scope == ("round-robin",):
            yield _advise(chosen, ONLY_ROUND_ROBIN)
    elif chosen.code in BUCHHOLZ:
        is_forbidden = table.edition == "2026-03"
        yield _advise(chosen, FORBIDDEN_BUCHHOLZ if is_forbidden else USELESS_BUCHHOLZ, "C.07 8")
    elif chosen.code in OF_OPPONENTS:
        yield _advise(chosen, USELESS_BUCHHOLZ)
    elif chosen.code in {"ARO", "SRO"}:
        yield _advise(chosen, USELESS_RATINGS)
    elif chosen.code == "REP":
        yield _advise(chosen, USELESS_ELECTED)


def _warn_of_ratings(table: Table, chosen: ChosenCriterion) -> Iterator[Advice]:
    """Warn of a criterion of ratings where somebody has none, or where ratings change during the event."""
    if chosen.code not in OF_RATINGS:
        return
    unrated = sum(not table.facts.rating_of(player) for player in table.facts.players.values())
    if unrated and not starting_ratings(table, chosen):
        yield _advise(chosen, UNRATED, "C.07 10", count=unrated, example=f"{chosen.notation}/U1000")
    if table.facts.is_long:
        yield _advise(chosen, LONG_EVENT, "C.07 10")


def _warn_of_time(table: Table, chosen: ChosenCriterion) -> Iterator[Advice]:
    """Warn of a criterion that looks ahead to the last round while that is not paired."""
    facts, looks_ahead = table.facts, chosen.code == "FB" or chosen.has_modifier("F")
    if looks_ahead and not table.is_round_robin and facts.last_paired < facts.rounds:
        yield _advise(chosen, FORE_EARLY, "C.07 8.3", round=facts.rounds)


def _warn_of_end(order: Sequence[ChosenCriterion]) -> Iterator[Advice]:
    """Warn of criteria that can never be reached, or that ranks may be shared in the end."""
    decisive = next((index for index, chosen in enumerate(order) if chosen.code in LEAVES_NO_TIE), None)
    if decisive is not None:
        for chosen in order[decisive + 1 :]:
            yield Advice(NEVER_REACHED, {"criterion": chosen.notation, "before": order[decisive].notation}, "C.07 4.2")
    elif order and order[-1].code != "PLAYOFF":
        yield Advice(SHARED_RANK, {}, "C.07 2")
