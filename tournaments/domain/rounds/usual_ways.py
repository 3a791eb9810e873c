"""The usual ways to play an event, which a new one offers: each gives a plan of the rounds."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing.plan import fitting, stages, usual_plans
from tournaments.domain.disciplines import GameRules


class Way(NamedTuple):
    """A usual way to play an event; `rounds` is the number offered, `least` the smallest possible one.

    `make` builds the plan of so many rounds. Without `asks_rounds` their number follows from the players.
    """

    key: str
    title: Promise
    text: Promise
    rounds: int
    make: Callable[[int], stages.Plan]
    least: int = 1
    of_teams: bool = False
    asks_rounds: bool = True


WAYS = (
    Way(
        "swiss",
        _("Swiss system"),
        _("Players with equal points meet in each round. The pairings follow FIDE’s rules (Dutch system)."),
        7,
        usual_plans.swiss,
    ),
    Way(
        "german-championship",
        _("German Scrabble championship"),
        _("Groups of four for three rounds, then Swiss without repeat pairings, the finalists’ round and a final."),
        20,
        usual_plans.german_championship,
        5,
    ),
    Way(
        "new-swiss",
        _("Swiss without repeat pairings"),
        _("Neighbours in the table who have not met yet play each other in each round."),
        5,
        lambda rounds: stages.check_plan([stages.Stage("new-swiss", 1, rounds)]),
    ),
    Way(
        "pools-and-brackets",
        _("Pools, then brackets A and B"),
        _(
            "Pools of four by lot: winners meet, losers meet, then the barrage. The first two of each pool play for A, "
            "the others for B. The number of rounds follows from the number of players."
        ),
        6,
        lambda _rounds: usual_plans.pools_and_brackets(),
        asks_rounds=False,
    ),
    Way(
        "concours",
        _("Concours A, B, C"),
        _(
            "Knock-out by lot. Losers of the first game in A play on in B, losers of the first game in B play on in C. "
            "The number of rounds follows from the number of players."
        ),
        5,
        lambda _rounds: usual_plans.concours(),
        asks_rounds=False,
    ),
    Way(
        "cup",
        _("Cup (knock-out)"),
        _(
            "Single games; a drawn match continues with rapid games, blitz games and an Armageddon game. The number of "
            "rounds follows from the number of players."
        ),
        4,
        lambda _rounds: usual_plans.cup(),
        asks_rounds=False,
    ),
    Way(
        "final-four",
        _("Swiss system and final four"),
        _(
            "First the rounds of the Swiss system; then the first four play semi-finals, a final and a match for "
            "place 3."
        ),
        7,
        usual_plans.final_four,
    ),
    Way(
        "round-robin",
        _("Round robin"),
        _("Every player meets every other player once. The number of rounds follows from the number of players."),
        9,
        lambda _rounds: usual_plans.round_robin(usual_plans.PLAYERS),
        asks_rounds=False,
    ),
)


TEAM_WAYS = (
    Way(
        "team-swiss",
        _("Swiss system for teams"),
        _("Teams with equal points meet in each round. The pairings follow FIDE’s rules for teams."),
        7,
        usual_plans.swiss_of_teams,
    ),
    Way(
        "team-cup",
        _("Team cup (knock-out)"),
        _(
            "Single matches; if both score the same, the Berlin score decides, then the place in the list. The losers "
            "of the semi-finals play for place 3. The number of rounds follows from the number of teams."
        ),
        4,
        lambda _rounds: usual_plans.team_cup(),
        asks_rounds=False,
    ),
    WAYS[-1]._replace(
        text=_("Every team meets every other team once. The number of rounds follows from the number of teams.")
    ),
)


def make_plan(way: Way, rounds: int, players: int) -> stages.Plan:
    """Return the plan of so many rounds for those who are entered."""
    return fitting.fit_plan(way.make(rounds), players or usual_plans.PLAYERS)


def list_ways(game: GameRules, *, of_teams: bool) -> list[Way]:
    """Return the usual ways to play a game, the most common one first."""
    return list(TEAM_WAYS) if of_teams else [way for way in WAYS if way.key in game.ways]


def find_way(known: Sequence[Way], plan: stages.Plan) -> Way | None:
    """Return the way that a plan was made of: the one with the same stages, or else the same beginning."""
    usual = {way: way.make(max(way.least, 5)) for way in known}
    same = [way for way in usual if _mark(usual[way]) == _mark(plan)]
    begins = [way for way in usual if plan and usual[way][0].system == plan[0].system]
    return next(iter([*same, *begins]), None)


def _mark(plan: stages.Plan) -> list[tuple[str, object]]:
    """Return what tells usual plans apart."""
    return [(stage.system, stage.settings.get("consolations")) for stage in plan]
