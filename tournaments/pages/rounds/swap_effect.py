"""What a change of a published round would do, before it is done."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pairing.rules.boards import Reason
from tournaments.models import Event
from tournaments.wording.changes import Names, describe_places
from tournaments.wording.pairings import pairing_reason


class SwapEffectView(NamedTuple):
    """Two participants by number, and their places in a round before and after. `clears` counts the results lost, and
    `broken` says which rules would be broken.
    """

    round: int
    players: tuple[int, int]
    seen: str
    before: list[str]
    after: list[str]
    clears: int
    broken: list[str]


def swap_effect_view(
    event: Event,
    number: int,
    players: tuple[int, int],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    seen: str,
    reasons: Iterable[Reason] = (),
) -> SwapEffectView:
    """Return the effect of a swap; its facts are those that the log will have."""
    teams = dict(event.teams.values_list("number", "name")) if event.team_boards else {}
    names = Names(dict(event.players.values_list("number", "name")), teams)
    now, then = (list(describe_places(facts, names)) for facts in (before, after))
    clears = max(0, count_results(before) - count_results(after))
    broken = [pairing_reason(each.code, each.params, dict(names.players)) for each in reasons]
    return SwapEffectView(number, players, seen, now, then, clears, broken)


def count_results(facts: Mapping[str, Any]) -> int:
    boards = [*facts.get("boards", ()), *(board for match in facts.get("matches", ()) for board in match["boards"])]
    return sum(bool(board["black"] and board["result"]) for board in boards)
