"""What the public may not see: results that are withheld or unchecked, and the names of players who asked for privacy.

Every read of games and names goes through this module with its reader, so that tables, explanations and exports
computed from them show no more than their audience may see.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tiebreaks.facts import crosstable as core
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Game, Player

# The games that the public sees as open.
HIDDEN = Q(round__is_withheld=True) | Q(is_provisional=True, round__event__shows_provisional=False)

# The fields besides the name that identify a player. The rating counts in tables and stays.
IDENTIFYING_FIELDS = ("title", "federation", "club", "fide_id", "national_id", "birth_date")


def audience_key(reader: Reader) -> str:
    """Name the audience of an event in cache keys: "" for staff, otherwise the language (placeholders have one)."""
    return "" if reader.is_staff else get_language() or "en"


def replacement_result(
    reader: Reader, is_withheld: bool, is_provisional: bool, has_opponent: bool, in_match: bool
) -> str | None:
    """Return the result to show in place of a hidden one, None where this audience sees the real one.

    Byes and absences follow from the pairings and stay. A player alone at a board of a match has won it.
    """
    if reader.is_staff or not (is_withheld or (is_provisional and not reader.event.shows_provisional)):
        return None
    if has_opponent:
        return Result.OPEN.value
    return Result.FULL_POINT_BYE.value if in_match else None


def redact_games(reader: Reader, games: Iterable[Game]) -> list[Game]:
    """Return games as this audience sees them: hidden ones open, players under their public names.

    A redacted game must never be saved. `round` and both players must have been fetched.
    """
    games = list(games)
    if not reader.is_staff:
        for game in games:
            hide_result(reader, game)
            for player in (game.white, game.black):
                hide_name(player)
    return games


def hide_result(reader: Reader, game: Game) -> None:
    """Show a game as open if this audience may not see its result."""
    result = replacement_result(
        reader, game.round.is_withheld, game.is_provisional, game.black_id is not None, game.match_id is not None
    )
    if result is not None:
        game.result, game.white_score, game.black_score = result, None, None
        game.white_penalty = game.black_penalty = game.white_deduction = game.black_deduction = 0
        game.is_provisional = game.is_adjourned = False
        game.decided_points = ""
        game.entered_by = game.entered_at = game.checked_by = game.checked_at = None
        game.provenance = game.rating_result = ""


def hide_name(player: Player | None) -> None:
    """Replace the name of a player by their public one, and clear the other fields that identify them."""
    if player is None or not (player.pseudonym or player.is_withheld):
        return
    player.name = public_name(player.name, player.pseudonym, player.is_withheld)
    for field in IDENTIFYING_FIELDS:
        setattr(player, field, "")


def public_name(name: str, pseudonym: str, is_withheld: bool) -> str:
    """Return the name that the public sees."""
    return _("name withheld") if is_withheld else pseudonym or name


def redact_player(reader: Reader, player: core.Player, pseudonym: str, is_withheld: bool) -> core.Player:
    """Return a player as this audience sees them; identity numbers are for arbiters alone.

    Date of birth and sex stay, since categories are computed from them: whoever writes a file leaves them out.
    """
    if reader.is_staff:
        return player
    if not (pseudonym or is_withheld):
        return player._replace(fide_id="", national_id="")
    return player._replace(
        name=public_name(player.name, pseudonym, is_withheld),
        title="",
        federation="",
        club="",
        fide_id="",
        national_id="",
        manual_reason="",
    )


def read_hidden_origins(event: Event) -> dict[int, tuple[str, str]]:
    """Return the club and the federation of each player whom the public does not know, by number. One query.

    Categories are computed from them, the same for everybody; no page may show them.
    """
    unknown = event.players.filter(Q(is_withheld=True) | ~Q(pseudonym=""))
    return {number: (club, origin) for number, club, origin in unknown.values_list("number", "club", "federation")}


def names_of_participants(reader: Reader) -> dict[int, str]:
    """Return the name of each team by number, or of each player as this audience sees them. One query."""
    return dict(reader.event.teams.values_list("number", "name")) if reader.event.of_teams else visible_names(reader)


def visible_names(reader: Reader) -> dict[int, str]:
    """Return the name of each player by number, as this audience sees them. One query."""
    rows = reader.event.players.values_list("number", "name", "pseudonym", "is_withheld")
    if reader.is_staff:
        return {number: name for number, name, *_rest in rows}
    return {number: public_name(name, pseudonym, withheld) for number, name, pseudonym, withheld in rows}
