"""What everybody but the arbiters does not see: results that are withheld or not checked yet, and names.

An event that a page reads for the public has `for_public` set; every read of games and names asks here. Whatever is
reckoned from them, tables and explanations and exports, then knows no more than the public may.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, Value
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tiebreaks import crosstable as core
from tournaments.domain.results import Result
from tournaments.models import Event, Game, Player

# A game of these is shown to the public as open.
HIDDEN = Q(round__is_withheld=True) | Q(is_provisional=True, round__event__shows_provisional=False)

# What tells who a player is, beside the name; the rating counts in tables and stays.
TRACES = ("title", "federation", "club", "fide_id", "birth_date")


def public(event: Event) -> Event:
    """Return the event as everybody sees it from now on."""
    event.for_public = True
    return event


def audience_key(event: Event) -> str:
    """Name the audience of an event in keys: "" for the arbiters, else the language, since placeholders have one."""
    return get_language() or "en" if event.for_public else ""


def hidden_result(event: Event, withheld: bool, unchecked: bool, opponent: Any, match: Any) -> str | None:
    """Return the result that this audience sees in place of one it may not know, None where it sees what there is.

    Byes and absences follow from the pairings and stay; who sits alone at a board of a match has won it.
    """
    if not (event.for_public and (withheld or (unchecked and not event.shows_provisional))):
        return None
    alone = Result.FULL_POINT_BYE.value if match is not None else None
    return Result.OPEN.value if opponent is not None else alone


def redact_games(event: Event, games: Iterable[Game]) -> list[Game]:
    """Return games as this audience sees them: hidden ones open, players under the names they are shown with.

    Such a game is for looking at and is never saved. `round` and both players come with it.
    """
    games = list(games)
    if event.for_public:
        for game in games:
            hide_result(event, game)
            for player in (game.white, game.black):
                hide_name(player)
    return games


def hide_result(event: Event, game: Game) -> None:
    """Open a game that this audience does not see."""
    instead = hidden_result(event, game.round.is_withheld, game.is_provisional, game.black_id, game.match_id)
    if instead is not None:
        game.result, game.white_score, game.black_score = instead, None, None
        game.white_penalty = game.black_penalty = game.white_deduction = game.black_deduction = 0
        game.is_provisional = game.is_adjourned = False
        game.entered_by = game.entered_at = game.checked_by = game.checked_at = None


def hide_name(player: Player | None) -> None:
    """Put the public name in place of a player's own, and wipe what else tells who he is."""
    if player is None or not (player.pseudonym or player.is_withheld):
        return
    player.name = public_name(player.name, player.pseudonym, player.is_withheld)
    for field in TRACES:
        setattr(player, field, "")


def public_name(name: str, pseudonym: str, is_withheld: bool) -> str:
    """Return the name that everybody sees."""
    return _("name withheld") if is_withheld else pseudonym or name


def redact_player(event: Event, player: core.Player, pseudonym: str, is_withheld: bool) -> core.Player:
    """Return a player as this audience sees him. The day of birth stays, since categories are reckoned from it."""
    if not event.for_public or not (pseudonym or is_withheld):
        return player
    return player._replace(
        name=public_name(player.name, pseudonym, is_withheld), **dict.fromkeys(set(TRACES) - {"birth_date"}, "")
    )


def visible_names(event: Event) -> dict[int, str]:
    """Return the name of each player by number, as this audience sees them. One question."""
    rows = event.players.values_list("number", "name", "pseudonym", "is_withheld")
    if not event.for_public:
        return {number: name for number, name, *_hidden in rows}
    return {number: public_name(*row) for number, *row in rows}


def as_public() -> dict[str, Any]:
    """Return the annotation that makes every event of a query set one for the public."""
    return {"for_public": Value(True)}
