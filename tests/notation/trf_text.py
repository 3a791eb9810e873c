"""Write a crosstable as a tournament file, so that another program can read the event of a test.

Written apart from the project's own writer on purpose: a fault there cannot hide itself here.
"""

from decimal import Decimal


def trf_text(crosstable):
    """Return the TRF16 text of individual players; a scheme other than 1, ½, 0 becomes record 162, adjustments 299."""
    single = "Swiss-System" if crosstable.system == "swiss" else "Round-Robin"
    lines = [f"012 {crosstable.name}"]
    if crosstable.starts_on:
        lines.append(f"042 {crosstable.starts_on.replace('-', '/')}")
    lines += [f"062 {len(crosstable.players)}", f"092 Individual: {single}", f"XXR {crosstable.rounds}"]
    win, draw, loss, pab, forfeit = crosstable.scheme
    if (win, draw, loss, pab, forfeit) != (1, Decimal("0.5"), 0, 1, 0):
        worth = {"W": win, "D": draw, "L": loss, "A": forfeit, "P": pab}
        lines.append("162  " + "    ".join(f"{letter}{points:4.1f}" for letter, points in worth.items()))
    totals = {n: sum((game.points for game in games), Decimal(0)) for n, games in crosstable.games.items()}
    lines += [_player(crosstable, player, totals) for player in crosstable.players.values()]
    lines += _decisions(crosstable)
    return "\n".join(lines) + "\n"


def _player(crosstable, player, totals):
    own = totals[player.number]
    place = 1 + sum(points > own for points in totals.values())
    rating = "" if player.rating is None else player.rating
    head = f"001 {player.number:>4} {player.sex:1}{player.title:>3} {player.name:33} {rating:>4} {player.federation:3}"
    head = f"{head} {player.fide_id:>11} {player.birth_date:10} {own:>4.1f} {place:>4}"
    return (head + "".join(map(_round, crosstable.games[player.number]))).rstrip()


def _decisions(crosstable):
    """Return a record 299 for all points that an arbiter gave or took outside any game."""
    return [
        f"299          {each.points:4.1f}  {each.round:>3} {number:>4}"
        for number, adjustments in crosstable.adjustments.items()
        for each in adjustments
    ]


def _round(game):
    opponent = "0000" if game.opponent is None else f"{game.opponent:>4}"
    return f"  {opponent} {game.colour} {game.letter:1}"
