"""Undo what decided level duels besides their games."""

from pairing.brackets.course import Draw
from tournaments.history.rewound import LogGap, RewoundEvent
from tournaments.models import LogEntry
from tournaments.queries.standings.endings import make_play_off_game


def undo_play_off(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Take back a game of a play-off, a lot or a decision, or put back one that was taken back. Raise Gap."""
    is_new = "rule" in entry.new_values
    stored = entry.new_values if is_new else entry.old_values
    key = stored["match_key"]
    game = make_play_off_game(stored["rule"], stored["white"], stored["black"], stored["outcome"])
    endings = []
    for stage, draw in rewound.endings:
        own = list(draw.play_offs.get(key, ()))
        if stored["round"] in stage.rounds:
            if is_new and game not in own:
                raise LogGap
            if is_new:
                own.reverse()
                own.remove(game)  # the one stored last
                own.reverse()
            else:
                own.append(game)
        endings.append((stage, Draw(draw.lines, {**draw.play_offs, key: tuple(own)}, draw.replaced)))
    rewound.endings = tuple(endings)


def undo_substitute(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Give a seat back to the player who had it before a substitute. Raise Gap."""
    gone, substitute = (each.get("team") or each["player"] for each in (entry.old_values, entry.new_values))
    key, endings = entry.old_values["match_key"], list(rewound.endings)
    for place, (stage, draw) in reversed(list(enumerate(endings))):
        first = next((old for (duel, old), new in draw.replaced.items() if (duel, new) == (key, substitute)), None)
        if first is not None:  # in a round robin the substitute had the other seats too
            seats = {
                seat: gone if (seat[1], new) == (first, substitute) else new for seat, new in draw.replaced.items()
            }
            replaced = {seat: new for seat, new in seats.items() if seat[1] != new}
            endings[place] = stage, draw._replace(replaced=replaced)
            rewound.endings = tuple(endings)
            return
    raise LogGap
