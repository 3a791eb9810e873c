"""What counts in an event and can't be said in the files of tsh, found by reading these files again."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.criteria.scrabble import credited_spread
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Game, Kind, Scheme, find_game
from tiebreaks.facts.scoring import outcome
from tiebreaks.facts.start_numbers import renumber
from tiebreaks.trf.oddities import Oddities
from tournaments.access.reader import Reader
from tournaments.exports import tsh_files
from tournaments.exports.pairing_records import name_left
from tournaments.formats import tsh
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.wording.places import count_points

OF_PLAYERS = {
    "own_rating": gettext_lazy("the event’s own ratings"),
    "playoff": gettext_lazy("the places in the play-off"),
    "manual_value": gettext_lazy("the values set by hand"),
    "expelled_from": gettext_lazy("expulsions"),
}


def list_losses(reader: Reader) -> list[str]:
    """Return what the files of tsh leave out or say otherwise, each as one sentence."""
    facts = renumber(read_crosstable(reader))
    text = tsh.write_division(tsh_files.build_division(reader, tsh_files.read_kept_lines(reader)))
    read = tsh.read_division(text, odd=Oddities(lenient=True)).crosstable if facts.players else facts
    return [*_list_settings(reader, facts), *_list_rounds(facts, read)]


def _list_settings(reader: Reader, facts: Crosstable) -> Iterator[str]:
    event, players = reader.event, facts.players.values()
    if facts.spread_cap is not None:
        yield _("The largest spread of one game stands in config.tsh and tourney.js, not in a .t file alone.")
    unsaid = [str(words) for name, words in OF_PLAYERS.items() if any(getattr(p, name) is not None for p in players)]
    if facts.scheme != Scheme():
        unsaid.append(_("what results are worth in points"))
    if event.tiebreaks != event.game.find_usual_order(event.system):
        unsaid.append(_("the order of the tie-breaks"))
    if reader.is_staff:
        unsaid += name_left(event, of_tsh=True)
    if unsaid:
        yield _("tsh has no place for: {what}.").format(what=", ".join(unsaid))


def _list_rounds(facts: Crosstable, read: Crosstable) -> Iterator[str]:
    """Yield the pairs of forfeits, and the rounds of players that count otherwise in the files."""
    if read.last_paired < facts.last_paired:
        yield _(
            "In the files nobody has an opponent after round {round}: what comes after it does not count there."
        ).format(round=read.last_paired)
    for number, games in sorted(facts.games.items()):
        for game in games:
            if game.opponent and game.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS) and number < game.opponent:
                yield _(
                    "Round {round}, {first} – {second}: tsh has no forfeit, only two rounds without an opponent. "
                    "That they were paired is lost."
                ).format(round=game.round, first=_name(facts, number), second=_name(facts, game.opponent))
            here = _count(facts, number, game)
            there = _count(read, number, find_game(read.games.get(number, ()), game.round))
            if here != there:
                yield _("Round {round}, {name}: here {here}, in the files {there}.").format(
                    round=game.round, name=_name(facts, number), here=_write(*here), there=_write(*there)
                )


def _name(facts: Crosstable, number: int) -> str:
    return facts.players[number].name


def _count(facts: Crosstable, number: int, game: Game | None) -> tuple[Decimal, int]:
    """Return what a round counts where results have their usual worth: points and spread, after arbiters’ decisions."""
    if game is None:
        return ZERO, 0
    points = ZERO
    if game.kind != Kind.OPEN:  # an arbiter may have given the game more or less
        usual, here = (outcome(game.letter, game.opponent is not None, each)[1] for each in (Scheme(), facts.scheme))
        points = usual + game.points - here
    given = sum((each.points for each in facts.adjustments.get(number, ()) if each.round == game.round), ZERO)
    return points + given, credited_spread(facts, game) - game.penalty


def _write(points: Decimal, spread: int) -> str:
    return f"{count_points(points)}, {spread:+}"
